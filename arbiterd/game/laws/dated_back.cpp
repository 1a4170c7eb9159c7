// Reports of devices that nobody can check: an act made long before it arrived, a second link of a
// device, and the order of moves on an electronic board.
#include "arbiterd/game/laws/dated_back.hpp"

#include <algorithm>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/limits.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

std::string tenths(Duration time) {
    FF_CHECK(time >= Duration{});
    const std::int64_t tenths = (time.us + 50'000) / 100'000;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

// The sum of a side's press ages from which on a person is asked.
Duration most_together(const Draft& draft) {
    const Duration most = milliseconds(limits::age_believed_asks_ms);
    const auto& control = draft.game().control;
    if (!control) return most;
    const Duration sum =
        std::max(sixty_move_sum((*control)[Side::white]), sixty_move_sum((*control)[Side::black]));
    FF_CHECK(sum >= Duration{});
    FF_CHECK(most >= milliseconds(limits::age_sum_least_ms));
    return std::clamp(Duration{sum.us / limits::age_sum_share},
                      milliseconds(limits::age_sum_least_ms), most);
}

}  // namespace

Duration age_that_counts(Duration age) {
    FF_CHECK(age >= Duration{});
    return age > milliseconds(limits::age_free_ms) ? age : Duration{};
}

bool falls_by_age(const Draft& draft, Side side) {
    if (draft.live().pressed_age >= milliseconds(limits::age_flag_asks_ms)) return true;
    return std::ranges::any_of(draft.live().questions, [&](const Question& question) {
        return of_an_age(question) && facts_of<wire::OfSide>(question)->side == other(side);
    });
}

void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed) {
    FF_CHECK(believed >= Duration{});
    FF_CHECK(believed <= claimed);
    const Duration cut = claimed - believed;
    const Duration together = draft.live().dated_back[side];
    const bool much = believed >= milliseconds(limits::age_believed_asks_ms);
    const bool often = age_that_counts(believed) > Duration{} && together >= most_together(draft);
    const bool too_much = cut >= milliseconds(limits::age_cut_asks_ms);
    const bool asked = std::ranges::any_of(draft.live().questions, of_an_age);
    if ((!much && !often && !too_much) || draft.over() || asked) return;
    const std::string text =
        too_much ? sentence({say(side), "'s device said that an act was ", tenths(claimed),
                             " old when it came. Its link stood, so only ",
                             tenths(believed), " were believed; if it could not send, "
                             "give the time back."})
        : much   ? sentence({say(side), "'s device had been away, and said that an act was ",
                             tenths(claimed), " old when it came. It was believed; if the "
                             "player had not moved yet, take the time off."})
                 : sentence({say(side), "'s device came late with presses, ", tenths(together),
                             " together. It was believed; if the player had not moved by then, "
                             "take the time off, give it to ", say(other(side)),
                             ", and replace the device."});
    draft.ask("6.2", Subject::dated_back, text,
              {fact("side", name(side)), fact("act", type), fact("claimed_us", claimed.us),
               fact("believed_us", believed.us)},
              false, only_noted(), {.facts = wire::OfSide{side, 0}});
}

void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e) {
    const auto& open = draft.live().questions;
    const auto asked = std::ranges::find(open, Subject::device_twice, &Question::about);
    if (draft.over() || asked != open.end()) return;
    draft.ask("11.3", Subject::device_twice,
              sentence({"Device ", std::to_string(e.device), " (", e.name,
                        ") came in while another link of it stood. A tablet that lost its "
                        "network does so; if nothing was wrong with it, somebody has its key: "
                        "revoke the device and enrol another."}),
              {fact("device", e.device), fact("quiet_us", e.quiet.us)}, false, only_noted());
}

// The moves come one after the other, each with all of them: the first one asks.
void order_guessed(Draft& draft, const wire::Made& e) {
    if (e.guessed.find(' ') == std::string::npos) return;
    const auto same = [&](const Question& question) {
        const auto* of = facts_of<wire::OfMove>(question);
        return question.about == Subject::dated_back && of != nullptr && of->first == e.guessed;
    };
    if (std::ranges::any_of(draft.live().questions, same)) return;
    wire::Pairs evidence = {fact("side", name(e.side)), fact("from_ply", e.ply.count),
                            fact("moves_recorded", e.guessed)};
    if (position_known(draft)) evidence.push_back(fact("fen", chess::fen(draft.position())));
    draft.ask("8.1.1", Subject::dated_back,
              sentence({"The electronic board was not followed for a while. From ply ",
                        std::to_string(e.ply.count), " on these moves are recorded: ", e.guessed,
                        ". Others, or these in another order, lead to what it shows as well: "
                        "compare them with the scoresheets, or ask the players."}),
              std::move(evidence), false, only_noted(),
              {.facts = wire::OfMove{e.side, e.ply, e.text, e.guessed, {}, {}}});
}

}  // namespace flagfall::game
