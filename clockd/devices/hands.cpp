#include "clockd/devices/hands.hpp"

#include <algorithm>

namespace flagfall::devices {

using namespace chess;

namespace {

constexpr std::size_t trace_length = 128;
constexpr std::size_t presses_waiting = 16;

Piece turned_piece(const Placement& placement, Square square) {
    return placement.at(static_cast<Square>(63 - square));
}

}  // namespace

Hands::Hands(const Position& start, HandTimes times)
    : times_(times), start_(start), current_(start), seen_(Placement::of(start)) {}

// ---- what comes in --------------------------------------------------------------------------

void Hands::changed(Square square, Piece piece, Instant at) {
    if (seen_.at(square) == piece) return;
    seen_.put(square, piece);
    if (trace_.size() == trace_length) {
        trace_.erase(trace_.begin());
        fresh_ -= fresh_ > 0;
    }
    trace_.push_back({square, piece});
    changed_ = std::max(changed_, at);
    settled_ = false;
}

void Hands::forget() {
    trace_.clear();
    fresh_ = 0;
}

void Hands::field(Square square, Piece piece, Instant at) {
    FF_CHECK(square < no_square);
    changed(turned_ ? static_cast<Square>(63 - square) : square, piece, at);
}

void Hands::board(const Placement& placement, Instant at) {
    for (Square square = 0; square < no_square; ++square)
        changed(square, turned_ ? turned_piece(placement, square) : placement.at(square), at);
}

void Hands::press(Side side, Instant at) {
    presses_known_ = true;
    if (presses_.size() < presses_waiting) presses_.push_back({side, at});
}

void Hands::follow(const Position& position) {
    current_ = position;
    played_.clear();
    open_ = 0;
    forget();
    presses_.clear();
    press_waits_ = false;
    ending_.reset();
    pawn_reported_ = sign_reported_ = false;
    settled_ = false;  // what stands is looked at again
}

void Hands::turn(bool turned) {
    if (turned == turned_) return;
    turned_ = turned;
    seen_ = seen_.turned();
    forget();
    ending_.reset();
    settled_ = false;
}

// ---- time -----------------------------------------------------------------------------------

Instant Hands::due(const Pressed& pressed) const {
    return pressed.at + (press_waits_ ? times_.press_wait : times_.scan + still_for());
}

Instant Hands::patience_ends() const {
    return misfit_since_ + (misfit_ == Misfit::strange ? times_.unmatched : times_.in_hand);
}

std::optional<Instant> Hands::deadline() const {
    std::optional<Instant> first;
    const auto by = [&first](Instant at) { first = first ? std::min(*first, at) : at; };
    if (!settled_) by(changed_ + still_for());
    if (settled_ && ending_) by(ending_->since + times_.ending);
    if (settled_ && misfit_ != Misfit::none && !misfit_reported_) by(patience_ends());
    if (!presses_.empty()) by(due(presses_.front()));
    return first;
}

HandActs Hands::wake(Instant now) {
    HandActs acts;
    if (!settled_ && now >= changed_ + still_for()) {
        settled_ = true;
        judge(acts);
    }
    if (settled_ && ending_ && now >= ending_->since + times_.ending) {
        make_ending(acts);
        judge(acts);
    }
    while (!presses_.empty() && (now >= due(presses_.front()) || (press_waits_ && settled_))) {
        press_waits_ = !judge_press(presses_.front(), now, acts);
        if (press_waits_) break;
        presses_.erase(presses_.begin());
    }
    if (settled_ && misfit_ != Misfit::none && !misfit_reported_ && now >= patience_ends())
        report_misfit(acts);
    return acts;
}

}  // namespace flagfall::devices
