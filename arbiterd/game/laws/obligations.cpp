// Moves that a player is bound to: by a piece touched (4.3 to 4.5, 7.5.1, 9.5.3) or made (4.7).
#include "arbiterd/game/laws/obligations.hpp"

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// Is the word among the moves, "e2e4 e2e3"?
bool among(std::string_view moves, std::string_view uci) {
    while (!moves.empty()) {
        const std::size_t space = moves.find(' ');
        if (moves.substr(0, space) == uci) return true;
        if (space == std::string_view::npos) return false;
        moves.remove_prefix(space + 1);
    }
    return false;
}

std::string uci_list(const chess::Position& position, std::span<const chess::Move> moves) {
    std::string text;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        text += chess::uci(position, move);
    }
    FF_CHECK(text.empty() == moves.empty());
    return text;
}

// The position in which the last of the pending moves was made.
chess::Position before_last(const Draft& draft) {
    const std::vector<Step> line = legal_pending(draft);
    if (draft.live().pending.size() < 2 || line.empty()) return draft.position();
    return line.front().after;
}

// The ply of the move that this side must make now; 0 if it does not have the move (1.3), or if the
// record does not have the position.
Ply ply_to_make(const Draft& draft, Side side) {
    const Live& live = draft.live();
    if (live.unruled) return {};
    if (live.presses) return draft.to_move() == side ? draft.next_ply() : Ply{};
    const std::vector<Step> line = legal_pending(draft);
    if (line.size() != live.pending.size() || on_board(draft).side_to_move() != side) return {};
    return {live.ply.count + static_cast<std::uint32_t>(line.size()) + 1};
}

}  // namespace

void touched(Draft& draft, const wire::Touched& e) {
    wire::TouchNoted noted;
    noted.side = e.side;
    noted.squares = e.squares;
    noted.adjusting = e.adjusting;
    const bool settled = draft.live().hold == Hold::none;  // else the position will change
    if (settled && !e.adjusting) noted.ply = ply_to_make(draft, e.side);
    const bool counts = noted.ply > Ply{};
    FF_CHECK(!counts || !e.adjusting);
    draft.add(std::move(noted));
    if (counts) touch_refuses_offer(draft, e.side, OfferEnd::touched);
}

void note_touch(Draft& draft, Side side, Ply ply, std::string_view squares) {
    wire::TouchNoted noted;
    noted.side = side;
    noted.squares = squares;
    noted.ply = ply;
    noted.ruling = draft.live().rulings + 1;
    draft.add(std::move(noted));
}

void add_touches(const Draft& draft, wire::Pairs& evidence) {
    for (const Touch& touch : draft.live().touches) {
        if (!stands(draft.live(), touch.ruling)) continue;
        const std::string ruling =
            touch.ruling > 0 ? ", by ruling " + std::to_string(touch.ruling) : "";
        evidence.push_back(
            fact(sentence({touch.adjusting ? "adjusted_by_" : "touched_by_", name(touch.side)}),
                 sentence({touch.squares.empty() ? "not known which" : touch.squares, ", ply ",
                           std::to_string(touch.ply.count), ruling,
                           touch.counts || touch.adjusting ? "" : ", not on move"})));
    }
}

bool bind_to_touched(Draft& draft, const chess::Position& position, Ply ply,
                     std::span<const chess::Square> touched, std::string_view article) {
    const Obligation found = touch_obligation(position, touched,
                                              draft.profile().castling_rook_first_allowed);
    if (!found.binds) return false;
    FF_CHECK(ply > Ply{});
    FF_CHECK(!found.moves.empty());
    wire::MoveBound e;
    e.side = position.side_to_move();
    e.ply = ply;
    e.article = draft.cite(article.empty() ? found.article : article);
    e.squares = squares_text(touched);
    e.moves = uci_list(position, found.moves);
    e.ruling = draft.live().rulings + 1;
    draft.add(std::move(e));
    FF_CHECK(bound_in(draft.live(), position) != nullptr);
    return true;
}

std::optional<Bound> broken_by(const Live& live, const chess::Position& position,
                               chess::Move move) {
    const Bound* bound = bound_in(live, position);
    FF_CHECK(bound == nullptr || !bound->moves.empty());
    if (!bound || among(bound->moves, chess::uci(position, move))) return std::nullopt;
    return *bound;
}

