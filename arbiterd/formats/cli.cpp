#include "arbiterd/formats/cli.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/text.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"

namespace flagfall::formats {

namespace {

constexpr const char* help =
    "arbiterd formats check FILE [--format F] [--round N] [--event FILE]\n"
    "arbiterd formats read FILE [--format F] [--round N] [--event FILE]\n"
    "arbiterd formats convert FILE --to X [--format F] [--round N] [--event FILE] [--pair N]\n"
    "\n"
    "Files of pairing programs (docs/formats.md).\n"
    "  check    says whether the file can be imported; if not, the place of the first error\n"
    "  read     prints what was understood as JSON\n"
    "  convert  writes it in another format; what that cannot say goes to standard error\n"
    "\n"
    "  --format  trf16 trf26 json csv pgn pairs; without it the file tells by its looks\n"
    "  --to      trf26 trf16 json players results pairs vega retype retype-html\n"
    "  --round   the round that the pairings are for, or that is written (pairs, results, vega,\n"
    "            retype); without it the last one\n"
    "  --event   a file that tells the players and rounds that are there already\n"
    "  --pair    trf26, trf16: what an engine wants to pair round N\n"
    "  --codes   vega: 1-0=1,0-1=2,1/2-1/2=3\n"
    "\n"
    "The exit code is 0, 65 when a file is refused or cannot be said, and 2 for a command line\n"
    "that is not understood.\n";

struct Command {
    std::string_view what;
    std::string file;
    std::string event;
    std::string_view to;
    std::string_view codes;
    std::optional<Format> format;
    std::uint32_t round = 0;
    std::uint32_t pair = 0;
};

constexpr std::array<std::string_view, 9> targets{"trf26",   "trf16", "json",   "players",
                                                  "results", "pairs", "vega",   "retype",
                                                  "retype-html"};

bool set(Command& command, std::string_view option, std::string_view value) {
    if (option == "--round" || option == "--pair") {
        const auto number = whole(value, limits::import_rounds);
        (option == "--round" ? command.round : command.pair) = number.value_or(0);
        return number.value_or(0) > 0;
    }
    if (option == "--format") return (command.format = format_from(value)).has_value();
    if (option == "--event") return command.event = value, true;
    if (option == "--codes") return command.codes = value, true;
    if (option != "--to" || command.what != "convert") return false;
    command.to = value;
    return std::ranges::find(targets, value) != targets.end();
}

std::optional<Command> parse(std::span<const std::string_view> args) {
    Command command;
    if (args.size() < 2) return std::nullopt;
    command.what = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) {
        if (!args[i].starts_with("--")) {
            if (!command.file.empty()) return std::nullopt;
            command.file = args[i];
        } else {
            if (i + 1 == args.size() || !set(command, args[i], args[i + 1])) return std::nullopt;
            ++i;
        }
    }
    const bool known =
        command.what == "check" || command.what == "read" || command.what == "convert";
    const bool complete = command.what != "convert" || !command.to.empty();
    if (!known || !complete || command.file.empty()) return std::nullopt;
    return command;
}

std::optional<std::string> contents(const std::string& path, std::FILE* err) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    std::string text;
    bool good = file != nullptr;
    std::array<char, 4096> buffer{};
    while (good) {
        const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file);
        text.append(buffer.data(), size);
        if (size == 0) break;
        good = text.size() <= limits::import_bytes;
    }
    good = good && std::ferror(file) == 0;
    if (file != nullptr) std::fclose(file);
    if (good) return text;
    std::fprintf(err, "arbiterd: %s cannot be read, or is longer than %zu bytes\n", path.c_str(),
                 limits::import_bytes);
    return std::nullopt;
}

std::optional<Imported> imported(const std::string& path, std::optional<Format> format,
                                 const event::Tournament* present, std::uint32_t round,
                                 std::FILE* err) {
    const auto file = contents(path, err);
    if (!file) return std::nullopt;
    auto read_in = read(format.value_or(looked_like(*file)), *file, present, round);
    if (!read_in) {
        const ImportError& error = read_in.error();
        std::fprintf(err, "%s:%u:%u: expected %s, found %s\n", path.c_str(), error.line,
                     error.column, error.expected.c_str(), error.found.c_str());
        return std::nullopt;
    }
    return std::move(*read_in);
}

