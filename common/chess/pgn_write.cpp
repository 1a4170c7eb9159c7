// Writing PGN in export format (PGN standard, section 8).
#include <algorithm>
#include <array>
#include <charconv>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/pgn.hpp"
#include "common/chess/pgn_text.hpp"

namespace flagfall::chess {

namespace {

constexpr std::size_t columns = 80;

struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};
constexpr std::array roster = std::to_array<RosterTag>({
    {"Event", "?"},
    {"Site", "?"},
    {"Date", "????.??.??"},
    {"Round", "?"},
    {"White", "?"},
    {"Black", "?"},
});

bool is_blank(char c) { return c >= 0 && c <= ' '; }

// The form that readers accept as the name of a tag: a letter, then letters, digits, underscores.
bool is_tag_name(std::string_view name) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

void append_tag(std::string& out, std::string_view name, std::string_view value) {
    FF_CHECK(is_tag_name(name));
    out += '[';
    out += name;
    out += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += is_blank(c) ? ' ' : c;
    }
    out += "\"]\n";
}

// Tags with their own place or value.
bool is_special(std::string_view name) {
    return name == "Result" || name == "SetUp" || name == "FEN" || name == "Variant" ||
           std::ranges::find(roster, name, &RosterTag::name) != roster.end();
}

// The Variant tag that reads back as the variant of the game; empty if none is needed.
std::string_view variant_tag(const PgnGame& game) {
    const std::string_view tag = game.tag("Variant");
    const bool fits = variant_of(tag) == game.start.variant();
    if (game.start.variant() == Variant::chess960) return fits ? tag : "Chess960";
    return fits ? tag : "";
}

void append_tags(std::string& out, const PgnGame& game) {
    for (const RosterTag& each : roster) {
        const std::string_view value = game.tag(each.name);
        append_tag(out, each.name, value.empty() ? each.unknown : value);
    }
    append_tag(out, "Result", text(game.result));

    std::vector<std::pair<std::string_view, std::string_view>> others;
    for (const PgnTag& tag : game.tags)
        if (is_tag_name(tag.name) && !is_special(tag.name))
            others.emplace_back(tag.name, tag.value);
    std::string start;
    if (game.start != start_position()) {
        start = fen(game.start);
        others.emplace_back("FEN", start);
        others.emplace_back("SetUp", "1");
    }
    if (const std::string_view variant = variant_tag(game); !variant.empty())
        others.emplace_back("Variant", variant);
    std::ranges::stable_sort(others, {}, [](const auto& tag) { return tag.first; });
    for (const auto& [name, value] : others) append_tag(out, name, value);
    out += '\n';
}

// Breaks words into lines.
class Lines {
public:
    explicit Lines(std::string& out) : out_(out), line_(out.size()) {}

    void word(std::string_view word) {
        FF_CHECK(!word.empty());
        FF_CHECK(out_.size() >= line_);
        const std::size_t used = out_.size() - line_;
        // A % at the start of a line would hide the line.
        if (used != 0 && (used + 1 + word.size() <= columns || word.front() == '%')) {
            out_ += ' ';
        } else if (used != 0) {
            out_ += '\n';
            line_ = out_.size();
        }
        out_ += word;
    }

    void number(unsigned value, std::string_view dots) {
        FF_CHECK(dots.size() <= 6);  // after ten digits
        std::array<char, 16> buffer{};
        char* end = std::to_chars(buffer.data(), buffer.data() + 10, value).ptr;
        for (const char dot : dots) *end++ = dot;
        FF_CHECK(end > buffer.data());
        FF_CHECK(end <= buffer.data() + buffer.size());
        word({buffer.data(), end});
    }

    // Words of a comment, broken at blanks, but not inside of [%commands].
    void words(std::string_view text) {
        std::size_t begin = 0;
        bool command = false;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            if (at < text.size() && !is_blank(text[at])) {
                if (text.substr(at, 2) == "[%")
                    command = text.substr(at, longest_command).contains(']');
                if (text[at] == ']') command = false;
                continue;
            }
            if (command && at < text.size()) continue;
            if (at > begin) word(text.substr(begin, at - begin));
            begin = at + 1;
        }
    }

private:
    static constexpr std::size_t longest_command = 40;

    std::string& out_;
    std::size_t line_;
};

bool has_comment(const PgnMove& move) {
    return move.clk_ms || move.emt_ms || !move.comment.empty();
}

// The braces and what is between them; `scratch` is reused.
void append_comment(Lines& lines, std::string& scratch, const PgnMove& move) {
    scratch = "{";
    const auto time = [&scratch](std::string_view name, std::optional<std::int64_t> ms) {
        if (!ms) return;
        if (scratch.size() > 1) scratch += ' ';
        scratch += "[%";
        scratch += name;
        scratch += ' ';
        append_clock(scratch, *ms);
        scratch += ']';
    };
    time("clk", move.clk_ms);
    time("emt", move.emt_ms);
    if (move.comment.empty() && !(move.clk_ms && move.emt_ms)) {
        scratch += '}';
        return lines.word(scratch);
    }
    if (scratch.size() > 1 && !move.comment.empty()) scratch += ' ';
    const std::size_t from = scratch.size();
    scratch += move.comment;
    // A closing brace inside a comment has no escape.
    std::replace(scratch.begin() + static_cast<std::ptrdiff_t>(from), scratch.end(), '}', ')');
    scratch += '}';
    FF_CHECK(scratch.find('}') == scratch.size() - 1);  // otherwise the rest would be read as moves
    lines.words(scratch);
}

void append_moves(std::string& out, const PgnGame& game) {
    Lines lines(out);
    std::string scratch;
    if (!game.comment.empty()) {
        PgnMove before;
        before.comment = game.comment;
        append_comment(lines, scratch, before);
    }
    Position position = game.start;
    bool numbered = false;
    for (const PgnMove& move : game.moves) {
        FF_CHECK(is_legal(position, move.move));
        const bool white = position.side_to_move() == Side::white;
        if (white || !numbered) lines.number(position.fullmove_number(), white ? "." : "...");
        const SanAndPosition made = san_and_after(position, move.move);
        FF_CHECK(made.position.fullmove_number() >= position.fullmove_number());
        lines.word(made.text);
        position = made.position;
        std::array<char, 8> nag{'$'};
        for (const std::uint8_t value : move.nags)
            lines.word({nag.data(), std::to_chars(nag.data() + 1, nag.data() + 8, value).ptr});
        numbered = !has_comment(move);
        if (!numbered) append_comment(lines, scratch, move);
    }
    lines.word(text(game.result));
    out += "\n\n";
}

}  // namespace

PgnGame moves_only(const PgnGame& game) {
    PgnGame bare;
    bare.start = game.start;
    for (const PgnMove& each : game.moves) bare.moves.emplace_back().move = each.move;
    FF_CHECK(bare.moves.size() == game.moves.size());
    return bare;
}

void append_pgn(std::string& out, const PgnGame& game) {
    append_tags(out, game);
    append_moves(out, game);
}

std::string write_pgn(const PgnGame& game) {
    std::string out;
    append_pgn(out, game);
    return out;
}

}  // namespace flagfall::chess