void touch_not_kept(Draft& draft, const Offence& offence, const Bound& bound,
                    const Both<Duration>& before, bool holds) {
    FF_CHECK(before[Side::white] >= Duration{});
    FF_CHECK(before[Side::black] >= Duration{});
    FF_CHECK(!bound.article.empty());
    wire::Pairs evidence{fact("side", name(offence.side)), fact("ply", bound.ply.count),
                         fact("move", offence.text), fact("must", bound.moves)};
    if (!bound.squares.empty()) evidence.push_back(fact("touched", bound.squares));
    evidence.push_back(fact("white_us", before[Side::white].us));
    evidence.push_back(fact("black_us", before[Side::black].us));
    const std::string end =
        holds ? " It would end the game, which only a move that accords with Article 4 does."
              : " It is no illegal move; does it go back?";
    draft.ask(bound.article, Subject::touch_move,
              sentence({say(offence.side), " played ", offence.text, ", but is bound to another "
                        "move (", bound.moves, ").", end}),
              std::move(evidence), holds, touch_options(),
              {.facts = wire::OfMove{offence.side, bound.ply, offence.text, {}, bound.squares,
                                     bound.moves, bound.ruling},
               .proposed = wire::ClockTimes{before}});
}

namespace {

const wire::OfMove& change_in(const Question& question) {
    const auto* of = facts_of<wire::OfMove>(question);
    FF_CHECK(of != nullptr);
    return *of;
}

wire::Pairs change_facts(const wire::OfMove& of) {
    return {fact("side", name(of.side)), fact("ply", of.ply.count), fact("move", of.move),
            fact("first", of.first), fact("must", of.must)};
}

// The question about the last move on the board; nullptr if none is open.
const Question* question_about_change(const Draft& draft) {
    const Ply ply{draft.live().ply.count +
                  static_cast<std::uint32_t>(draft.live().pending.size())};
    for (const Question& question : draft.live().questions)
        if (question.about == Subject::made_move_changed && change_in(question).ply == ply)
            return &question;
    return nullptr;
}

}  // namespace

void made_move_changed(Draft& draft, const Pending& first, const std::string& second) {
    if (draft.profile().made_move_changed == MadeMoveChanged::accepted) return;
    const chess::Position before = before_last(draft);
    std::string made_first = first.text;
    if (const Question* asked = question_about_change(draft)) {  // the first one binds
        made_first = change_in(*asked).first;
        draft.close(Question(*asked), Closing::overtaken);
    }
    const auto made = chess::parse_san(before, made_first);
    if (!made) return;  // an illegal move binds nobody
    const auto now = chess::parse_san(before, second);
    if (now && *now == *made) return;
    const bool promotes = now && now->is_promotion() && made->is_promotion() &&
                          now->from() == made->from() && now->to() == made->to();
    const std::string_view article = promotes ? "4.4.4" : "4.7";
    const Ply ply{draft.live().ply.count +
                  static_cast<std::uint32_t>(draft.live().pending.size())};
    FF_CHECK(before.side_to_move() == first.side);
    const wire::OfMove of{first.side, ply, second, made_first, {}, chess::uci(before, *made)};
    draft.ask(article, Subject::made_move_changed,
              sentence({say(first.side), " made the move ", made_first, " and now shows ", second,
                        " (", article, "). Must the first be played?"}),
              change_facts(of), false, touch_options(), {.facts = of});
}

bool asked_about_change(const Draft& draft) { return question_about_change(draft) != nullptr; }

void changed_move_waits(Draft& draft) {
    FF_CHECK(asked_about_change(draft));
    const Question asked = *question_about_change(draft);
    const Both<Duration>& readings = draft.occasion().readings;
    const wire::OfMove of = change_in(asked);
    wire::Pairs evidence = change_facts(of);
    evidence.push_back(fact("white_us", readings[Side::white].us));
    evidence.push_back(fact("black_us", readings[Side::black].us));
    draft.close(asked, Closing::overtaken);
    draft.ask(asked.article, asked.about,
              sentence({say(of.side), " made the move ", of.first, " and now shows ", of.move,
                        " (", asked.article,
                        "), which would end the game. Must the first be played?"}),
              std::move(evidence), true, touch_options(),
              {.facts = of, .proposed = wire::ClockTimes{readings}});
}

}  // namespace flagfall::game
