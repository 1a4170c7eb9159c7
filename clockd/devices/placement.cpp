#include "clockd/devices/placement.hpp"

#include "common/chess/setup.hpp"

namespace flagfall::devices {

using namespace chess;

namespace {

Bitboard turned_set(Bitboard set) {
    Bitboard out = 0;
    for (const Square square : squares(set)) out |= bit(static_cast<Square>(63 - square));
    return out;
}

}  // namespace

Placement Placement::of(const Position& position) {
    Placement placement;
    for (std::size_t kind = 0; kind < placement.kinds_.size(); ++kind)
        placement.kinds_[kind] = position.pieces(static_cast<Kind>(kind));
    for (const Side side : {Side::white, Side::black})
        placement.sides_[side] = position.pieces(side);
    return placement;
}

std::expected<Placement, SetupErrors> Placement::from(std::string_view text) {
    if (text.find(' ') != text.npos) return std::unexpected(SetupErrors(SetupError::extra_fields));
    const auto setup = parse_fen(std::string(text) + " w - -", Variant::chess);
    if (!setup) return std::unexpected(setup.error());
    Placement placement;
    for (Square square = 0; square < no_square; ++square)
        placement.put(square, setup->board[square]);
    return placement;
}

Piece Placement::at(Square square) const {
    FF_CHECK(square < no_square);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        if (contains(kinds_[kind], square))
            return {contains(sides_[Side::white], square) ? Side::white : Side::black,
                    static_cast<Kind>(kind)};
    return {};
}

void Placement::put(Square square, Piece piece) {
    FF_CHECK(square < no_square);
    for (Bitboard& kind : kinds_) kind &= ~bit(square);
    for (Bitboard& side : sides_.values) side &= ~bit(square);
    if (piece.empty()) return;
    kinds_[index(piece.kind)] |= bit(square);
    sides_[piece.side] |= bit(square);
}

Placement Placement::turned() const {
    Placement out;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        out.kinds_[kind] = turned_set(kinds_[kind]);
    for (const Side side : {Side::white, Side::black}) out.sides_[side] = turned_set(sides_[side]);
    return out;
}

Bitboard differs(const Placement& a, const Placement& b) {
    Bitboard out = a.sides_[Side::white] ^ b.sides_[Side::white];
    out |= a.sides_[Side::black] ^ b.sides_[Side::black];
    for (std::size_t kind = 0; kind < a.kinds_.size(); ++kind)
        out |= a.kinds_[kind] ^ b.kinds_[kind];
    return out;
}

std::string text(const Placement& placement) {
    Setup setup;
    for (Square square = 0; square < no_square; ++square)
        setup.board[square] = placement.at(square);
    const std::string whole = fen(setup);
    return whole.substr(0, whole.find(' '));
}

std::string squares_of(chess::Bitboard set) {
    std::string out;
    for (const chess::Square square : chess::squares(set)) {
        if (!out.empty()) out += ' ';
        out += {static_cast<char>('a' + chess::file_of(square)),
                static_cast<char>('1' + chess::rank_of(square))};
    }
    return out;
}

}  // namespace flagfall::devices
