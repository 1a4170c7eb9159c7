#include "tests/mate/material.hpp"

#include <algorithm>
#include <utility>

namespace flagfall::universe {

namespace {

constexpr std::uint8_t nowhere = 255;

// The triangle a1-d1-d4, into which the white king of a board without pawns is turned.
struct Triangle {
    std::array<Square, 10> squares{};
    std::array<std::uint8_t, 64> number{};
    // How to turn each square into the triangle: xor of the square, then maybe the diagonal.
    std::array<std::uint8_t, 64> flip{};
    std::array<bool, 64> diagonal{};

    Triangle() {
        number.fill(nowhere);
        std::size_t count = 0;
        for (int file = 0; file < 4; ++file)
            for (int rank = 0; rank <= file; ++rank) {
                const Square square = chess::square_at(file, rank);
                squares[count] = square;
                number[square] = static_cast<std::uint8_t>(count++);
            }
        for (Square square = 0; square < 64; ++square) {
            const int file = chess::file_of(square);
            const int rank = chess::rank_of(square);
            flip[square] = static_cast<std::uint8_t>((file > 3 ? 7 : 0) | (rank > 3 ? 56 : 0));
            const int turned = square ^ flip[square];
            diagonal[square] = chess::rank_of(static_cast<Square>(turned)) >
                               chess::file_of(static_cast<Square>(turned));
        }
    }
};

const Triangle triangle;

bool on_diagonal(Square square) { return chess::file_of(square) == chess::rank_of(square); }

Square transposed(Square square) { return static_cast<Square>(square >> 3 | (square & 7) << 3); }

template <class Change>
Board each_square(Board board, Change change) {
    for (std::size_t i = 0; i < board.count; ++i) board.men[i].at = change(board.men[i].at);
    if (board.en_passant != chess::no_square) board.en_passant = change(board.en_passant);
    return board;
}

// Stronger men first; of equal men the one of White.
bool before(Man a, Man b) {
    if (a.side != b.side) return a.side == Side::white;
    return a.kind > b.kind;
}

bool wants_exchange(const Board& board) {
    if (board.count == 2) return false;
    if (board.count == 3) return board.men[2].side == Side::black;
    const Man a = board.men[2];
    const Man b = board.men[3];
    if (a.side == b.side) return a.side == Side::black;
    const Man white = a.side == Side::white ? a : b;
    const Man black = a.side == Side::white ? b : a;
    return black.kind > white.kind;
}

}  // namespace

bool Material::has_pawns() const {
    return (count > 0 && men[0].kind == Kind::pawn) || (count > 1 && men[1].kind == Kind::pawn);
}

bool Material::is_bare(Side side) const {
    return (count < 1 || men[0].side != side) && (count < 2 || men[1].side != side);
}

std::string Material::name() const {
    std::string white = "K";
    std::string black = "K";
    for (std::size_t i = 0; i < count; ++i)
        (men[i].side == Side::white ? white : black) += chess::letter(men[i].kind);
    return white + black;
}

std::size_t Material::key() const {
    if (count == 0) return 0;
    const std::size_t first = 1 + chess::index(men[0].kind);
    if (count == 1) return first;
    const std::size_t second = chess::index(men[1].kind);
    return 6 + first - 1 + 5 * second + (men[1].side == Side::black ? 25 : 0);
}

std::vector<Material> Material::next() const {
    std::vector<Material> list;
    Board board;
    board.count = static_cast<std::uint8_t>(2 + count);
    board.men[0] = {Side::white, Kind::king, 0};
    board.men[1] = {Side::black, Kind::king, 0};
    for (std::size_t i = 0; i < count; ++i) board.men[2 + i] = men[i];
    for (std::size_t i = 2; i < board.count; ++i) {
        Board less = board;
        less.remove(i);
        list.push_back(material_of(sorted(less).board));
        if (board.men[i].kind != Kind::pawn) continue;
        for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight}) {
            Board promoted = board;
            promoted.men[i].kind = kind;
            list.push_back(material_of(sorted(promoted).board));
        }
    }
    return list;
}

std::optional<Material> parse_material(std::string_view name) {
    Board board;
    board.count = 2;
    board.men[0] = {Side::white, Kind::king, 0};
    board.men[1] = {Side::black, Kind::king, 0};
    int kings = 0;
    for (const char c : name) {
        if (c == 'K') {
            ++kings;
            continue;
        }
        const std::size_t kind = std::string_view("PNBRQ").find(c);
        if (kind == std::string_view::npos || board.count == 4 || kings == 0) return {};
        board.men[board.count++] = {kings == 1 ? Side::white : Side::black,
                                    static_cast<Kind>(kind), 0};
    }
    if (kings != 2) return {};
    return material_of(sorted(board).board);
}

Board exchange_colours(Board board) {
    std::swap(board.men[0], board.men[1]);
    board.turn = other(board.turn);
    for (std::size_t i = 0; i < board.count; ++i) board.men[i].side = other(board.men[i].side);
    return each_square(board, [](Square s) { return static_cast<Square>(s ^ 56); });
}

