// Random histories of play, acts at the desk, refusals by the clock and undos at every depth: the
// record gives the same state again, results change only by acts that may change them, no clock is
// lost, what is offered works, and an act taken back and given again leaves the same state.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"
#include "tests/unit/game/random_histories.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The last events, to show what led to a failure.
std::string story(const Hall& hall) {
    std::string text;
    const std::size_t first = hall.log.size() > 60 ? hall.log.size() - 60 : 0;
    for (std::size_t at = first; at < hall.log.size(); ++at)
        text += "\n" + std::string(wire::type_of(hall.log[at])) + " " +
                wire::encode_body(hall.log[at]).substr(0, 400);
    return text;
}

// ---- what is offered ---------------------------------------------------------------------------

void options_work(const Hall& hall) {
    for (const game::Question& question : hall.live().questions) {
        for (const wire::Pair& option : question.options) {
            INFO(name(question.about) << " " << question.article << ", " << option.name << ": "
                                      << question.text);
            Hall copy = hall;
            copy.refuse_next.clear();
            copy.lose_next = false;
            copy.rule(taken(hall, question, option.name));
            REQUIRE(copy.refused == "");
        }
    }
}

// ---- what holds after every step ---------------------------------------------------------------

// The reason why the clock stands, from the events alone.
class Standing {
public:
    void see(const Events& log) {
        for (; read_ < log.size(); ++read_)
            std::visit([&](const auto& e) { event(e); }, log[read_]);
    }
    bool named = false;
    std::string how;

private:
    void stop(bool by_name, const std::string& why) {
        named = by_name;
        how = why;
    }
    static bool person(const std::string& by) {
        return by != "white" && by != "black" && by != "device" && by != "clockd";
    }
    void event(const wire::ClockIntervention& e) {
        const bool times = e.kind == wire::Intervening::adjusted ||
                           e.kind == wire::Intervening::control_set;
        if (!times) stop(!e.run && person(e.by), std::string(name(e.kind)) + " by " + e.by);
    }
    void event(const wire::CommandIssued& e) {
        const auto id = [](const auto& command) { return command.id; };
        sent_.insert_or_assign(std::visit(id, e.command), e);
    }
    void event(const wire::CommandSettled& e) {
        const wire::CommandIssued& issued = sent_.at(e.id);
        if (e.how != wire::Settling::done) return;
        const auto* set = std::get_if<wire::SetReading>(&issued.command);
        const bool stops = std::holds_alternative<wire::Pause>(issued.command) ||
                           (set && !set->correction.run);
        if (stops) stop(named || !issued.by.empty(), "command " + e.id);
        if (std::holds_alternative<wire::Resume>(issued.command) || (set && set->correction.run))
            stop(false, "it ran");
    }
    void event(const wire::GameAdjourned&) { stop(true, "adjourned"); }
    void event(const wire::ResultWithdrawn&) { stop(true, "opened again"); }
    void event(const wire::QuestionClosed& e) {
        if (e.option == "noted") stop(true, "noted");
    }
    template <class Event>
    void event(const Event&) {}

    std::size_t read_ = 0;
    std::map<std::string, wire::CommandIssued> sent_;
};

void no_clock_is_forgotten(const Hall& hall, const Standing& standing) {
    const game::Live& live = hall.live();
    REQUIRE(live.outbox.empty());
    if (live.result) return;
    INFO("the clock stands: " << standing.how);
    const bool sealed = live.adjourned && !live.adjourned->opened;
    REQUIRE((hall.running || !live.questions.empty() || standing.named || sealed));
    // If a command did not have the effect of a ruling, a person checks the reading.
    const bool asked = std::ranges::any_of(live.questions, [](const game::Question& question) {
        return question.basis.command.has_value();
    });
    if (!asked) REQUIRE(hall.running == live.running);
}

// Whatever the clock refused or failed to do: while it stands, it shows the record's readings.
void readings_agree(const Hall& hall) {
    if (hall.running || hall.live().result) return;
    for (const Side side : {Side::white, Side::black})
        REQUIRE(hall.live().readings[side].us == hall.readings[side].us);
}

