// The answer as text for people.
#include <array>
#include <string_view>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/mate/certificate.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Position;

std::string say(Side side) { return side == Side::white ? "White" : "Black"; }

std::string list(Bitboard set) {
    FF_CHECK(set != 0);
    std::string text;
    for (const chess::Square square : chess::squares(set))
        text += (text.empty() ? "" : ", ") + chess::square_name(square);
    return text;
}

// "1. e4 e5 2. Qh5", numbered from 1, as the line is not part of a game.
std::string in_san(Position position, const std::vector<chess::Move>& line) {
    std::string text;
    int number = 1;
    bool first = true;
    for (const chess::Move move : line) {
        const bool white = position.side_to_move() == Side::white;
        FF_CHECK(chess::is_legal(position, move));
        if (!first) text += ' ';
        if (white || first) text += std::to_string(number) + (white ? ". " : "... ");
        if (!white) ++number;
        first = false;
        const auto [san, next] = chess::san_and_after(position, move);
        text += san.view();
        position = next;
    }
    return text;
}

// "the pawns a4, c4 and the bishop b1 of White"
std::string fixed_men(const Wall& wall, Side side) {
    std::string text;
    for (const Kind kind : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen,
                            Kind::king}) {
        const Bitboard men = wall.fixed[side][index(kind)];
        if (men == 0) continue;
        if (!text.empty()) text += "; ";
        text += std::string(chess::name(kind)) + (chess::several(men) ? "s " : " ") + list(men);
    }
    return text.empty() ? "none" : text;
}

std::string loose_men(const Wall& wall, Side side) {
    std::string text;
    for (const Kind kind : {Kind::king, Kind::queen, Kind::rook, Kind::bishop, Kind::knight,
                            Kind::pawn}) {
        const Bitboard squares = wall.reach[side][index(kind)];
        if (squares == 0) continue;
        const bool more = kind != Kind::king && wall.most[side][index(kind)] > 1;
        text += ' ' + say(side) + "'s " + std::string(chess::name(kind)) + (more ? "s" : "") +
                " can only ever stand on " + list(squares) + '.';
    }
    return text;
}

std::string explain_wall(const Wall& wall) {
    const Side winner = wall.winner;
    const Side loser = other(winner);
    for (const Side side : {winner, loser})
        FF_CHECK((wall.fixed[side][index(Kind::king)] | wall.reach[side][index(Kind::king)]) != 0);
    std::string text = "These men block each other or are guarded, and can never move or be "
                       "captured, whatever is played. White: " +
                       fixed_men(wall, Side::white) + ". Black: " +
                       fixed_men(wall, Side::black) + '.';
    for (const Side side : {Side::white, Side::black})
        for (const chess::Square pawn : chess::squares(wall.locked[side]))
            text += ' ' + say(side) + "'s pawn on " + chess::square_name(pawn) +
                    " cannot pass the pawn before it, as long as it stands.";
    for (const Side side : {winner, loser}) text += loose_men(wall, side);
    return text + " Wherever " + say(loser) + "'s king can go, " + say(winner) +
           " either cannot give check or leaves him a flight square. So there is no mate.";
}

std::string explain_material(const Position& position, Side winner) {
    const std::string_view lemma = material_lemma(position, winner);
    FF_CHECK(!lemma.empty());
    FF_CHECK(position.pieces(winner, Kind::queen) == 0);
    if (lemma == "bare king") return say(winner) + " has only a king.";
    const Side loser = other(winner);
    const bool knight = lemma == "king and knight";
    std::string text = say(winner) + (knight ? " has only a king and a knight, "
                                             : " has besides the king only bishops on squares of "
                                               "one colour, ");
    if (!chess::several(position.pieces(loser)))
        return text + say(loser) + " only a king: he always has a flight.";
    text += "and " + say(loser) + " nothing that would stay in its king's way: ";
    return text + (knight ? "a queen who blocks a flight can take the knight."
                          : "a man who blocks a flight can take the bishop or step between.");
}

// The result of a move from the only listed position.
std::string outcome(const Position& next, Side winner) {
    switch (chess::ending(next)) {
        case chess::Ending::stalemate: return "is stalemate";
        case chess::Ending::checkmate:
            FF_CHECK(next.side_to_move() == winner);
            return "is checkmate by " + say(other(winner));
        case chess::Ending::none: break;
    }
    if (!cannot_mate_by_material(next, winner)) return "leads behind a wall that nobody breaks";
    const bool bare = material_lemma(next, winner) == "bare king";
    return bare ? "leaves " + say(winner) + " only a king"
                : "leaves " + say(winner) + " too little to mate with";
}

// Every move ends it: each is described.
std::string explain_at_once(const Position& position, Side winner) {
    const chess::MoveList moves = chess::legal_moves(position);
    FF_CHECK(!moves.empty());
    std::string text =
        moves.size() == 1 ? "There is only one legal move: " : "Whatever is played: ";
    bool first = true;
    for (const chess::Move move : moves) {
        if (!first) text += "; ";
        first = false;
        const auto [san, next] = chess::san_and_after(position, move);
        text += std::string(san.view()) + ' ' + outcome(next, winner);
    }
    return text + '.';
}

std::string explain_closed(const Position& position, const Analysis& answer, Side winner) {
    const auto& [positions, walls] = answer.proof;
    FF_CHECK(answer.method == "closed set");
    FF_CHECK(!positions.empty());
    if (positions.size() == 1) return explain_at_once(position, winner);
    std::string text = "All series of legal moves were followed to their end: they pass through " +
                       std::to_string(positions.size()) + " positions, and none of them is "
                       "checkmate by " + say(winner) + ". Play goes round among these, or ends in "
                       "stalemate, in checkmate by " + say(other(winner)) +
                       ", or with men who cannot mate";
    text += walls.empty() ? "." : ", or behind a wall that nobody breaks.";
    if (!walls.empty()) text += " The first of these walls: " + explain_wall(walls.front());
    return text;
}

}  // namespace

std::string explain(const Position& position, Side winner, const Analysis& answer) {
    const std::string who = say(winner);
    FF_CHECK(!answer.method.empty());
    FF_CHECK(answer.verdict == Verdict::winnable || answer.line.empty());
    if (answer.verdict == Verdict::undetermined)
        return "It was not found out whether " + who + " can still mate: neither a line that mates "
               "nor a proof that there is none turned up among the " +
               std::to_string(answer.nodes) +
               " positions that were looked at. The arbiter decides.";
    if (answer.verdict == Verdict::winnable) {
        if (answer.line.empty()) return who + " has given checkmate.";
        return who + " can mate, both sides helping: " + in_san(position, answer.line) + '.';
    }
    const std::string text = who + " cannot mate by any series of legal moves. ";
    if (answer.method == "stalemate") return text + "The position is stalemate: the game is over.";
    if (answer.method == "other side's mate")
        return text + say(other(winner)) + " has given checkmate: the game is over.";
    FF_CHECK(answer.method == "bare material" || !answer.proof.positions.empty() ||
             !answer.proof.walls.empty());
    if (answer.method == "bare material")
        return text + explain_material(position, winner);
    FF_CHECK(answer.method != "wall" || answer.proof.walls.size() == 1);
    if (answer.method == "wall") return text + explain_wall(answer.proof.walls.front());
    return text + explain_closed(position, answer, winner);
}

}  // namespace flagfall::mate