Board mirror_files(Board board) {
    return each_square(board, [](Square s) { return static_cast<Square>(s ^ 7); });
}

Board mirror_diagonal(Board board) { return each_square(board, transposed); }

Sorted sorted(const Board& board) {
    Sorted result{board, wants_exchange(board)};
    if (result.exchanged) result.board = exchange_colours(board);
    auto& men = result.board.men;
    if (board.count == 4 && before(men[3], men[2])) std::swap(men[2], men[3]);
    return result;
}

Material material_of(const Board& board) {
    Material material;
    material.count = static_cast<std::uint8_t>(board.count - 2);
    for (std::size_t i = 0; i < material.count; ++i)
        material.men[i] = {board.men[2 + i].side, board.men[2 + i].kind, 0};
    return material;
}

Numbering::Numbering(const Material& material, unsigned files) : material_(material) {
    pawn_number_.fill(nowhere);
    for (Square square = 8; square < 56; ++square) {
        if ((files >> chess::file_of(square) & 1) == 0) continue;
        pawn_number_[square] = static_cast<std::uint8_t>(pawn_squares_.size());
        pawn_squares_.push_back(square);
    }
    for (std::size_t i = 0; i < material.count; ++i)
        choices_[i] = material.men[i].kind == Kind::pawn
                          ? static_cast<std::uint32_t>(pawn_squares_.size())
                          : 64;
    const std::uint32_t kings = (material.has_pawns() ? 64U : 10U) * 64U;
    size_ = kings * choices_[0] * choices_[1] * 2;
    strides_ = {128 * choices_[0] * choices_[1], 2 * choices_[0] * choices_[1], 2 * choices_[1], 2};
}

bool Numbering::covers(const Board& board) const {
    for (std::size_t i = 2; i < board.count; ++i)
        if (board.men[i].kind == Kind::pawn && pawn_number_[board.men[i].at] == nowhere)
            return false;
    return true;
}

std::uint32_t Numbering::raw(const Board& board) const {
    const bool pawns = material_.has_pawns();
    std::uint32_t number = pawns ? board.men[0].at : triangle.number[board.men[0].at];
    number = number * 64 + board.men[1].at;
    std::array<std::uint32_t, 2> places{};
    for (std::size_t i = 0; i < material_.count; ++i)
        places[i] = material_.men[i].kind == Kind::pawn ? pawn_number_[board.men[2 + i].at]
                                                        : board.men[2 + i].at;
    if (material_.twins() && places[0] > places[1]) std::swap(places[0], places[1]);
    number = (number * choices_[0] + places[0]) * choices_[1] + places[1];
    return number * 2 + (board.turn == Side::black ? 1 : 0);
}

std::uint32_t Numbering::number(const Board& board) const {
    if (material_.has_pawns()) return raw(board);
    const Square king = board.men[0].at;
    Board turned = board;
    for (std::size_t i = 0; i < board.count; ++i) {
        turned.men[i].at ^= triangle.flip[king];
        if (triangle.diagonal[king]) turned.men[i].at = transposed(turned.men[i].at);
    }
    if (!on_diagonal(turned.men[0].at)) return raw(turned);
    // The diagonal mirror does not move the white king: the black one decides.
    const Square other = turned.men[1].at;
    if (on_diagonal(other)) return std::min(raw(turned), raw(mirror_diagonal(turned)));
    const bool above = chess::rank_of(other) > chess::file_of(other);
    return raw(above ? mirror_diagonal(turned) : turned);
}

std::uint32_t Numbering::stride(const Board& board, std::size_t man) const {
    if (board.men[man].kind == Kind::pawn || (man >= 2 && material_.twins())) return 0;
    if (material_.has_pawns()) return strides_[man];
    if (man == 0) return 0;
    if (!on_diagonal(board.men[0].at)) return strides_[man];
    return man == 1 || on_diagonal(board.men[1].at) ? 0 : strides_[man];
}

Board Numbering::board(std::uint32_t number) const {
    Board board;
    board.count = static_cast<std::uint8_t>(2 + material_.count);
    board.turn = (number & 1) != 0 ? Side::black : Side::white;
    number /= 2;
    for (std::size_t i = 2; i-- > 0;) {
        const std::uint32_t place = number % choices_[i];
        number /= choices_[i];
        if (i >= material_.count) continue;
        board.men[2 + i] = material_.men[i];
        board.men[2 + i].at = material_.men[i].kind == Kind::pawn ? pawn_squares_[place]
                                                                  : static_cast<Square>(place);
    }
    board.men[1] = {Side::black, Kind::king, static_cast<Square>(number % 64)};
    number /= 64;
    board.men[0] = {Side::white, Kind::king,
                    material_.has_pawns() ? static_cast<Square>(number)
                                          : triangle.squares[number]};
    return board;
}

}  // namespace flagfall::universe