// No question is answered by two rulings that stand, unless one takes back what took the other
// back.
void answers_agree(const Hall& hall) {
    std::map<std::uint32_t, std::uint32_t> answered;  // the first question: a chain of rulings
    for (const game::Ruled& ruled : hall.live().ruled) {
        const auto at =
            std::ranges::find(ruled.closed, ruled.effect.answers, &game::Question::number);
        if (ruled.undone || ruled.withdrawn || at == ruled.closed.end()) continue;
        INFO("question " << at->first << ", ruling " << ruled.number);
        const std::uint32_t chain = game::root_of(hall.live(), ruled.number);
        REQUIRE(answered.emplace(at->first, chain).first->second == chain);
    }
}

// ---- taken back, and given again ---------------------------------------------------------------

// The changes of rulings, as lines of text.
std::string view(const Hall& hall) {
    const game::Game& game = hall.game();
    const game::Live& live = hall.live();
    std::string text = "result " + (live.result ? std::string(name(live.result->ending)) + " " +
                                       std::string(flagfall::text(live.result->score)) +
                                       " " + live.result->article
                                 : std::string("none")) + "\nfen " + hall.fen() + " ply " +
                       std::to_string(live.ply.count);
    if (live.presses) text += " presses " + std::to_string(live.presses->count);
    text += "\ncontrol " + game::control_of(game) +
            (game.trigger == PeriodTrigger::zero ? " zero" : " moves");
    for (const Side side : {Side::white, Side::black}) {
        text += std::string("\n") + std::string(name(side)) + ": illegal " +
                std::to_string(live.illegal[side]) + ", offer " +
                std::to_string(live.offer[side]) + ", looks " + std::to_string(live.looks[side]);
        if (!live.result) text += ", clock " + std::to_string(live.readings[side].us);
    }
    const auto* bound = game::bound_in(live, game.history.current());
    text += "\nbound " + (bound ? bound->moves : "");
    const auto* announced = game::announced_in(live, game.history.current());
    text += "\nannounced " + (announced ? announced->uci : "");
    const bool touched = game::touched_in(live, game.history.current()) != nullptr;
    text += "\ntouched " + std::to_string(touched);
    text += "\nadjourned " + (live.adjourned ? live.adjourned->resumption : "") +
            (live.adjourned && live.adjourned->opened ? " opened" : "");
    text += "\nplayers " + game.terms.white + " " + game.terms.black;
    for (const game::Pending& made : live.pending) text += "\npending " + made.text;
    if (live.unruled && !live.result) text += "\nopen " + live.unruled->text;
    // The outcome of a command is known, and nobody is asked about it again; if a clock stands,
    // somebody is asked when there is no other question.
    std::multiset<std::string> asked;
    for (const game::Question& question : live.questions)
        if (!question.basis.command && question.about != game::Subject::correction &&
            question.article != "6.11.3")
            asked.insert(std::string(name(question.about)) + " " + question.article);
    const bool called = game.profile.flag_call != game::FlagCall::automatic;
    for (const std::string article : {" 6.8", " 13C"}) {
        // If both flags are down, one question may be about both (III.3.1).
        const std::string flag = std::string(name(game::Subject::flag)) + article;
        // If the clock drops flags by itself, one question belongs to these tests alone.
        if (!called) asked.erase(flag);
        while (asked.count(flag) > 1) asked.erase(asked.find(flag));
        // A call that the clock refused has a question, in place of the flag's or beside it.
        if (asked.contains(std::string(name(game::Subject::call_flag)) + article))
            asked.erase(flag);
    }
    for (const std::string& each : asked) text += "\nasked " + each;
    return text;
}

// The last ruling of the chain that took this ruling back and gave it again.
std::uint32_t tip(const Hall& hall, std::uint32_t ruling) {
    return game::tip_of(hall.live(), game::root_of(hall.live(), ruling));
}

bool stands_as_sealed(const Hall& hall) {
    const auto& sealed = hall.live().adjourned;
    if (!sealed) return true;
    const chess::History& history = hall.game().history;
    const std::uint32_t since = sealed->opened ? 1 : 0;
    return hall.live().ply.count == sealed->ply.count + since && history.ply() >= since &&
           chess::same_position(history.at(history.ply() - since), sealed->before);
}

bool resumed(const game::Live& live) {
    return std::ranges::any_of(live.ruled, [](const game::Ruled& ruled) {
        return ruled.effect.resumes && !ruled.undone;
    });
}

