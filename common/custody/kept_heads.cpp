#include "common/custody/kept_heads.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <sstream>

#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/base/number.hpp"
#include "common/cli/files.hpp"
#include "common/store/crypto.hpp"
#include "common/store/open.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::custody {

namespace {

// The time as rfc3339() writes it, in milliseconds since 1970 UTC.
std::optional<std::int64_t> wall_ms_of(const std::string& text) {
    int year = 0, hour = 0, minute = 0, second = 0, ms = 0;
    unsigned month = 0, day = 0;
    if (std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ", &year, &month, &day, &hour,
                    &minute, &second, &ms) != 7)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!date.ok()) return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms;
}

std::expected<KeptHead, std::string> head_of(const std::string& line) {
    std::istringstream words(line);
    KeptHead head;
    std::string pos;
    std::string time;
    std::string more;
    words >> head.log_id >> pos >> head.chain >> head.key >> time;
    const auto number = whole_number<std::int64_t>(pos, 1);
    const auto at = wall_ms_of(time);
    if (words >> more || !number || !is_hex(head.chain, 64) || head.key.size() != 32 || !at)
        return std::unexpected("expected LOG POSITION CHAIN KEY TIME");
    head.pos.value = *number;
    head.wall_ms = *at;
    return head;
}

bool has_key(const store::Report& report, const std::string& fingerprint) {
    return std::ranges::any_of(report.keys, [&](const store::PublicKey& key) {
        return key.fingerprint == fingerprint;
    });
}

// Was it recorded before a person accepted other rows at its position?
bool accepted(const store::Report& report, const KeptHead& head) {
    return std::ranges::any_of(report.gaps, [&](const store::Gap& gap) {
        return head.pos > gap.from && head.wall_ms <= gap.wall_ms;
    });
}

}  // namespace

std::string anchor_line(const KeptHead& head) {
    return head.log_id + " " + std::to_string(head.pos.value) + " " + head.chain + " " + head.key +
           " " + rfc3339(head.wall_ms) + "\n";
}

std::expected<std::vector<KeptHead>, std::string> read_anchors(const std::string& path) {
    const auto file = cli::read_file(path);
    if (!file) return std::unexpected(file.error());
    const std::string& text = *file;
    std::vector<KeptHead> heads;
    std::size_t number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = text.find('\n', from);
        if (end == std::string::npos) break;  // cut off
        const std::string where = path + ", line " + std::to_string(++number);
        const std::string line = text.substr(from, end - from);
        from = end + 1;
        if (!line.ends_with('Z')) continue;  // cut off, and ended by the next attempt
        auto head = head_of(line);
        if (!head) return std::unexpected(where + ": " + head.error());
        head->where = where;
        heads.push_back(std::move(*head));
    }
    return heads;
}

std::expected<std::vector<KeptHead>, store::OpenError> heads_in(const std::string& path) {
    const auto opened = store::open_for_reading(path);
    if (!opened) return std::unexpected(opened.error());
    store::Database& database = **opened;
    std::vector<KeptHead> heads;
    {
        store::Statement rows =
            database.prepare("SELECT pos, body FROM event WHERE type = ? ORDER BY pos");
        rows.bind(wire::HeadKept::type);
        while (rows.step()) {
            const auto event = wire::decode_clock_event(wire::HeadKept::type, rows.text(1));
            if (!event) continue;  // the chain finds what was changed
            const auto& kept = std::get<wire::HeadKept>(*event);
            heads.push_back({.where = path + ", event " + std::to_string(rows.integer(0)),
                             .log_id = kept.log,
                             .pos = kept.pos,
                             .chain = kept.chain,
                             .key = kept.key,
                             .wall_ms = kept.wall_ms,
                             .by_word = kept.by_word,
                             .of_frames = kept.of_frames});
        }
    }
    if (database.error()) return std::unexpected(store::open_error(path, *database.error()));
    return heads;
}

std::expected<HeadCheck, store::OpenError> check_heads(const std::string& path,
                                                     const store::Report& report,
                                                     const std::vector<KeptHead>& heads) {
    HeadCheck check;
    for (const KeptHead& head : heads) {
        if (head.log_id != report.log_id || (head.of_frames && !report.of_frames)) continue;
        if (head.by_word && !has_key(report, head.key)) {
            ++check.strange;
            continue;
        }
        const auto chain = store::chain_in(path, head.pos);
        if (!chain) return std::unexpected(chain.error());
        if (*chain && store::hex(store::bytes(**chain)) == head.chain) {
            ++check.found;
            continue;
        }
        if (accepted(report, head)) continue;
        const std::string at = head.where + ": at " + rfc3339(head.wall_ms) + " this log had ";
        check.missing.push_back(
            *chain ? at + "another row at position " + std::to_string(head.pos.value) +
                         ": it was rewritten"
                   : at + std::to_string(head.pos.value) + " rows: its end was cut off");
    }
    return check;
}

}  // namespace flagfall::custody
