// Boards that report only presses: the game runs on its clocks, and a person decides the rest.
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

Side Arbiter::mover() const {
    if (!game_.presses) return game_.line.current().side_to_move();
    return *game_.presses % 2 == 0 ? game_.first : other(game_.first);
}

// Only a move that has stopped the clock matters: a person looks at the board.
void Arbiter::made_at_presses(const wire::Made& e) {
    if (e.ending == Ending::none) return voided();
    stopped_question(std::string(name(e.side)), "5.1.1", Subject::position);
}

void Arbiter::press_counts(const wire::Pressed& e) {
    end_offer(other(e.side), OfferEnd::moved);
    wire::PressNoted noted;
    noted.side = e.side;
    noted.ply = e.ply;
    noted.how = wire::Pressing::press;
    noted.elapsed = e.elapsed;
    noted.readings = e.readings;
    noted.period = e.period;
    noted.age = age_of(e.side);
    pressed_at(e.side, noted.age);
    want(noted);
    game_.presses = e.ply.count;
    if (game_.adjourned) game_.adjourned->reply_runs = false;
    game_.at_presses.erase(game_.at_presses.lower_bound(e.ply.count), game_.at_presses.end());
    game_.at_presses[e.ply.count] = {e.readings, {}, e.elapsed};
    game_.came[e.side] = true;
    game_.readings = e.readings;
}

// The count differs, because of a move that completed the moves before it or because of a person.
void Arbiter::set_presses(std::uint32_t count, std::uint32_t ruling) {
    if (game_.presses == count) return;
    wire::PressNoted set;
    set.side = count % 2 == 0 ? other(game_.first) : game_.first;
    set.ply = {count};
    set.how = wire::Pressing::set;
    set.readings = game_.readings;
    set.ruling = ruling;
    want(set);
    game_.presses = count;
    if (game_.adjourned) game_.adjourned->reply_runs = false;
    game_.at_presses.erase(game_.at_presses.upper_bound(count), game_.at_presses.end());
}

// A person has set the clock, and with it the count or the position.
void Arbiter::set_at_presses(const wire::ReadingSet& e) {
    const wire::Correction& set = e.correction;
    const std::uint32_t ply = set.ply.count;
    if (set.fen.empty() && reply_runs() && ply == clock_ply()) return;  // only its times
    if (!set.fen.empty()) {
        const auto given = chess::parse_position(set.fen, game_.variant);
        if (!given) return question("7.1", Subject::position, true);
        const bool own =
            game_.line.has(ply) && chess::same_position(game_.line.at(ply), *given);
        if (!own || ply != game_.line.ply()) {
            wire::PositionRestored restored;
            restored.ply = set.ply;
            restored.by = e.by;
            restored.reason = set.reason;
            if (!own) restored.fen = set.fen;
            want(restored);
            if (own) game_.line.back_to(ply);
            else game_.line = Line(game_.line, *given, ply);
            begin_over(true);
        }
    }
    set_presses(ply);
    if (mover() != set.turn && game_.hold != Hold::question)
        question("7.1", Subject::position, true);
}

// The desk sets up a position that the arbiter chose, after the number of moves that they give.
void Arbiter::place_at_presses(const chess::Position& given, const wire::SetClock& set) {
    const std::uint32_t ply = set.ply ? set.ply->count : counted();
    const bool own = game_.line.has(ply) && chess::same_position(game_.line.at(ply), given);
    keep_game(false, false, ply != counted());
    if (!own) game_.line = Line(game_.line, given, ply);
    restore(ply, own ? "" : set.fen);
}

// The desk sets the count; the earlier count comes back when that ruling is taken back.
void Arbiter::count_by_desk(const wire::SetClock& set) {
    const std::uint32_t count = set.ply ? set.ply->count : counted();
    if (count == game_.presses) return;
    if (!places(set)) keep_game(false, false, true);
    set_presses(count, game_.rulings + 1);
}

}  // namespace flagfall::oracle