// Undoes a ruling, undoes that undo, and so on: after every second one the state is the same.
void undone_and_given_again(const Hall& hall, std::uint32_t ruling) {
    Hall first = hall;
    first.refuse_next.clear();
    first.lose_next = false;
    if (first.running) first.rule(wire::PauseClock{});
    // A person at the clock lets a game go on that was lost by the number of illegal actions;
    // counted again, these lose it.
    for (const Side side : {Side::white, Side::black})
        if (!first.live().result && first.live().illegal[side] > 1) return;
    // Nobody knows the state of the clock, and it may run.
    const auto of_command = [](const game::Question& each) {
        return each.basis.command.has_value();
    };
    if (std::ranges::any_of(first.live().questions, of_command)) return;
    // A person at the clock has set it to 0:00: clockd would report the flag, this clock does not.
    const bool zero = first.readings[Side::white] <= Duration{} ||
                      first.readings[Side::black] <= Duration{};
    if (zero && about(first, wire::Subject::flag).empty()) return;
    // A sealed move belongs to its position: if another one was set at the clock meanwhile, that
    // envelope does not come back.
    if (!stands_as_sealed(first)) return;
    // When the adjournment is given again, a person has to resume the game again.
    if (first.live().adjourned && resumed(first.live())) return;
    const std::string stood = view(first);
    first.rule(undo(ruling));
    if (!first.refused.empty()) return;
    const std::string gone = view(first);
    for (int depth = 2; depth <= 5; ++depth) {
        INFO("depth " << depth << " of ruling " << ruling << ", " << first.live().rulings
                      << " rulings" << stood);
        first.rule(undo(tip(first, ruling)));
        INFO(story(first));
        REQUIRE(first.refused == "");
        REQUIRE(view(first) == (depth % 2 == 0 ? stood : gone));
    }
    REQUIRE(first.replayed() == first.games);
}

// ---- what is in the way ------------------------------------------------------------------------

// The ruling that a refused undo names as the one to take back first; 0: it names none.
std::uint32_t named_first(const Hall& hall) {
    if (!hall.refusal.ends_with("take that back first")) return 0;
    const std::size_t at = hall.refusal.find("ruling ");
    REQUIRE(at != std::string::npos);
    return static_cast<std::uint32_t>(std::strtoul(hall.refusal.c_str() + at + 7, nullptr, 10));
}

// The ruling to take back first according to a refused undo: the one that it names, or the one
// that gave the result; 0: the refusal names none.
std::uint32_t to_take_back_first(const Hall& hall) {
    if (hall.refused != "game_over") return named_first(hall);
    std::uint32_t found = 0;
    bool itself = false;  // one that gave it, rather than one that took another result back
    for (const game::Ruled& each : hall.live().ruled) {
        if (each.undone || !each.gave || each.gave != hall.live().result) continue;
        if (itself && each.effect.undoes > 0) continue;
        found = each.number;
        itself = each.effect.undoes == 0;
    }
    return found;
}

// Has this clock reported a command as carried out that it did not do? If so, it refuses the rest.
bool misled(const Hall& hall) { return hall.epoch < hall.live().epoch; }

// Taking back first what a refusal names, and first what that one names, comes to an end.
void refusals_lead_somewhere(const Hall& hall, std::uint32_t ruling) {
    if (misled(hall)) return;
    Hall copy = hall;
    copy.refuse_next.clear();
    copy.lose_next = false;
    std::string way;
    std::vector<std::uint32_t> wanted{ruling};
    for (std::uint32_t times = 0; !wanted.empty(); ++times) {
        copy.rule(undo(wanted.back()));
        // These refusals name the adjournment, and a question or a clock to see to first.
        if (copy.refusal.starts_with("the sealed move belongs")) return;
        if (copy.refused == "question_open" || copy.refused == "clock_running") return;
        way += "\nundo " + std::to_string(wanted.back()) + ": " + copy.refusal;
        INFO("of " << hall.live().rulings << " rulings" << way << story(copy));
        const std::uint32_t first = copy.refused.empty() ? 0 : to_take_back_first(copy);
        REQUIRE(times <= 2 * hall.live().rulings);
        // What is named can be taken back, or names the obstacle.
        REQUIRE((copy.refused.empty() || first > 0 || wanted.size() == 1));
        REQUIRE(std::ranges::count(wanted, first) == 0);
        if (first > 0) wanted.push_back(first);
        else wanted.pop_back();
    }
}

