// The acts that the words of `arbiterd event` become, by the table that the program itself uses.
#include <nlohmann/json.hpp>

#include "arbiterd/console/event_command.hpp"
#include "arbiterd/console/event_print.hpp"
#include "arbiterd/console/event_wish.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::console;
using nlohmann::json;

namespace {

const char* no_environment(const char*) { return nullptr; }

std::expected<cli::Values, cli::Wrong> try_read(const std::string& word,
                                                const std::vector<std::string>& args) {
    const cli::Subcommand all = event_command();
    const cli::Subcommand* command = cli::find(all.commands, word);
    REQUIRE(command);
    return cli::read_values(*command, args, no_environment);
}

cli::Values read(const std::string& word, const std::vector<std::string>& args) {
    const auto values = try_read(word, args);
    INFO(word << ": " << (values ? "" : values.error().texts.front()));
    REQUIRE(values);
    return *values;
}

// The act, which must be readable by arbiterd.
json act(const std::string& word, const std::vector<std::string>& args,
         const std::string& info = "{}") {
    const auto made = act_of(word, read(word, args), "{\"info\":" + info + "}");
    INFO(word << ": " << (made ? *made : made.error()));
    REQUIRE(made);
    const json command{{"id", "x"}, {"event", args.front()}, {"by", "A"},
                       {"act", json::parse(*made)}};
    const auto decoded = wire::decode_event(command.dump());
    INFO((decoded ? "" : decoded.error().text));
    REQUIRE(decoded);
    return json::parse(*made);
}

// The error in the words, or in the act that they become.
std::string wrong(const std::string& word, const std::vector<std::string>& args) {
    const auto values = try_read(word, args);
    if (!values) return values.error().texts.front();
    const auto made = act_of(word, *values, "{}");
    REQUIRE(!made);
    return made.error();
}

std::string asked(const std::string& word, const std::vector<std::string>& args) {
    const auto question = question_of(word, read(word, args));
    REQUIRE(question.has_value());
    return *question ? (*question)->path : "refused: " + question->error();
}

}  // namespace

TEST_CASE("an event is created with what was said, and changed in that alone") {
    CHECK(act("create", {"open", "--name", "Open", "--rounds", "9", "--time-control", "5400+30",
                         "--deputy", "A", "--deputy", "B", "--default-time", "30m", "--rule",
                         "draw_offers=never"}) ==
          json::parse(R"({"type":"create_event","info":{"name":"Open","rounds":9,
            "deputies":["A","B"],"terms":{"time_control":"5400+30","default_time_us":1800000000,
            "rules":[["draw_offers","never"]]}}})"));
    CHECK(act("change", {"open", "--place", "Oslo", "--time-control", "300"},
              R"({"name":"Open","rounds":9,"terms":{"timeControl":"5400","profile":"p"}})") ==
          json::parse(R"({"type":"change_event","info":{"name":"Open","rounds":9,"place":"Oslo",
            "terms":{"time_control":"300","profile":"p"}}})"));
    CHECK(!act_of("change", read("change", {"open"}), "no JSON"));
}

