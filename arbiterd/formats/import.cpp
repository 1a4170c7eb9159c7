#include "arbiterd/formats/import.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/readers.hpp"
#include "common/base/number.hpp"

namespace flagfall::formats {

namespace {

constexpr std::array<std::string_view, 6> format_names{"trf16", "trf26", "json",
                                                       "csv",   "pgn",   "pairs"};

// "001 ", "012 ", "### ": a line of TRF.
bool is_trf_line(std::string_view line) {
    if (line.starts_with("###")) return true;
    return line.size() > 3 && is_digits(line.substr(0, 3)) && line[3] == ' ' &&
           (line[0] == '0' || line[2] == '2' || line[2] == '0');
}

// "4" or "17 3".
bool is_pairs_line(std::string_view line, bool first) {
    const std::size_t blank = line.find_first_of(" \t");
    if (blank == std::string_view::npos) return first && is_digits(line);
    return !first && is_digits(line.substr(0, blank)) && is_digits(trimmed(line.substr(blank)));
}

// [Event "...
bool is_tag_line(std::string_view line) {
    const std::size_t quote = line.find('"');
    return line.starts_with('[') && line.size() > 1 && quote != std::string_view::npos &&
           ((line[1] >= 'A' && line[1] <= 'Z') || (line[1] >= 'a' && line[1] <= 'z')) &&
           line.substr(0, quote).find_first_of("{,:") == std::string_view::npos;
}

}  // namespace

std::string text(const ImportError& error) {
    return text(error.at) + ": expected " + error.expected.text + ", found " + error.found;
}

std::string_view name(Format format) { return format_names[static_cast<std::size_t>(format)]; }

std::optional<Format> format_from(std::string_view name) {
    for (std::size_t i = 0; i < format_names.size(); ++i)
        if (format_names[i] == name) return static_cast<Format>(i);
    return std::nullopt;
}

std::optional<Format> format_of(std::string_view content_type) {
    constexpr auto types = std::to_array<std::pair<std::string_view, Format>>({
        {"text/csv", Format::csv},
        {"application/json", Format::json},
        {"application/x-chess-pgn", Format::pgn},
        {"application/vnd.chess-pgn", Format::pgn},
        {"application/x-trf", Format::trf26},
        {"application/x-trf16", Format::trf16},
        {"application/x-trf26", Format::trf26},
    });
    const std::size_t end = std::min(content_type.find(';'), content_type.size());
    const std::string type = lower(trimmed(content_type.substr(0, end)));
    for (const auto& [known, format] : types)
        if (type == known) return format;
    return std::nullopt;
}

Format looked_like(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::optional<std::string_view> first;
    Lines lines(text.substr(0, limits::import_line_bytes));
    while (const auto line = lines.next()) {
        const std::string_view shown = trimmed(*line);
        if (shown.empty()) continue;
        if (first) return is_pairs_line(*first, true) && is_pairs_line(shown, false)
                              ? Format::pairs
                              : Format::csv;
        if (shown.starts_with('%')) continue;  // a PGN escape line
        if (is_trf_line(*line)) return has_trf26_records(text) ? Format::trf26 : Format::trf16;
        if (is_tag_line(shown)) return Format::pgn;
        if (shown.front() == '{' || shown.front() == '[') return Format::json;
        first = shown;
    }
    return first == "0" ? Format::pairs : Format::csv;
}

namespace {

// The caller names one round, so the file's other rounds are dropped.
void leave_out_others(Imported& imported, std::uint32_t round, Notes& notes) {
    std::string others;
    for (const tournament::EventRound& one : imported.rounds)
        if (one.number != round)
            others += (others.empty() ? "" : ", ") + std::to_string(one.number);
    if (others.empty()) return;
    if (std::erase_if(imported.rounds, [&](const auto& one) { return one.number != round; }) > 0 &&
        imported.rounds.empty())
        throw Refused{{{}, {wanted::round_pairings, {{"round", round}}},
                       "\"those of round " + others + "\""}};
    notes.add({noted::other_rounds, {{"rounds", others}}});
}

}  // namespace

std::expected<Imported, ImportError> read(Format format, std::string_view text,
                                          const tournament::Tournament* present,
                                          std::uint32_t round, std::uint32_t first_board) {
    Imported imported;
    Notes notes;
    imported.format = name(format);
    try {
        const std::string decoded =
            format == Format::json ? decode_utf8(text) : decode(text, notes);
        const ReaderInput question{decoded, present, round, first_board, notes};
        switch (format) {
            case Format::trf16:
            case Format::trf26: read_trf(question, imported); break;
            case Format::json: read_json(question, imported); break;
            case Format::csv: read_csv(question, imported); break;
            case Format::pgn: read_pgn(question, imported); break;
            case Format::pairs: read_pairs(question, imported); break;
        }
        if (round > 0) leave_out_others(imported, round, notes);
    } catch (const Refused& refused) {
        return std::unexpected(refused.error);
    }
    imported.notes = notes.take();
    return imported;
}

wire::ImportEvent import_of(const Imported& file) {
    wire::ImportEvent act;
    act.info = file.info;
    act.players = file.players;
    act.teams = file.teams;
    act.rounds = file.rounds;
    for (tournament::EventRound& round : act.rounds)  // arbiterd names the games at the clocks
        for (tournament::EventPairing& pairing : round.pairings) pairing.game.clear();
    return act;
}

tournament::Tournament tournament_of(const Imported& imported) {
    tournament::Tournament tournament;
    if (imported.info) tournament.info = *imported.info;
    for (const tournament::EventPlayer& player : imported.players)
        tournament.players[player.number] = player;
    for (const tournament::EventTeam& team : imported.teams) tournament.teams[team.number] = team;
    for (const tournament::EventRound& round : imported.rounds)
        tournament.rounds[round.number] = round;
    return tournament;
}

}  // namespace flagfall::formats
