#include "clockd/client/script.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "clockd/client/directives.hpp"
#include "clockd/clock/shadow.hpp"
#include "common/base/ascii.hpp"
#include "common/base/check.hpp"
#include "common/chess/history.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::client {

namespace {

using Directives = std::vector<Directive>;

// The position itself ends the game, whatever the players do (5.1.1, 5.2.1, 5.2.2, 9.6).
bool ended_on_board(const chess::History& history) {
    return clock::ending_of(history.current()) != Ending::none || history.fivefold() ||
           history.seventy_five_moves();
}

bool has(const Directives& directives, Incident incident) {
    return std::ranges::any_of(directives,
                               [&](const Directive& d) { return d.incident == incident; });
}

// Something that may end the game before its Result does.
bool may_end(const Directives& directives) {
    return std::ranges::any_of(directives, [](const Directive& d) {
        return d.incident != Incident::offer && d.incident != Incident::decline;
    });
}

Step step_of(Act act, Side side, std::uint32_t ply) {
    Step step;
    step.act = act;
    step.side = side;
    step.ply = ply;
    return step;
}

std::optional<Duration> clk_of(const chess::PgnMove& move) {
    if (!move.clk_ms) return std::nullopt;
    return milliseconds(*move.clk_ms);
}

// The step that a directive makes the players take before ply `ply`, which is `side`'s to play.
std::optional<Step> incident_of(const Directive& directive, Side side, std::uint32_t ply) {
    Step step = step_of(Act::press, side, ply);
    step.text = directive.move;
    step.ruled = true;
    switch (directive.incident) {
        case Incident::illegal:
        case Incident::press:
        case Incident::promote: return step;
        case Incident::claim:
            step.act = Act::claim;
            step.kind = directive.kind;
            return step;
        case Incident::offer: return std::nullopt;  // made with the move before
        case Incident::decline: return step_of(Act::decline, side, ply);
        case Incident::flag: return step_of(Act::flag, side, ply);
        case Incident::resign: return step_of(Act::resign, side, ply);
    }
    return std::nullopt;
}

class Writer {
public:
    explicit Writer(const chess::PgnGame& game) : game_(game), history_(game.start) {
        script_.first = game.start.side_to_move();
        script_.plies = static_cast<std::uint32_t>(game.moves.size());
        script_.result = score_from(chess::text(game.result));
    }

    std::expected<Script, std::string> write() {
        auto before = directives_in(game_.comment);
        if (!before) return wrong(before.error());
        if (has(*before, Incident::offer)) return wrong("nobody has moved yet who could offer");
        directed_ = std::move(*before);
        add_incidents();
        for (const chess::PgnMove& move : game_.moves) {
            ++ply_;
            history_.play(move.move);
            auto after = directives_in(move.comment);
            if (!after) return wrong(after.error());
            directed_ = std::move(*after);
            add_move(move);
            add_incidents();
        }
        add_end();
        return std::move(script_);
    }

private:
    Side to_move() const { return history_.current().side_to_move(); }
    bool at_last() const { return ply_ == script_.plies; }

    std::unexpected<std::string> wrong(const std::string& what) const {
        return std::unexpected("in the comment after ply " + std::to_string(ply_) + ": " + what);
    }

    void add(Step step) { script_.steps.push_back(std::move(step)); }

    bool agreed() const {
        return at_last() && script_.result == drawn() && !lost_on_time() && ply_ >= 2 &&
               !ended_on_board(history_);
    }

    bool offers() const {
        return has(directed_, Incident::offer) || (agreed() && directed_.empty());
    }

