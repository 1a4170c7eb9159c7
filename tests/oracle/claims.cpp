// Draws: offers and agreement (9.1, 5.2.3), claims (9.2 to 9.5).
#include <algorithm>
#include <utility>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

void Arbiter::end_offer(Side side, OfferEnd how) {
    if (!game_.offer[side]) return;
    game_.offer[side].reset();
    game_.offer_at_end[side] = how == OfferEnd::accepted || how == OfferEnd::game_over;
    want(wire::DrawOfferEnded{{}, side, how});
}

void Arbiter::offer_again(Side side, std::optional<Ply> ply) {
    game_.offered[side] = ply;
    game_.offer[side] = ply.value_or(Ply{});
    want(wire::DrawOfferMade{{}, side, *game_.offer[side], Offering::again});
}

// 9.1.2.1: only the opponent refuses an offer; one that the result ended is open again without it.
void Arbiter::offers_again() {
    for (const Side side : {Side::white, Side::black})
        if (std::exchange(game_.offer_at_end[side], false))
            offer_again(side, game_.offered[side]);
    // So is one that a touch had refused, if that ruling went after the end; and the other way.
    const auto refused = game_.refused_by_touch;
    if (!refused || refused->counted != counted() || mover() == refused->offerer) return;
    const auto since = std::ranges::count_if(game_.given, [&](const Given& each) {
        return each.end > 0 && each.end == game_.ends && each.effect.undoes > 0 &&
               root_of(game_, each.number) == root_of(game_, refused->ruling);
    });
    if (since % 2 == 0) return;
    const std::uint32_t root = root_of(game_, refused->ruling);
    follow_offer(root, 0, stands(game_, refused->ruling));
}

void Arbiter::on(const wire::DrawOffered& e) {
    if (game_.result || game_.offer[e.side]) return voided();
    make_offer(e.side, Offering::offer);
    distraction_asked(e.side);
}

// A claim is wrong as long as the ruling stands, also once the ruling `undoes` is taken back.
std::uint32_t Arbiter::offers_counted(Side side, std::uint32_t undoes) const {
    const auto not_wrong = std::ranges::count_if(game_.wrong, [&](const auto& claim) {
        return claim.first == side && !stands_with(game_, claim.second, undoes);
    });
    return game_.offers[side] - static_cast<std::uint32_t>(not_wrong);
}

void Arbiter::count_wrong_claim(Side side) {
    ++game_.offers[side];
    game_.wrong.emplace_back(side, game_.rulings + 1);
}

// 11.5: does this number of offers and wrong claims disturb the opponent?
void Arbiter::distraction_asked(Side side) {
    if (game_.offers_to_ask == 0 || offers_counted(side) < game_.offers_to_ask) return;
    question("11.5", Subject::distraction, false);
    game_.asked.back().of = wire::OfSide{side, offers_counted(side)};
}

// An offer belongs to the player's move of this turn, made already or not (9.1.2.1); if it is not
// their turn, to the last move.
void Arbiter::make_offer(Side side, Offering how) {
    Ply ply{counted()};
    if (side == mover()) ply.count += 1;
    if (side != mover() && game_.standing.size() == 2) ply.count += 2;
    game_.offer[side] = game_.offered[side] = ply;
    if (how == Offering::offer) ++game_.offers[side];
    want(wire::DrawOfferMade{{}, side, ply, how});
}

void Arbiter::on(const wire::DrawDeclined& e) {
    if (game_.result || !game_.offer[other(e.side)]) return voided();
    end_offer(other(e.side), OfferEnd::declined);
}