// Whether a flag is asked about follows the clock as each act leaves it; and the person who opens
// the game has paused its clock, whatever else it stood for.
std::string without_flags(std::string text) {
    for (const std::string_view line : {"\nasked flag ", "\nasked pause "})
        for (std::size_t at; (at = text.find(line)) != std::string::npos;)
            text.erase(at, std::min(text.find('\n', at + 1), text.size()) - at);
    return text;
}

// An earlier ruling is taken back while the game is over, possibly given again and taken back once
// more, and the game is reopened; or in the opposite order. Then that is undone, too.
void order_is_nothing(const Hall& hall, std::uint32_t ruling, std::uint32_t times) {
    if (hall.live().result) return;
    // Counted again in play, they lose the game that a person at the clock has allowed to go on.
    if (std::ranges::max(hall.live().illegal.values) > 1) return;
    Hall first = hall;
    first.refuse_next.clear();
    first.lose_next = false;
    if (first.running) first.rule(wire::PauseClock{});
    first.rule(give(drawn()), "12.9");
    if (!first.refused.empty()) return;
    const std::uint32_t result = first.live().rulings;
    Hall second = first;
    second.rule(undo(result));
    REQUIRE(second.refused == "");
    for (std::uint32_t n = 0; n < times; ++n) {
        const std::uint32_t next = n == 0 ? ruling : tip(first, ruling);
        first.rule(undo(next));
        second.rule(undo(n == 0 ? ruling : tip(second, ruling)));
        // Only in play can it be the action that loses, or need a clock that stands.
        if (!first.refused.empty() || !second.refused.empty()) return;
    }
    first.rule(undo(result));
    REQUIRE(first.refused == "");
    for (std::uint32_t more = 0; more < 3; ++more) {
        INFO("ruling " << ruling << " of " << hall.live().rulings << ", " << times << " times, "
                       << more << " more" << story(first));
        REQUIRE(without_flags(view(first)) == without_flags(view(second)));
        first.rule(undo(tip(first, ruling)));
        second.rule(undo(tip(second, ruling)));
        REQUIRE(first.refused == second.refused);
    }
}

// A person reopens the game at the clock, which is as it was before the end: then it shows the
// record's side and moves, and each ruling that stands can be taken back or names an earlier one.
void opened_at_the_clock(const Hall& hall) {
    if (!hall.live().result || !hall.over) return;
    Hall copy = hall;
    copy.refuse_next.clear();
    copy.lose_next = false;
    copy.reopen();
    const game::Live& live = copy.live();
    INFO("opened at the clock" << story(copy));
    REQUIRE_FALSE(live.result);
    REQUIRE_FALSE(copy.running);
    const Ply counted = live.presses.value_or(live.ply);
    const Side first = copy.game().first;
    const Side mover = counted.count % 2 == 0 ? first : other(first);
    const bool ahead = live.unruled || game::reply_runs(live);
    REQUIRE(copy.turn == (ahead ? other(mover) : mover));
    REQUIRE(copy.ply.count == counted.count + (ahead ? 1 : 0));
    for (const game::Ruled& ruled : live.ruled)
        if (!ruled.undone) refusals_lead_somewhere(copy, ruled.number);
}

// ---- nothing is lost ---------------------------------------------------------------------------

std::string moves_of(const game::Game& game) {
    std::string text = std::to_string(game.base.count) + " " + chess::fen(game.history.at(0));
    for (std::size_t at = 0; at < game.moves.size(); ++at)
        text += " " + chess::uci(game.history.at(at), game.moves[at].move);
    return text;
}

// Whatever the desk rules at once, and takes back in reverse order, does not change the moves
// and the result.
void all_taken_back(const Hall& hall, Dice& dice) {
    if (misled(hall)) return;
    Hall copy = hall;
    copy.refuse_next.clear();
    copy.lose_next = false;
    const std::string moves = moves_of(copy.game());
    const auto result = copy.live().result;
    const std::uint32_t from = copy.live().rulings;
    for (std::uint32_t n = 1 + dice.below(4); n > 0; --n) {
        if (dice.one_in(3)) answer_one(copy, dice);
        else copy.rule(some_act(copy, dice), "12.2");
    }
    for (std::uint32_t number = copy.live().rulings; number > from; --number)
        copy.rule(undo(number));
    INFO(story(copy));
    // More may have been entered from a scoresheet.
    const std::string after = moves_of(copy.game());
    REQUIRE((copy.live().presses ? after.substr(0, moves.size()) : after) == moves);
    REQUIRE(copy.live().result == result);
}