    // A move with its press; an offer goes between the two (9.1.2.1).
    void add_move(const chess::PgnMove& move) {
        const Side side = other(to_move());
        Step step = step_of(Act::press, side, ply_);
        step.text = chess::san(history_.at(ply_ - 1), move.move);
        step.clk = clk_of(move);
        step.moves_left = (script_.plies - ply_) / 2 + 1;
        step.plays = true;
        step.last = at_last() && ended_on_board(history_);
        const bool with_offer = offers() && !step.last;
        if (step.last || with_offer) step.act = Act::make;
        add(std::move(step));
        if (!with_offer) return;
        for (const Act act : {Act::offer, Act::press}) {
            Step next = step_of(act, side, ply_);
            next.at_once = true;
            add(std::move(next));
        }
    }

    void add_incidents() {
        for (const Directive& directive : directed_)
            if (auto step = incident_of(directive, to_move(), ply_ + 1)) add(with_clk(*step));
    }

    // Acts before a move must leave the time that its clk asks for.
    Step with_clk(Step step) const {
        if (ply_ < script_.plies) step.clk = clk_of(game_.moves[ply_]);
        return step;
    }

    bool lost_on_time() const;
    void add_presence();
    void add_end();
    void add_decision(std::string article);

    const chess::PgnGame& game_;
    chess::History history_;
    Script script_;
    Directives directed_;  // of the last comment
    std::uint32_t ply_ = 0;
};

bool Writer::lost_on_time() const {
    const std::string termination = lower(game_.tag("Termination"));
    const bool timed = termination.contains("time forfeit");
    const bool decisive = script_.result && *script_.result != drawn();
    return timed || (decisive && termination.contains("abandoned"));
}

// The players cannot end this game by themselves: a forfeit (6.7.1) or a result without the
// moves it needs (8.7).
void Writer::add_decision(std::string article) {
    Step step = step_of(Act::end, to_move(), ply_ + 1);
    step.outcome = {*script_.result, Ending::arbiter_decision, std::move(article)};
    add(std::move(step));
}

// The file says that the game was lost on time, so the player who made no move was there.
void Writer::add_presence() {
    if (ply_ < 2) add(step_of(Act::arrive, to_move(), ply_ + 1));
}

void Writer::add_end() {
    const std::uint32_t after = ply_ + 1;
    const bool terminal = has(directed_, Incident::flag) || has(directed_, Incident::resign);
    if (!script_.result || terminal || (ply_ > 0 && ended_on_board(history_))) return;
    if (*script_.result == drawn()) {
        if (lost_on_time()) {
            add_presence();
            return add(step_of(Act::flag, to_move(), after));
        }
        if (ply_ < 2) return add_decision("8.7");
        const bool open = offers() && !has(directed_, Incident::decline);
        if (!open) add(step_of(Act::offer, other(to_move()), after));
        return add(step_of(Act::accept, to_move(), after));
    }
    const bool white_won = *script_.result == win_of(Side::white);
    const bool black_won = *script_.result == win_of(Side::black);
    if (!white_won && !black_won) return add_decision("8.7");
    if (ply_ == 0 && !may_end(directed_)) return add_decision("6.7.1");
    const Side loser = white_won ? Side::black : Side::white;
    const bool flags = lost_on_time() && loser == to_move();
    if (flags) add_presence();
    add(step_of(flags ? Act::flag : Act::resign, loser, after));
}

}  // namespace

std::expected<Script, std::string> script_of(const chess::PgnGame& game) {
    return Writer(game).write();
}

std::size_t resume_at(const std::vector<Step>& steps, std::size_t at, Ply ply) {
    const std::uint32_t next = ply.count + 1;
    const auto plays_next = [&](const Step& step) { return step.plays && step.ply == next; };
    const auto found = std::ranges::find_if(steps, plays_next);
    const auto index = static_cast<std::size_t>(found - steps.begin());
    if (at < steps.size() && steps[at].ply == next && at <= index) return at;
    if (found != steps.end()) return index;
    // No such move in the file: what comes after its last one.
    const auto end = std::ranges::find_if(steps, [&](const Step& s) { return s.ply >= next; });
    return std::max(static_cast<std::size_t>(end - steps.begin()), std::min(at, steps.size()));
}

}  // namespace flagfall::client