void Arbiter::on(const wire::DrawAccepted& e) {
    const Side offerer = other(e.side);
    if (game_.result) return voided();
    const bool known = std::ranges::any_of(game_.asked, [&](const Asked& asked) {
        return asked.offer == game_.offers[offerer] && asked.offerer == offerer;
    });
    const auto ask = [&](const std::string& article, bool holds) {
        question(article, Subject::agreement, holds);
        game_.asked.back().offer = game_.offers[offerer];
        game_.asked.back().offerer = offerer;
    };
    if (!game_.offer[offerer]) voided();  // although the clock has accepted it
    if (!game_.offer[offerer] && !known) ask("9.1.2.1", false);
    if (!game_.offer[offerer]) return;
    if (known) return voided();  // the arbiter is already asked about it
    // The opponent answers an offer that is a request of III.4 first.
    const auto requested = [](const Asked& asked) {
        return asked.holds && asked.about == Subject::claim_quickplay_increment;
    };
    const bool of_request = std::ranges::any_of(game_.asked, requested);
    const bool only = std::ranges::none_of(game_.asked, [&](const Asked& asked) {
        return asked.holds && !requested(asked);
    });
    // If there are other questions, too, the record says which of them holds the game.
    const bool ends = of_request && (only || in_answer<wire::ResultRecorded>() != nullptr);
    if (game_.hold == Hold::question && !ends) return ask("5.2.3", true);
    // 5.2.3: both must have made a move.
    const bool played = counted() + game_.standing.size() >= 2;
    if (!played && game_.presses)  // moves that were made and not pressed were not reported
        return ask("5.2.3", false);
    if (!played) return ruling("5.2.3", Subject::agreement);
    end_offer(other(e.side), OfferEnd::accepted);
    finish({drawn(), Ending::agreement, "5.2.3"}, Subject::agreement);
}

// Not a claim at all: the clock runs again if it ran, unless the game is adjourned (I.9).
// Until then the record has the readings that it shows.
void Arbiter::refuse_claim(const std::string& article) {
    const bool held = game_.hold == Hold::question;
    const bool ran = game_.runs;
    if (act_ == nullptr && (held || ran))
        intervention(Intervening::paused,
                     std::string(name(std::get<wire::Claimed>(case_.row.event).side)), article,
                     "claim");
    ruling(article, Subject::claim);
    if (held) return;
    if (act_ != nullptr && !ran) start_clock();  // the question has stopped it
    if (act_ != nullptr) return;
    if (ran && !waits_for_envelope()) issue_resume();
}

// A claim that the arbiter decides; while there are other questions it is kept, too.
void Arbiter::claim_for_arbiter(const wire::Claimed& e) {
    const std::string article = e.kind == ClaimKind::flag                  ? "6.8"
                                : e.kind == ClaimKind::illegal_move && game_.rules.window.empty()
                                    ? "7.5.1"
                                : e.kind == ClaimKind::illegal_move        ? window()
                                : e.kind == ClaimKind::touch_move          ? "4.8"
                                : e.kind == ClaimKind::quickplay_increment ? "III.4"
                                : e.kind == ClaimKind::quickplay_draw      ? "III.5"
                                : e.kind == ClaimKind::losing_chances      ? "14H"
                                                                  : "6.11.2";
    const std::string no = why_no_quickplay(e);
    if (!no.empty()) return refuse_claim(no);
    intervention(Intervening::paused, std::string(name(e.side)), article, "claim");
    // III.4: the request is an offer of a draw.
    if (e.kind == ClaimKind::quickplay_increment && !game_.offer[e.side])
        make_offer(e.side, Offering::claim);
    if (e.kind == ClaimKind::quickplay_draw && !game_.rules.arbiter)
        question("III.6", Subject::claim_referred, true);
    else
        question(article, word<Subject>("claim_" + std::string(name(e.kind))), true);
    game_.asked.back().claim = e;
    // III.3.1: if both flags are down, only the one that fell first can be called.
    game_.asked.back().flag = other(e.side);
    for (const GameRow& row : case_.answer)
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event))
            if (const auto* of = put->basis.facts ? std::get_if<wire::OfClaim>(&*put->basis.facts)
                                                  : nullptr)
                game_.asked.back().flag = of->fell_first.value_or(other(e.side));
}

// 9.4: a device detected a touch by the player for the move to be made, or an arbiter ruled so.
bool Arbiter::has_touched(Side side) const {
    return std::ranges::any_of(game_.felt, [&](const Felt& each) {
        return each.side == side && each.ply == game_.line.ply() + 1 &&
               stands(game_, each.ruling) &&
               chess::same_position(each.in, game_.line.current());
    });
}

