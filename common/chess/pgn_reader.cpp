#include "common/base/number.hpp"
#include "common/chess/pgn.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/pgn_scan.hpp"
#include "common/chess/pgn_text.hpp"

namespace flagfall::chess {

namespace {

using TokenKind = PgnToken::Kind;

struct Sign {
    std::string_view text;
    std::uint8_t nag;
};

// Signs that people write instead of $-numbers, as separate words or after a move.
constexpr std::array signs = std::to_array<Sign>({
    {"!", 1},
    {"?", 2},
    {"!!", 3},
    {"??", 4},
    {"!?", 5},
    {"?!", 6},
    {"=", 10},
    {"+=", 14},
    {"+/=", 14},
    {"=+", 15},
    {"=/+", 15},
    {"+/-", 16},
    {"-/+", 17},
    {"+-", 18},
    {"-+", 19},
    {"N", 146},
});

std::uint8_t nag_of(std::string_view text) {
    const auto* const found = std::ranges::find(signs, text, &Sign::text);
    return found == signs.end() ? std::uint8_t{0} : found->nag;
}

PgnFault fault_of(TextError error) {
    switch (error) {
        case TextError::illegal: return PgnFault::illegal_move;
        case TextError::ambiguous: return PgnFault::ambiguous_move;
        case TextError::malformed: break;
    }
    return PgnFault::malformed_move;
}

PgnResult result_of(std::string_view token) {
    if (token == "1-0") return PgnResult::white_wins;
    if (token == "0-1") return PgnResult::black_wins;
    if (token.starts_with("1/2") || token.starts_with("\xC2\xBD")) return PgnResult::draw;
    return PgnResult::unknown;
}

// A text shortened and made safe for a message.
std::string shown(std::string_view word) {
    std::string out;
    append_utf8(out, word.substr(0, 40));
    std::ranges::replace_if(
        out, [](char c) { return c >= 0 && c < ' '; }, ' ');
    return out;
}

}  // namespace

// Reads one game; each game has its own reader.
class PgnGameReader {
public:
    PgnGameReader(PgnReader& reader, PgnGame& game)
        : reader_(reader), game_(game), scan_(reader.text_, reader.at_) {}

    PgnReader::Read run() {
        game_.clear();
        const bool good = tags() && start() && moves();
        if (good && !begun_) return PgnReader::Read::end;
        if (good) trailing_comments();
        game_.comment = std::move(before_.comment);
        if (!good) skip_game();
        FF_CHECK(scan_.at() > reader_.at_);  // otherwise the same game would be read for ever
        reader_.at_ = scan_.at();
        FF_CHECK(reader_.at_ <= reader_.text_.size());
        FF_CHECK(game_.tags.size() <= reader_.limits_.tags);
        FF_CHECK(game_.moves.size() <= reader_.limits_.plies);
        return good ? PgnReader::Read::game : PgnReader::Read::error;
    }

private:
    bool tags() {
        for (token_ = scan_.next();
             token_.kind == TokenKind::tag || token_.kind == TokenKind::comment;
             token_ = scan_.next()) {
            begun_ = begun_ || token_.kind == TokenKind::tag;
            if (token_.kind == TokenKind::comment ? !comment() : !tag()) return false;
        }
        game_.result = result_of(game_.tag("Result"));
        begun_ = begun_ || token_.kind != TokenKind::end;
        return true;
    }

    bool tag() {
        const PgnRawTag raw = scan_.scan_tag();
        if (!raw.good) return fail(PgnFault::malformed_tag, raw.name);
        if (game_.tags.size() >= reader_.limits_.tags ||
            raw.name.size() > reader_.limits_.tag_bytes ||
            raw.value.size() > reader_.limits_.tag_bytes)
            return fail(PgnFault::limit_exceeded, raw.name.substr(0, 40));
        PgnTag& tag = game_.tags.emplace_back();
        tag.name = raw.name;
        read_tag_value(tag.value, raw.value);
        FF_CHECK(!tag.name.empty());
        return true;
    }

