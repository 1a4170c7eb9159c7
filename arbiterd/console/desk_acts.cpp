#include "arbiterd/console/desk_acts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "arbiterd/console/desk_words.hpp"
#include "common/base/entered_control.hpp"
#include "common/cli/control_commands.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

using cli::Argument;
using cli::Kind;
using cli::Option;
using nlohmann::ordered_json;

constexpr std::int64_t most_number = 999'999'999;

Argument word(std::string name, std::string help, Kind kind = Kind::text) {
    return {.name = std::move(name), .kind = kind, .help = std::move(help), .most = most_number};
}

Argument number(std::string name, std::string help) {
    return word(std::move(name), std::move(help), Kind::number);
}

Argument side(std::string help) { return word("SIDE", std::move(help), Kind::side); }

Argument choice(std::string name, std::string help, std::vector<std::string> choices) {
    return {.name = std::move(name), .help = std::move(help), .choices = std::move(choices)};
}

Option text(std::string name, std::string help, std::string value = "TEXT") {
    return {.name = std::move(name), .value = std::move(value), .help = std::move(help)};
}

Option flag(std::string name, std::string help) {
    return {.name = std::move(name), .kind = Kind::flag, .help = std::move(help)};
}

Option number_option(std::string name, std::string help) {
    return {.name = std::move(name), .kind = Kind::number, .value = "N", .help = std::move(help),
            .most = most_number};
}

Option time(std::string name, std::string help) {
    return {.name = std::move(name), .kind = Kind::time, .value = "H:MM:SS",
            .help = std::move(help)};
}

// Adds --move, and --side where the act does not imply the side.
void add_move(cli::Subcommand& command) {
    const bool has_side = std::ranges::any_of(
        command.arguments, [](const Argument& argument) { return argument.kind == Kind::side; });
    command.options.push_back(
        number_option("move", has_side ? "SIDE's move N, instead of the ply"
                                       : "with --side: that side's move N, instead of the ply"));
    if (!has_side)
        command.options.push_back({.name = "side", .kind = Kind::side, .value = "SIDE",
                                   .help = "side of --move"});
}

DeskAct act(std::string name, std::string_view type, std::string summary,
        std::vector<Argument> arguments, std::vector<Option> options, PlyOption ply = {}) {
    arguments.insert(arguments.begin(),
                     {.name = "GAME", .help = "id of the game; not with --board",
                      .optional = true});
    cli::Subcommand command{.name = std::move(name), .summary = std::move(summary),
                         .arguments = std::move(arguments), .options = std::move(options)};
    if (!ply.name.empty()) add_move(command);
    return {type, std::move(command), ply};
}

std::vector<Option> both_clocks(const std::string& what) {
    return {time("white", "White's clock: " + what), time("black", "Black's clock: " + what)};
}

