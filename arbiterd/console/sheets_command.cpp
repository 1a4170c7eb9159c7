#include "arbiterd/console/sheets_command.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "arbiterd/record/report_json.hpp"
#include "arbiterd/sheets/reading.hpp"
#include "arbiterd/sheets/reconcile.hpp"
#include "common/base/exit_codes.hpp"
#include "common/chess/pgn.hpp"
#include "common/chess/written.hpp"
#include "common/cli/call.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

constexpr std::size_t most_bytes = 16 * 1024 * 1024;

struct SheetFile {
    std::string path;
    sheets::Choice choice;
};

// How to read one sheet: the value of an option for this sheet, or for all.
sheets::Choice choice_for(const cli::Values& values, std::size_t sheet) {
    const auto value_of = [&](const char* option) {
        const auto all = values.all(option);
        return all.empty() ? std::string() : all[std::min(sheet, all.size() - 1)];
    };
    sheets::Choice choice;  // "auto": no choice, so all are tried
    choice.language = chess::language_from(value_of("language"));
    choice.notation = chess::notation_from(value_of("notation"));
    return choice;
}

std::optional<std::string> contents(const cli::Call& call, const std::string& path) {
    auto text = cli::read_file(path, most_bytes);
    if (text) return std::move(*text);
    return call.fail(exit_code::bad_input, text.error()), std::nullopt;
}

// Where the sheet's game starts: a FEN in its headers, or else the usual start position.
std::optional<chess::Position> start_of(const cli::Call& call, const sheets::Sheet& sheet,
                                        const std::string& path) {
    const auto header = std::ranges::find(sheet.headers, "FEN", &sheets::Header::name);
    if (header == sheet.headers.end()) return chess::start_position();
    const auto variant = std::ranges::find(sheet.headers, "Variant", &sheets::Header::name);
    const bool chess960 = variant != sheet.headers.end() && variant->value == "Chess960";
    const auto start = chess::parse_position(
        header->value, chess960 ? chess::Variant::chess960 : chess::Variant::chess);
    if (start) return *start;
    call.fail(exit_code::bad_input,
              path + ":" + std::to_string(header->place.line) + ": the FEN is no legal position");
    return std::nullopt;
}

// "1. e4 e5", one pair a line.
std::string rows(const chess::Position& start, const std::vector<chess::Move>& moves,
                 const auto& text_of) {
    std::string out;
    chess::Position position = start;
    std::uint32_t ply = sheets::first_ply(start);
    for (std::size_t at = 0; at < moves.size(); ++at, ++ply) {
        if (at == 0 || ply % 2 == 1)
            out += (at == 0 ? "" : "\n") + sheets::move_label(ply);
        out += " " + text_of(position, at);
        position = after(position, moves[at]);
    }
    return out + (moves.empty() ? "" : "\n");
}

std::string writings(const sheets::SheetReading& reading) {
    std::string text;
    for (const chess::Writing writing : reading.writings)
        text += (text.empty() ? "" : " or ") + sheets::name(writing);
    return text;
}

int read(const cli::Call& call) {
    std::FILE* const err = call.streams.err;
    const SheetFile file{call.values.text("SHEET"), choice_for(call.values, 0)};
    const auto text = contents(call, file.path);
    if (!text) return exit_code::bad_input;
    const sheets::Sheet sheet = sheets::read_sheet(*text);
    const auto start = start_of(call, sheet, file.path);
    if (!start) return exit_code::bad_input;
    for (const sheets::Remark& remark : sheet.remarks)
        std::fprintf(err, "%s:%u:%u: note: %s\n", file.path.c_str(), remark.place.line,
                     remark.place.column, remark.text.c_str());
    const auto readings = sheets::read_moves(sheet, *start, file.choice);
    int code = exit_code::ok;
    for (const sheets::SheetReading& reading : readings) {
        if (readings.size() > 1 || !file.choice.notation)
            std::fprintf(err, "%s: read as %s\n", file.path.c_str(), writings(reading).c_str());
        const std::string moves =
            rows(*start, reading.moves, [&](const chess::Position& position, std::size_t at) {
                return chess::san(position, reading.moves[at]) +
                       (sheet.entries[at].draw_offer ? " (=)" : "");
            });
        if (call.print(moves) != exit_code::ok) return exit_code::commit_failed;
        if (!reading.trouble) continue;
        code = exit_code::bad_input;
        const TextPosition place = sheet.entries[reading.trouble->entry].place;
        std::fprintf(err, "%s:%u:%u: %s\n", file.path.c_str(), place.line, place.column,
                     reading.trouble->text.c_str());
    }
    if (readings.size() < 2) return code;
    std::fprintf(err, "%s: the sheet can be read in %zu ways; add --language or --notation\n",
                 file.path.c_str(), readings.size());
    return exit_code::bad_input;
}

// The moves of a game, with the draw offers that are marked after them in its text.
sheets::Record record_of(const chess::PgnGame& game, std::string_view text) {
    sheets::Record record{game.start, {}};
    const sheets::Sheet sheet = sheets::read_sheet(text);
    for (std::size_t at = 0; at < game.moves.size(); ++at) {
        const bool offer = at < sheet.entries.size() && sheet.entries[at].draw_offer;
        record.moves.push_back({game.moves[at].move, offer});
    }
    return record;
}

