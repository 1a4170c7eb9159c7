// What a look at a board that is still means, and what a press means.
#include <algorithm>
#include <utility>

#include "clockd/devices/hands.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::devices {

using namespace chess;

namespace {

constexpr std::size_t open_moves = 2;
constexpr std::size_t moves_kept = 4;  // for presses that are judged later
constexpr std::size_t touched_squares = 16;  // as many as one report of touches may have
// Two boards with few men may be alike by accident when one of them is turned.
constexpr int men_of_a_turned_board = 3;
constexpr int men_when_turned_and_moved = 16;

constexpr Bitboard light_centre = bit(square_at(4, 3)) | bit(square_at(3, 4));  // e4 d5
constexpr Bitboard dark_centre = bit(square_at(3, 3)) | bit(square_at(4, 4));   // d4 e5
constexpr Bitboard centre = light_centre | dark_centre;

// Would clockd stop the clock after it? Mate and stalemate surely; with so few and light men
// perhaps: then waiting costs little.
bool may_end_the_game(const Position& position) {
    if (!has_legal_move(position)) return true;
    const Bitboard heavy = position.pieces(Kind::pawn) | position.pieces(Kind::rook) |
                           position.pieces(Kind::queen);
    return heavy == 0 && count(position.occupied()) <= 4;
}

// "e2e4 e7e5 g1f3"
std::string text_of(Position from, const std::vector<Move>& moves) {
    std::string out;
    for (const Move move : moves) {
        out += (out.empty() ? "" : " ") + uci(from, move);
        from = after(from, move);
    }
    return out;
}

// What the king's move, or castling, or any other brings where.
Square arrives(const Position& before, Move move) {
    if (!move.is_castling()) return move.to();
    return square_at(move.wing() == Wing::king_side ? 6 : 2, rank_of(before.king(
        before.side_to_move())));
}

}  // namespace

std::optional<Score> sign_on(const Placement& board) {
    const Bitboard white = board.men(Side::white, Kind::king);
    const Bitboard black = board.men(Side::black, Kind::king);
    if (count(white) != 1 || count(black) != 1 || ((white | black) & ~centre) != 0)
        return std::nullopt;
    if (((white | black) & light_centre) == 0) return win_of(Side::black);
    if (((white | black) & dark_centre) == 0) return win_of(Side::white);
    return drawn();
}

// ---- looks ----------------------------------------------------------------------------------

void Hands::judge(HandActs& acts) {
    if (explain(acts)) return fit(acts);
    if (kings_sign(acts)) return;
    if (turned_round(acts)) return fit(acts);
    // It did not fit for long, and moves may have been made meanwhile.
    if (misfit_reported_ && !sign_reported_ && in_several(acts)) return fit(acts);
    misfit(acts);
}

// Whole moves only: the board is just as it is after them.
bool Hands::explain(HandActs& acts) {
    return exactly(acts) || taken_back(acts) || in_two(acts);
}

bool Hands::exactly(HandActs& acts) {
    if (fits()) {
        ending_.reset();
        return true;
    }
    const auto move = one_move(current_, seen_);
    if (!move) return false;
    if (!waits(*move)) make(*move, acts);
    return true;
}

// A move that ends the game must stand for a while; true if this is one.
bool Hands::waits(Move move) {
    if (!may_end_the_game(after(current_, move))) return false;
    if (!ending_ || ending_->move != move) ending_ = Last{move, changed_};
    return true;
}

bool Hands::taken_back(HandActs& acts) {
    for (std::size_t at = played_.size(); at-- > open_;) {
        const Position& before = played_[at].before;
        const bool last = at + 1 == played_.size();
        if (Placement::of(before) == seen_ && (last || presses_known_)) {
            take_back_to(at, acts);
            return true;
        }
        const auto move = last ? one_move(before, seen_) : std::nullopt;
        if (!move) continue;
        replace(at, *move, acts);
        return true;
    }
    return false;
}

// Two moves since the last look, or the last one replaced and answered. Where presses are not
// known, two moves that undo the two before them are moves, too: so positions are repeated.
bool Hands::in_two(HandActs& acts, bool forced) {
    std::string guessed;
    if (const auto ways = two_moves(current_, seen_); !ways.empty()) {
        const Move first = likeliest(current_, ways, guessed).first;
        if (!forced && !seen_there(current_, first)) return false;
        forget();  // nobody knows who touched what
        make(first, acts, {.guessed = std::move(guessed)});
        return exactly(acts);
    }
    if (played_.size() == open_) return false;
    const Position before = played_.back().before;
    const auto ways = two_moves(before, seen_);
    if (ways.empty()) return false;
    const Move first = likeliest(before, ways, guessed).first;
    if (!seen_there(before, first)) return false;
    forget();
    replace(played_.size() - 1, first, acts, std::move(guessed));
    return exactly(acts);
}