// ---- words -------------------------------------------------------------------------------------

// Everything that is recorded cites the rules of the profile, if it has its own.
void cites_own(const Hall& hall) {
    for (const wire::GameEvent& event : hall.log) {
        const std::string text = wire::encode_body(event);
        INFO(wire::type_of(event));
        REQUIRE(game::own_articles(hall.game().profile, text) == text);
    }
}

// 8.7: whatever is given, taken back and reversed, the approvals exist if the score
// and the players by side are the same.
void approvals_stay(const Hall& before, Dice& dice) {
    const auto& result = before.live().result;
    if (!result || result->ending == Ending::forfeit || result->ending == Ending::cancelled) return;
    Hall hall = before;
    using enum wire::Party;
    for (const wire::Party who : {white, black, arbiter}) hall.rule(wire::Approve{who});
    REQUIRE(hall.live().approvals.size() == 3);
    for (std::uint32_t acts = dice.below(8); acts > 0; --acts) {
        switch (dice.below(4)) {
            case 0: hall.rule(wire::ReverseColours{}); break;
            case 1: hall.rule(give(win_of(some_side(dice))), "8.7"); break;
            case 2: hall.rule(give(drawn()), dice.one_in(2) ? "8.7" : "12.9"); break;
            default: hall.rule(undo_last(hall));
        }
        if (!hall.live().result) hall.rule(undo_last(hall));
        if (!hall.live().result) return;  // the game ended differently
    }
    if (hall.live().result->ending == Ending::forfeit) return;  // not played: another result
    if (hall.live().reversed != before.live().reversed) hall.rule(wire::ReverseColours{});
    if (hall.live().result->score != result->score) hall.rule(give(result->score), "8.7");
    REQUIRE(hall.live().result->score == result->score);
    REQUIRE(hall.live().approvals.size() == 3);
    REQUIRE(hall.replayed() == hall.games);
}

// A game that is over and whose board has another one is never opened, and no text announces that
// it will be.
void nothing_opens_elsewhere(const Hall& before, Dice& dice) {
    if (!before.live().result) return;
    Hall hall = before;
    another_game_comes(hall);
    const std::size_t had = hall.log.size();
    for (int acts = 0; acts < 6; ++acts) {
        if (dice.one_in(3)) answer_one(hall, dice);
        else if (dice.one_in(2)) rule_one(hall, dice);
        else hall.rule(undo(1 + dice.below(hall.live().rulings)));
        REQUIRE(hall.live().result);
    }
    for (std::size_t at = had; at < hall.log.size(); ++at)
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&hall.log[at])) {
            INFO(ruling->text);
            REQUIRE(ruling->text.find("opened again") == std::string::npos);
            REQUIRE(ruling->text.find("when the game is opened") == std::string::npos);
        }
}

// ---- histories ---------------------------------------------------------------------------------

void random_histories(std::uint64_t first, std::uint64_t last) {
    std::uint32_t undone = 0;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Dice taken(seed + 1);  // without it the history is the same
        Hall hall = some_hall(seed);
        Standing standing;
        for (int number = 0; number < 70; ++number) {
            INFO("step " << number);
            step(hall, dice);
            INFO(story(hall));
            standing.see(hall.log);
            no_clock_is_forgotten(hall, standing);
            readings_agree(hall);
            answers_agree(hall);
            options_work(hall);
            if (hall.live().rulings > 0 && dice.one_in(3)) {
                const std::uint32_t ruling = 1 + dice.below(hall.live().rulings);
                undone_and_given_again(hall, ruling);
                refusals_lead_somewhere(hall, ruling);
                order_is_nothing(hall, ruling, 1 + ruling % 3);
                ++undone;
            }
            if (taken.one_in(4)) all_taken_back(hall, taken);
            if (taken.one_in(8)) opened_at_the_clock(hall);
            if (taken.one_in(4)) approvals_stay(hall, taken);
            if (taken.one_in(4)) nothing_opens_elsewhere(hall, taken);
        }
        REQUIRE(hall.replayed() == hall.games);
        cites_own(hall);
    }
    CHECK(undone >= (last - first) * 5);
}

}  // namespace

TEST_CASE("random histories: nothing is forgotten, and undo is exact at every depth", "[undo]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 0;
    random_histories(given ? seed : 1, given ? seed : 60);
}

TEST_CASE("random histories in number", "[.slow]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1000;
    random_histories(seed, seed + 200);
}
