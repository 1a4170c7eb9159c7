#include "arbiterd/console/export_command.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/record.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"

namespace flagfall::console {

namespace {

std::string text_of(record::Record& record, const record::CommittedTournaments& tournaments,
                    const record::RoundId& round, const std::string& what) {
    const record::RoundData data = record::round_data(record, tournaments, round);
    if (what == "results") return record::results_json(data) + "\n";
    if (what == "rulings")
        return record::rulings_json(round, record.rulings(round), record.time_mode()) + "\n";
    if (what == "report")
        return record::report(data, record.rulings(round)) + "\nSigned: " +
               record::proof_text(record.signed_head()) + "\n";
    std::string pgn;
    // As in the API: with the office's present data of event, round and players.
    const bool entered = data.tournament && data.round && tournaments.entered(round.event);
    for (const record::BoardRow& board : data.boards) {
        auto tags = entered ? formats::pgn_tags(*data.tournament, *data.round, board.player)
                            : wire::Pairs{};
        pgn += record::board_pgn(board.game, record::moves_of(record, board), std::move(tags)).text;
    }
    return pgn;
}

// The rounds that the office has published, and all others that have games.
std::vector<record::RoundId> rounds_of(record::Record& record,
                                       const record::CommittedTournaments& tournaments) {
    const std::vector<record::RoundId> played = record.rounds();
    std::vector<record::RoundId> rounds;
    for (const std::string& id : tournaments.ids()) {
        const auto has = [&](const std::vector<record::RoundId>& some, const std::string& round) {
            return std::ranges::any_of(some, [&](const record::RoundId& each) {
                return each.event == id && each.round == round;
            });
        };
        if (tournaments.entered(id) && !tournaments.hidden(id))
            for (const auto& [number, round] : tournaments.find(id)->rounds) {
                const std::string name = tournaments.name_of(id, number);
                const bool shown = round.state != tournament::RoundState::drafted;
                if (shown || has(played, name)) rounds.push_back({id, name});
            }
        for (const record::RoundId& each : played)
            if (each.event == id && !has(rounds, each.round)) rounds.push_back(each);
    }
    return rounds;
}

// Returns false if there is no such round.
bool print_rounds(record::Record& record, const cli::Call& call) {
    bool any = false;
    record::CommittedTournaments tournaments;
    tournaments.update(record);
    const auto is_other = [&](const char* option, const std::string& id) {
        return call.values.has(option) && call.values.text(option) != id;
    };
    for (const record::RoundId& round : rounds_of(record, tournaments)) {
        if (is_other("event", round.event) || is_other("round", round.round)) continue;
        const std::string text = text_of(record, tournaments, round, call.values.text("WHAT"));
        std::fwrite(text.data(), 1, text.size(), call.streams.out);
        any = true;
    }
    return any;
}

int run_export(const cli::Call& call) {
    const std::string& dir = call.values.text("DIR");
    auto record = record::Record::open(dir);
    if (!record) return call.fail(exit_code::bad_store, record.error());
    try {
        const bool any = print_rounds(*record, call);
        if (std::fflush(call.streams.out) != 0 || std::ferror(call.streams.out))
            return call.fail(exit_code::commit_failed, "cannot write all of the output");
        // The notes go beside the files, whose formats have no place for them.
        if (any && call.values.text("WHAT") != "report")
            std::fprintf(call.streams.err, "signed: %s\n",
                         record::proof_text(record->signed_head()).c_str());
        if (any) return exit_code::ok;
    } catch (const std::exception& error) {  // also JSON's, for text that is not UTF-8
        return call.fail(exit_code::bad_store, std::string(error.what()) +
                                                   "; for more run: arbiterd verify " + dir);
    }
    return call.fail(exit_code::bad_input, "the record in " + dir + " has no such round");
}

}  // namespace

cli::Subcommand export_command() {
    return {.name = "export",
            .summary = "print parts of a record, with or without a running arbiterd",
            .text = " pgn       all games in PGN export format with clock times\n"
                    " results   one JSON object per round and line, as the API returns it\n"
                    " rulings   one JSON object per round and line\n"
                    " report    results and rulings as text",
            .arguments = {{.name = "WHAT", .help = "pgn, results, rulings or report",
                           .choices = {"pgn", "results", "rulings", "report"}},
                          {.name = "DIR", .kind = cli::Kind::file,
                           .help = "data folder with the record, or an archive"}},
            .options = {{.name = "event", .value = "EVENT", .help = "only this event"},
                        {.name = "round", .value = "ROUND", .help = "only this round"}},
            .run = run_export};
}

}  // namespace flagfall::console
