#include <algorithm>

#include "arbiterd/desk/cli.hpp"
#include "arbiterd/desk/commands.hpp"

namespace flagfall::desk {

namespace {

// "side" -> "SIDE".
std::string placeholder(std::string_view field) {
    std::string name = option_name(field);
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return name;
}

std::string value_of(Kind kind) {
    switch (kind) {
        case Kind::flag: return "";
        case Kind::time: return "H:MM:SS";
        case Kind::number:
        case Kind::ply: return "N";
        case Kind::file: return "FILE";
        case Kind::score: return "SCORE";
        case Kind::side: return "SIDE";
        case Kind::text:
        case Kind::word:
        case Kind::ending: break;
    }
    return "TEXT";
}

cli::Kind kind_of(Kind kind) {
    if (kind == Kind::flag) return cli::Kind::flag;
    if (kind == Kind::file) return cli::Kind::file;
    return cli::Kind::text;
}

cli::Argument game() {
    return {.name = "GAME", .help = "its id; left out with --board"};
}

cli::Command act(const Command& command) {
    cli::Command out{.name = std::string(command.word), .summary = std::string(command.help)};
    out.arguments.push_back(game());
    for (const Value& value : command.positional)
        out.arguments.push_back({.name = placeholder(value.field), .kind = kind_of(value.kind),
                                 .help = std::string(value.help)});
    for (const Value& value : command.options)
        out.options.push_back({.name = option_name(value.field), .kind = kind_of(value.kind),
                               .value = value_of(value.kind), .help = std::string(value.help),
                               .required = value.required});
    const bool by_ply = std::ranges::any_of(
        command.options, [](const Value& value) { return value.kind == Kind::ply; });
    const bool has_side = std::ranges::any_of(
        command.positional, [](const Value& value) { return value.field == "side"; });
    if (by_ply)
        out.options.push_back({.name = "move", .value = "N",
                               .help = has_side ? "SIDE's move N, in place of the ply"
                                                : "with --side: that move, in place of the ply"});
    if (by_ply && !has_side)
        out.options.push_back({.name = "side", .value = "SIDE", .help = "whose move --move is"});
    return out;
}

std::vector<cli::Option> common_options() {
    using cli::Kind;
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
            {.name = "board", .value = "N",
             .help = "in place of GAME: the game that stands at this board now"},
            {.name = "by", .value = "NAME",
             .help = "who rules: needed with the token of the machine's console",
             .environment = "FLAGFALL_ARBITER"},
            {.name = "article", .value = "ARTICLE", .help = "the article it rests on"},
            {.name = "reason", .value = "TEXT", .help = "why"},
            {.name = "id", .value = "ID",
             .help = "id of the act; the same id again is carried out once only"},
            {.name = "yes", .kind = Kind::flag,
             .help = "carry out what the players could not undo without asking again"},
            {.name = "confirm", .value = "TOKEN",
             .help = "the same, for exactly what a preview with this token told"},
            {.name = "json", .kind = Kind::flag, .help = "answers as JSON"}};
}

}  // namespace

cli::Command desk_command() {
    cli::Command out{
        .name = "desk",
        .summary = "tell what waits for a person, and rule",
        .text = "A game is named by its id, or with --board by the board that it stands at. Times "
                "are H:MM:SS, M:SS or seconds; results as people write them, such as 1-0, 1:0 or "
                "0.5-0.5. An act whose effect the players could not "
                "undo is shown first and carried out after a yes.",
        .options = common_options(),
        .commands = {{.name = "queue", .summary = "what waits for a person, oldest first"},
                     {.name = "game",
                      .summary = "one game: questions, rulings, clocks",
                      .arguments = {game()}},
                     {.name = "sheets",
                      .summary = "the scoresheets of a game, held against the record",
                      .arguments = {game()}}},
        .examples = {{"arbiterd desk penalise r1-b4 white warning --by \"A. Arbiter\"",
                      "a warning, in A. Arbiter's name"},
                     {"arbiterd desk illegal --board 12 white illegal-move --move 23",
                      "White's move 23 at board 12 was illegal: back to before it"},
                     {"arbiterd desk adjust --board 12 --black=-2:00",
                      "two minutes are taken off Black's clock"}},
        .run = [](const std::vector<std::string>& args) { return run_desk(args); }};
    for (const Command& command : commands()) out.commands.push_back(act(command));
    return out;
}

}  // namespace flagfall::desk