    bool start() {
        const std::string_view fen = game_.tag("SetUp") == "0" ? "" : game_.tag("FEN");
        const std::string_view named = game_.tag("Variant");
        if (fen.empty() && named.empty()) {
            position_ = game_.start;
            return true;
        }
        auto variant = variant_of(named);
        if (!variant) return fail(PgnFault::unsupported_variant, named);
        if (only_chess960(fen)) variant = Variant::chess960;
        static const std::string usual = chess::fen(start_position());
        const auto position = parse_position(fen.empty() ? usual : fen, *variant);
        if (!position) return fail(PgnFault::invalid_start, chess::text(position.error()));
        position_ = game_.start = *position;
        FF_CHECK(position_.variant() == *variant);
        return true;
    }

    // Reads from token_ to the end of the game.
    bool moves() {
        for (;; token_ = scan_.next()) {
            switch (token_.kind) {
                case TokenKind::end: return true;
                case TokenKind::tag: scan_.go_to(token_.offset); return true;
                case TokenKind::result: game_.result = result_of(token_.text); return true;
                case TokenKind::comment:
                    if (!comment()) return false;
                    break;
                case TokenKind::open_comment: return fail(PgnFault::unterminated_comment, "");
                case TokenKind::open:
                    if (!variation()) return false;
                    break;
                case TokenKind::close: return fail(PgnFault::unbalanced_variation, ")");
                case TokenKind::nag:
                    if (!nag()) return false;
                    break;
                case TokenKind::word:
                    if (!word()) return false;
                    break;
            }
        }
    }

    bool comment() {
        PgnMove& owner = game_.moves.empty() ? before_ : game_.moves.back();
        if (owner.comment.size() + token_.text.size() > reader_.limits_.comment_bytes)
            return fail(PgnFault::limit_exceeded, "comment");
        read_comment(owner, token_.text);
        return true;
    }

    bool variation() {
        const PgnToken opened = token_;
        FF_CHECK(opened.kind == TokenKind::open);
        for (int depth = 1; depth > 0;) {
            token_ = scan_.next();
            if (token_.kind == TokenKind::open) ++depth;
            if (token_.kind == TokenKind::close) --depth;
            if (token_.kind == TokenKind::open_comment)
                return fail(PgnFault::unterminated_comment, "");
            if (token_.kind != TokenKind::end && token_.kind != TokenKind::tag) continue;
            scan_.go_to(token_.offset);
            token_ = opened;
            return fail(PgnFault::unbalanced_variation, "(");
        }
        FF_CHECK(token_.kind == TokenKind::close);
        return true;
    }

    bool nag() {
        const auto value = whole_number(token_.text, 0U, 255U);
        if (!value) return fail(PgnFault::malformed_nag, token_.text);
        return add_nag(static_cast<std::uint8_t>(*value));
    }

    // Signs before the first move belong to no move.
    bool add_nag(std::uint8_t nag) {
        if (game_.moves.empty() || nag == 0) return true;
        auto& nags = game_.moves.back().nags;
        if (nags.size() >= reader_.limits_.tags) return fail(PgnFault::limit_exceeded, "NAGs");
        nags.push_back(nag);
        return true;
    }

    bool word() {
        std::string_view word = token_.text;
        const std::size_t size = word.find_last_not_of("!?") + 1;
        const std::string_view suffix = word.substr(size);
        word = word.substr(0, size);
        if (word.empty()) return add_nag(nag_of(suffix));
        const auto move = parse_san(position_, word);
        if (!move) return other_word(word, move.error());
        if (game_.moves.size() >= reader_.limits_.plies)
            return fail(PgnFault::limit_exceeded, "moves");
        game_.moves.emplace_back().move = *move;
        const Side mover = position_.side_to_move();
        FF_CHECK(position_.kind_at(move->from()) != Kind::none);
        position_ = after(position_, *move);
        FF_CHECK(position_.side_to_move() == other(mover));
        return suffix.empty() || add_nag(nag_of(suffix));
    }

    // A word that is no move here: a sign, "e.p." after a move, or an error.
    bool other_word(std::string_view word, TextError error) {
        if (const std::uint8_t nag = nag_of(word); nag != 0) return add_nag(nag);
        const bool passing = !game_.moves.empty() && game_.moves.back().move.is_en_passant();
        if (passing && (word == "e.p." || word == "ep" || word == "e.p.+" || word == "e.p"))
            return true;
        return fail(fault_of(error), token_.text);
    }

