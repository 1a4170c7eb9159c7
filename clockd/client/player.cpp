// What comes in at a board, and what follows from it.
#include "clockd/client/player.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/check.hpp"

namespace flagfall::client {

namespace {

constexpr Duration busy_wait = milliseconds(50);

// Refusals whose cause is, or soon will be, seen in the log.
bool log_will_show(std::string_view code) {
    constexpr std::array<std::string_view, 6> codes{"stale_epoch",  "time_out_of_order",
                                                    "not_running",  "flag_fallen",
                                                    "game_stopped", "game_over"};
    return std::ranges::find(codes, code) != codes.end();
}

// Is this event the result of one of a replay's own acts? Corrections count as the arbiter's.
bool is_act(std::string_view cmd_id) {
    return cmd_id.starts_with("replay:") && !cmd_id.ends_with(":before") &&
           !cmd_id.ends_with(":after");
}

std::uint64_t plays_among(const std::vector<Step>& steps, std::size_t first, std::size_t last) {
    std::uint64_t plays = 0;
    for (std::size_t i = first; i < last; ++i) plays += steps[i].plays ? 1 : 0;
    return plays;
}

LinkHandler handler_of(std::function<void(const wire::Welcome&)> welcome,
                       std::function<void(const wire::EventFrame&)> event,
                       std::function<void(std::string_view)> trouble) {
    return {std::move(welcome), std::move(event), {}, std::move(trouble)};
}

// The file's clock times are valid for its own time control only.
void take_control(Script& script, const Both<TimeControl>& control) {
    if (text(control) == text(script.control)) return;
    script.control = control;
    for (Step& step : script.steps) step.clk.reset();
}

}  // namespace

Player::Player(Room& room, std::vector<Script> scripts)
    : room_(room),
      scripts_(std::move(scripts)),
      timer_(room.loop),
      link_(room.loop, room.address, "device",
            "replay board " + std::to_string(scripts_.at(0).board.number),
            handler_of([this](const wire::Welcome& w) { on_welcome(w); },
                       [this](const wire::EventFrame& f) { on_event(f); },
                       [this](std::string_view why) { fail(std::string(why)); })) {
    if (room_.office) {
        for (Script& each : scripts_) each.game.clear();  // the office names it
        next_ = Pos{1};  // it may have set the game up already
    }
    go_on();
}

bool Player::waits_for_arbiter() const {
    return !done_ && started_ && !sent_ && !thinking_;
}

bool Player::waits_for_office() const { return room_.office && !done_ && !started_; }

std::string Player::place() const {
    return script().label + ", after ply " + std::to_string(track_.ply.count);
}

void Player::on_welcome(const wire::Welcome& welcome) {
    if (welcome.log != room_.log) return fail("clockd keeps another log now");
    if (next_.value > 0) link_.subscribe(room_.log, next_, script().board);
}

void Player::on_event(const wire::EventFrame& frame) {
    if (done_) return;
    next_ = Pos{frame.pos.value + 1};
    unread_.push_back(frame);
    read_on();
}

void Player::on_answer(const wire::FromClockd& message) {
    if (done_) return;
    FF_CHECK(sent_.has_value());
    if (const auto* ack = std::get_if<wire::Ack>(&message)) on_ack(*ack);
    if (const auto* refused = std::get_if<wire::Refused>(&message)) on_refused(*refused);
}

void Player::on_ack(const wire::Ack& ack) {
    sent_->done_at = ack.pos;
    sent_->repeated = ack.repeated;
    if (sent_->purpose == Purpose::open) {
        const bool still_here = ack.view.game == script().game;
        known_ = !ack.repeated ? Ply{} : still_here ? ack.view.ply : Ply{script().plies};
        if (next_.value == 0) {
            next_ = ack.pos;
            if (link_.welcomed()) link_.subscribe(room_.log, next_, script().board);
        }
    }
    settle();
    read_on();
}

void Player::on_refused(const wire::Refused& refused) {
    if (refused.code == "busy") return timer_.wake_in(busy_wait, [this] { send(); });
    const bool moved_on = seen_ != sent_->seen;
    sent_.reset();
    if (!moved_on) {
        if (!log_will_show(refused.code)) return fail(refused.code + ": " + refused.text);
        blocked_ = true;
    }
    read_on();
}

// Takes events of other people as they come, but those of our own acts only when the act is under
// way: a restarted replay finds its old acts in the log before it repeats them.
void Player::read_on() {
    while (!done_ && !unread_.empty()) {
        const wire::EventFrame& frame = unread_.front();
        const bool own = sent_ && frame.cmd_id == sent_->id;
        // A game that the office set up again has acts of ours in the log that nobody repeats.
        const bool gone = room_.office && place_of(frame.event).game != script().game;
        if (!own && ((is_act(frame.cmd_id) && !gone) || (sent_ && sent_->begun))) break;
        take(frame);
        unread_.pop_front();
        settle();
    }
    go_on();
}

void Player::take(const wire::EventFrame& frame) {
    taken_ = frame.pos;
    ++seen_;
    blocked_ = false;
    if (room_.office) follow_office(frame);
    if (done_ || place_of(frame.event).game != script().game) return;
    if (const auto* game = std::get_if<wire::GameOpened>(&frame.event)) {
        track_ = opened(*game, script().first, frame.at);
        model_ = game->readings;
    } else {
        follow(track_, frame.event, frame.at);
    }
    if (sent_ && frame.cmd_id == sent_->id) {
        sent_->begun = true;
    } else {
        on_foreign(frame);
    }
}

bool Player::is_meant(const wire::GameOpened& game) const {
    return game.terms.event == script().terms.event && game.terms.round == script().terms.round;
}

// The office's terms hold; terms that make the file's moves impossible are reported at once.
void Player::join(const wire::GameOpened& game) {
    Script& script = scripts_[game_];
    const auto control = parse_time_control(game.terms.time_control);
    const Variant variant = game.terms.variant.value_or(Variant::chess);
    if (!control || variant != script.terms.variant.value_or(Variant::chess) ||
        game.terms.fen != script.terms.fen)
        return fail("the office has set up another kind of game (" + game.terms.time_control +
                    " " + std::string(name(game.terms.variant)) + " " + game.terms.fen + ")");
    take_control(script, *control);
    script.game = game.game;
    opened_ = true;
    if (game.terms.white != script.terms.white || game.terms.black != script.terms.black)
        room_.report(script.label + ": at the board are " + game.terms.white + " - " +
                     game.terms.black);
}

// Follows what an office does with the board's game, besides what any arbiter may do.
void Player::follow_office(const wire::EventFrame& frame) {
    if (const auto* game = std::get_if<wire::GameOpened>(&frame.event))
        if (!opened_ && is_meant(*game)) return join(*game);
    if (!opened_ || place_of(frame.event).game != script().game) return;
    if (std::holds_alternative<wire::GameStarted>(frame.event)) started_ = true;
    const auto* ended = std::get_if<wire::GameEnded>(&frame.event);
    if (!ended || ended->outcome.ending != Ending::cancelled) return;
    // Taken back: it may be set up once more, as another game.
    scripts_[game_].game.clear();
    begin_again();
}

void Player::on_foreign(const wire::EventFrame& frame) {
    if (thinking_) timer_.cancel();
    thinking_ = false;
    if (const auto* set = std::get_if<wire::ReadingSet>(&frame.event)) on_reading_set(*set);
    if (std::holds_alternative<wire::Resumed>(frame.event)) ruling_ = false;
    if (std::holds_alternative<wire::FlagFell>(frame.event)) ruling_ = false;
}

void Player::on_reading_set(const wire::ReadingSet& event) {
    set_after_.reset();
    const Pos answers = event.correction.answers;
    if (answers.value == 0 || answers == ruled_) ruling_ = false;
    const std::vector<Step>& steps = script().steps;
    const std::size_t at = resume_at(steps, step_, event.correction.ply);
    if (at == step_) return;
    if (at < step_) {
        ++takes_;
        room_.tally.played -= plays_among(steps, at, step_);
    } else {
        room_.tally.played += plays_among(steps, step_, at);
    }
    step_ = at;
    corrected_ = false;
}

// The command under way is done when it is acknowledged and its events are taken.
void Player::settle() {
    if (!sent_ || !sent_->done_at || taken_ < *sent_->done_at) return;
    const Sent sent = std::move(*sent_);
    sent_.reset();
    switch (sent.purpose) {
        case Purpose::open: opened_ = true; return;
        case Purpose::start: started_ = true; return;
        case Purpose::before:
            corrected_ = true;
            room_.tally.corrections += sent.repeated || scaled() ? 0 : 1;
            return;
        case Purpose::act: ruled_ = *sent.done_at; return acted();
        case Purpose::after:
            room_.tally.corrections += sent.repeated ? 0 : 1;
            return;
        case Purpose::free: return next_game();
    }
}

void Player::acted() {
    const Step& done = step();
    if (done.plays) ++room_.tally.played;
    corrected_ = false;
    ruling_ = done.ruled;
    ++step_;
}

// ---- ends -----------------------------------------------------------------------------------

void Player::finish() {
    Tally& tally = room_.tally;
    ++tally.over;
    const std::string ending(name(track_.outcome.ending));
    if (plays_among(script().steps, std::min(step_, script().steps.size()),
                    script().steps.size()) > 0)
        room_.report(script().label + ": over after ply " + std::to_string(track_.ply.count) +
                     " (" + ending + "), before the file's last move");
    if (script().result && *script().result != track_.outcome.score) {
        ++tally.differing;
        room_.report(script().label + ": " + std::string(text(track_.outcome.score)) + " (" +
                     ending + "), the file says " + std::string(text(*script().result)));
    }
    next_game();
}

// Nobody ends this game: "*" in the file, or nobody rules.
void Player::leave() {
    if (!script().result) {
        ++room_.tally.unfinished;
        room_.report(script().label + ": unfinished in the file, left as it stands");
        return next_game();
    }
    ++room_.tally.over;
    if (game_ + 1 == scripts_.size()) return next_game();
    end_game(Purpose::free, {*script().result, Ending::arbiter_decision, "8.7"});
}

void Player::begin_again() {
    if (thinking_) timer_.cancel();
    step_ = 0;
    takes_ = 0;
    track_ = {};
    opened_ = started_ = corrected_ = ruling_ = blocked_ = thinking_ = false;
    set_after_.reset();
}

void Player::next_game() {
    ++game_;
    begin_again();
    if (game_ < scripts_.size()) return;
    game_ = scripts_.size() - 1;
    done_ = true;
    room_.finished();
}

void Player::fail(const std::string& why) {
    if (done_) return;
    room_.report(script().label + ": " + why);
    room_.tally.failed += scripts_.size() - game_;
    timer_.cancel();
    done_ = true;
    room_.finished();
}

}  // namespace flagfall::client
