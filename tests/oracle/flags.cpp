// Flags that wait to be called (6.8), and players who have not come (6.7.1): questions about them
// follow the clock and the moves.
#include <algorithm>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

bool out_of_time(const Both<Duration>& shown, Side side) { return shown[side] <= Duration{}; }

// The flag that the question would call.
Side called(const wire::OfFlag& of) { return of.fell_first.value_or(of.side); }

const wire::OfFlag* flag_of(const wire::QuestionPut& put) {
    const auto* of = put.basis.facts ? std::get_if<wire::OfFlag>(&*put.basis.facts) : nullptr;
    return put.about == Subject::flag ? of : nullptr;
}

}  // namespace

// After the pending commands at the clock are done; empty if the record waits for something else.
std::optional<Both<Duration>> Arbiter::to_be_shown() const {
    if (act_ == nullptr && !game_.outbox.empty()) return std::nullopt;
    Both<Duration> shown = act_ == nullptr ? case_.around.readings : game_.readings;
    if (const auto* set = command_in_answer<wire::SetReading>()) return set->correction.readings;
    if (const auto* control = command_in_answer<wire::SetControl>()) {
        if (!control->relative) return control->readings;
        for (const Side side : {Side::white, Side::black}) shown[side] += control->readings[side];
        return shown;
    }
    if (const auto* adjust = command_in_answer<wire::Adjust>())
        for (const Side side : {Side::white, Side::black}) shown[side] += adjust->deltas[side];
    else if (act_ != nullptr)
        return std::nullopt;
    return shown;
}

// The record names the questions that it closes and puts; whether they are right is judged here.
// `ends`: the game's end closes them all in a moment.
void Arbiter::flags_asked(bool ends) {
    const auto shown = to_be_shown();
    const auto is_closed = [&](std::uint32_t number) {
        return std::ranges::any_of(case_.answer, [&](const GameRow& row) {
            const auto* closed = std::get_if<wire::QuestionClosed>(&row.event);
            return closed && closed->number == number;
        });
    };
    for (const GameRow& row : case_.answer) {
        const auto* closed = std::get_if<wire::QuestionClosed>(&row.event);
        if (closed == nullptr || closed->how != Closing::overtaken) continue;
        const auto at = std::ranges::find(game_.asked, closed->number, &Asked::number);
        if (at == game_.asked.end() || !at->flag_facts) continue;
        game_.closed.push_back(*at);
        want(wire::QuestionClosed{{}, closed->number, Closing::overtaken, "", ""});
        game_.asked.erase(at);
    }
    for (const GameRow& row : case_.answer) {
        const auto* put = std::get_if<wire::QuestionPut>(&row.event);
        const wire::OfFlag* of = put ? flag_of(*put) : nullptr;
        if (of == nullptr) continue;
        auto at = std::ranges::find(game_.asked, put->number, &Asked::number);
        if (at == game_.asked.end() && !is_closed(put->number)) {
            question("6.8", Subject::flag, false);
            at = std::ranges::find(game_.asked, put->number, &Asked::number);
        }
        if (at != game_.asked.end()) {
            at->flag_facts = *of;
            at->flag = called(*of);
        }
    }
    if (!shown || game_.result || ends) return;
    const bool both = out_of_time(*shown, Side::white) && out_of_time(*shown, Side::black);
    for (const Asked& asked : game_.asked) {
        if (asked.about != Subject::flag || !asked.flag_facts) continue;
        const wire::OfFlag& of = *asked.flag_facts;
        complain_unless(out_of_time(*shown, called(of)) && out_of_time(*shown, of.side),
                        "question " + show(asked.number) + " is of a flag that is not down (6.8)");
        complain_unless(!of.fell_first || both,
                        "question " + show(asked.number) + " is of two flags, and one is down");
    }
}

// A question about a flag that is still down must not be lost.
void Arbiter::flags_not_forgotten() {
    const auto shown = to_be_shown();
    if (!shown || game_.result) return;
    if (in_answer<wire::GameRestarted>()) return;  // it was about a cancelled game
    for (const Asked& closed : game_.closed) {
        if (!closed.flag_facts || !out_of_time(*shown, closed.flag_facts->side)) continue;
        const bool waits_on = std::ranges::any_of(game_.asked, [&](const Asked& asked) {
            const auto& of = asked.flag_facts;
            return of && (of->side == closed.flag_facts->side || of->fell_first);
        });
        const auto* how = closing_of(closed.number);
        const bool answered = how && how->how != Closing::overtaken;
        complain_unless(waits_on || answered,
                        "question " + show(closed.number) + " is closed, and the flag is down");
    }
}

bool Arbiter::has_come(Side side) const {
    const std::uint32_t ply = counted();
    const std::uint32_t moves = side == game_.first ? (ply + 1) / 2 : ply / 2;
    return game_.came[side] || moves > 0;
}

// When both players have made a move, nobody loses by default any more (6.7.1). This does not hold
// for an adjourned game: its moves were made before somebody was absent (I.10).
void Arbiter::absence_asked() {
    if (game_.result || counted() < 2) return;
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (asked.about != Subject::default_time || asked.article == "I.10") return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        game_.closed.push_back(asked);
        return true;
    });
}

}  // namespace flagfall::oracle