    // The comments between the result and the next game.
    void trailing_comments() {
        if (token_.kind != TokenKind::result) return;
        for (std::size_t end = scan_.at();; end = scan_.at()) {
            token_ = scan_.next();
            if (token_.kind == TokenKind::comment && comment()) continue;
            scan_.go_to(end);
            return;
        }
    }

    // After an error: skips to the result, or to the tags of the next game.
    void skip_game() {
        bool in_moves = !reading_tags();
        for (;;) {
            const PgnToken token = scan_.next();
            if (token.kind == TokenKind::end || token.kind == TokenKind::result) return;
            if (token.kind == TokenKind::tag && in_moves) {
                scan_.go_to(token.offset);
                return;
            }
            if (token.kind == TokenKind::tag) scan_.scan_tag();
            in_moves =
                in_moves || (token.kind != TokenKind::tag && token.kind != TokenKind::comment);
        }
    }
    bool reading_tags() const { return token_.kind == TokenKind::tag && game_.moves.empty(); }

    bool fail(PgnFault fault, std::string_view about) {
        PgnError& error = reader_.error_;
        error.fault = fault;
        locate(token_.offset);
        error.ply = reading_tags() ? 0 : game_.moves.size() + 1;
        error.what = name(fault);
        if (!about.empty()) error.what += ": " + shown(about);
        FF_CHECK(error.line >= 1);
        FF_CHECK(error.column >= 1);
        FF_CHECK(!error.what.empty());
        return false;
    }

    void locate(std::size_t offset) {
        FF_CHECK(offset <= reader_.text_.size());
        FF_CHECK(reader_.line_start_ <= reader_.counted_);
        for (; reader_.counted_ < offset; ++reader_.counted_) {
            if (reader_.text_[reader_.counted_] != '\n') continue;
            ++reader_.lines_;
            reader_.line_start_ = reader_.counted_ + 1;
        }
        reader_.error_.line = reader_.lines_;
        reader_.error_.column =
            offset >= reader_.line_start_ ? offset - reader_.line_start_ + 1 : 1;
    }

    PgnReader& reader_;
    PgnGame& game_;
    PgnScanner scan_;
    PgnToken token_;
    // Collects comments before the first move. Times in them belong to no move and stay text, as
    // if the move already had them.
    PgnMove before_{.move = {}, .comment = {}, .nags = {}, .clk_ms = 0, .emt_ms = 0};
    Position position_ = start_position();
    bool begun_ = false;
};

PgnReader::PgnReader(std::string_view text, PgnLimits limits) : text_(text), limits_(limits) {}

PgnReader::Read PgnReader::read_into(PgnGame& game) { return PgnGameReader(*this, game).run(); }

std::optional<std::expected<PgnGame, PgnError>> PgnReader::next() {
    PgnGame game;
    switch (read_into(game)) {
        case Read::end: return {};
        case Read::error: return std::unexpected(error_);
        case Read::game: break;
    }
    return game;
}

std::string_view PgnGame::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    return found == tags.end() ? std::string_view{} : std::string_view{found->value};
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    if (found == tags.end())
        tags.push_back({std::string(name), std::string(value)});
    else
        found->value = value;
}

void PgnGame::clear() {
    tags.clear();
    start = start_position();
    comment.clear();
    moves.clear();
    result = PgnResult::unknown;
}

std::string_view text(PgnResult result) {
    switch (result) {
        case PgnResult::white_wins: return "1-0";
        case PgnResult::black_wins: return "0-1";
        case PgnResult::draw: return "1/2-1/2";
        case PgnResult::unknown: break;
    }
    return "*";
}

std::string_view name(PgnFault fault) {
    switch (fault) {
        case PgnFault::malformed_tag: return "malformed tag";
        case PgnFault::invalid_start: return "invalid start position";
        case PgnFault::unsupported_variant: return "unsupported variant";
        case PgnFault::malformed_move: return "malformed move";
        case PgnFault::illegal_move: return "illegal move";
        case PgnFault::ambiguous_move: return "ambiguous move";
        case PgnFault::malformed_nag: return "malformed NAG";
        case PgnFault::unterminated_comment: return "unterminated comment";
        case PgnFault::unbalanced_variation: return "unbalanced variation";
        case PgnFault::limit_exceeded: return "limit exceeded";
    }
    return "unknown fault";
}

}  // namespace flagfall::chess