TEST_CASE("a control is entered by the name of a preset") {
    CHECK(act("create", {"open", "--name", "Open", "--time-control", "fide-rapid"})["info"] ==
          json::parse(R"({"name":"Open","terms":{"time_control":"900+10"}})"));
    CHECK(act("plan", {"open", "2", "--time-control", "2010-04", "--rule", "draw_offers=never"})
              ["terms"] ==
          json::parse(R"({"time_control":"40/7200:1800",
            "rules":[["draw_offers","never"],["period_trigger","zero"]]})"));
    // What the preset before said of its periods does not stay; what --rule says, holds.
    const std::string before =
        R"({"name":"Open",
            "terms":{"rules":[["period_trigger","zero"],["draw_offers","never"]]}})";
    CHECK(act("change", {"open", "--time-control", "fide-event"}, before)["info"]["terms"] ==
          json::parse(R"({"time_control":"40/5400+30:1800+30",
            "rules":[["draw_offers","never"],["period_trigger","moves"]]})"));
    CHECK(act("change", {"open", "--time-control", "fide-event", "--rule", "period_trigger=zero"},
              before)["info"]["terms"]["rules"] == json::parse(R"([["period_trigger","zero"]])"));
    CHECK(act("control", {"open", "2010-04"})["act"] ==
          json::parse(R"({"type":"set_control","time_control":"40/7200:1800",
            "period_trigger":"zero"})"));
    CHECK(wrong("create", {"open", "--time-control", "fide-rapit"})
              .starts_with("--time-control: no time control has the name fide-rapit (did you mean "
                           "fide-rapid?)"));
    CHECK(wrong("create", {"open", "--time-control", "3+2"})
              .starts_with("--time-control: 3+2 means 3 seconds: write 3m+2 (which is 180+2)"));
    const json minutes = act("create", {"open", "--name", "Open", "--time-control", "3m+2"});
    CHECK(minutes["info"]["terms"]["time_control"] == "180+2");
    CHECK(wrong("control", {"open", "90+30"}).starts_with("CONTROL: 90+30 means 1 minute 30 sec"));
    CHECK(wrong("plan", {"open", "1", "--time-control", "5400+"}).find("column 6") !=
          std::string::npos);
    CHECK(wrong("control", {"open", "fast"}).starts_with("CONTROL: no time control has the name"));
}

TEST_CASE("what ends a period is said where a control is entered") {
    CHECK(act("create", {"open", "--name", "Open", "--time-control", "40/7200:1800",
                         "--period-trigger", "zero"})["info"]["terms"] ==
          json::parse(R"({"time_control":"40/7200:1800","rules":[["period_trigger","zero"]]})"));
    CHECK(act("plan", {"open", "1", "--time-control", "2010-04", "--period-trigger", "moves",
                       "--rule", "period_trigger=zero", "--rule", "draw_offers=never"})["terms"]
             ["rules"] == json::parse(R"([["draw_offers","never"],["period_trigger","moves"]])"));
    CHECK(act("change", {"open", "--period-trigger", "moves"},
              R"({"name":"Open","terms":{"timeControl":"40/7200:1800",
                  "rules":[["period_trigger","zero"]]}})")
             ["info"]["terms"] ==
          json::parse(R"({"time_control":"40/7200:1800","rules":[["period_trigger","moves"]]})"));
    CHECK(act("control", {"open", "40/7200:1800", "--period-trigger", "zero"})["act"] ==
          json::parse(R"({"type":"set_control","time_control":"40/7200:1800",
            "period_trigger":"zero"})"));
    CHECK(act("control", {"open", "2010-04", "--period-trigger", "moves"})["act"]
             ["period_trigger"] == "moves");
    CHECK(wrong("plan", {"open", "1", "--period-trigger", "flag"}).find("moves") !=
          std::string::npos);
}

