// Reads FEN in its three dialects. Each field has its own function; all errors that can
// be found independently are reported together.
#include "common/chess/setup.hpp"

#include <charconv>

#include "common/base/ascii.hpp"
#include "common/base/check.hpp"

namespace flagfall::chess {
namespace {

constexpr std::array<std::string_view, setup_error_count> error_names{
    "malformed-board",      "malformed-side",    "malformed-castling",
    "malformed-en-passant", "malformed-counter", "missing-fields",
    "extra-fields",         "counter-out-of-range", "missing-king",
    "too-many-kings",       "too-many-pawns",    "too-many-pieces",
    "pawn-on-last-rank",    "side-not-to-move-in-check", "castling-rights",
    "en-passant"};

struct Fields {
    std::array<std::string_view, 6> text{};
    std::size_t count = 0;
    bool extra = false;  // more than six, or an empty one
};

Fields split(std::string_view fen) {
    Fields fields;
    while (true) {
        const std::size_t space = fen.find(' ');
        const std::string_view field = fen.substr(0, space);
        if (field.empty() || fields.count == fields.text.size()) {
            fields.extra = true;
            return fields;
        }
        fields.text[fields.count++] = field;
        if (space == std::string_view::npos) return fields;
        fen.remove_prefix(space + 1);
    }
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

Piece piece_from(char c) {
    const std::size_t kind = std::string_view("pnbrqk").find(lower(c));
    if (kind == std::string_view::npos) return {};
    return {is_upper(c) ? Side::white : Side::black, static_cast<Kind>(kind)};
}

// One rank, a-file first: exactly eight squares, no two numbers in a row.
bool read_rank(std::string_view text, int rank, Setup& setup) {
    FF_CHECK(rank >= 0);
    FF_CHECK(rank < 8);
    int file = 0;
    bool after_number = false;
    for (const char c : text) {
        const bool number = c >= '1' && c <= '8';
        if (number && after_number) return false;
        after_number = number;
        if (number) {
            file += c - '0';
            continue;
        }
        const Piece piece = piece_from(c);
        if (piece.empty() || file > 7) return false;
        setup.board[square_at(file++, rank)] = piece;
    }
    return file == 8;
}

SetupErrors read_board(std::string_view text, Setup& setup) {
    for (int rank = 7; rank >= 0; --rank) {
        const std::size_t slash = text.find('/');
        const bool last = slash == std::string_view::npos;
        if (last != (rank == 0) || !read_rank(text.substr(0, slash), rank, setup))
            return SetupError::malformed_board;
        text.remove_prefix(last ? text.size() : slash + 1);
    }
    FF_CHECK(text.empty());  // every character was used
    return {};
}

SetupErrors read_side(std::string_view text, Setup& setup) {
    if (text != "w" && text != "b") return SetupError::malformed_side;
    setup.side_to_move = text == "w" ? Side::white : Side::black;
    return {};
}

// The square of the outermost own rook on that wing of the king; no_square if there is none.
Square outermost_rook(const Setup& setup, Side side, Wing wing) {
    const int rank = rank_for(side, 0);
    const int step = wing == Wing::king_side ? -1 : 1;
    for (int file = wing == Wing::king_side ? 7 : 0; file >= 0 && file < 8; file += step) {
        const Square square = square_at(file, rank);
        const Piece piece = setup.board[square];
        if (piece == Piece{side, Kind::king}) return no_square;
        if (piece == Piece{side, Kind::rook}) return square;
    }
    return no_square;
}

// One castling letter: KQkq name the outermost rook (X-FEN), A-H and a-h a file.
SetupErrors read_right(char c, Setup& setup) {
    const Side side = is_upper(c) ? Side::white : Side::black;
    const char letter = lower(c);
    FF_CHECK(letter < 'A' || letter > 'Z');
    Square rook = no_square;
    if (letter == 'k' || letter == 'q')
        rook = outermost_rook(setup, side, letter == 'k' ? Wing::king_side : Wing::queen_side);
    else if (letter >= 'a' && letter <= 'h')
        rook = square_at(letter - 'a', rank_for(side, 0));
    else
        return SetupError::malformed_castling;
    if (rook == no_square) return SetupError::castling_rights;
    FF_CHECK(rook < no_square);
    FF_CHECK(rank_of(rook) == rank_for(side, 0));
    if (contains(setup.castling_rooks, rook)) return SetupError::malformed_castling;
    setup.castling_rooks |= bit(rook);
    return {};
}

SetupErrors read_castling(std::string_view text, Setup& setup) {
    FF_CHECK(!text.empty());
    SetupErrors errors;
    if (text == "-") return errors;
    for (const char c : text) errors.add(read_right(c, setup));
    return errors;
}

SetupErrors read_en_passant(std::string_view text, Setup& setup) {
    if (text == "-") return {};
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return SetupError::malformed_en_passant;
    setup.en_passant = square_at(text[0] - 'a', text[1] - '1');
    FF_CHECK(setup.en_passant < no_square);
    return {};
}

SetupErrors read_counter(std::string_view text, std::uint16_t& counter) {
    FF_CHECK(!text.empty());
    unsigned value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, value);
    if (problem == std::errc::invalid_argument || stopped != end)
        return SetupError::malformed_counter;
    if (problem != std::errc{} || value > counter_max) return SetupError::counter_out_of_range;
    counter = static_cast<std::uint16_t>(value);
    return {};
}

}  // namespace


std::vector<std::string_view> names(SetupErrors errors) {
    std::vector<std::string_view> result;
    for (std::size_t at = 0; at < setup_error_count; ++at)
        if (errors.has(static_cast<SetupError>(at))) result.push_back(error_names[at]);
    FF_CHECK(result.empty() != errors.any());  // each has a name
    return result;
}

std::string text(SetupErrors errors) {
    std::string joined;
    for (const std::string_view each : names(errors)) {
        if (!joined.empty()) joined += ", ";
        joined += each;
    }
    FF_CHECK(joined.empty() != errors.any());
    return joined;
}

std::expected<Setup, SetupErrors> parse_fen(std::string_view fen, Variant variant) {
    const Fields fields = split(fen);
    SetupErrors errors;
    if (fields.extra) errors.add(SetupError::extra_fields);
    if (fields.count < 4) errors.add(SetupError::missing_fields);
    if (errors.any()) return std::unexpected(errors);

    Setup setup;
    setup.variant = variant;
    const SetupErrors board = read_board(fields.text[0], setup);
    errors.add(board);
    errors.add(read_side(fields.text[1], setup));
    if (!board.any()) errors.add(read_castling(fields.text[2], setup));
    errors.add(read_en_passant(fields.text[3], setup));
    if (fields.count > 4) errors.add(read_counter(fields.text[4], setup.halfmove_clock));
    if (fields.count > 5) errors.add(read_counter(fields.text[5], setup.fullmove_number));
    if (setup.fullmove_number == 0) errors.add(SetupError::counter_out_of_range);
    if (errors.any()) return std::unexpected(errors);
    FF_CHECK(setup.en_passant <= no_square);
    FF_CHECK(setup.halfmove_clock <= counter_max);
    FF_CHECK(setup.fullmove_number >= 1);
    FF_CHECK(setup.fullmove_number <= counter_max);
    FF_CHECK((setup.castling_rooks & ~(rank_set(0) | rank_set(7))) == 0);
    return setup;
}

bool only_chess960(std::string_view fen) {
    const auto setup = parse_fen(fen, Variant::chess960);
    if (!setup) return false;
    const std::string_view rights = split(fen).text[2];
    for (const char c : rights)
        if (lower(c) >= 'a' && lower(c) <= 'h') return true;
    for (const Square rook : squares(setup->castling_rooks)) {
        const Square king = square_at(4, rank_of(rook));
        const bool corner = file_of(rook) == 0 || file_of(rook) == 7;
        if (!corner || setup->board[king].kind != Kind::king) return true;
    }
    return false;
}

}  // namespace flagfall::chess
