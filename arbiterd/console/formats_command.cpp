#include "arbiterd/console/formats_command.hpp"

#include <cstdio>
#include <optional>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/limits.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

constexpr const char* form_of_codes = "1-0=1,0-1=2,1/2-1/2=3";

// The number of an option; 0 when it was not given.
std::uint32_t number_of(const cli::Call& call, std::string_view option) {
    return call.values.has(option) ? static_cast<std::uint32_t>(call.values.number(option)) : 0;
}

std::optional<formats::Imported> imported(const cli::Call& call, const std::string& path,
                                          std::optional<formats::Format> format,
                                          const tournament::Tournament* present,
                                          std::uint32_t round) {
    const auto file = cli::read_file(path, limits::import_bytes);
    if (!file) return call.fail(exit_code::bad_input, file.error()), std::nullopt;
    auto read_in =
        formats::read(format.value_or(formats::looked_like(*file)), *file, present, round);
    if (read_in) return std::move(*read_in);
    const formats::ImportError& error = read_in.error();
    std::fprintf(call.streams.err, "%s:%u:%u: expected %s, found %s\n", path.c_str(), error.at.line,
                 error.at.column, error.expected.text.c_str(), error.found.c_str());
    return std::nullopt;
}

// The file of --event, and FILE, which is read in its context.
struct Files {
    tournament::Tournament base;
    formats::Imported news;
};

std::optional<Files> files_of(const cli::Call& call) {
    Files files;
    const std::string event = call.values.text_or_empty("event");
    if (!event.empty()) {
        const auto there = imported(call, event, std::nullopt, nullptr, 0);
        if (!there) return std::nullopt;
        files.base = formats::tournament_of(*there);
    }
    std::optional<formats::Format> format;
    if (call.values.has("format")) format = formats::format_from(call.values.text("format"));
    auto news = imported(call, call.values.text("FILE"), format,
                         event.empty() ? nullptr : &files.base, number_of(call, "round"));
    if (!news) return std::nullopt;
    files.news = std::move(*news);
    return files;
}

void print_notes(const std::vector<std::string>& notes, std::FILE* err) {
    for (const std::string& note : notes) std::fprintf(err, "note: %s\n", note.c_str());
}

// The base with everything that the file has laid over it.
tournament::Tournament merged(tournament::Tournament base, const formats::Imported& news) {
    const tournament::Tournament added = formats::tournament_of(news);
    if (news.info) base.info = added.info;
    for (const auto& [number, player] : added.players) base.players[number] = player;
    for (const auto& [number, team] : added.teams) base.teams[number] = team;
    for (const auto& [number, round] : added.rounds) base.rounds[number] = round;
    return base;
}

formats::ExportResult of_round(const cli::Call& call, const tournament::Tournament& tournament,
                      const formats::Results& results) {
    const std::string& to = call.values.text("to");
    const std::uint32_t wanted = number_of(call, "round");
    if (tournament.rounds.empty())
        return std::unexpected(formats::ExportError{"there is no round"});
    const auto round = wanted == 0 ? std::prev(tournament.rounds.end())
                                   : tournament.rounds.find(wanted);
    if (round == tournament.rounds.end())
        return std::unexpected(formats::ExportError{"there is no round " + std::to_string(wanted)});
    const auto found = results.find(round->first);
    const tournament::RoundResults boards = found == results.end() ? tournament::RoundResults{}
                                                              : found->second;
    if (to == "pairs") return formats::pairs(round->second);
    if (to == "vega") {
        if (!call.values.has("codes"))
            return formats::vega(round->second, boards, formats::default_vega_codes());
        const auto codes = formats::vega_codes(call.values.text("codes"));
        return codes ? formats::vega(round->second, boards, *codes)
                     : std::unexpected(codes.error());
    }
    const auto text = to == "retype" ? formats::retype_text : formats::retype_html;
    return formats::Exported{text(tournament, round->first, boards, formats::RetypeOrder::boards),
                             {}};
}