TEST_CASE("players and teams") {
    CHECK(act("add", {"open", "Østby, Åse", "--rating", "2401", "--fide-id", "1503014"}) ==
          json::parse(R"({"type":"enter_players","players":[{"number":0,"name":"Østby, Åse",
            "rating":2401,"fide_id":"1503014"}]})"));
    CHECK(act("add", {"open", "A", "--number", "7", "--team", "2"})["players"][0] ==
          json::parse(R"({"number":7,"name":"A","team":2})"));
    CHECK(act("remove", {"open", "7"}) == json::parse(R"({"type":"remove_player","number":7})"));
    CHECK(act("withdraw", {"open", "7", "--from", "3"}) ==
          json::parse(R"({"type":"withdraw_player","number":7,"from_round":3})"));
    CHECK(act("reinstate", {"open", "7"})["from_round"] == 0);
    CHECK(act("team", {"open", "Bergen", "--federation", "NOR"})["teams"][0] ==
          json::parse(R"({"number":0,"name":"Bergen","federation":"NOR"})"));
    CHECK(act("bye", {"open", "7", "2", "4"}) ==
          json::parse(R"({"type":"request_bye","number":7,"rounds":[2,4],"bye":"H"})"));
    CHECK(act("bye", {"open", "7", "2", "--kind", "Z"})["bye"] == "Z");
    CHECK(act("bye", {"open", "7", "2", "--none"}) ==
          json::parse(R"({"type":"request_bye","number":7,"rounds":[2]})"));
    CHECK(wrong("bye", {"open", "7", "next"}).starts_with("ROUND: expected a number"));
    CHECK(act("seed", {"open"}) == json::parse(R"({"type":"seed_players"})"));
    CHECK(act("hide", {"open"}) == json::parse(R"({"type":"hide_event"})"));
    CHECK(act("unhide", {"open"}) == json::parse(R"({"type":"show_event"})"));
    CHECK(wrong("remove", {"open", "seven"}).starts_with("NUMBER: expected a number"));
    CHECK(wrong("remove", {"open", "7.5"}).find("not \"7.5\"") != std::string::npos);
}

TEST_CASE("rounds and pairings") {
    CHECK(act("pair", {"open", "2", "1:1-4", "12:5-2", "3=U"}) ==
          json::parse(R"({"type":"set_pairings","round":2,"pairings":[
            {"board":1,"white":1,"black":4},{"board":12,"white":5,"black":2},
            {"white":3,"bye":"U"}]})"));
    CHECK(act("change-pairing", {"open", "2", "1:4-1"})["type"] == "change_pairing");
    for (const char* bad : {"1-4", "1:1", "x:1-2", "1:1-", "=U", "1:-2", "1:2-3-4", "", "1-2:3"}) {
        INFO(bad);
        CHECK(!pairing_of(bad));
    }
    CHECK(wrong("pair", {"open", "2", "1:1-4", "nonsense"}).find("nonsense") != std::string::npos);
    CHECK(act("plan", {"open", "2", "--starts", "2026-11-21T14:00:00Z", "--profile", "x"}) ==
          json::parse(R"({"type":"plan_round","number":2,"starts":"2026-11-21T14:00:00Z",
            "terms":{"profile":"x"}})"));
    for (const auto& [word, type] :
         {std::pair("publish", "publish_round"), {"unpublish", "withdraw_publication"},
          {"prepare", "prepare_round"}, {"start", "start_round"}, {"finish", "finish_round"},
          {"confirm", "confirm_round"}, {"reopen", "reopen_round"}})
        CHECK(act(word, {"open", "2"}) == json{{"type", type}, {"round", 2}});
    CHECK(act("start", {"open", "2", "--board", "7", "--board", "9", "--without-clocks"}) ==
          json::parse(R"({"type":"start_round","round":2,"boards":[7,9],"without_clocks":true})"));
}

TEST_CASE("results") {
    CHECK(act("result", {"open", "2", "7", "1-0"}) ==
          json::parse(R"({"type":"enter_result","round":2,"board":7,
            "entered":{"score":"1-0","kind":"played"}})"));
    CHECK(act("result", {"open", "2", "7", "0-0", "--kind", "forfeit", "--article", "6.7"}) ==
          json::parse(R"({"type":"enter_result","round":2,"board":7,
            "entered":{"score":"0-0","kind":"forfeit","article":"6.7"}})"));
    for (const char* draw : {"½-½", "0.5:0.5", "1/2-1/2", "="})
        CHECK(act("result", {"open", "2", "7", draw})["entered"]["score"] == "1/2-1/2");
    CHECK(act("result", {"open", "2", "7", "1:0", "--kind", "Unrated"})["entered"] ==
          json::parse(R"({"score":"1-0","kind":"unrated"})"));
    CHECK(act("result", {"open", "2", "7", "+:-"})["entered"] ==
          json::parse(R"({"score":"1-0","kind":"forfeit"})"));
    CHECK(wrong("result", {"open", "2", "7", "+:-", "--kind", "unrated"}).contains("forfeit"));
    CHECK(wrong("result", {"open", "2", "7", "1-1"}).find("SCORE") != std::string::npos);
    CHECK(act("result", {"open", "2", "7", "none"}) ==
          json::parse(R"({"type":"enter_result","round":2,"board":7})"));
}

