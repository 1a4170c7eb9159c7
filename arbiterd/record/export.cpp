#include "arbiterd/record/export.hpp"

#include <cstdio>
#include <exception>
#include <optional>

#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/record.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/print.hpp"

namespace flagfall::record {

namespace {

int usage(const cli::Command& command) {
    std::fputs(cli::help("arbiterd", {&command}).c_str(), stderr);
    return exit_code::usage;
}

struct ExportOptions {
    std::string what;
    std::string dir;
    std::optional<std::string> event;
    std::optional<std::string> round;
};

std::optional<ExportOptions> parse(const std::vector<std::string>& args) {
    ExportOptions options;
    std::vector<std::string> plain;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const bool named = args[i] == "--event" || args[i] == "--round";
        if (!named) {
            plain.push_back(args[i]);
            continue;
        }
        if (i + 1 == args.size()) return std::nullopt;
        (args[i] == "--event" ? options.event : options.round) = args[i + 1];
        ++i;
    }
    if (plain.size() != 2 || plain[1].starts_with("--")) return std::nullopt;
    options.what = plain[0];
    options.dir = plain[1];
    const bool known = options.what == "pgn" || options.what == "results" ||
                       options.what == "rulings" || options.what == "report";
    return known ? std::optional(options) : std::nullopt;
}

std::string text_of(Record& record, const Tournaments& tournaments, const RoundId& round,
                    const std::string& what) {
    const RoundData data = round_data(record, tournaments, round);
    if (what == "results") return results_json(data) + "\n";
    if (what == "rulings")
        return rulings_json(round, record.rulings(round), record.time_mode()) + "\n";
    if (what == "report")
        return report(data, record.rulings(round)) + "\nSigned: " +
               proof_text(record.signed_head()) + "\n";
    std::string pgn;
    for (const BoardRow& board : boards_of(data))
        if (!board.game.game.empty())
            append_pgn(pgn, board.game, record.moves(board.game.game));
    return pgn;
}

// False if there is no such round.
bool print_rounds(Record& record, const ExportOptions& options) {
    bool any = false;
    Tournaments tournaments;
    tournaments.update(record);
    for (const RoundId& round : record.rounds()) {
        if (options.event && *options.event != round.event) continue;
        if (options.round && *options.round != round.round) continue;
        const std::string text = text_of(record, tournaments, round, options.what);
        std::fwrite(text.data(), 1, text.size(), stdout);
        any = true;
    }
    return any;
}

}  // namespace

cli::Command export_command() {
    return {.name = "export",
            .summary = "print the record kept in DIR; no server is needed, one may run",
            .text = " pgn       all games in PGN export format with clock times\n"
                    " results   one JSON object a round, one line each, as the API gives it\n"
                    " rulings   one JSON object a round, one line each\n"
                    " report    results and rulings as text",
            .arguments = {{.name = "WHAT", .help = "pgn, results, rulings or report",
                           .choices = {"pgn", "results", "rulings", "report"}},
                          {.name = "DIR", .kind = cli::Kind::folder, .help = "the record"}},
            .options = {{.name = "event", .value = "EVENT", .help = "of this event only"},
                        {.name = "round", .value = "ROUND", .help = "this round only"}},
            .run = run_export};
}

int run_export(const std::vector<std::string>& args) {
    const auto options = parse(args);
    if (!options) return usage(export_command());
    auto record = Record::open(options->dir);
    if (!record) {
        std::fprintf(stderr, "arbiterd: %s\n", record.error().c_str());
        return exit_code::bad_store;
    }
    try {
        const bool any = print_rounds(*record, *options);
        if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
            std::fputs("arbiterd: the output could not be written to its end\n", stderr);
            return exit_code::commit_failed;
        }
        // Beside the files, whose formats have no place for it.
        if (any && options->what != "report")
            std::fprintf(stderr, "signed: %s\n", proof_text(record->signed_head()).c_str());
        if (any) return exit_code::ok;
    } catch (const std::exception& error) {  // ours, or JSON's of a text that is not UTF-8
        std::fprintf(stderr, "arbiterd: %s; run arbiterd verify %s\n", error.what(),
                     options->dir.c_str());
        return exit_code::bad_store;
    }
    std::fprintf(stderr, "arbiterd: the record in %s holds no such round\n", options->dir.c_str());
    return exit_code::bad_input;
}

}  // namespace flagfall::record