void print_notes(const std::vector<std::string>& notes, std::FILE* err) {
    for (const std::string& note : notes) std::fprintf(err, "note: %s\n", note.c_str());
}

int print(std::string_view text, std::FILE* out) {
    std::fwrite(text.data(), 1, text.size(), out);
    return std::fflush(out) == 0 ? exit_code::ok : exit_code::commit_failed;
}

// What was there, with what the file says put over it.
event::Tournament merged(event::Tournament base, const Imported& news) {
    const event::Tournament added = tournament_of(news);
    if (news.info) base.info = added.info;
    for (const auto& [number, player] : added.players) base.players[number] = player;
    for (const auto& [number, team] : added.teams) base.teams[number] = team;
    for (const auto& [number, round] : added.rounds) base.rounds[number] = round;
    return base;
}

ExportResult converted(const Command& command, const event::Tournament& tournament) {
    const Results results = entered_results(tournament);
    if (command.to == "trf26" || command.to == "trf16") {
        TrfOptions options;
        options.trf26 = command.to == "trf26";
        options.to_pair = command.pair;
        return trf(tournament, results, options);
    }
    if (command.to == "json") return Exported{json(imported_of(tournament)), {}};
    if (command.to == "players") return players_csv(tournament);
    if (command.to == "results") return results_csv(tournament, results, command.round);
    if (tournament.rounds.empty()) return std::unexpected(ExportError{"there is no round"});
    const auto round = command.round == 0 ? std::prev(tournament.rounds.end())
                                          : tournament.rounds.find(command.round);
    if (round == tournament.rounds.end())
        return std::unexpected(ExportError{"there is no round " + std::to_string(command.round)});
    const auto found = results.find(round->first);
    const event::RoundResults boards = found == results.end() ? event::RoundResults{}
                                                              : found->second;
    if (command.to == "pairs") return pairs(round->second);
    if (command.to == "vega") {
        if (command.codes.empty()) return vega(round->second, boards, default_vega_codes());
        const auto codes = vega_codes(command.codes);
        return codes ? vega(round->second, boards, *codes) : std::unexpected(codes.error());
    }
    const auto text = command.to == "retype" ? retype_text : retype_html;
    return Exported{text(tournament, round->first, boards, RetypeOrder::boards), {}};
}

}  // namespace

int run_formats(std::span<const std::string_view> args, std::FILE* out, std::FILE* err) {
    if (args.size() == 1 && args[0] == "--help") return print(help, out);
    const auto command = parse(args);
    if (!command) return std::fputs(help, err), exit_code::usage;
    event::Tournament base;
    if (!command->event.empty()) {
        const auto there = imported(command->event, std::nullopt, nullptr, 0, err);
        if (!there) return exit_code::bad_input;
        base = tournament_of(*there);
    }
    const auto news = imported(command->file, command->format,
                               command->event.empty() ? nullptr : &base, command->round, err);
    if (!news) return exit_code::bad_input;
    if (command->what == "read") return print(json(*news), out);
    print_notes(news->notes, err);
    if (command->what == "check") {
        std::size_t pairings = 0;
        for (const event::EventRound& round : news->rounds) pairings += round.pairings.size();
        std::fprintf(out, "%s: %s, %zu players, %zu rounds, %zu pairings and byes\n",
                     command->file.c_str(), news->format.c_str(), news->players.size(),
                     news->rounds.size(), pairings);
        return std::fflush(out) == 0 ? exit_code::ok : exit_code::commit_failed;
    }
    const auto text = converted(*command, merged(std::move(base), *news));
    if (!text) {
        std::fprintf(err, "arbiterd: %s\n", text.error().text.c_str());
        return exit_code::bad_input;
    }
    print_notes(text->notes, err);
    return print(text->text, out);
}

}  // namespace flagfall::formats