TEST_CASE("acts for many boards") {
    CHECK(act("pause", {"open"}) ==
          json::parse(R"({"type":"rule_boards","act":{"type":"pause_clock"}})"));
    CHECK(act("resume", {"open", "--round", "3", "--sector", "A", "--article", "6.11.3"}) ==
          json::parse(R"({"type":"rule_boards","round":3,"sector":"A","article":"6.11.3",
            "act":{"type":"resume_clock"}})"));
    CHECK(act("adjust", {"open", "--board", "7", "--board", "9", "--white", "5:00",
                         "--black=-0:30"}) ==
          json::parse(R"({"type":"rule_boards","boards":[7,9],"act":{"type":"adjust_clock",
            "white_us":300000000,"black_us":-30000000}})"));
    CHECK(act("control", {"open", "5400+30"}) ==
          json::parse(R"({"type":"rule_boards","act":{"type":"set_control",
            "time_control":"5400+30"}})"));
    CHECK(wrong("adjust", {"open", "--white", "5m"}).find("--white") != std::string::npos);
    CHECK(act("undo-start", {"open", "2", "--sector", "B"}) ==
          json::parse(R"({"type":"undo_start","round":2,"sector":"B"})"));
}

TEST_CASE("what is read, and where") {
    CHECK(asked("list", {}) == "/api/v1/events");
    CHECK(asked("list", {"--hidden"}) == "/api/v1/events?hidden=true");
    CHECK(asked("show", {"a b"}) == "/api/v1/events/a%20b");
    CHECK(asked("players", {"open"}) == "/api/v1/events/open/players?limit=1000");
    CHECK(asked("round", {"open", "3"}) == "/api/v1/events/open/rounds/3");
    CHECK(asked("results", {"open", "3"}) == "/api/v1/events/open/rounds/3/results");
    CHECK(asked("export", {"open", "trf26"}) == "/api/v1/events/open/trf?version=26");
    CHECK(asked("export", {"open", "pgn", "--round", "3"}) ==
          "/api/v1/events/open/rounds/3/games.pgn");
    CHECK(asked("export", {"open", "pgn"}) == "refused: add the round: --round N");
    CHECK_FALSE(question_of("publish", read("publish", {"open", "1"})).has_value());
}

TEST_CASE("files are recognised by their names") {
    CHECK(media_type_of("a.trf") == "application/x-trf");
    CHECK(media_type_of("a.csv") == "text/csv");
    CHECK(media_type_of("a.pgn") == "application/x-chess-pgn");
    CHECK(media_type_of("a.json") == "application/json");
    CHECK(media_type_of("-") == "application/octet-stream");
}

TEST_CASE("answers are tables, whatever is missing in them") {
    CHECK(print_players(R"({"players":[{"number":1,"name":"Åse","rating":2400},
                            {"number":12,"name":"B","withdrawnFrom":3}]})") ==
          "no.  name  title  rating  fed  fide id  club  withdrawn     byes\n"
          "1    Åse          2400\n"
          "12   B                                        from round 3\n");
    CHECK(print_round(R"({"round":{"number":2,"state":"started","pairings":[
                         {"board":1,"white":1,"black":2,"game":"g"},{"white":3,"bye":"H"}]}})") ==
          "round 2: started\nboard  white  black         game\n1      1      2             g\n"
          "       3             bye H\n");
    for (const char* body : {"", "{}", "[]", "null", R"({"players":7,"rounds":null})"}) {
        CHECK(!print_players(body).empty());
        CHECK(!print_round(body).empty());
        CHECK(!print_event(body).empty());
        CHECK(!print_events(body).empty());
        CHECK(!print_results(body).empty());
    }
}
