// Every text that leaves arbiterd, composed of names, moves, claims and rulings that try to control
// the display: no control character, no control of direction and no line separator comes out.
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "arbiterd/api/call.hpp"
#include "arbiterd/console/access_print.hpp"
#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/desk_print.hpp"
#include "arbiterd/console/event_print.hpp"
#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/desk_json.hpp"
#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/joined.hpp"
#include "tests/support/paths.hpp"

using namespace flagfall;
using nlohmann::ordered_json;

namespace {

class Hostile {
public:
    explicit Hostile(unsigned seed) : random_(seed) {}
    std::string operator()() {
        static const std::vector<std::string> parts{
            "\x1B[2J", "\x07", "\x7F", "\xC2\x9B" "31m", "\xE2\x80\xAE", "\xE2\x81\xA6",
            "\xE2\x80\xA8", "\xE2\x80\xA9", "\r", "\x08\x08", "=1+1", "Ann", "\xD7\x90", "\""};
        std::string out = "x";
        for (int i = 0; i < 6; ++i) out += parts[random_() % parts.size()];
        return out;
    }

private:
    std::mt19937 random_;
};

record::GameRow game_of(Hostile& any) {
    record::GameRow game;
    game.game = any();
    game.event = any();
    game.round = any();
    game.board = Board{1};
    game.player = {{any(), any()}};
    game.time_control = "5400+30";
    game.tags = {{"Site", any()}, {"WhiteTeam", any()}};
    game.status = wire::GameStatus::finished;
    game.result = "1-0";
    game.kind = wire::ResultKind::played;
    game.reason = Ending::checkmate;
    game.article = any();
    game.decided_by = any();
    return game;
}

std::vector<record::RulingRow> rulings_of(Hostile& any) {
    record::RulingRow ruling;
    ruling.game = any();
    ruling.by = any();
    ruling.article = any();
    ruling.about = any();
    ruling.text = any();
    ruling.evidence = ordered_json::array({{any(), any()}}).dump();
    ruling.taken_back = true;
    return {ruling};
}

record::QuestionRow question_of(Hostile& any) {
    record::QuestionRow question;
    question.game = any();
    question.event = any();
    question.round = any();
    question.player = {{any(), any()}};
    question.article = any();
    question.about = any();
    question.text = any();
    question.evidence = ordered_json::array({{any(), any()}}).dump();
    question.options = ordered_json::array({{any(), any()}}).dump();
    return question;
}

tournament::Tournament tournament_of(Hostile& any) {
    tournament::Tournament tournament;
    tournament.id = "e";
    tournament.info.name = any();
    tournament.info.place = any();
    tournament.info.chief_arbiter = any();
    for (std::uint32_t number : {1U, 2U}) {
        tournament::EventPlayer& player = tournament.players[number];
        player.number = number;
        player.name = any();
        player.club = any();
        player.team = 1;
    }
    tournament.teams[1].number = 1;
    tournament.teams[1].name = any();
    tournament::EventRound& round = tournament.rounds[1];
    round.number = 1;
    round.pairings.emplace_back();
    round.pairings[0].board = Board{1};
    round.pairings[0].white = 1;
    round.pairings[0].black = 2;
    return tournament;
}

// A text of many lines, as an answer of the API or a file.
std::string answered(std::string body) { return api::json(std::move(body)).body; }

ordered_json question_body(Hostile& any) {
    return {{"number", 1},       {"board", 1},         {"gameId", any()}, {"white", any()},
            {"black", any()},    {"askedAt", any()},   {"text", any()},   {"article", any()},
            {"evidence", ordered_json::array({{any(), any()}})},
            {"options", {{{"option", any()}, {"text", any()}}}}};
}

ordered_json game_body(Hostile& any) {
    return {{"board", 1}, {"gameId", any()}, {"round", any()}, {"white", any()}, {"black", any()},
            {"timeControl", any()}, {"profile", any()}, {"status", any()}, {"result", any()},
            {"plies", 0}, {"clocks", {{"whiteMs", 1}, {"blackMs", 1}}},
            {"recording", {{"white", any()}, {"black", any()}}},
            {"questions", {question_body(any)}},
            {"rulings", {{{"number", 1}, {"article", any()}, {"decidedBy", any()},
                          {"decidedAt", any()}, {"text", any()},
                          {"evidence", ordered_json::array({{any(), any()}})}}}}};
}

using Output = std::function<std::string(Hostile&)>;
using Outputs = std::map<std::string, Output>;

void add_printed(Outputs& all) {
    all["print_queue"] = [](Hostile& any) {
        return console::print_queue(ordered_json{{"questions", {question_body(any)}}}.dump());
    };
    all["print_game"] = [](Hostile& any) { return console::print_game(game_body(any).dump()); };
    all["print_sheets"] = [](Hostile& any) {
        return console::print_sheets(
            ordered_json{{"sheets", {{{"whose", any()}, {"by", any()}, {"enteredAt", any()},
                                      {"sheet", any()},
                                      {"remarks", {{{"line", 1}, {"column", 1},
                                                    {"text", any()}}}}}}},
                         {"text", any()}, {"notes", {any()}}}.dump());
    };
    all["print_done"] = [](Hostile& any) {
        return console::print_done(ordered_json{{"text", {any(), any()}}}.dump());
    };
    all["print_board_game"] = [](Hostile& any) {
        const wire::Json game = console::answer_json(game_body(any).dump());
        return console::print_board_game(any(), game);
    };
    all["print_events"] = [](Hostile& any) {
        return console::print_events(
            ordered_json{{"events", {{{"event", any()}, {"name", any()}}}}}.dump());
    };
    all["print_event"] = [](Hostile& any) {
        return console::print_event(
            ordered_json{{"info", {{"name", any()}, {"place", any()}}},
                         {"rounds", {{{"round", any()}, {"state", any()}}}}}.dump());
    };
    all["print_players"] = [](Hostile& any) {
        return console::print_players(
            ordered_json{{"players", {{{"name", any()}, {"club", any()}}}}}.dump());
    };
    all["print_round"] = [](Hostile& any) {
        return console::print_round(
            ordered_json{{"round", {{"number", 1}, {"state", any()}, {"starts", any()},
                                    {"pairings", {{{"white", any()}, {"bye", any()}}}}}}}.dump());
    };
    all["print_act"] = [](Hostile& any) {
        return console::print_act(ordered_json{{"status", any()}, {"revision", 3},
                                                 {"notes", {any()}}, {"says", {any()}}}
                                        .dump());
    };
    all["print_results"] = [](Hostile& any) {
        return console::print_results(
            ordered_json{{"boards", {{{"white", {{"name", any()}}}, {"black", {{"name", any()}}},
                                      {"approval", any()}}}}}.dump());
    };
}

void add_access(Outputs& all) {
    all["print_people"] = [](Hostile& any) {
        access::Person person;
        person.name = any();
        person.sectors = {any()};
        return console::print_people({person}, false) +
               printable(console::print_people({person}, true), Lines::many);
    };
    all["print_tokens"] = [](Hostile& any) {
        access::TokenInfo token;
        token.name = any();
        token.event = any();
        return console::print_tokens({token}, false);
    };
    all["print_audit"] = [](Hostile& any) {
        return console::print_audit({{1, 0, any(), any(), any(), any(), any(), any()}}, false);
    };
}

void add_record(Outputs& all) {
    all["report"] = [](Hostile& any) {
        record::RoundData data;
        data.id = {any(), any()};
        data.boards = record::boards_of({game_of(any)});
        data.time_mode = "real";
        return record::report(data, rulings_of(any));
    };
    all["append_pgn"] = [](Hostile& any) {
        std::string out;
        record::append_pgn(out, game_of(any), {}, {{"Event", any()}});
        return out;
    };
    all["round_pgn"] = [](Hostile& any) {
        return test::round_pgn(record::boards_of({game_of(any)}), {},
                                 [](const auto&) { return std::vector<record::MoveRow>(); },
                                 [](const auto&) { return wire::Pairs(); });
    };
    all["results_json"] = [](Hostile& any) {
        record::RoundData data;
        data.id = {any(), any()};
        data.boards = record::boards_of({game_of(any)});
        return answered(record::results_json(data));
    };
    all["ruling_list"] = [](Hostile& any) {
        return answered(record::ruling_list(rulings_of(any)));
    };
    all["rulings_json"] = [](Hostile& any) {
        return answered(record::rulings_json({any(), any()}, rulings_of(any), "real"));
    };
    all["scoresheet_json"] = [](Hostile& any) {
        record::MoveRow move;
        move.san = any();
        return answered(record::scoresheet_json(game_of(any), {move}, "real"));
    };
    all["desk_board_json"] = [](Hostile& any) {
        return answered(record::desk_board_json(Board{1}, {game_of(any)}, "real"));
    };
    all["queue_json"] = [](Hostile& any) {
        return answered(test::queue_json({question_of(any)}, "real"));
    };
}

void add_files(Outputs& all) {
    const tournament::RoundResults none;
    all["trf"] = [](Hostile& any) { return formats::trf(tournament_of(any), {}, {})->text; };
    all["pairs"] = [](Hostile& any) { return formats::pairs(tournament_of(any).rounds[1]).text; };
    all["players_csv"] = [](Hostile& any) { return formats::players_csv(tournament_of(any)).text; };
    all["results_csv"] = [](Hostile& any) {
        return formats::results_csv(tournament_of(any), {}, 0).text;
    };
    all["vega"] = [none](Hostile& any) {
        return formats::vega(tournament_of(any).rounds[1], none, formats::default_vega_codes())
            ->text;
    };
    all["retype_text"] = [none](Hostile& any) {
        return formats::retype_text(tournament_of(any), 1, none, formats::RetypeOrder::boards);
    };
    all["retype_html"] = [none](Hostile& any) {
        return formats::retype_html(tournament_of(any), 1, none, formats::RetypeOrder::boards);
    };
    all["livechess_tournament"] = [](Hostile& any) {
        return answered(formats::livechess_tournament(tournament_of(any), {}));
    };
    all["livechess_round"] = [none](Hostile& any) {
        return answered(test::livechess_round(tournament_of(any), 1, none, {}));
    };
    all["livechess_game"] = [](Hostile& any) {
        return answered(formats::livechess_game(game_of(any), {}));
    };
    all["json"] = [](Hostile& any) {
        formats::Imported imported;
        imported.players.push_back(tournament_of(any).players[1]);
        return answered(formats::json(imported));
    };
}

Outputs outputs() {
    Outputs all;
    add_printed(all);
    add_access(all);
    add_record(all);
    add_files(all);
    return all;
}

// Outputs that need a whole game under way; their texts go through api::json like the others.
const std::set<std::string> elsewhere{"desk_game_json", "desk_sheets_json", "history_json"};
// Parts of the others in the list.
const std::set<std::string> parts{
    "results_head", "results_board", "results_foot", "queue_head", "queue_question", "queue_foot",
    "facts_text",
    "results_csv_head", "results_csv_row", "retype_head", "retype_row", "retype_foot",
    "livechess_round_head", "livechess_pairing", "livechess_round_foot"};
// Outputs without texts of others.
const std::set<std::string> none{"event_path", "round_path"};

}  // namespace

