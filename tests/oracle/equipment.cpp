// The electronic board of a game: what a person is asked about it.
#include <algorithm>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

// A board that shows something else is checked until it shows the game again; so is the game's
// clock if it is not set as ruled.
void Arbiter::on(const wire::EquipmentChanged& e) {
    const bool unset = game_.follows_board && e.facts.drift == wire::Drift::large;
    const bool other = e.facts.shows == wire::Showing::other;
    if (!unset) overtaken(Subject::clock);
    if (!other) overtaken(Subject::board_shows);
    const BoardClock* board = clock_.board(game_.board);
    const bool asks = !game_.result && board && board->started;
    if (asks && unset && !waits(Subject::clock)) question("6.10.1", Subject::clock, false);
    if (other && moves_expected() && !waits(Subject::board_shows))
        question("7.4.1", Subject::board_shows, false);
    board_missed(e);
    sign_shown(e);
}

// Does somebody play at the board?
bool Arbiter::moves_expected() const {
    const BoardClock* board = clock_.board(game_.board);
    const bool replies =
        game_.adjourned && game_.adjourned->move.empty() && game_.adjourned->reply_runs;
    return !game_.result && board && board->started &&
           (!game_.adjourned || game_.runs || replies);
}

// An answer in force has settled such a question.
template <class Same>
bool Arbiter::answered_once(Same same) const {
    return std::ranges::any_of(game_.given, [&](const Given& given) {
        return !given.undone && !given.only_gave_result() && given.effect.answers > 0 &&
               std::ranges::any_of(given.closed, [&](const Asked& asked) {
                   return asked.number == given.effect.answers && same(asked);
               });
    });
}

// Each absence is asked about once, and one board is enough for a game.
void Arbiter::board_missed(const wire::EquipmentChanged& e) {
    const wire::OfEquipment absence{e.facts.serial, e.gone_since};
    const auto open = std::ranges::find(game_.asked, Subject::board_gone, &Asked::about);
    const bool waits_for_other =
        open != game_.asked.end() && open->board &&
        (open->board->serial != absence.serial || *open->board == absence);
    if (!e.gone_since || !waits_for_other) overtaken(Subject::board_gone);
    if (!e.gone_since || waits_for_other || !moves_expected() || game_.presses) return;
    const auto same = [&](const Asked& asked) {
        return asked.about == Subject::board_gone && asked.board == absence;
    };
    if (!answered_once(same)) question("8.1.1", Subject::board_gone, false);
}

// The sign is the players' word after so many plies.
void Arbiter::sign_shown(const wire::EquipmentChanged& e) {
    const auto open = std::ranges::find_if(game_.asked, [&](const Asked& asked) {
        return asked.sign && asked.sign->serial == e.facts.serial;
    });
    if (open != game_.asked.end()) {
        if (open->sign->score == e.facts.sign) return;
        overtaken(Subject::board_sign);
    }
    if (!e.facts.sign || !moves_expected()) return;
    const wire::OfSign sign{e.facts.serial, *e.facts.sign, {counted()}, e.sign_since};
    if (answered_once([&](const Asked& asked) { return asked.sign == sign; })) return;
    question(*e.facts.sign == drawn() ? "5.2.3" : "5.1.2", Subject::board_sign, false);
}

}  // namespace flagfall::oracle
