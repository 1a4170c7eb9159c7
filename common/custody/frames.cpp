#include "common/custody/frames.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/store/crypto.hpp"
#include "common/store/reader.hpp"

namespace flagfall::custody {

namespace {

std::string events(Pos pos) { return std::to_string(pos.value) + " events"; }

// What does not hold between a file and the one before; empty: nothing.
std::string wrong_between(const LogFile& before, const LogFile& file) {
    const std::string begins = file.path + " does not follow " + before.path + ": ";
    if (!file.before) return begins + "it does not begin with the head of another file";
    const KeptHead& head = *file.before;
    if (head.log_id != before.report.log_id)
        return begins + "it follows another log, so a file between them is missing, or one of them "
                        "was replaced";
    const auto chain = store::chain_in(before.path, head.pos);
    if (!chain) return before.path + ": " + chain.error().text;
    const std::string had = before.path + " had " + events(head.pos) + " when " + file.path +
                            " began, ";
    if (!*chain) return had + "and has " + events(before.report.last) + ": its end was cut off";
    if (store::hex(store::bytes(**chain)) != head.chain)
        return had + "and the last of them is another one now: it was rewritten";
    if (before.report.last != head.pos)
        return had + "and has " + events(before.report.last) + ": events were added";
    return "";
}

bool has_key(const LogFile& file, const std::string& fingerprint) {
    return std::ranges::any_of(file.report.keys, [&](const store::PublicKey& key) {
        return key.fingerprint == fingerprint;
    });
}

}  // namespace

std::vector<std::string> wrong_in_order(const std::vector<LogFile>& files) {
    std::vector<std::string> wrong;
    for (std::size_t n = 1; n < files.size(); ++n)
        if (std::string one = wrong_between(files[n - 1], files[n]); !one.empty())
            wrong.push_back(std::move(one));
    return wrong;
}

std::vector<std::string> missing_files(const std::vector<LogFile>& files,
                                       const std::vector<KeptHead>& heads) {
    const auto since = files.empty() ? std::nullopt : store::first_row(files.front().path);
    std::map<std::string, const KeptHead*> absent;  // the last head of each
    for (const KeptHead& head : heads) {
        const auto is_it = [&](const LogFile& file) { return file.report.log_id == head.log_id; };
        const auto signs = [&](const LogFile& file) { return has_key(file, head.key); };
        if (!since || head.wall_ms < since->wall_ms || std::ranges::any_of(files, is_it) ||
            std::ranges::none_of(files, signs))
            continue;
        const KeptHead*& last = absent[head.log_id];
        if (last == nullptr || last->pos < head.pos) last = &head;
    }
    std::vector<std::string> missing;
    for (const auto& [log, head] : absent)
        missing.push_back("log " + (is_printable(log) ? log : "?") + " is not here: at " +
                          rfc3339(head->wall_ms) + " it had " + events(head->pos) + " (" +
                          head->where + "), and the same key signed it: its file was removed");
    return missing;
}

}  // namespace flagfall::custody