std::vector<Option> with(std::vector<Option> options, const std::vector<Option>& more) {
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

std::vector<DeskAct> of_the_clock() {
    std::vector<DeskAct> all{
        act("clock", "set_clock",
            "set stopped clocks, and with --ply or --fen the position (6.10, 7.1); shows the "
            "difference and asks", {},
            with(both_clocks("the new reading; left out, without --ply and --fen: as it shows"),
                 {number_option("ply", "restore the position AFTER this many plies"),
                  text("fen", "a position instead of a recorded one, with --ply", "FEN"),
                  number_option("white-period", "White's period, where the moves do not say it"),
                  number_option("black-period", "Black's period, alike"),
                  flag("run", "start the clock of the side on move at once")}),
            {"ply", "The position stands as it was after"}),
        act("adjust", "adjust_clock",
            "add time, or with a minus take time off, also while the clock runs (12.5)", {},
            both_clocks("time to add")),
        act("control", "set_control",
            "use this time control from now on, when the clock was set wrong (6.10.2)",
            {word("TIME-CONTROL", "such as 90m+30s, or a name of clockd presets")},
            with(both_clocks("the new reading; default for a stopped clock: what follows from "
                             "the time used"),
                 {cli::period_trigger_option()})),
        act("pause", "pause_clock", "stop both clocks (6.11.1)", {}, {}),
        act("resume", "resume_clock", "restart the clock of the side on move (6.11.3)", {}, {}),
    };
    all.front().shown_first = true;  // it replaces readings, and a slip of the pen is costly
    return all;
}

std::string listed(const std::vector<std::string>& choices) {
    std::string all;
    for (const std::string& choice : choices) all += (all.empty() ? "" : ", ") + choice;
    return all;
}

std::vector<DeskAct> of_rulings() {
    const std::vector<std::string> endings{
        "checkmate", "resignation", "resignation-draw", "stalemate", "dead-position", "agreement",
        "time-forfeit", "time-forfeit-draw", "illegal-move-forfeit", "illegal-move-draw",
        "threefold", "fifty-move", "fivefold", "seventy-five-move", "forfeit",
        "arbiter-decision"};
    return {
        act("answer", "answer", "answer a question of the queue",
            {number("QUESTION", "number of the question"), word("OPTION", "one of its options")},
            with(both_clocks("the reading that the option needs"),
                 {text("text", "text that the option needs")})),
        act("result", "give_result", "end the game with a result, or correct it (8.7, 12.9)",
            {word("SCORE", "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2; +:- by forfeit")},
            {{.name = "ending", .value = "ENDING",
              .help = "how the game ended: " + listed(endings) +
                      "; default: arbiter-decision, or forfeit with the article 6.7.1 and no moves",
              .choices = endings}}),
        act("penalise", "penalise", "impose a penalty of 12.9",
            {side("side of the offender"),
             choice("KIND",
                    "warning, time_to_opponent, time_off, points_to_opponent, points_off, loss, "
                    "both_lose, fine, exclusion or expulsion",
                    {"warning", "time_to_opponent", "time_off", "points_to_opponent",
                     "points_off", "loss", "both_lose", "fine", "exclusion", "expulsion"})},
            {time("time", "for the two kinds that change the clock"),
             text("score", "the new result, where points change", "SCORE"),
             text("text", "amount of a fine, rounds of an exclusion")}),
        act("undo", "undo", "take back a ruling with a further one",
            {number("RULING", "number of the ruling")}, {}),
        act("note", "note", "add a note to the record; changes nothing else",
            {word("TEXT", "the note")}, {}),
    };
}

std::vector<DeskAct> of_the_board() {
    const std::vector<Option> writing{
        text("language", "german, french ...; default: detected from the sheet", "LANGUAGE"),
        text("notation", "algebraic, iccf or descriptive; default: detected", "NOTATION")};
    const Argument sheet = word("SHEET", "text file, - for standard input (docs/scoresheets.md)",
                                Kind::file);
    return {
        act("illegal", "illegal_action", "record a completed illegal action (7.5.1 to 7.5.5)",
            {side("side of the offender"),
             choice("KIND",
                    "illegal_move, two_hands, press_without_move or promotion_not_completed",
                    {"illegal_move", "two_hands", "press_without_move",
                     "promotion_not_completed"})},
            with({number_option("ply", "ply of the action; of an illegal_move: the game goes back "
                                       "to BEFORE it"),
                  text("fen", "last position that can be identified, if the record has none",
                       "FEN")},
                 with(both_clocks("the new reading"),
                      {flag("run", "start the offender's clock at once"),
                       text("text", "what was done; a move by its squares binds its piece")})),
            {"ply", "The offence belongs to"}),
        act("restart", "restart_game", "cancel the game and start it again (7.2.1, 7.3)", {},
            {flag("reversed-colours", "they played with reversed colours and change seats (7.3)"),
             text("fen", "the correct initial position, if not the recorded one", "FEN")}),
        act("reverse", "reverse_colours",
            "swap the names: the record has the players' colours the wrong way round (7.3)", {},
            {}),
        act("bind", "bind_move", "a touched piece must be moved or captured (4.3 to 4.5)",
            {side("side of the player"),
             word("SQUARES", "the squares touched, in their order: \"e1 h1\"")},
            {}),
        act("sheet", "enter_sheet", "keep a scoresheet and compare it with the record (Article 8)",
            {choice("WHOSE", "white, black or arbiter", {"white", "black", "arbiter"}), sheet},
            writing),
        act("moves", "enter_moves",
            "enter the moves of a board that reports presses only, from a scoresheet", {sheet},
            with(writing, {number_option("from", "replace moves entered before FROM this ply on")}),
            {"from", "Moves are replaced from"}),
    };
}

std::vector<DeskAct> of_the_office() {
    return {
        act("arrival", "arrival", "a player arrived at the board (6.7.1)", {side("the player's")},
            {}),
        act("show", "show_record", "a player was shown the record (A.4.3)",
            {side("side of the player on the move")}, {}),
        act("approve", "approve", "approve the result; with all three it is confirmed (8.7)",
            {choice("WHO", "white, black or arbiter", {"white", "black", "arbiter"})}, {}),
        act("appeal", "appeal", "put an appeal into the queue (11.10)",
            {side("side of the appellant"), word("TEXT", "the appeal")},
            {number_option("ruling", "number of the ruling")}),
        act("decide-appeal", "decide_appeal", "decide an appeal",
            {number("APPEAL", "number of its question")},
            {flag("upheld", "uphold the appeal; default: dismiss it"),
             text("text", "text of the decision")}),
        act("adjourn", "adjourn", "adjourn the game with a sealed move (I.2); pause it first",
            {word("SEALED-BY", "white or black", Kind::side),
             word("RESUMPTION", "date, time and place")},
            {}),
        act("open-sealed", "open_sealed", "open the envelope and judge the move (I.8)",
            {word("TEXT", "the move as it is written")}, {}),
        act("resume-game", "resume_game", "resume an adjourned game (I.9)", {},
            {{.name = "absent", .value = "WHO", .help = "who is absent: white, black or both",
              .choices = {"white", "black", "both"}}}),
    };
}

// "SEALED-BY" -> "sealed_by", a time "white" -> "white_us".
std::string field_of(std::string name, Kind kind) {
    std::ranges::transform(name, name.begin(), [](char c) {
        return c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return kind == Kind::time ? name + "_us" : name;
}

using Made = std::expected<ordered_json, std::string>;

Made value_of(const cli::Values& values, const std::string& name, Kind kind, std::FILE* in) {
    switch (kind) {
        case Kind::flag: return ordered_json(true);
        case Kind::number: return ordered_json(values.number(name));
        case Kind::time: return ordered_json(values.time(name).us);
        case Kind::file: {
            auto text = cli::read_file(values.text(name), cli::any_size, in);
            if (!text) return std::unexpected(text.error());
            return ordered_json(std::move(*text));
        }
        default: break;
    }
    const std::string& text = values.text(name);
    if (name == "OPTION") return ordered_json(field_of(text, kind));  // "set-clock", "Resume"
    if (name != "SCORE" && name != "score") return ordered_json(text);
    const auto score = score_from(text);
    if (!score) return std::unexpected(score.error());
    return ordered_json(*score);
}

// Replaces what was entered by the control; a preset of several periods also says how they end,
// unless --period-trigger does. Returns what is wrong.
std::string take_control(ordered_json& json) {
    const auto control =
        entered_control(json.at("time_control").get<std::string>(), EnteredBy::person);
    if (!control) return "TIME-CONTROL: " + control.error();
    json["time_control"] = text(control->control);
    if (control->trigger && !json.contains("period_trigger"))
        json["period_trigger"] = name(*control->trigger);
    return {};
}

}  // namespace

std::span<const DeskAct> desk_acts() {
    static const std::vector<DeskAct> all = [] {
        std::vector<DeskAct> list;
        for (auto* make : {of_rulings, of_the_clock, of_the_board, of_the_office})
            for (DeskAct& each : make()) list.push_back(std::move(each));
        return list;
    }();
    return all;
}

std::expected<std::string, std::string> act_of(const DeskAct& act, const cli::Values& values,
                                               std::FILE* in) {
    ordered_json json{{"type", act.type}};
    std::string wrong;
    const auto put = [&](const auto& each) {
        if (!wrong.empty() || !values.has(each.name) || each.name == "GAME") return;
        auto value = value_of(values, each.name, each.kind, in);
        if (value) json[field_of(each.name, each.kind)] = std::move(*value);
        else wrong = each.name + ": " + value.error();
    };
    if (!act.ply.name.empty() && values.has("side") && !values.has("move"))
        return std::unexpected("--side says whose move --move is: give --move, too");
    if (act.type == "give_result" && says_forfeit(values.text("SCORE"))) json["ending"] = "forfeit";
    std::ranges::for_each(act.command.arguments, put);
    for (const Option& option : act.command.options)
        if (act.ply.name.empty() || (option.name != "move" && option.name != "side")) put(option);
    if (act.type == "set_control" && wrong.empty()) wrong = take_control(json);
    if (!wrong.empty()) return std::unexpected(wrong);
    // Text from the shell or a file need not be UTF-8.
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace flagfall::console