// More than two moves, when the board has not fitted for long. Where more than one order of them
// is possible, it is a guess.
bool Hands::in_several(HandActs& acts) {
    const Way way = several_moves(
        current_, seen_,
        [this](const Position& before, Move move) { return seen_there(before, move); });
    if (way.moves.empty()) return false;
    forget();
    const std::string guessed = way.only ? "" : text_of(current_, way.moves);
    for (const Move move : way.moves) make(move, acts, {.guessed = guessed});
    return true;
}

// Does the man stand where the move brings it, or has it stood there since the board last fitted?
// Men taken up here and there look like a move that was answered by a capture on the same square,
// and so does a reply that takes up the man to be taken, and slides.
bool Hands::seen_there(const Position& from, Move move) const {
    const Square to = arrives(from, move);
    const Piece man = after(from, move).piece_at(to);
    if (seen_.at(to) == man) return true;
    const auto fresh = trace_.begin() + static_cast<std::ptrdiff_t>(fresh_);
    return std::any_of(fresh, trace_.end(), [to, man](const Change& change) {
        return change.square == to && change.piece == man;
    });
}

// The way whose first man was seen where it went, the later the better. Without any such sign the
// first of them, which promotes to a queen or takes no pawn in passing, if there is one.
TwoMoves Hands::likeliest(const Position& from, const std::vector<TwoMoves>& ways,
                          std::string& guessed) const {
    if (ways.size() == 1) return ways.front();
    std::size_t best = 0;
    std::size_t sign = fresh_;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        const Square to = arrives(from, ways[way].first);
        const Piece man = after(from, ways[way].first).piece_at(to);
        for (std::size_t at = trace_.size(); at > sign; --at) {
            if (trace_[at - 1].square != to || trace_[at - 1].piece != man) continue;
            sign = at;
            best = way;
        }
        const bool plain = !ways[way].reply.is_en_passant() &&
                           (!ways[way].first.is_promotion() ||
                            ways[way].first.promotion_kind() == Kind::queen);
        if (sign == fresh_ && plain) best = way;
    }
    if (sign == fresh_) guessed = text_of(from, {ways[best].first, ways[best].reply});
    return ways[best];
}

bool Hands::turned_round(HandActs& acts) {
    const Placement other = seen_.turned();
    const int men = count(other.occupied());
    bool same = other == Placement::of(current_);
    for (std::size_t at = open_; at < played_.size(); ++at)
        same = same || other == Placement::of(played_[at].before);
    if (same ? men < men_of_a_turned_board
             : men < men_when_turned_and_moved || !one_move(current_, other))
        return false;
    seen_ = other;
    turned_ = !turned_;
    forget();
    ending_.reset();
    acts.push_back(Turned{turned_, changed_});
    return explain(acts);
}

bool Hands::kings_sign(HandActs& acts) {
    const auto score = sign_on(seen_);
    if (!score) return false;
    if (sign_reported_) return true;
    // The first of the two kings may have looked like a move.
    const auto to_centre = [](const Position& before, Move move) {
        return before.kind_at(move.from()) == Kind::king && contains(centre, move.to());
    };
    if (ending_ && !to_centre(current_, ending_->move)) make_ending(acts);
    ending_.reset();
    if (played_.size() > open_ && to_centre(played_.back().before, played_.back().move))
        take_back_to(played_.size() - 1, acts);
    acts.push_back(KingsSign{*score, changed_});
    sign_reported_ = misfit_reported_ = true;  // from now on men are put away
    misfit_ = Misfit::strange;
    return true;
}

void Hands::misfit(HandActs& acts) {
    weigh_ending(acts);
    const auto waiting = pawn_waits(current_, seen_);
    bool at_work = waiting || under_way(current_, seen_);
    for (std::size_t at = open_; at < played_.size(); ++at)
        at_work = at_work || under_way(played_[at].before, seen_);
    const Misfit kind = at_work ? Misfit::under_way : Misfit::strange;
    if (kind != misfit_) misfit_since_ = changed_;
    misfit_ = kind;
    if (!waiting || pawn_reported_) return;
    pawn_reported_ = true;
    acts.push_back(PromotionWaits{current_.side_to_move(), waiting->from(), waiting->to(),
                                  changed_});
}

// A mate stood, and now somebody lifts the king to lay it down, or sweeps the men away: it counts.
// If the man that gave it is on its way again, it does not.
void Hands::weigh_ending(HandActs& acts) {
    if (!ending_) return;
    const Placement mated = Placement::of(after(current_, ending_->move));
    const Bitboard own = differs(mated, Placement::of(current_));
    const Bitboard changed = differs(mated, seen_);
    if ((changed & own) == 0 && (changed & seen_.occupied()) == 0) return;  // it stands, wait
    if ((changed & ~own) != 0) make_ending(acts);
    ending_.reset();
}

void Hands::report_misfit(HandActs& acts) {
    if (in_two(acts, true) || in_several(acts)) return fit(acts);
    misfit_reported_ = true;
    const Bitboard changed = differs(seen_, Placement::of(current_));
    acts.push_back(Unmatched{.placement = seen_,
                             .differs = changed,
                             .missing_only = (changed & seen_.occupied()) == 0,
                             .set_up = seen_ == Placement::of(start_),
                             .at = changed_});
}

