#include "arbiterd/console/event_command.hpp"
#include "arbiterd/console/follow_command.hpp"
#include "arbiterd/console/pair_round.hpp"
#include "arbiterd/console/remote.hpp"
#include "common/base/limits.hpp"
#include "common/cli/control_commands.hpp"

namespace flagfall::console {

namespace {

using cli::Argument;
using cli::Subcommand;
using cli::Kind;
using cli::Option;

Argument number_argument(std::string name, std::string help, std::int64_t least,
                         std::int64_t most) {
    return {.name = std::move(name), .kind = Kind::number, .help = std::move(help),
            .least = least, .most = most};
}

Argument event() { return {.name = "EVENT", .help = "its id, as in URLs"}; }
Argument round() { return number_argument("ROUND", "its number", 1, limits::event_rounds); }

Option text(std::string name, std::string value, std::string help) {
    return {.name = std::move(name), .value = std::move(value), .help = std::move(help)};
}

Option number(std::string name, std::string help, std::int64_t most) {
    return {.name = std::move(name), .kind = Kind::number, .value = "N", .help = std::move(help),
            .most = most};
}

std::vector<Option> terms() {
    return {text("time-control", "CONTROL",
                 "such as 90m+30s or 40/5400+30:1800+30 (seconds without a unit), or a name of "
                 "clockd presets"),
            cli::period_trigger_option(),
            text("profile", "PROFILE", "rules profile; arbiterd profile list shows all"),
            {.name = "rule", .value = "NAME=VALUE",
             .help = "setting that differs from the profile", .repeated = true},
            {.name = "variant", .value = "VARIANT", .help = "chess or chess960",
             .choices = {"chess", "chess960"}},
            text("fen", "FEN", "start position"),
            {.name = "default-time", .kind = Kind::duration, .value = "TIME",
             .help = "default time: how late a player may arrive, such as 30m"},
            {.name = "reports", .value = "WHAT", .help = "what devices report: moves or presses",
             .choices = {"moves", "presses"}},
            {.name = "timing", .value = "CLOCK",
             .help = "which clock counts: clockd, or board_clock, the one beside an electronic "
                     "board",
             .choices = {"clockd", "board_clock"}}};
}

std::vector<Option> info() {
    std::vector<Option> all{
        text("name", "NAME", "name of the event"), text("place", "PLACE", "venue"),
        text("federation", "FED", "three letters, such as NOR"),
        text("begins", "DATE", "first day, such as 2026-11-21"),
        text("ends", "DATE", "last day"),
        text("chief-arbiter", "NAME", "name of the chief arbiter"),
        {.name = "deputy", .value = "NAME", .help = "name of a deputy arbiter", .repeated = true},
        text("kind", "KIND", "such as \"Individual: Swiss-System\""),
        text("pairing-system", "SYSTEM", "such as FIDE_DUTCH"),
        number("rounds", "number of planned rounds", limits::event_rounds)};
    for (Option& option : terms()) all.push_back(std::move(option));
    return all;
}

// Adds --yes and --confirm, for an act that may be shown first, or refused until confirmed.
Subcommand asks_first(Subcommand command) {
    for (Option& option : console::confirm_options()) command.options.push_back(std::move(option));
    return command;
}

Subcommand import_command() {
    return asks_first(
        {.name = "import",
         .summary = "import players, rounds and pairings from a file, all or nothing",
         .text = "TRF16, TRF26, JSON, CSV, PGN, or a pairing engine's output; - is standard "
                 "input. docs/formats.md describes what is imported from each.",
         .arguments = {event(), {.name = "FILE", .kind = Kind::file}},
         .options = {number("round", "round that the pairings in the file are for",
                            limits::event_rounds),
                     number("first-board",
                            "the first board of a pairing engine's output; default: 1",
                            limits::boards),
                     {.name = "replace", .kind = Kind::flag,
                      .help = "also replace rounds that have started; shows the changes and makes "
                              "none until they are confirmed"}}});
}

std::vector<Subcommand> of_events() {
    return {{.name = "list", .summary = "list the events",
             .options = {{.name = "hidden", .kind = Kind::flag,
                          .help = "also list hidden events"}}},
            {.name = "show", .summary = "show an event and its rounds", .arguments = {event()}},
            {.name = "create", .summary = "create an event", .arguments = {event()},
             .options = info()},
            asks_first({.name = "change",
                        .summary = "change details of an event; the others stay",
                        .arguments = {event()}, .options = info()}),
            {.name = "hide",
             .summary = "hide an event that was created by mistake and has no games",
             .arguments = {event()}},
            asks_first({.name = "unhide", .summary = "show a hidden event again",
                        .arguments = {event()}}),
            import_command(),
            {.name = "export",
             .summary = "print a file for another program",
             .arguments = {event(),
                           {.name = "WHAT",
                            .choices = {"trf26", "trf16", "players.csv", "pgn", "results.csv",
                                        "results.res", "results.html", "pairings.txt"}}},
             .options = {text("round", "ROUND", "the round; for all but trf and players"),
                         number("pair", "trf: print what a pairing engine needs to pair round N",
                                limits::event_rounds),
                         {.name = "colour", .kind = Kind::side, .value = "SIDE",
                          .help = "with --pair: colour drawn for the highest ranked player in "
                                  "round 1"}}}};
}

std::vector<Subcommand> of_players() {
    const Argument who =
        number_argument("NUMBER", "number of the player", 1, limits::player_number);
    return {{.name = "players", .summary = "list the players", .arguments = {event()}},
            {.name = "add", .summary = "add a player, or replace the one with this number",
             .arguments = {event(), {.name = "NAME", .help = "Last, First"}},
             .options = {number("number", "starting rank; default: the next free one",
                                limits::player_number),
                         text("title", "TITLE", "GM, WFM ..."),
                         number("rating", "FIDE rating", limits::rating),
                         text("federation", "FED", "three letters, such as NOR"),
                         text("fide-id", "ID", "FIDE's number"),
                         text("birth", "DATE", "1990 or 1990-11-30"),
                         text("sex", "SEX", "m or w"), text("club", "CLUB", "name of the club"),
                         number("team", "number of the team", limits::player_number)}},
            {.name = "remove", .summary = "remove a player who was never paired",
             .arguments = {event(), who}},
            {.name = "withdraw", .summary = "withdraw a player from the event",
             .arguments = {event(), who},
             .options = {{.name = "from", .kind = Kind::number, .value = "ROUND",
                          .help = "the first round not played", .least = 1,
                          .most = limits::event_rounds, .required = true}}},
            {.name = "reinstate", .summary = "reinstate a withdrawn player",
             .arguments = {event(), who}},
            {.name = "bye",
             .summary = "request byes for a player in later rounds, or cancel the request",
             .text = "The byes take effect when the round is paired; engines get them, too.",
             .arguments = {event(), who,
                           {.name = "ROUND", .kind = Kind::number, .help = "number of a round",
                            .least = 1, .most = limits::event_rounds, .repeated = true}},
             .options = {{.name = "kind", .value = "KIND", .otherwise = "H",
                          .help = "F: full point, H: half point, Z: zero points",
                          .choices = {"F", "H", "Z"}},
                         {.name = "none", .kind = Kind::flag, .help = "cancel the request"}}},
            {.name = "seed",
             .summary = "number the players by rating, title and name (C.04.2), before round 1",
             .arguments = {event()}},
            {.name = "team", .summary = "add a team, or replace the one with this number",
             .arguments = {event(), {.name = "NAME"}},
             .options = {number("number", "default: the next free one", limits::player_number),
                         text("federation", "FED", "three letters, such as NOR")}}};
}

Subcommand of_round(std::string name, std::string summary, std::vector<Option> options = {}) {
    return {.name = std::move(name), .summary = std::move(summary),
            .arguments = {event(), round()}, .options = std::move(options)};
}

Option board(std::string help) {
    return {.name = "board", .kind = Kind::number, .value = "N", .help = std::move(help),
            .least = 1, .most = limits::boards, .repeated = true};
}

// One act at many boards; `own`: its own options.
Subcommand of_hall(std::string name, std::string summary, std::vector<Option> own = {}) {
    Subcommand out{.name = std::move(name), .summary = std::move(summary),
                .text = "Without --round, --sector or --board: the latest game at each board of "
                        "the event. Each game gets its own ruling; a board where the act is not "
                        "possible stays as it is and is listed.",
                .arguments = {event()}, .options = std::move(own)};
    for (Option& option : std::vector<Option>{
             number("round", "only the boards of this round", limits::event_rounds),
             text("sector", "NAME", "only the boards of this sector"), board("only this board"),
             text("article", "ARTICLE", "article that the act is based on")})
        out.options.push_back(std::move(option));
    return asks_first(std::move(out));
}

std::vector<Subcommand> of_the_hall() {
    const auto time = [](std::string name, std::string help) {
        return Option{.name = std::move(name), .kind = Kind::time, .value = "H:MM:SS",
                      .help = std::move(help)};
    };
    std::vector<Subcommand> all{
        of_hall("pause", "stop the clocks of all boards (6.11.1)"),
        of_hall("resume", "resume play at all boards (6.11.3)"),
        of_hall("adjust", "add time at all boards, or with a minus take time off (12.5)",
                {time("white", "time for White's clocks, such as 5:00"),
                 time("black", "time for Black's clocks, such as --black=-2:00")}),
        of_hall("control",
                "use this time control from now on, when all clocks were set wrong (6.10.2)",
                {time("white", "new reading of White's clocks; default for stopped clocks: what "
                               "follows from the time used"),
                 time("black", "new reading of Black's clocks; default: likewise"),
                 cli::period_trigger_option()})};
    all.back().arguments.push_back({.name = "CONTROL",
                                    .help = "such as 90m+30s, or a name of clockd presets"});
    all.push_back(asks_first(
        of_round("undo-start",
                 "undo a start that came too early: set up games without a move again",
                 {text("sector", "NAME", "only the boards of this sector"),
                  board("only this board; default: all")})));
    return all;
}

std::vector<Subcommand> of_rounds() {
    const Argument pairings{.name = "PAIRING",
                            .help = "1:3-4 (board, White, Black) or 5=H (player, bye)",
                            .repeated = true};
    const Option boards = board("only this board; default: all");
    const Option without{.name = "without-clocks", .kind = Kind::flag,
                         .help = "start boards without Flagfall clocks; results are entered"};
    std::vector<Option> plan = terms();
    plan.insert(plan.begin(), text("starts", "TIME", "such as 2026-11-21T14:00:00+01:00"));
    return {of_round("round", "show a round with its pairings"),
            of_round("results", "show the results of a round"),
            asks_first(of_round("plan", "set the start and the terms of a round", plan)),
            asks_first({.name = "pair",
                        .summary = "set all pairings of a round that has not started",
                        .arguments = {event(), round(), pairings}}),
            asks_first(pair_round_command()),
            asks_first({.name = "change-pairing",
                        .summary = "change single boards: late pairings, swapped players or "
                                   "colours",
                        .arguments = {event(), round(), pairings}}),
            asks_first(of_round("publish", "make the pairings public")),
            of_round("unpublish", "make the pairings a draft again"),
            of_round("prepare", "set up the games at the clocks", {boards}),
            asks_first(of_round("start", "start White's clocks (6.6)", {boards, without})),
            of_round("finish", "finish a round whose games are all over"),
            of_round("confirm", "confirm the results of a round"),
            of_round("reopen", "reopen a round: from confirmed to finished, or to started"),
            asks_first(
                {.name = "result",
                 .summary = "enter the result of a board without a Flagfall clock",
                 .arguments = {event(), round(),
                               number_argument("BOARD", "its number", 1, limits::boards),
                               {.name = "SCORE",
                                .help = "1-0, 1:0, 1/2-1/2, 0-0, +:- ...; none: withdraw the "
                                        "result"}},
                 .options = {{.name = "kind", .value = "KIND",
                              .help = "kind of result, if SCORE does not show it; unrated: less "
                                      "than a move each",
                              .choices = {"played", "forfeit", "unrated"}},
                             text("article", "ARTICLE",
                                  "article that the result is based on")}}),
            follow_command()};
}

}  // namespace

cli::Subcommand event_command() {
    Subcommand out{.name = "event",
                .summary = "manage the players, rounds, pairings and results of an event",
                .text = "docs/event.md describes what each act does and needs.",
                .options = console::remote_options(),
                .examples = {{"arbiterd event create open --name \"Open 2026\" "
                              "--time-control 5400+30",
                              "create an event"},
                             {"arbiterd event pair open 1 1:1-4 2:5-2 3=U",
                              "two boards, and a bye for player 3"},
                             {"arbiterd event start open 1 --by \"A. Arbiter\"",
                              "start White's clocks"},
                             {"arbiterd event pause open --reason \"fire alarm\" --yes",
                              "stop all clocks of the event"}},
                .run = run_event};
    out.options.push_back({.name = "if-revision", .kind = Kind::number, .value = "N",
                           .help = "act only if the event is still at this revision"});
    for (auto* make : {of_events, of_players, of_rounds, of_the_hall})
        for (Subcommand& command : make()) out.commands.push_back(std::move(command));
    return out;
}

}  // namespace flagfall::console