// It has stopped the clock, and a person decides after the open questions.
void Arbiter::claim_waits(const wire::Claimed& e, const std::string& stops,
                          const std::string& article) {
    intervention(Intervening::paused, std::string(name(e.side)), stops, "claim");
    question(article, Subject::claim, true);
    game_.asked.back().claim = e;
}

// The claim is not for a draw, so the position and the time do not matter to it.
static bool calls_arbiter(ClaimKind kind) {
    return kind == ClaimKind::flag || kind == ClaimKind::illegal_move ||
           kind == ClaimKind::touch_move || kind == ClaimKind::other;
}

void Arbiter::on(const wire::Claimed& e) {
    if (game_.result) return voided();
    const bool under_way = game_.hold == Hold::correction;
    if (under_way && !calls_arbiter(e.kind)) {  // it has stopped the clock nevertheless
        intervention(Intervening::paused, std::string(name(e.side)), "6.11.2", "claim");
        return voided();
    }
    const bool threefold = e.kind == ClaimKind::threefold;
    const bool held = game_.hold == Hold::question;
    const bool left = game_.open || !game_.stood.empty();
    const bool opens = !game_.presses && !game_.rules.window.empty() &&
                       (left || !game_.rules.ten_moves);
    if (e.kind == ClaimKind::illegal_move && opens && !under_way) return claim_open(e);
    const bool of_draw = threefold || e.kind == ClaimKind::fifty_move;
    if ((held || game_.open || reply_runs()) && of_draw) return claim_waits(e, "9.5.1", "9.5");
    if (!of_draw) return claim_for_arbiter(e);
    if (game_.presses) {  // the arbiter plays the game through from the scoresheets
        const std::string article = threefold ? "9.2" : "9.3";
        return claim_waits(e, article, article);
    }
    // A player has the move as soon as the opponent's is made (1.3); a player who has touched
    // a piece may not claim on that move (9.4).
    const std::uint32_t ply = game_.line.ply();
    bool touched = game_.touched[e.side] && game_.standing.empty();
    bool follows = true;
    for (const Standing& move : game_.standing) {
        if (move.side == e.side && &move == &game_.standing.back()) touched = true;
        follows = follows && move.reading.meaning == Meaning::legal;
        if (follows) game_.line.play(move.reading.move);
    }
    const bool has_move = follows && mover() == e.side;
    touched = touched || (has_move && has_touched(e.side));
    if (!has_move || touched) {
        game_.line.back_to(ply);
        return refuse_claim(touched ? "9.4" : threefold ? "9.2" : "9.3");
    }
    wire::ClaimJudged judged;
    judged.side = e.side;
    judged.kind = e.kind;
    judged.ply = {game_.line.ply()};
    std::optional<chess::Move> announced;
    if (!e.move.empty()) {
        const Reading reading = read(game_.line.current(), e.move);
        if (reading.meaning == Meaning::unreadable) {
            game_.line.back_to(ply);
            return claim_waits(e, "9.5.1", "9.5");
        }
        judged.move = e.move;
        if (reading.meaning == Meaning::legal) {
            announced = reading.move;
            judged.move = chess::san(game_.line.current(), reading.move);
            judged.uci = chess::uci(game_.line.current(), reading.move);
            judged.ply.count += 1;
            game_.line.play(reading.move);
        }
    }
    if (e.move.empty() || announced) {
        const auto plies = game_.line.occurrences();
        judged.right = threefold ? plies.size() >= 3 : game_.line.quiet() >= 100;
        judged.facts = threefold ? "plies " + joined(plies)
                                 : std::to_string(game_.line.quiet()) +
                                       " plies without capture or pawn move";
    }
    game_.line.back_to(ply);
    refuse_another_move(announced, judged);
    want(judged);
    if (!judged.right) count_wrong_claim(e.side);
    if (!judged.right) return wrong_claim(e, judged, announced);
    right_claim(e, announced);
}

// 9.2.1: the move announced first cannot be changed, so a claim with another move is not correct.
void Arbiter::refuse_another_move(std::optional<chess::Move> announced,
                                  wire::ClaimJudged& judged) {
    std::vector<chess::Position> kept;
    const chess::Position& position = on_board(kept);
    const chess::Move* bound = announced_in(position);
    if (!bound || !announced || *bound == *announced) return;
    judged.right = false;
    judged.facts = chess::san(position, *bound) +
                   " was announced first and cannot be changed (9.2.1)";
}

