#include "arbiterd/event_cli/cli.hpp"
#include "common/base/limits.hpp"

namespace flagfall::event_cli {

namespace {

using cli::Argument;
using cli::Command;
using cli::Kind;
using cli::Option;

std::vector<Option> common_options() {
    return {{.name = "url", .value = "URL", .otherwise = "http://127.0.0.1:8080",
             .help = "arbiterd's address", .environment = "FLAGFALL_URL"},
            {.name = "ca", .kind = Kind::file, .value = "FILE",
             .help = "whom https:// believes, as DIR/tls/ca.pem", .environment = "FLAGFALL_CA"},
            {.name = "data", .kind = Kind::folder, .value = "DIR",
             .help = "arbiterd's data folder, whose owner.token is used"},
            {.name = "token-file", .kind = Kind::file, .value = "FILE",
             .help = "a file with another token; FLAGFALL_TOKEN may hold one, too"},
            {.name = "insecure-lan", .kind = Kind::flag,
             .help = "send the token to another machine over http://, where everybody on the "
                     "network can read and use it"},
            {.name = "by", .value = "NAME",
             .help = "who acts: needed with the token of the machine's console",
             .environment = "FLAGFALL_ARBITER"},
            {.name = "reason", .value = "TEXT", .help = "why"},
            {.name = "id", .value = "ID",
             .help = "id of the act; the same id again is carried out once only"},
            {.name = "if-revision", .kind = Kind::number, .value = "N",
             .help = "only if the event is still at this revision"},
            {.name = "json", .kind = Kind::flag, .help = "answers as JSON"}};
}

Argument event() { return {.name = "EVENT", .help = "its id, as in URLs"}; }
Argument round() { return {.name = "ROUND", .help = "its number"}; }

Option text(std::string name, std::string value, std::string help) {
    return {.name = std::move(name), .value = std::move(value), .help = std::move(help)};
}

Option number(std::string name, std::string help, std::int64_t most) {
    return {.name = std::move(name), .kind = Kind::number, .value = "N", .help = std::move(help),
            .most = most};
}

std::vector<Option> terms() {
    return {text("time-control", "CONTROL", "such as 5400+30 or 40/5400+30:1800+30"),
            text("profile", "PROFILE", "a rules profile: arbiterd profile list"),
            {.name = "rule", .value = "NAME=VALUE",
             .help = "a setting of the profile that is announced otherwise", .repeated = true},
            text("variant", "VARIANT", "chess or chess960"),
            text("fen", "FEN", "the start position"),
            {.name = "default-time", .kind = Kind::duration, .value = "TIME",
             .help = "how late a player may come, such as 30m"},
            text("reports", "WHAT", "what devices tell: moves or presses")};
}

std::vector<Option> info() {
    std::vector<Option> all{
        text("name", "NAME", "of the event"), text("place", "PLACE", "where"),
        text("federation", "FED", "three letters, such as NOR"),
        text("begins", "DATE", "such as 2026-11-21"), text("ends", "DATE", "likewise"),
        text("chief-arbiter", "NAME", "who leads"),
        {.name = "deputy", .value = "NAME", .help = "a deputy arbiter", .repeated = true},
        text("kind", "KIND", "such as \"Individual: Swiss-System\""),
        text("pairing-system", "SYSTEM", "such as FIDE_DUTCH"),
        number("rounds", "how many are planned", limits::event_rounds)};
    for (Option& option : terms()) all.push_back(std::move(option));
    return all;
}

std::vector<Command> of_events() {
    return {{.name = "list", .summary = "all events",
             .options = {{.name = "hidden", .kind = Kind::flag,
                          .help = "those that were hidden, too"}}},
            {.name = "show", .summary = "one event with its rounds", .arguments = {event()}},
            {.name = "create", .summary = "a new event", .arguments = {event()},
             .options = info()},
            {.name = "change", .summary = "what is told of an event; the rest stays",
             .arguments = {event()}, .options = info()},
            {.name = "hide",
             .summary = "an event made by mistake is in no list any more; never one with games",
             .arguments = {event()}},
            {.name = "unhide", .summary = "a hidden event is there again", .arguments = {event()}},
            {.name = "import",
             .summary = "players, rounds and pairings from a file, whole or not at all",
             .text = "TRF16, TRF26, JSON, CSV, PGN, or a pairing engine's output; - is standard "
                     "input. docs/formats.md tells what is taken from each.",
             .arguments = {event(), {.name = "FILE", .kind = Kind::file}},
             .options = {number("round", "the round that pairings in it are for",
                                limits::event_rounds),
                         {.name = "replace", .kind = Kind::flag,
                          .help = "take the file's pairings and results also for rounds that have "
                                  "started; shows what that changes, and changes nothing yet"},
                         {.name = "yes", .kind = Kind::flag,
                          .help = "carry out what --replace shows"}}},
            {.name = "export",
             .summary = "a file for another program, to standard output",
             .arguments = {event(),
                           {.name = "WHAT",
                            .choices = {"trf26", "trf16", "players.csv", "pgn", "results.csv",
                                        "results.res", "results.html", "pairings.txt"}}},
             .options = {text("round", "ROUND", "of which round; all but trf and players"),
                         number("pair", "trf: what a pairing engine needs to pair round N",
                                limits::event_rounds),
                         text("colour", "SIDE", "with --pair: the colour drawn for the highest "
                                                "ranked player of round 1, white or black")}}};
}

std::vector<Command> of_players() {
    const Argument who{.name = "NUMBER", .help = "the player's number"};
    return {{.name = "players", .summary = "the list of players", .arguments = {event()}},
            {.name = "add", .summary = "a player is entered, or replaced by his number",
             .arguments = {event(), {.name = "NAME", .help = "Last, First"}},
             .options = {number("number", "starting rank; the next free one if left out",
                                limits::player_number),
                         text("title", "TITLE", "GM, WFM ..."),
                         number("rating", "", limits::rating),
                         text("federation", "FED", "three letters, such as NOR"),
                         text("fide-id", "ID", "FIDE's number"),
                         text("birth", "DATE", "1990 or 1990-11-30"),
                         text("sex", "SEX", "m or w"), text("club", "CLUB", ""),
                         number("team", "number of the team", limits::player_number)}},
            {.name = "remove", .summary = "a player who was never paired is taken off the list",
             .arguments = {event(), who}},
            {.name = "withdraw", .summary = "a player does not play any more",
             .arguments = {event(), who},
             .options = {{.name = "from", .kind = Kind::number, .value = "ROUND",
                          .help = "the first round not played", .least = 1,
                          .most = limits::event_rounds, .required = true}}},
            {.name = "reinstate", .summary = "a player who withdrew plays again",
             .arguments = {event(), who}},
            {.name = "bye",
             .summary = "a player asks for byes in rounds to come, or takes that back",
             .text = "They are had when the round is paired, and an engine is told of them.",
             .arguments = {event(), who,
                           {.name = "ROUND", .help = "the number of a round", .repeated = true}},
             .options = {{.name = "kind", .value = "KIND",
                          .help = "F full point, H half point (if left out), Z zero points",
                          .choices = {"F", "H", "Z"}},
                         {.name = "none", .kind = Kind::flag, .help = "taken back"}}},
            {.name = "seed",
             .summary = "numbers by rating, title and name (C.04.2), before round 1 is paired",
             .arguments = {event()}},
            {.name = "team", .summary = "a team is entered, or replaced by its number",
             .arguments = {event(), {.name = "NAME"}},
             .options = {number("number", "the next free one if left out", limits::player_number),
                         text("federation", "FED", "three letters, such as NOR")}}};
}

Command of_round(std::string name, std::string summary, std::vector<Option> options = {}) {
    return {.name = std::move(name), .summary = std::move(summary),
            .arguments = {event(), round()}, .options = std::move(options)};
}

// Of what is shown, or asked about, before it is done.
std::vector<Option> asked_first() {
    return {{.name = "yes", .kind = Kind::flag, .help = "carry it out without asking again"},
            text("confirm", "TOKEN", "the same, for what a preview with this token said")};
}

Option board(std::string help) {
    return {.name = "board", .kind = Kind::number, .value = "N", .help = std::move(help),
            .least = 1, .most = limits::boards, .repeated = true};
}

// One act at many boards; `own`: options of its own.
Command of_hall(std::string name, std::string summary, std::vector<Option> own = {}) {
    Command out{.name = std::move(name), .summary = std::move(summary),
                .text = "Without --round, --sector or --board: at each board where the event has a "
                        "game, the latest. Each game gets a ruling of its own; a board where it "
                        "does not fit is left as it is and named.",
                .arguments = {event()}, .options = std::move(own)};
    for (Option& option : std::vector<Option>{
             number("round", "the boards of this round", limits::event_rounds),
             text("sector", "NAME", "the boards of this sector"), board("this board"),
             text("article", "ARTICLE", "it rests on")})
        out.options.push_back(std::move(option));
    for (Option& option : asked_first()) out.options.push_back(std::move(option));
    return out;
}

std::vector<Command> of_the_hall() {
    const auto time = [](std::string name, std::string help) {
        return text(std::move(name), "H:MM:SS", std::move(help));
    };
    std::vector<Command> all{
        of_hall("pause", "the clocks of all boards stand (6.11.1)"),
        of_hall("resume", "play goes on at all boards (6.11.3)"),
        of_hall("adjust", "time is added at all boards, or with a minus taken off (12.5)",
                {time("white", "what White's clocks get, such as 5:00"),
                 time("black", "what Black's clocks get, such as --black=-2:00")}),
        of_hall("control", "all clocks were set wrong: this time control from now on (6.10.2)",
                {time("white", "what White's clocks show; worked out for clocks that stand"),
                 time("black", "what Black's clocks show; likewise")})};
    all.back().arguments.push_back({.name = "CONTROL", .help = "such as 5400+30"});
    all.push_back({.name = "undo-start",
                   .summary = "a round was started too early: games without a move are set up "
                              "again",
                   .arguments = {event(), round()},
                   .options = {text("sector", "NAME", "the boards of this sector"),
                               board("this board; all if left out")}});
    for (Option& option : asked_first()) all.back().options.push_back(std::move(option));
    return all;
}

std::vector<Command> of_rounds() {
    const Argument pairings{.name = "PAIRING",
                            .help = "1:3-4 (board, White, Black) or 5=H (player, bye)",
                            .repeated = true};
    const Option boards = board("this board; all if left out");
    std::vector<Option> start{boards, {.name = "without-clocks", .kind = Kind::flag,
                                       .help = "of ours: results are entered"}};
    for (Option& option : asked_first()) start.push_back(std::move(option));
    std::vector<Option> plan = terms();
    plan.insert(plan.begin(), text("starts", "TIME", "such as 2026-11-21T14:00:00+01:00"));
    std::vector<Option> result{{.name = "kind", .value = "KIND",
                                .help = "how it came about, if SCORE does not say it; unrated: "
                                        "less than a move each",
                                .choices = {"played", "forfeit", "unrated"}},
                               text("article", "ARTICLE", "it rests on")};
    for (Option& option : asked_first()) result.push_back(std::move(option));
    return {of_round("round", "a round with its pairings"),
            of_round("results", "a round's results"),
            of_round("plan", "when a round starts, and by which terms", plan),
            {.name = "pair", .summary = "all pairings of a round that has not started",
             .arguments = {event(), round(), pairings}, .options = asked_first()},
            {.name = "change-pairing",
             .summary = "single boards: late pairings, swapped players or colours",
             .arguments = {event(), round(), pairings}, .options = asked_first()},
            of_round("publish", "the pairings are public", asked_first()),
            of_round("unpublish", "they are a draft again"),
            of_round("prepare", "the games are set up at the clocks", {boards}),
            of_round("start", "White's clocks are started (6.6)", start),
            of_round("finish", "all games are over"),
            of_round("confirm", "all results are there and stand"),
            of_round("reopen", "back from confirmed to finished, or to started"),
            {.name = "result", .summary = "the result of a board without a clock of ours",
             .arguments = {event(), round(), {.name = "BOARD"},
                           {.name = "SCORE",
                            .help = "1-0, 1:0, 1/2-1/2, 0-0, +:- ...; none: withdrawn"}},
             .options = result}};
}

}  // namespace

cli::Command event_command() {
    Command out{.name = "event",
                .summary = "an event's players, rounds, pairings and results",
                .text = "docs/event.md tells what each act does and what it needs.",
                .options = common_options(),
                .examples = {{"arbiterd event create open --name \"Open 2026\" "
                              "--time-control 5400+30",
                              "a new event"},
                             {"arbiterd event pair open 1 1:1-4 2:5-2 3=U",
                              "two boards, and player 3 has the bye"},
                             {"arbiterd event start open 1 --by \"A. Arbiter\"",
                              "White's clocks run"},
                             {"arbiterd event pause open --reason \"fire alarm\" --yes",
                              "all clocks of the event stand"}},
                .run = run_event};
    for (auto* make : {of_events, of_players, of_rounds, of_the_hall})
        for (Command& command : make()) out.commands.push_back(std::move(command));
    return out;
}

}  // namespace flagfall::event_cli
