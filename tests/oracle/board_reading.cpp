#include "tests/oracle/board_reading.hpp"

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::oracle {
namespace {

using chess::Kind;
using chess::Position;

constexpr chess::Bitboard dark_squares = 0xAA55AA55AA55AA55;

bool on_one_colour(chess::Bitboard men) {
    return (men & dark_squares) == 0 || (men & ~dark_squares) == 0;
}

// Marks after a move that do not help to identify the move.
std::string_view without_marks(std::string_view text) {
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != text.npos)
        text.remove_suffix(1);
    return text;
}

}  // namespace

Reading read(const Position& position, std::string_view text) {
    const auto move = chess::parse_san(position, text);
    if (move) return {Meaning::legal, *move};
    const std::string queen = std::string(without_marks(text)) + "=Q";
    const auto promoted = chess::parse_san(position, queen);
    if (promoted && promoted->is_promotion()) return {Meaning::unpromoted, *promoted};
    if (move.error() == chess::TextError::illegal) return {Meaning::illegal, {}};
    return {Meaning::unreadable, {}};
}

bool cannot_mate_by_material(const Position& position, Side side) {
    const Side them = other(side);
    const auto count = [&](Side whose, Kind kind) {
        return chess::count(position.pieces(whose, kind));
    };
    if (count(side, Kind::pawn) + count(side, Kind::rook) + count(side, Kind::queen) > 0)
        return false;
    const int knights = count(side, Kind::knight);
    const int bishops = count(side, Kind::bishop);
    if (knights + bishops == 0) return true;
    if (knights > 0 && bishops > 0) return false;
    if (knights > 0) {
        // A single knight needs a man of the other side to block its king; a queen never can.
        const int helpers = count(them, Kind::pawn) + count(them, Kind::rook) +
                            count(them, Kind::bishop) + count(them, Kind::knight);
        return knights == 1 && helpers == 0;
    }
    // Bishops of one colour need a man that can stand on the other colour and stay there.
    const chess::Bitboard all = position.pieces(Kind::bishop);
    return on_one_colour(all) && count(them, Kind::knight) + count(them, Kind::pawn) == 0;
}

Ending ending_on_board(const Position& position) {
    switch (chess::ending(position)) {
        case chess::Ending::checkmate: return Ending::checkmate;
        case chess::Ending::stalemate: return Ending::stalemate;
        case chess::Ending::none: break;
    }
    const bool dead = cannot_mate_by_material(position, Side::white) &&
                      cannot_mate_by_material(position, Side::black);
    return dead ? Ending::dead_position : Ending::none;
}

bool line_mates(const Position& position, Side winner, std::string_view line) {
    Position now = position;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        const auto move = chess::parse_uci(now, line.substr(0, end));
        if (!move) return false;
        now = chess::after(now, *move);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return now.side_to_move() == other(winner) && chess::ending(now) == chess::Ending::checkmate;
}

std::string wrong_verdict(const Position& position, Side winner, std::string_view verdict,
                          std::string_view line, bool deep) {
    if (verdict == "winnable")
        return line_mates(position, winner, line) ? "" : "the line does not mate";
    if (!line.empty()) return "a line, but no mate is promised";
    const bool certain = cannot_mate_by_material(position, winner);
    if (verdict == "undetermined")
        return certain ? "undetermined, but the material shows that no mate is possible" : "";
    if (verdict != "unwinnable") return "no verdict is called so";
    if (certain || !deep) return "";
    const mate::Analysis answer = mate::can_mate(position, winner, {4'000'000});
    return answer.verdict == mate::Verdict::winnable ? "unwinnable, but there is a mate" : "";
}

}  // namespace flagfall::oracle
