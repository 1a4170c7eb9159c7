#include "clockd/devices/bus_line.hpp"

#include <algorithm>
#include <utility>

#include "clockd/devices/serial.hpp"
#include "clockd/devices/single_line.hpp"

namespace flagfall::devices {

namespace {

using bus::Code;

constexpr Duration first_for = seconds(2);
constexpr Duration patience = milliseconds(limits::answer_ms);
constexpr Duration longest = milliseconds(limits::longest_answer_ms);
constexpr Duration window = milliseconds(limits::ping_window_ms);
constexpr Duration poll_every = milliseconds(limits::poll_every_ms);
constexpr Duration again_after = milliseconds(limits::retry_silent_ms);
constexpr Duration clock_every = milliseconds(limits::clock_every_ms);
constexpr Duration clock_followed = milliseconds(limits::clock_followed_ms);
constexpr Duration check_every = milliseconds(limits::check_every_ms);

std::optional<Content> answer_to(Code code) {
    switch (code) {
        case Code::clock: return Content::clock;
        case Code::board: return Content::board;
        case Code::changes:
        case Code::repeat_changes: return Content::changes;
        case Code::set_start: return Content::start_kept;
        case Code::from_start: return Content::memory;
        case Code::ping:
        case Code::ignore_ping: return Content::ping;
        case Code::version: return Content::version;
        default: return std::nullopt;
    }
}

}  // namespace

BusLine::BusLine(const std::vector<std::string>& expected, Instant at) : wake_(at) {
    for (const std::string& serial : expected) {
        const std::uint16_t address = bus_address(serial);
        if (address == 0) continue;
        Member& member = members_[address];
        member.equipment.serial = serial;
        member.expected = true;
    }
}

std::size_t BusLine::boards() const {
    const auto proved = [](const auto& one) { return one.second.proved; };
    return static_cast<std::size_t>(std::ranges::count_if(members_, proved));
}

// No board has answered by its name, and each was asked often enough.
bool BusLine::silent() const {
    return std::ranges::none_of(members_, [](const auto& one) {
        return one.second.proved || !one.second.given_up;
    });
}

BusLine::Member* BusLine::member_of(std::string_view serial) {
    for (auto& [address, member] : members_)
        if (member.equipment.serial == serial) return &member;
    return nullptr;
}

void BusLine::ask_memory(std::string_view serial) {
    Member* member = member_of(serial);
    if (member == nullptr) return;
    member->want_memory = true;
    member->memory_tries = 0;
}

void BusLine::ask_changes(std::string_view serial, Instant when) {
    Member* member = member_of(serial);
    if (member == nullptr) return;
    member->first_at = when;
    member->first_until = when + first_for;
}

void BusLine::read_clock(std::string_view serial, ClockCare care) {
    Member* member = member_of(serial);
    if (member == nullptr || member->care == care) return;
    member->care = care;
    member->clock_at = std::min(member->clock_at, member->clock_read + clock_pause(*member));
}

void BusLine::mark_start(std::string_view serial) {
    if (Member* member = member_of(serial)) member->want_start = true;
}

// ---- the search -----------------------------------------------------------------------------

// All boards answer a ping to nobody, each at a moment of its own. Those that were heard are asked
// to leave out the next ping, until one round brings nothing.
void BusLine::search(Instant at, Acts& acts) {
    if (search_at_ && at < *search_at_) return;
    search_at_.reset();
    if (stage_ == Stage::pinging && !window_) {
        if (rounds_ == 0) acts.write += single::to_bus;
        ++rounds_;
        damage_before_ = parser_.damage();
        acts.write += command(Code::ping, 0);
        window_ = at + window;
    } else if (stage_ == Stage::pinging && at >= *window_) {
        window_.reset();
        const bool quiet = found_.empty() && parser_.damage() == damage_before_;
        for (const std::uint16_t address : found_) {
            if (members_.size() >= limits::boards_on_line && !members_.contains(address)) continue;
            Member& member = members_[address];
            if (member.equipment.serial.empty()) member.equipment.serial = serial_of(address);
            to_hush_.insert(address);
        }
        found_.clear();
        const bool enough = quiet || rounds_ >= limits::search_rounds;
        stage_ = enough ? Stage::polling : Stage::hushing;
        if (enough && members_.empty()) {
            stage_ = Stage::pinging;
            rounds_ = 0;
            search_at_ = at + milliseconds(limits::search_every_ms);
        }
    }
    if (stage_ != Stage::hushing || current_) return;
    if (to_hush_.empty()) {
        stage_ = Stage::pinging;
        return search(at, acts);
    }
    const std::uint16_t address = *to_hush_.begin();
    to_hush_.erase(to_hush_.begin());
    ask(Code::ignore_ping, address, at, acts);
}

// ---- asking ---------------------------------------------------------------------------------

void BusLine::ask(Code code, std::uint16_t address, Instant at, Acts& acts) {
    acts.write += command(code, address);
    current_ = {code, address, answer_to(code), at, at};
}

// A board at which a press waits. What is doubtful there is looked at as a whole.
bool BusLine::ask_first(Instant at, Acts& acts) {
    for (auto& [address, member] : members_) {
        if (!member.first_at || member.equipment.link != LinkState::active) continue;
        if (at > member.first_until) {
            member.first_at.reset();
            continue;
        }
        const bool whole = member.first_whole && member.followed.doubtful() && !member.behind;
        if (!whole && *member.first_at > at) continue;
        member.first_whole = !whole;
        ask(whole           ? Code::board
            : member.repeat ? Code::repeat_changes
                            : Code::changes,
            address, at, acts);
        return true;
    }
    return false;
}

// The board that has waited longest after its question was due.
bool BusLine::ask_urgent(Instant at, Acts& acts) {
    auto best = members_.end();
    for (auto one = members_.begin(); one != members_.end(); ++one)
        if (one->second.changes_at <= at &&
            (best == members_.end() || one->second.changes_at < best->second.changes_at))
            best = one;
    if (best == members_.end()) return false;
    const Member& member = best->second;
    if (member.equipment.link != LinkState::active)
        ask(Code::ping, best->first, at, acts);
    else
        ask(member.repeat ? Code::repeat_changes : Code::changes, best->first, at, acts);
    return true;
}

bool BusLine::ask_other(Instant at, Acts& acts) {
    auto clock = members_.end();
    auto one = members_.upper_bound(last_other_);
    for (std::size_t left = members_.size(); left > 0; --left, ++one) {
        if (one == members_.end()) one = members_.begin();
        Member& member = one->second;
        if (member.equipment.link != LinkState::active) continue;
        const auto wants = [&](bool& flag, Code code) {
            if (!flag) return false;
            last_other_ = one->first;
            ask(code, one->first, at, acts);
            return true;
        };
        if (wants(member.want_start, Code::set_start)) return true;
        if (wants(member.want_memory, Code::from_start)) return true;
        if (wants(member.want_version, Code::version)) return true;
        const bool check = member.check_at <= at && next_check_ <= at;
        if (!member.behind && (member.followed.doubtful() || check)) {
            if (check) next_check_ = at + Duration{check_every.us / boards_here()};
            last_other_ = one->first;
            ask(Code::board, one->first, at, acts);
            return true;
        }
        if (member.clock_at <= at &&
            (clock == members_.end() || member.clock_at < clock->second.clock_at))
            clock = one;
    }
    if (clock == members_.end()) return false;
    ask(Code::clock, clock->first, at, acts);
    return true;
}

void BusLine::ask_next(Instant at, Acts& acts) {
    if (ask_first(at, acts)) return;
    if (urgent_ < limits::urgent_in_a_row && ask_urgent(at, acts)) {
        ++urgent_;
    } else if (ask_other(at, acts) || ask_urgent(at, acts)) {
        urgent_ = 0;
    }
}

bool BusLine::late(Instant at) const {
    if (!current_) return false;
    const Duration most = current_->code == Code::from_start ? longest : patience * 4;
    return at >= current_->heard + patience || at >= current_->sent + most;
}

// It does not come, or not whole: nobody waits for it any longer.
void BusLine::no_more_memory(Member& member, Instant at, Acts& acts) {
    if (std::exchange(member.want_memory, false))
        acts.reports.push_back(Remembered{member.equipment.serial, {}, at});
}

// After three questions without an answer the board does not respond; a ping asks again later.
void BusLine::give_up(Instant at, Acts& acts) {
    const Exchange lost = *std::exchange(current_, std::nullopt);
    const auto found = members_.find(lost.address);
    if (lost.code == Code::ignore_ping || found == members_.end()) return;
    Member& member = found->second;
    if (lost.answer == Content::changes) member.repeat = true;
    if (lost.code == Code::board) member.check_at = at + poll_every;
    if (lost.code == Code::clock) member.clock_at = at + clock_every;
    member.changes_at = at;
    // Other answers come between: it is counted by itself.
    const bool no_memory = lost.code == Code::from_start && ++member.memory_tries >= limits::tries;
    if (no_memory) no_more_memory(member, at, acts);
    if (++member.tries < limits::tries) return;
    member.tries = 0;
    member.given_up = true;
    member.changes_at = at + again_after;
    no_more_memory(member, at, acts);
    if (member.equipment.link == LinkState::active) member.equipment.link = LinkState::silent;
    if (member.proved) tell(member, acts);
    if (!member.proved && !member.expected) members_.erase(found);  // a collision looked like it
}

Instant BusLine::next_due(Instant at) const {
    Instant due = at + again_after;
    for (const auto& [address, member] : members_) {
        due = std::min(due, member.changes_at);
        if (member.equipment.link != LinkState::active) continue;
        due = std::min({due, member.clock_at, std::max(member.check_at, next_check_)});
        if (member.first_at) due = std::min(due, *member.first_at);
    }
    return std::max(due, at + milliseconds(1));
}

void BusLine::step(Instant at, Acts& acts) {
    if (late(at)) give_up(at, acts);
    if (stage_ != Stage::polling || search_at_) search(at, acts);
    if (stage_ == Stage::polling && !current_) ask_next(at, acts);
    if (current_) wake_ = current_->heard + patience;
    else if (search_at_) wake_ = *search_at_;
    else if (window_) wake_ = *window_;
    else wake_ = next_due(at);
}

Acts BusLine::on_wake(Instant at) {
    Acts acts;
    step(at, acts);
    return acts;
}

// ---- answers --------------------------------------------------------------------------------

Acts BusLine::on_bytes(std::string_view bytes, Instant at) {
    Acts acts;
    for (const char byte : bytes)
        if (const auto frame = parser_.take(static_cast<unsigned char>(byte)))
            on_frame(*frame, at, acts);
    if (current_ && parser_.inside()) current_->heard = at;
    step(at, acts);
    return acts;
}

// What nobody asked for is kept in the log of frames only: a late or doubled answer. If it had
// changes, one of the two was counted and the other not, so that the whole board is looked at.
void BusLine::on_frame(const Frame& frame, Instant at, Acts& acts) {
    const auto found = members_.find(frame.address);
    const bool known = found != members_.end();
    acts.reports.push_back(FrameSeen{
        known ? found->second.equipment.serial : serial_of(frame.address), frame, at});
    if (window_ && frame.content == Content::ping) {
        found_.insert(frame.address);
        return;
    }
    if (!known) return;
    const bool asked = current_ && current_->address == frame.address &&
                       current_->answer == frame.content;
    if (!asked) {
        const bool lost = frame.content == Content::changes && !frame.data.empty();
        if (lost) found->second.followed.doubt();
        return;
    }
    const Exchange exchange = *std::exchange(current_, std::nullopt);
    if (exchange.code == Code::ignore_ping) return;
    on_answer(frame.address, found->second, frame, exchange.sent, at, acts);
}

void BusLine::on_answer(std::uint16_t, Member& member, const Frame& frame, Instant asked_at,
                        Instant at, Acts& acts) {
    const bool back = member.equipment.link != LinkState::active;
    member.tries = 0;
    member.proved = true;
    member.equipment.link = LinkState::active;
    if (back) {
        member.repeat = member.asked_at.has_value();
        member.changes_at = at;
        member.check_at = at;
        member.behind = true;
    }
    switch (frame.content) {
        case Content::changes: on_changes(member, frame, asked_at, at, acts); break;
        case Content::clock: on_clock(member, frame, at, acts); break;
        case Content::board:
            if (const auto placement = placement_of(frame.data)) {
                member.check_at = at + check_every;
                const auto check = member.followed.whole(*placement, asked_at, at);
                if (check == Followed::Check::ask_again) member.changes_at = at;
                if (check == Followed::Check::replaced) member.changes_at = at + settle_;
                look(member, at, acts);
            }
            break;
        case Content::memory:
            member.want_memory = false;
            acts.reports.push_back(
                Remembered{member.equipment.serial, notes_of(frame.data), at});
            break;
        case Content::start_kept: member.want_start = false; break;
        case Content::version:
            member.want_version = false;
            member.equipment.version = version_text(frame.data);
            break;
        default: break;
    }
    tell(member, acts);
}

// An answer that is the same as the one before may be that one once more.
void BusLine::on_changes(Member& member, const Frame& frame, Instant asked_at, Instant at,
                         Acts& acts) {
    const Instant since = member.asked_at.value_or(asked_at) - milliseconds(limits::scan_ms);
    const bool same = !frame.data.empty() && frame.data == member.last_changes;
    const bool repeated = std::exchange(member.repeat, false);
    if (same && repeated) {  // the question had got lost, and this is what was counted before
        member.changes_at = at;
        return;
    }
    member.last_changes = frame.data;
    if (!repeated || !member.asked_at) member.asked_at = asked_at;  // it may be an older answer
    member.behind = repeated;
    const Notes notes = notes_of(frame.data);
    if (notes.damaged || same) member.followed.doubt();
    const auto hands = std::ranges::any_of(
        notes.notes, [](const Note& note) { return note.what == Note::What::change; });
    for (const Look& one : member.followed.notes(notes.notes, since, at))
        acts.reports.push_back(
            Settled{member.equipment.serial, one.placement, one.since, one.at});
    if (hands) {
        acts.reports.push_back(Moving{member.equipment.serial, since, at});
        member.clock_looks = limits::clock_looks;
        member.lever_due = true;
        member.clock_at = std::min(member.clock_at, at + settle_);
    }
    if (!repeated) acts.reports.push_back(Asked{member.equipment.serial, asked_at});
    look(member, at, acts);
    if (member.first_at && *member.first_at <= asked_at) {  // until the hands are away
        member.first_at.reset();
        if (member.followed.moved_at()) member.first_at = at + settle_;
    }
    member.changes_at = at + (repeated                      ? Duration{}
                              : member.followed.moved_at() ? settle_
                                                           : poll_every);
}

// Until it is read again. Of all that do not count one is read each second.
Duration BusLine::clock_pause(const Member& member) const {
    if (member.clock_looks > 0 || member.care == ClockCare::close) return clock_every;
    if (member.lever_due || member.care == ClockCare::game) return clock_followed;
    return clock_every * boards_here();
}

void BusLine::on_clock(Member& member, const Frame& frame, Instant at, Acts& acts) {
    if (member.clock_looks > 0) --member.clock_looks;
    member.clock_read = at;
    member.clock_at = at + clock_pause(member);
    const auto shown = clock_frame(frame.data);
    if (!shown || says_nothing(frame.data)) return;
    member.equipment.clock = !std::holds_alternative<NoClock>(*shown);
    if (!member.equipment.clock) {
        member.clock_looks = 0;
        member.lever_due = false;
        member.clock_at = at + (member.care == ClockCare::beside ? check_every : clock_followed);
    }
    if (const auto* reading = std::get_if<ClockReading>(&*shown)) {
        member.equipment.clock_battery_low = reading->battery_low;
        const bool pressed = std::exchange(member.to_move, reading->to_move) != reading->to_move;
        if (pressed || !reading->runs) {  // there is no press to wait for; once more for the time
            member.lever_due = false;
            member.clock_looks = std::min(member.clock_looks, 1);
        }
    }
    acts.reports.push_back(ClockSeen{member.equipment.serial, *shown, at});
}

void BusLine::look(Member& member, Instant at, Acts& acts) {
    if (!member.followed.settled(at, settle_)) return;
    if (auto one = member.followed.look())
        acts.reports.push_back(
            Settled{member.equipment.serial, one->placement, one->since, one->at});
}

void BusLine::tell(Member& member, Acts& acts) {
    if (member.equipment == member.shown) return;
    member.shown = member.equipment;
    acts.reports.push_back(EquipmentSeen{member.equipment});
}

}  // namespace flagfall::devices