// The first game of a PGN file.
std::optional<sheets::Record> first_game(const cli::Call& call, const std::string& path) {
    const auto text = contents(call, path);
    if (!text) return std::nullopt;
    const auto game = chess::PgnReader(*text).next();
    if (game && *game) return record_of(**game, *text);
    call.fail(exit_code::bad_input,
              path + ": " + (game ? game->error().what : "the file has no game"));
    return std::nullopt;
}

int compare(const cli::Call& call) {
    const std::vector<std::string> paths = call.values.all("SHEET");
    for (const char* option : {"language", "notation"})
        if (const std::size_t given = call.values.all(option).size(); given > paths.size())
            return call.usage("--" + std::string(option) + " is given more often than SHEET");
    std::vector<sheets::Input> inputs;
    std::optional<chess::Position> start;
    for (std::size_t at = 0; at < paths.size(); ++at) {
        const auto text = contents(call, paths[at]);
        if (!text) return exit_code::bad_input;
        inputs.push_back({paths[at], sheets::read_sheet(*text), choice_for(call.values, at)});
        const auto own = start_of(call, inputs.back().sheet, paths[at]);
        if (!own) return exit_code::bad_input;
        if (!start) start = own;
    }
    std::optional<sheets::Report> report;
    if (!call.values.has("record")) {
        report = sheets::reconcile_alone(*start, inputs);
    } else {
        const auto record = first_game(call, call.values.text("record"));
        if (!record) return exit_code::bad_input;
        report = sheets::reconcile(*record, inputs);
    }
    return call.print(call.values.flag("json") ? record::json_of(*report) + "\n"
                                               : sheets::text(*report));
}

// A game as a scoresheet.
std::string written(const chess::PgnGame& game, chess::Form form, chess::Language language) {
    std::vector<chess::Move> moves;
    moves.reserve(game.moves.size());
    for (const chess::PgnMove& move : game.moves) moves.push_back(move.move);
    std::string sheet;
    for (const char* tag : {"White", "Black"})
        if (!game.tag(tag).empty())
            sheet += std::string(tag) + ": " + std::string(game.tag(tag)) + "\n";
    sheet += rows(game.start, moves, [&](const chess::Position& position, std::size_t at) {
        return chess::write_move(position, moves[at], form, language);
    });
    if (game.result != chess::PgnResult::unknown)
        sheet += std::string(chess::text(game.result)) + "\n";
    return sheet;
}

int write(const cli::Call& call) {
    const std::string& path = call.values.text("GAME.pgn");
    const auto text = contents(call, path);
    if (!text) return exit_code::bad_input;
    const auto form = *chess::form_from(call.values.text("form"));
    const auto language = *chess::language_from(call.values.text("language"));
    chess::PgnReader reader(*text);
    bool first = true;
    int code = exit_code::ok;
    while (const auto game = reader.next()) {
        if (!*game) {
            code = call.fail(exit_code::bad_input, path + ": " + game->error().what);
            continue;
        }
        const std::string sheet = (first ? "" : "\n") + written(**game, form, language);
        if (call.print(sheet) != exit_code::ok) return exit_code::commit_failed;
        first = false;
    }
    return code;
}

}  // namespace

cli::Subcommand sheets_command() {
    using cli::Kind;
    const std::vector<std::string> languages{"english", "german",  "french",  "spanish",
                                             "dutch",   "italian", "russian", "figurine"};
    cli::Option language{.name = "language", .value = "LANGUAGE", .otherwise = "auto",
                         .help = "english, german, french, spanish, dutch, italian, russian or "
                                 "figurine; auto tries all",
                         .choices = languages};
    language.choices.emplace_back("auto");
    cli::Option notation{.name = "notation", .value = "NOTATION", .otherwise = "auto",
                         .help = "algebraic, iccf or descriptive; auto tries all",
                         .choices = {"auto", "algebraic", "iccf", "descriptive"}};
    const std::vector<cli::Option> one_sheet{language, notation};
    language.repeated = notation.repeated = true;
    const cli::Option written_in{.name = "language", .value = "LANGUAGE", .otherwise = "english",
                                 .help = "language of the pieces' letters", .choices = languages};
    return {
        .name = "sheets",
        .summary = "read, compare and write scoresheets",
        .text = "Scoresheets as text files (docs/scoresheets.md). The exit code is 65 when a file "
                "is not valid.",
        .commands =
            {{.name = "read",
              .summary = "print the moves in SAN; where reading stops, line and column and why",
              .arguments = {{.name = "SHEET", .kind = Kind::file}},
              .options = one_sheet,
              .run = read},
             {.name = "compare",
              .summary = "compare each sheet with the game in a PGN file, or without --record "
                         "with the other sheets",
              .text = "--language and --notation are given once for all sheets, or once for each, "
                      "in the order of the sheets; the last one counts for the rest.",
              .arguments = {{.name = "SHEET", .kind = Kind::file, .repeated = true}},
              .options = {{.name = "record", .kind = Kind::file, .value = "GAME.pgn",
                           .help = "the recorded game to compare with"},
                          language, notation,
                          {.name = "json", .kind = Kind::flag,
                           .help = "print JSON by schemas/sheets/comparison.json"}},
              .run = compare},
             {.name = "write",
              .summary = "print the games of a PGN file as scoresheets",
              .arguments = {{.name = "GAME.pgn", .kind = Kind::file}},
              .options = {{.name = "form", .value = "FORM",
                           .help = "laws (Appendix C), figurine, long, iccf or san",
                           .choices = {"laws", "figurine", "long", "iccf", "san"},
                           .required = true},
                          written_in},
              .run = write}}};
}

}  // namespace flagfall::console