formats::ExportResult converted(const cli::Call& call, const tournament::Tournament& tournament) {
    const std::string& to = call.values.text("to");
    const formats::Results results = formats::entered_results(tournament);
    if (to == "trf26" || to == "trf16") {
        formats::TrfOptions options;
        options.trf26 = to == "trf26";
        options.to_pair = number_of(call, "pair");
        return formats::trf(tournament, results, options);
    }
    if (to == "json") return formats::Exported{formats::json(formats::imported_of(tournament)), {}};
    if (to == "players") return formats::players_csv(tournament);
    if (to == "results") return formats::results_csv(tournament, results, number_of(call, "round"));
    return of_round(call, tournament, results);
}

int check(const cli::Call& call) {
    const auto files = files_of(call);
    if (!files) return exit_code::bad_input;
    const formats::Imported& news = files->news;
    print_notes(texts(news.notes), call.streams.err);
    std::size_t pairings = 0;
    for (const tournament::EventRound& round : news.rounds) pairings += round.pairings.size();
    return call.print(call.values.text("FILE") + ": " + news.format + ", " +
                      std::to_string(news.players.size()) + " players, " +
                      std::to_string(news.rounds.size()) + " rounds, " +
                      std::to_string(pairings) + " pairings and byes\n");
}

int read_in(const cli::Call& call) {
    const auto files = files_of(call);
    return files ? call.print(formats::json(files->news)) : exit_code::bad_input;
}

int convert(const cli::Call& call) {
    auto files = files_of(call);
    if (!files) return exit_code::bad_input;
    print_notes(texts(files->news.notes), call.streams.err);
    const auto text = converted(call, merged(std::move(files->base), files->news));
    if (!text) return call.fail(exit_code::bad_input, text.error().text);
    print_notes(text->notes, call.streams.err);
    return call.print(text->text);
}

}  // namespace

cli::Subcommand formats_command() {
    using cli::Kind;
    const auto round = [](std::string name, std::string help) {
        return cli::Option{.name = std::move(name), .kind = Kind::number, .value = "N",
                           .help = std::move(help), .least = 1, .most = limits::import_rounds};
    };
    const cli::Argument file{.name = "FILE", .kind = Kind::file, .help = "the file to read"};
    const std::vector<cli::Option> reading{
        {.name = "format", .value = "FORMAT",
         .help = "format of the file; detected from the content if omitted",
         .choices = {"trf16", "trf26", "json", "csv", "pgn", "pairs"}},
        round("round", "round that the pairings are for, or that is written; default: the last"),
        {.name = "event", .kind = Kind::file, .value = "FILE",
         .help = "file with the players and rounds that exist already"}};
    std::vector<cli::Option> converting = reading;
    converting.push_back({.name = "to", .value = "FORMAT", .help = "format to write",
                          .choices = {"trf26", "trf16", "json", "players", "results", "pairs",
                                      "vega", "retype", "retype-html"},
                          .required = true});
    converting.push_back(
        round("pair", "trf26, trf16: write what an engine needs to pair this round"));
    converting.push_back({.name = "codes", .value = "CODES",
                          .help = std::string("vega: the number of each result, such as ") +
                                  form_of_codes});
    return {.name = "formats",
            .summary = "check, read and convert files of pairing programs",
            .text = "docs/formats.md describes each format. The exit code is 65 when a file is "
                    "refused, or cannot be written in the requested format.",
            .commands = {{.name = "check",
                          .summary = "check whether a file can be imported, or where it is wrong",
                          .arguments = {file}, .options = reading, .run = check},
                         {.name = "read", .summary = "print the content as JSON",
                          .arguments = {file}, .options = reading, .run = read_in},
                         {.name = "convert",
                          .summary = "write the file in another format; what is lost goes to "
                                     "standard error",
                          .arguments = {file}, .options = converting, .run = convert}}};
}

}  // namespace flagfall::console
