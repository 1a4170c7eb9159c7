#include "tests/mate/judge.hpp"

#include <atomic>
#include <cstdio>

#include "common/chess/movegen.hpp"

namespace flagfall::judge {

namespace {

using chess::Kind;
using chess::Position;
using mate::Verdict;

constexpr unsigned tell_at_most = 20;
std::atomic<unsigned> told{0};

void tell(const Position& position, const std::string& what) {
    if (told++ < tell_at_most)
        std::printf("FAILED  %s  %s\n", chess::fen(position).c_str(), what.c_str());
}

Verdict verdict_of(bool winnable) { return winnable ? Verdict::winnable : Verdict::unwinnable; }

// With these men a position can be dead by material alone, even after a stalemate.
bool only_minor_pieces(const Position& position) {
    return (position.pieces(Kind::pawn) | position.pieces(Kind::rook) |
            position.pieces(Kind::queen)) == 0;
}

}  // namespace

bool gives_mate(Position position, Side winner, const std::vector<chess::Move>& line) {
    for (const chess::Move move : line) {
        if (!chess::is_legal(position, move)) return false;
        position = chess::after(position, move);
    }
    return chess::ending(position) == chess::Ending::checkmate &&
           position.side_to_move() == other(winner);
}

void Counts::add(const Counts& more) {
    winnable += more.winnable;
    unwinnable += more.unwinnable;
    contradictions += more.contradictions;
    undetermined += more.undetermined;
    dead += more.dead;
    not_seen += more.not_seen;
}

std::string Counts::text() const {
    return std::to_string(winnable) + " winnable, " + std::to_string(unwinnable) +
           " unwinnable, " + std::to_string(contradictions) + " contradictions, " +
           std::to_string(undetermined) + " undetermined; dead: " + std::to_string(dead) +
           " seen, " + std::to_string(not_seen) + " not seen";
}

Verdict Judge::ask(const Position& position, Side winner, std::optional<bool> truth) {
    const mate::Analysis answer = mate::can_mate(position, winner);
    hold(position, winner, truth, answer);
    return answer.verdict;
}

void Judge::hold(const Position& position, Side winner, std::optional<bool> truth,
                 const mate::Analysis& answer) {
    const bool proven =
        answer.verdict == Verdict::winnable && gives_mate(position, winner, answer.line);
    if (answer.verdict == Verdict::winnable && !proven) {
        ++counts_.contradictions;
        return tell(position, std::string(flagfall::name(winner)) + ": its line does not mate");
    }
    if (proven && !truth) truth = true;
    if (!truth) return;
    ++(*truth ? counts_.winnable : counts_.unwinnable);
    if (answer.verdict == verdict_of(*truth)) return;
    ++(answer.verdict == Verdict::undetermined ? counts_.undetermined : counts_.contradictions);
    tell(position, std::string(flagfall::name(winner)) + ": truth " +
                       std::string(mate::name(verdict_of(*truth))) + ", but " +
                       std::string(mate::name(answer.verdict)) + " by " +
                       std::string(answer.method));
}

void Judge::ask_dead(const Position& position, const Truth& truth) {
    const bool said = mate::dead(position);
    const bool over = !chess::has_legal_move(position);
    const bool some = truth[Side::white].value_or(false) || truth[Side::black].value_or(false);
    const bool none = truth[Side::white] == false && truth[Side::black] == false;
    if (said && (some || (over && !only_minor_pieces(position)))) {
        ++counts_.contradictions;
        return tell(position, some ? "dead, but one side can mate" : "dead, but it is over");
    }
    if (said && none) ++counts_.dead;
    if (!said && none && !over) ++counts_.not_seen;
}

}  // namespace flagfall::judge