void Hands::fit(HandActs& acts) {
    if (misfit_reported_) acts.push_back(Fits{changed_});
    fresh_ = trace_.size();
    misfit_ = Misfit::none;
    misfit_reported_ = sign_reported_ = pawn_reported_ = false;
}

// ---- moves ----------------------------------------------------------------------------------

void Hands::make_ending(HandActs& acts) {
    const Last last = *ending_;
    make(last.move, acts, {.at = last.since});
}

void Hands::make(Move move, HandActs& acts, Making how) {
    const Instant at = how.at.value_or(changed_);
    acts.push_back(Made{.side = current_.side_to_move(),
                        .move = move,
                        .uci = uci(current_, move),
                        .at = at,
                        .guessed = std::move(how.guessed),
                        .replaces = how.replaces,
                        .touched = touched()});
    if (played_.size() == moves_kept) {
        played_.erase(played_.begin());
        open_ -= open_ > 0;
    }
    played_.push_back({current_, move, at});
    open_ = std::max(open_, played_.size() - std::min(open_moves, played_.size()));
    current_ = after(current_, move);
    forget();
    ending_.reset();
    pawn_reported_ = false;
}

// All moves but the first `kept` of those remembered are taken back, the last one first.
void Hands::take_back_to(std::size_t kept, HandActs& acts) {
    while (played_.size() > kept) {
        current_ = played_.back().before;
        acts.push_back(TakenBack{current_.side_to_move(), played_.back().move, changed_});
        played_.pop_back();
    }
    ending_.reset();
}

void Hands::replace(std::size_t at, Move move, HandActs& acts, std::string guessed) {
    take_back_to(at + 1, acts);
    const Position before = played_[at].before;
    if (may_end_the_game(after(before, move))) {
        take_back_to(at, acts);
        waits(move);
        return;
    }
    current_ = before;
    played_.pop_back();
    make(move, acts, {.guessed = std::move(guessed), .replaces = true});
}

std::string Hands::touched() const {
    std::vector<Square> left;
    for (const Change& change : trace_)
        if (change.piece.empty() && std::ranges::find(left, change.square) == left.end() &&
            left.size() < touched_squares)
            left.push_back(change.square);
    std::string out;
    for (const Square square : left) out += (out.empty() ? "" : " ") + square_name(square);
    return out;
}

// ---- presses --------------------------------------------------------------------------------

// The press belongs to the player's last move before it, or to the first that was reported after
// it. What stands up to there stands for good.
bool Hands::completes(const Pressed& pressed) {
    std::size_t own = played_.size();
    for (std::size_t at = 0; at < played_.size(); ++at) {
        if (played_[at].side() != pressed.side) continue;
        if (played_[at].at > pressed.at && own < played_.size() && !played_[own].pressed) break;
        if (!played_[at].pressed) own = at;
        if (played_[at].at > pressed.at) break;
    }
    if (own == played_.size() || played_[own].pressed) return false;
    for (std::size_t at = 0; at <= own; ++at) played_[at].pressed = true;
    open_ = std::max(open_, own + 1);
    return true;
}

// False: the board must be still first.
bool Hands::judge_press(const Pressed& pressed, Instant now, HandActs& acts) {
    const Side side = pressed.side;
    if (!settled_ && explain(acts)) fit(acts);
    if (ending_ && current_.side_to_move() == side) make_ending(acts);
    if (completes(pressed)) return true;
    if (current_.side_to_move() != side) return true;  // its move stands already
    const bool last_chance = settled_ || now >= pressed.at + times_.press_wait;
    if (const auto found = beneath(current_, seen_)) {
        const bool reply_begun =
            !several(found->missing) &&
            (found->missing & ~after(current_, found->move).pieces(other(side))) == 0;
        make(found->move, acts,
             {.guessed = reply_begun ? "" : uci(current_, found->move)});
        completes(pressed);
        return true;
    }
    if (!last_chance) return false;
    if (in_two(acts, true)) {
        fit(acts);
        completes(pressed);
        return true;
    }
    const Placement before = Placement::of(current_);
    const Bitboard changed = differs(seen_, before);
    if ((changed & ~before.men(other(side))) == 0 && (changed & seen_.occupied()) == 0) {
        acts.push_back(NoMove{side, pressed.at, settled_});
        return true;
    }
    std::string text = unlawful_text(current_, seen_);
    acts.push_back(Unlawful{.side = side,
                            .uci = std::move(text),
                            .placement = seen_,
                            .differs = changed,
                            .pawn_waits = pawn_waits(current_, seen_).has_value(),
                            .at = pressed.at});
    misfit_reported_ = true;
    if (misfit_ == Misfit::none) misfit_ = Misfit::strange;
    return true;
}

}  // namespace flagfall::devices