TEST_CASE("no output steers what shows it, whatever the record holds") {
    for (const auto& [name, output] : outputs()) {
        INFO(name);
        Hostile any(7);
        for (int round = 0; round < 50; ++round) {
            const std::string text = output(any);
            CHECK(!text.empty());
            const auto fault = text_fault(text, Lines::many);
            INFO((fault ? fault->says + " at " + std::to_string(fault->byte) : ""));
            REQUIRE(!fault);
        }
    }
}

// The function that this line of a header declares, if its result may be an output; otherwise "".
std::string made_by(const std::string& line) {
    for (const std::string_view kind : {"std::string ", "Exported ", "ExportResult ", "void "}) {
        if (!line.starts_with(kind)) continue;
        const std::size_t from = kind.size(), to = line.find('(', from);
        const std::string name = line.substr(from, to == std::string::npos ? 0 : to - from);
        if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos)
            return name;
    }
    return "";
}

TEST_CASE("every function that makes an output is in the list") {
    const Outputs known = outputs();
    for (const char* header :
         {"console/desk_print", "console/event_print", "console/access_print", "record/results",
          "record/desk_json", "record/history", "record/pgn_export",
          "formats/export", "formats/livechess"}) {
        std::ifstream file(flagfall::test::source("arbiterd/" + std::string(header) + ".hpp"));
        REQUIRE(file);
        for (std::string line; std::getline(file, line);) {
            const std::string name = made_by(line);
            INFO(header << ": " << name);
            CHECK((name.empty() || known.contains(name) || elsewhere.contains(name) ||
                   parts.contains(name) || none.contains(name)));
        }
    }
}
