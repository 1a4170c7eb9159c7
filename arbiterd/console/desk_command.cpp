#include "arbiterd/console/desk_command.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/desk_acts.hpp"
#include "arbiterd/console/desk_print.hpp"
#include "arbiterd/console/desk_words.hpp"
#include "arbiterd/console/remote.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/hex.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

std::string game_path(const std::string& game) {
    return "/api/v1/desk/games/" + percent_encode(game);
}

// The game at the board; also prints it, unless the output is JSON.
std::expected<std::string, int> game_at(const cli::Call& call, const std::string& board) {
    const auto body = console::get(call, "/api/v1/desk/boards/" + percent_encode(board));
    if (!body) return std::unexpected(body.error());
    const wire::Json json = answer_json(*body);
    const std::vector<Answer> games = Answer(json).items("games");
    if (games.size() == 1) {
        if (!call.values.flag("json"))
            (void)call.print(print_board_game(board, games[0]) + "\n");
        return games[0].value("gameId", "");
    }
    std::string why = games.empty() ? "no game stands at board " + board
                                    : "board " + board + " may mean one of these: use GAME";
    for (const Answer& game : games) why += "\n  " + print_board_game(board, game);
    return std::unexpected(call.fail(exit_code::bad_input, why));
}

// The id of the game, which is named by itself or by its board.
std::expected<std::string, int> game_of(const cli::Call& call) {
    const cli::Values& values = call.values;
    if (values.has("GAME") == values.has("board"))
        return std::unexpected(call.usage("name the game with GAME or with --board N"));
    if (values.has("GAME")) return values.text("GAME");
    return game_at(call, values.text("board"));
}

int show_game(const cli::Call& call, const std::string& part, console::Print print) {
    const auto game = game_of(call);
    return game ? console::show(call, game_path(*game) + part, print) : game.error();
}

// Replaces --move and --side by the ply that they mean; returns what is wrong with them.
std::optional<std::string> take_move(const cli::Values& values, const DeskAct& act,
                                     const FirstMove& first, ordered_json& json) {
    const std::string ply(act.ply.name);
    if (values.has(ply)) return "use --move or --" + ply + ", not both";
    const char* name = values.has("SIDE") ? "SIDE" : "side";
    if (!values.has(name)) return "--move needs --side: white or black";
    const std::int64_t at =
        ply_of(first, values.number("move"), values.text(name) == "black");
    if (at < 1) return "--move: the game begins with " + move_text(first, 1);
    json[ply] = at;
    return std::nullopt;
}

// For acts that name a ply: applies --move, prints which move it is; an exit code on
// failure.
std::optional<int> resolve_ply(const cli::Call& call, const DeskAct& act, const std::string& game,
                               ordered_json& json) {
    const std::string ply(act.ply.name);
    if (ply.empty() || (!call.values.has("move") && !call.values.has(ply))) return std::nullopt;
    const auto body = console::get(call, game_path(game));
    if (!body) return body.error();
    const wire::Json answer = answer_json(*body);
    const Answer start = Answer(answer).object("firstMove");
    const FirstMove first{start.value("number", std::int64_t{1}),
                          start.value("side", "white") == "black"};
    if (call.values.has("move"))
        if (const auto wrong = take_move(call.values, act, first, json)) return call.usage(*wrong);
    const bool back = json.value("kind", "") == "illegal_move";
    if (!call.values.flag("json"))
        (void)call.print(std::string(act.ply.there) + " " +
                         move_text(first, json.value(ply, std::int64_t{0})) +
                         (back ? "; the game goes back to before it" : "") + ".\n");
    return std::nullopt;
}

int rule(const cli::Call& call, const DeskAct& act) {
    const auto made = act_of(act, call.values, call.streams.in);
    if (!made) return call.usage(made.error());
    if (!call.values.has("by"))
        return call.usage("name the arbiter: --by NAME, or FLAGFALL_ARBITER in the environment");
    const auto game = game_of(call);
    if (!game) return game.error();
    ordered_json json = ordered_json::parse(*made);
    if (const auto failed = resolve_ply(call, act, *game, json)) return *failed;
    ordered_json body{{"game", *game}, {"act", std::move(json)}};
    if (call.values.has("article")) body["article"] = call.values.text("article");
    const char* question = act.shown_first ? "Carry it out?"
                                           : "The players could not undo this. Carry it out?";
    return console::send(
        call, {.path = "/api/v1/desk/acts",
               .body = body.dump(-1, ' ', false, ordered_json::error_handler_t::replace),
               .id_prefix = "desk-",
               .doubt = {.preview = "text", .question = question, .always = act.shown_first},
               .done = print_done});
}

}  // namespace

cli::Subcommand desk_command() {
    const cli::Argument game{.name = "GAME", .help = "id of the game; not with --board",
                             .optional = true};
    cli::Subcommand out{
        .name = "desk",
        .summary = "show what waits for an arbiter, and rule",
        .text = "Name a game by its id, or with --board by the board that it stands at. Times are "
                "H:MM:SS, M:SS or seconds; results are written as usual, such as 1-0, 1:0 or "
                "0.5-0.5. An act that the players could not undo, and setting a clock, are shown "
                "first and carried out after a yes.",
        .options = console::remote_options(),
        .commands = {{.name = "queue",
                      .summary = "list what waits for an arbiter, oldest first",
                      .run = [](const cli::Call& call) {
                          return console::show(call, "/api/v1/desk/queue", print_queue);
                      }},
                     {.name = "game",
                      .summary = "show the questions, rulings and clocks of a game",
                      .arguments = {game},
                      .run = [](const cli::Call& call) {
                          return show_game(call, "", print_game);
                      }},
                     {.name = "sheets",
                      .summary = "show the scoresheets of a game, compared with the record",
                      .arguments = {game},
                      .run = [](const cli::Call& call) {
                          return show_game(call, "/sheets", print_sheets);
                      }}},
        .examples = {{"arbiterd desk penalise r1-b4 white warning --by \"A. Arbiter\"",
                      "a warning, in A. Arbiter's name"},
                     {"arbiterd desk illegal --board 12 white illegal-move --move 23",
                      "White's move 23 at board 12 was illegal: back to before it"},
                     {"arbiterd desk adjust --board 12 --black=-2:00",
                      "take two minutes off Black's clock"}}};
    out.options.push_back({.name = "board", .value = "N",
                           .help = "instead of GAME: the game that stands at this board now"});
    out.options.push_back({.name = "article", .value = "ARTICLE",
                           .help = "article that the act is based on"});
    for (cli::Option& option : console::confirm_options()) out.options.push_back(std::move(option));
    for (const DeskAct& act : desk_acts()) {
        out.commands.push_back(act.command);
        out.commands.back().run = [&act](const cli::Call& call) { return rule(call, act); };
    }
    return out;
}

}  // namespace flagfall::console
