#include "clockd/devices/followed.hpp"

#include <algorithm>
#include <utility>

#include "clockd/devices/limits.hpp"

namespace flagfall::devices {

void Followed::moved(Instant since, Instant at) {
    moved_at_ = at;
    moved_since_ = since;
    last_change_ = at;
    checked_ = false;
    other_.reset();
}

bool Followed::field(chess::Square square, chess::Piece piece, Instant since, Instant at) {
    const bool news = !follower_.now() || follower_.now()->at(square) != piece;
    follower_.take({.what = Note::What::change, .square = square, .piece = piece, .soon = true});
    if (news) moved(since, at);
    return news;
}

// What stood still between two notes of one answer came after the answer before and before this.
std::vector<Look> Followed::notes(const std::vector<Note>& notes, Instant since, Instant at) {
    std::vector<Look> looks;
    for (const Note& note : notes) {
        if (note.what == Note::What::power_up || note.what == Note::What::watchdog) doubt();
        const bool news = note.what == Note::What::change &&
                          (!follower_.now() || follower_.now()->at(note.square) != note.piece);
        const bool pending = moved_at_.has_value();
        const Look before{follower_.now().value_or(Placement{}), pending ? moved_since_ : since,
                          pending ? *moved_at_ : at};
        const auto stood = follower_.take(note);
        if (stood && !doubtful() && pending && given_ != stood->placement) {
            looks.push_back({stood->placement, before.since, before.at});
            given_ = stood->placement;
        }
        if (news) moved(since, at);
    }
    return looks;
}

// Changes that came after the question may or may not be in the answer.
Followed::Check Followed::whole(const Placement& placement, Instant asked, Instant at) {
    const auto& known = follower_.now();
    if (known && *known == placement) {
        doubtful_ = false;
        checked_ = asked >= last_change_;
        agreed_at_ = asked;
        other_.reset();
        if (given_ != placement && !moved_at_) moved_at_ = last_change_ = moved_since_ = at;
        return Check::agrees;
    }
    if (known && last_change_ > asked) return Check::moving;
    if (known && other_ != placement) {
        other_ = placement;
        doubtful_ = true;
        return Check::ask_again;
    }
    const Instant since = std::min(agreed_at_.value_or(asked), moved_at_ ? moved_since_ : asked);
    follower_ = NoteFollower(placement);
    doubtful_ = false;
    checked_ = true;
    other_.reset();
    moved_since_ = since - milliseconds(limits::scan_ms);
    agreed_at_ = asked;
    moved_at_ = last_change_ = at;
    return Check::replaced;
}

bool Followed::settled(Instant now, Duration settle) const {
    return moved_at_ && now - last_change_ >= settle;
}

std::optional<Look> Followed::look() {
    if (!moved_at_ || doubtful()) return std::nullopt;
    const Look look{*follower_.now(), moved_since_, *moved_at_};
    moved_at_.reset();
    follower_.rest();
    if (given_ == look.placement) return std::nullopt;
    given_ = look.placement;
    return look;
}

}  // namespace flagfall::devices