void Arbiter::right_claim(const wire::Claimed& e, std::optional<chess::Move> announced) {
    complete_standing();
    const bool threefold = e.kind == ClaimKind::threefold;
    std::string article = threefold ? "9.2.2" : "9.3.2";
    if (announced) {
        article = threefold ? "9.2.1" : "9.3.1";
        // The event of a claim does not say how long the turn took.
        record_move({e.side, e.move, {}, {}}, *announced, {}, CompletedBy::end);
    }
    finish({drawn(), threefold ? Ending::threefold : Ending::fifty_move, article}, Subject::claim);
}

// The ruling's text names the move that must be played.
void Arbiter::check_told_move() {
    constexpr std::string_view words = " must be played";
    std::vector<chess::Position> kept;
    const chess::Position& position = on_board(kept);
    const chess::Move* bound = announced_in(position);
    if (!bound) return;
    const std::string san = chess::san(position, *bound);
    const std::string uci = chess::uci(position, *bound);
    for (const GameRow& row : case_.answer) {
        const auto* given = std::get_if<wire::RulingGiven>(&row.event);
        if (!given) continue;
        const std::size_t end = given->text.find(words);
        if (end == std::string::npos) continue;
        const std::string told = given->text.substr(0, end);
        const bool names = told.contains(" " + san) || told.contains(" " + uci);
        if (!names)
            complain("the ruling names another move than " + san +
                     ", which was announced first and must be played (9.2.1, 9.5.3)");
    }
}

void Arbiter::wrong_claim(const wire::Claimed& e, const wire::ClaimJudged& judged,
                          std::optional<chess::Move> announced) {
    wire::PenaltyGiven given;
    given.side = e.side;
    given.article = cite("9.5.3");
    given.reason = "claim_not_right";
    given.to_opponent = game_.rules.penalty;
    given.before = given.after = e.readings;
    given.after[other(e.side)] += game_.rules.penalty;
    want(given);
    clock_lacks(given);
    game_.readings = given.after;
    // It stands as an offer (9.1.2.3).
    if (!game_.offer[e.side]) make_offer(e.side, Offering::claim);
    // The move announced first cannot be changed (9.2.1), and the ruling must say so.
    std::vector<chess::Position> kept;
    const chess::Position& position = on_board(kept);
    if (announced && !announced_in(position))
        game_.announced.push_back(
            {judged.ply.count, position, *announced, game_.rulings + 1});
    const bool readable = read(position, e.move).meaning != Meaning::unreadable;
    const bool names = !announced && readable && !e.move.empty() && !game_.presses;
    if (names && !announced_in(position)) {
        const auto standing = static_cast<std::uint32_t>(game_.standing.size());
        oblige(e.side, position, game_.line.ply() + standing + 1, e.move, "9.5.3");
    }
    check_told_move();
    ruling("9.5.3", Subject::claim);
    check_cited("9.5.3");
    if (act_ != nullptr) {
        if (game_.runs) penalty_added(other(e.side), "9.5.3");
        else set_clock(given.after, true, true, "9.5.3");
        return distraction_asked(e.side);
    }
    wire::Correction set = restored(mover());
    set.readings = given.after;
    set.run = game_.runs;
    set.article = "9.5.3";
    issue(set);  // nothing is undone: events in the meantime count
    distraction_asked(e.side);
}

// The game is open again: each claim that waited when it ended does so again, and also one of two
// alike.
void Arbiter::claims_wait_again(const Given& tip) {
    if (game_.result || game_.open) return;
    for (const Asked& claim : tip.claims) {
        const bool again = std::ranges::find(game_.asked, claim.first, &Asked::first) !=
                           game_.asked.end();
        complain_unless(again || closed_elsewhere(game_, claim, root_of(game_, tip.number)) > 0,
                        "the claim of question " + show(claim.number) + " is forgotten");
    }
}

}  // namespace flagfall::oracle
