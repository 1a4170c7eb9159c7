#include "arbiterd/game/laws/after_the_fact.hpp"

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

class Checks {
public:
    Checks(const Draft& draft, const std::vector<chess::Move>& moves)
        : draft_(draft), history_(draft.game().history.at(0)), total_(moves.size()) {
        look();
        for (const chess::Move move : moves) {
            compare_touched(move);
            history_.play(move);
            look();
        }
        judge_end();
        compare_counts();
    }
    std::vector<AfterFact> take() { return std::move(found_); }

private:
    bool at_end() const {
        FF_CHECK(history_.ply() <= total_);
        return history_.ply() == total_;
    }
    std::string ply() const {
        return std::to_string(draft_.game().base.count + history_.ply());
    }
    bool is_result(const Score& score) const {
        return draft_.live().result && draft_.live().result->score == score;
    }

    void add(std::string_view name, std::string_view article, std::string text, bool matters) {
        FF_CHECK(!article.empty());
        FF_CHECK(!text.empty());
        found_.push_back({std::string(name),
                          std::string(own_article(draft_.profile(), article)), std::move(text),
                          matters,
                          {fact("ply", ply()), fact("fen", chess::fen(history_.current()))}});
    }

    // A player who was bound to a touched piece (4.3) and played another move, by the record before
    // the moves were entered.
    void compare_touched(chess::Move move) {
        const chess::Position& now = history_.current();
        const std::optional<Bound> bound = broken_by(draft_.game().live, now, move);
        const Ply made{draft_.game().base.count + static_cast<std::uint32_t>(history_.ply()) + 1};
        if (!bound || bound->ply != made) return;
        const std::string played = chess::san(now, move);
        add("touch_not_kept", bound->article,
            sentence({say(now.side_to_move()), " played ", played, " at ply ",
                      std::to_string(made.count), ", but was bound to another move (", bound->moves,
                      ")."}),
            true);
    }

    void ends(std::string_view name, std::string_view article, std::string_view says,
              const Score& score) {
        if (ended_) return;
        ended_ = true;
        add(name, article,
            sentence({says, " after ply ", ply(), at_end() ? "" : ", and play went on", "."}),
            !at_end() || !is_result(score));
    }

    void look() {
        const chess::Position& now = history_.current();
        const chess::Ending ending = chess::ending(now);
        if (ending == chess::Ending::checkmate)
            ends("checkmate", "5.1.1", "Checkmate", win_of(other(now.side_to_move())));
        if (ending == chess::Ending::stalemate) ends("stalemate", "5.2.1", "Stalemate", drawn());
        if (ended_) return;
        if (proven_dead(now)) return ends("dead_position", "5.2.2", "Dead position", drawn());
        const int occurrences = history_.occurrences();
        if (occurrences >= 5)
            return ends("fivefold", "9.6.1", "The same position for the fifth time", drawn());
        if (history_.seventy_five_moves())
            return ends("seventy_five_move", "9.6.2",
                        "75 moves of each side without capture or pawn move", drawn());
        if (occurrences >= 3 && !threefold_) {
            threefold_ = true;
            add("threefold", "9.2.2", "A threefold repetition could be claimed after ply " + ply() +
                                          ".", !is_result(drawn()));
        }
        if (history_.fifty_moves() && !fifty_) {
            fifty_ = true;
            add("fifty_move", "9.3.2", "The fifty-move rule could be claimed after ply " + ply() +
                                           ".", !is_result(drawn()));
        }
    }

    // The last move may have been made and not pressed.
    static bool fits(std::size_t moves, Ply presses) {
        return moves == presses.count || moves == presses.count + 1;
    }

    void judge_end() {
        FF_CHECK(at_end());
        const auto& unjudged = draft_.game().unjudged;
        const std::size_t moves = draft_.game().base.count + total_;
        if (!unjudged || !fits(moves, unjudged->presses)) return;
        FF_CHECK(unjudged->about == Subject::flag_fall || unjudged->about == Subject::resignation);
        const Side winner = other(unjudged->side);
        const Chances found = chances(history_.current(), winner);
        const bool flag = unjudged->about == Subject::flag_fall;
        const bool can = found.verdict == mate::Verdict::winnable;
        const bool cannot = found.verdict == mate::Verdict::unwinnable;
        const Score due = can ? win_of(winner) : drawn();
        add(name(unjudged->about), flag ? "6.9" : "5.1.2",
            sentence({say(unjudged->side), flag ? "'s flag fell" : " resigned", " after ply ",
                      ply(), ": ", say(winner),
                      can ? " can mate, a win"
                      : cannot ? " cannot mate by any legal moves, a draw"
                               : " may or may not be able to mate, it was not found out",
                      "."}),
            (!can && !cannot) || !is_result(due));
        FF_CHECK(!found_.empty());
        add_evidence(found_.back().evidence, found);
    }

    void compare_counts() {
        const Ply presses = draft_.live().presses.value_or(Ply{});
        const std::size_t moves = draft_.game().base.count + total_;
        const bool still_coming = !draft_.over() && moves < presses.count;
        if (still_coming || fits(moves, presses)) return;
        add("counts", "8.5.3",
            sentence({"The sheet has ", std::to_string(moves), " plies, the clock counted ",
                      std::to_string(presses.count), " presses."}),
            true);
    }

    const Draft& draft_;
    chess::History history_;
    std::size_t total_;
    std::vector<AfterFact> found_;
    bool ended_ = false;
    bool threefold_ = false;
    bool fifty_ = false;
};

}  // namespace

std::vector<AfterFact> after_the_fact(const Draft& draft, const std::vector<chess::Move>& moves) {
    return Checks(draft, moves).take();
}

}  // namespace flagfall::game
