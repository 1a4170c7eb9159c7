#include "arbiterd/rules/sheets.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "arbiterd/sheets/reading.hpp"
#include "common/base/exit_codes.hpp"
#include "common/chess/pgn.hpp"
#include "common/chess/written.hpp"
#include "common/cli/print.hpp"

namespace flagfall::rules {

namespace {

std::string help() {
    const cli::Command command = sheets_command();
    return cli::help("arbiterd", {&command});
}

constexpr std::size_t most_bytes = 16 * 1024 * 1024;

struct SheetFile {
    std::string path;
    sheets::Choice choice;
};

struct Command {
    std::string_view what;
    std::vector<SheetFile> files;
    std::string record;
    std::optional<chess::Form> form;
    std::optional<chess::Language> language;  // as last said
    bool json = false;
};

// An option with its value; false if it is unknown or not for this command.
bool set(Command& command, sheets::Choice& choice, std::string_view option,
         std::string_view value) {
    const bool writes = command.what == "write";
    if (option == "--record" && command.what == "compare") return command.record = value, true;
    if (option == "--form" && writes) {
        command.form = chess::form_from(value);
        return command.form.has_value();
    }
    if (option == "--language") {
        choice.language = chess::language_from(value);
        command.language = choice.language;
        return choice.language || (value == "auto" && !writes);
    }
    if (option != "--notation" || writes) return false;
    choice.notation = chess::notation_from(value);
    return choice.notation || value == "auto";
}

std::optional<Command> parse(std::span<const std::string_view> args) {
    Command command;
    sheets::Choice choice;
    if (args.empty()) return std::nullopt;
    command.what = args[0];
    for (std::size_t at = 1; at < args.size(); ++at) {
        if (args[at] == "--json" && command.what == "compare") {
            command.json = true;
        } else if (args[at].starts_with("--")) {
            if (at + 1 >= args.size() || !set(command, choice, args[at], args[at + 1]))
                return std::nullopt;
            ++at;
        } else {
            command.files.push_back({std::string(args[at]), choice});
        }
    }
    const bool one = command.files.size() == 1;
    if (command.what == "read" && one) return command;
    if (command.what == "write" && one && command.form) return command;
    if (command.what == "compare" && !command.files.empty()) return command;
    return std::nullopt;
}

std::optional<std::string> contents(const std::string& path, std::FILE* err) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    std::string text;
    bool good = file != nullptr;
    char buffer[4096];
    while (good) {
        const std::size_t size = std::fread(buffer, 1, sizeof buffer, file);
        text.append(buffer, size);
        if (size == 0) break;
        good = text.size() <= most_bytes;
    }
    good = good && std::ferror(file) == 0;
    if (file != nullptr) std::fclose(file);
    if (good) return text;
    std::fprintf(err, "arbiterd: %s cannot be read\n", path.c_str());
    return std::nullopt;
}

int print(const std::string& text, std::FILE* out, int code) {
    std::fwrite(text.data(), 1, text.size(), out);
    return std::fflush(out) == 0 ? code : exit_code::commit_failed;
}

// Where the sheet's game starts: a FEN among its headers, or the start of every game.
std::optional<chess::Position> start_of(const sheets::Sheet& sheet, const std::string& path,
                                        std::FILE* err) {
    const auto header = std::ranges::find(sheet.headers, "FEN", &sheets::Header::name);
    if (header == sheet.headers.end()) return chess::start_position();
    const auto variant = std::ranges::find(sheet.headers, "Variant", &sheets::Header::name);
    const bool chess960 = variant != sheet.headers.end() && variant->value == "Chess960";
    const auto start = chess::parse_position(
        header->value, chess960 ? chess::Variant::chess960 : chess::Variant::chess);
    if (start) return *start;
    std::fprintf(err, "arbiterd: %s:%zu: the FEN is no legal position\n", path.c_str(),
                 header->place.line);
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

std::string writings(const sheets::Reading& reading) {
    std::string text;
    for (const chess::Writing writing : reading.writings)
        text += (text.empty() ? "" : " or ") + sheets::name(writing);
    return text;
}

int read(const Command& command, std::FILE* out, std::FILE* err) {
    const SheetFile& file = command.files[0];
    const auto text = contents(file.path, err);
    if (!text) return exit_code::bad_input;
    const sheets::Sheet sheet = sheets::read_sheet(*text);
    const auto start = start_of(sheet, file.path, err);
    if (!start) return exit_code::bad_input;
    for (const sheets::Remark& remark : sheet.remarks)
        std::fprintf(err, "%s:%zu:%zu: note: %s\n", file.path.c_str(), remark.place.line,
                     remark.place.column, remark.text.c_str());
    const auto readings = sheets::read_moves(sheet, *start, file.choice);
    int code = exit_code::ok;
    for (const sheets::Reading& reading : readings) {
        if (readings.size() > 1 || !file.choice.notation)
            std::fprintf(err, "%s: read as %s\n", file.path.c_str(), writings(reading).c_str());
        const std::string moves =
            rows(*start, reading.moves, [&](const chess::Position& position, std::size_t at) {
                return chess::san(position, reading.moves[at]) +
                       (sheet.entries[at].draw_offer ? " (=)" : "");
            });
        if (print(moves, out, exit_code::ok) != exit_code::ok) return exit_code::commit_failed;
        if (!reading.trouble) continue;
        code = exit_code::bad_input;
        const sheets::Place place = sheet.entries[reading.trouble->entry].place;
        std::fprintf(err, "%s:%zu:%zu: %s\n", file.path.c_str(), place.line, place.column,
                     reading.trouble->text.c_str());
    }
    if (readings.size() < 2) return code;
    std::fprintf(err, "%s: the sheet can be read in %zu ways; say --language or --notation\n",
                 file.path.c_str(), readings.size());
    return exit_code::bad_input;
}

// The moves of a game, and the draw offers that stand behind them in its text.
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
std::optional<sheets::Record> first_game(const std::string& path, std::FILE* err) {
    const auto text = contents(path, err);
    if (!text) return std::nullopt;
    const auto game = chess::PgnReader(*text).next();
    if (game && *game) return record_of(**game, *text);
    std::fprintf(err, "arbiterd: %s: %s\n", path.c_str(),
                 game ? game->error().what.c_str() : "there is no game in it");
    return std::nullopt;
}

int compare(const Command& command, std::FILE* out, std::FILE* err) {
    std::vector<sheets::Input> inputs;
    std::optional<chess::Position> start;
    for (const SheetFile& file : command.files) {
        const auto text = contents(file.path, err);
        if (!text) return exit_code::bad_input;
        inputs.push_back({file.path, sheets::read_sheet(*text), file.choice});
        const auto own = start_of(inputs.back().sheet, file.path, err);
        if (!own) return exit_code::bad_input;
        if (!start) start = own;
    }
    std::optional<sheets::Report> report;
    if (command.record.empty()) {
        report = sheets::reconcile_alone(*start, inputs);
    } else {
        const auto record = first_game(command.record, err);
        if (!record) return exit_code::bad_input;
        report = sheets::reconcile(*record, inputs);
    }
    return print(command.json ? json_of(*report) + "\n" : sheets::text(*report), out,
                 exit_code::ok);
}

int write(const Command& command, std::FILE* out, std::FILE* err) {
    const auto text = contents(command.files[0].path, err);
    if (!text) return exit_code::bad_input;
    chess::PgnReader reader(*text);
    bool first = true;
    int code = exit_code::ok;
    const auto language = command.language.value_or(chess::Language::english);
    while (const auto game = reader.next()) {
        if (!*game) {
            std::fprintf(err, "arbiterd: %s: %s\n", command.files[0].path.c_str(),
                         game->error().what.c_str());
            code = exit_code::bad_input;
            continue;
        }
        std::vector<chess::Move> moves;
        for (const chess::PgnMove& move : (*game)->moves) moves.push_back(move.move);
        std::string sheet = first ? "" : "\n";
        for (const char* tag : {"White", "Black"})
            if (!(*game)->tag(tag).empty())
                sheet += std::string(tag) + ": " + std::string((*game)->tag(tag)) + "\n";
        sheet += rows((*game)->start, moves, [&](const chess::Position& position, std::size_t at) {
            return chess::write_move(position, moves[at], *command.form, language);
        });
        if ((*game)->result != chess::PgnResult::unknown)
            sheet += std::string(chess::text((*game)->result)) + "\n";
        if (print(sheet, out, exit_code::ok) != exit_code::ok) return exit_code::commit_failed;
        first = false;
    }
    return code;
}

}  // namespace

cli::Command sheets_command() {
    using cli::Kind;
    const cli::Option language{
        .name = "language", .value = "LANGUAGE",
        .help = "english, german, french, spanish, dutch, italian, russian or figurine; auto "
                "tries all (read, compare)",
        .choices = {"auto", "english", "german", "french", "spanish", "dutch", "italian",
                    "russian", "figurine"}};
    const cli::Option notation{.name = "notation", .value = "NOTATION",
                               .help = "algebraic, iccf or descriptive; auto tries all",
                               .choices = {"auto", "algebraic", "iccf", "descriptive"}};
    const cli::Argument sheet{.name = "SHEET", .kind = Kind::file};
    const cli::Argument game{.name = "GAME.pgn", .kind = Kind::file};
    return {
        .name = "sheets",
        .summary = "read, compare and write scoresheets",
        .text = "Scoresheets as text files (docs/scoresheets.md). The exit code is 0, 65 when a "
                "file cannot be read as what it should be, and 2 for a command line that is not "
                "understood.",
        .commands =
            {{.name = "read",
              .summary = "the moves in SAN; where reading stops, line and column and why",
              .arguments = {sheet},
              .options = {language, notation}},
             {.name = "compare",
              .summary = "what each sheet proves of the game of a PGN file, and where they part; "
                         "without --record the sheets against each other. Language and notation "
                         "count for the sheets that follow",
              .arguments = {{.name = "SHEET", .kind = Kind::file, .repeated = true}},
              .options = {{.name = "record", .kind = Kind::file, .value = "GAME.pgn",
                           .help = "the game they are held against"},
                          language, notation,
                          {.name = "json", .kind = Kind::flag,
                           .help = "by schemas/sheets/comparison.json"}}},
             {.name = "write",
              .summary = "the games of a PGN file as scoresheets",
              .arguments = {game},
              .options = {{.name = "form", .value = "FORM",
                           .help = "laws (Appendix C), figurine, long, iccf or san",
                           .choices = {"laws", "figurine", "long", "iccf", "san"},
                           .required = true},
                          language}}},
        .run = [](const std::vector<std::string>& args) {
            const std::vector<std::string_view> views(args.begin(), args.end());
            return run_sheets(views, stdout, stderr);
        }};
}

int run_sheets(std::span<const std::string_view> args, std::FILE* out, std::FILE* err) {
    const auto asks_help = [](std::string_view arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) return print(help(), out, exit_code::ok);
    const auto command = parse(args);
    if (!command) {
        std::fputs(help().c_str(), err);
        return exit_code::usage;
    }
    if (command->what == "read") return read(*command, out, err);
    if (command->what == "compare") return compare(*command, out, err);
    return write(*command, out, err);
}

}  // namespace flagfall::rules
