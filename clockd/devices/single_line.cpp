#include "clockd/devices/single_line.hpp"

#include <algorithm>
#include <utility>

namespace flagfall::devices {

namespace {

constexpr Duration gap = milliseconds(limits::between_commands_ms);
constexpr Duration patience = milliseconds(limits::answer_alone_ms);
constexpr Duration longest = milliseconds(limits::longest_answer_ms);
constexpr Duration check_every = milliseconds(limits::check_alone_ms);
constexpr Duration battery_every = milliseconds(limits::battery_every_ms);
constexpr Duration again_after = milliseconds(limits::retry_silent_ms);
constexpr Duration look_for = seconds(2);  // until hands are away
constexpr unsigned low_percent = 20;

bool digits(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

unsigned at(std::string_view data, std::size_t place) {
    return static_cast<unsigned char>(data[place]);
}

}  // namespace

bool is_known(std::string_view trademark) {
    return trademark.find("Digital Game Technology") != std::string_view::npos;
}

// The first byte is the charge in percent, 0x7f where nothing measures it; the last has the state.
std::string battery_text(std::string_view data) {
    if (data.size() != 9) return "";
    if ((at(data, 8) & 0x01) != 0) return "charging";
    if (at(data, 0) > 100) return "none";
    return at(data, 0) < low_percent ? "low" : "good";
}

std::string version_text(std::string_view data) {
    if (data.size() != 2) return "";
    return std::to_string(at(data, 0)) + "." + std::to_string(at(data, 1));
}

// ---- asking ---------------------------------------------------------------------------------

void SingleLine::greet() {
    queue_ = {{single::reset, {}},
              {single::send_trademark, Content::trademark},
              {single::send_serial, Content::serial},
              {single::send_version, Content::version, false},
              {single::send_battery, Content::battery, false},
              {single::send_changes, {}},
              {single::send_board, Content::board},
              {single::send_clock, Content::clock, false}};
    current_.reset();
    trusted_ = false;
}

bool SingleLine::asked(Content content) const {
    const auto same = [&](const Ask& ask) { return ask.answer == content; };
    return (current_ && same(current_->ask)) || std::ranges::any_of(queue_, same);
}

void SingleLine::due(Instant at) {
    if (!trusted_ || !known()) return;
    const bool check = at >= check_at_ || (look_at_ && at >= *look_at_) || followed_.doubtful() ||
                       (followed_.settled(at, settle_) && !followed_.checked());
    if (check && !asked(Content::board)) queue_.push_back({single::send_board, Content::board});
    if (at >= battery_at_ && !asked(Content::battery)) {
        queue_.push_back({single::send_battery, Content::battery, false});
        battery_at_ = at + battery_every;
    }
    if (std::exchange(want_memory_, false))
        queue_.push_back({single::send_memory, Content::memory, false});
}

void SingleLine::send(Instant at, Acts& acts) {
    if (current_ || queue_.empty() || at < quiet_until_) return;
    const Ask ask = queue_.front();
    queue_.pop_front();
    acts.write += ask.command;
    quiet_until_ = at + gap;
    if (ask.answer) current_ = {ask, at, at, 1};
}

// A frame that comes is waited for: the memory takes seconds.
void SingleLine::late(Instant at, Acts& acts) {
    if (!current_) return;
    const Duration most = current_->ask.answer == Content::memory ? longest : patience * 4;
    if (at < current_->heard + patience && at < current_->sent + most) return;
    if (current_->tries < limits::tries) {
        ++current_->tries;
        current_->sent = current_->heard = at;
        acts.write += current_->ask.command;
        quiet_until_ = at + gap;
        return;
    }
    const Ask ask = current_->ask;
    current_.reset();
    if (ask.answer == Content::memory && known())
        acts.reports.push_back(Remembered{equipment_.serial, {}, at});
    if (ask.needed) silent(at, acts);
}

void SingleLine::silent(Instant at, Acts& acts) {
    if (equipment_.link == LinkState::active) equipment_.link = LinkState::silent;
    tell(acts);
    queue_.clear();
    look_at_.reset();
    followed_.doubt();
    trusted_ = false;
    greet_at_ = at + again_after;
    ++unanswered_;
}

void SingleLine::step(Instant at, Acts& acts) {
    if (greet_at_ && at >= *greet_at_) {
        greet_at_.reset();
        greet();
    }
    late(at, acts);
    settle(at, acts);
    due(at);
    send(at, acts);
    wake_ = at + check_every;
    const auto sooner = [&](Instant when) { wake_ = std::min(wake_, std::max(when, at)); };
    if (greet_at_) sooner(*greet_at_);
    if (current_) sooner(current_->heard + patience);
    if (!current_ && !queue_.empty()) sooner(quiet_until_);
    if (!greet_at_ && trusted_ && known()) {
        sooner(std::max(check_at_, at + milliseconds(1)));
        if (look_at_) sooner(std::max(*look_at_, at + milliseconds(1)));
    }
    if (const auto moved = followed_.moved_at(); moved && !current_ && !greet_at_)
        sooner(std::max(*moved + settle_, at + milliseconds(1)));
}

Acts SingleLine::on_wake(Instant at) {
    Acts acts;
    step(at, acts);
    return acts;
}

// ---- answers --------------------------------------------------------------------------------

Acts SingleLine::on_bytes(std::string_view bytes, Instant at) {
    Acts acts;
    for (const char byte : bytes)
        if (const auto frame = parser_.take(static_cast<unsigned char>(byte)))
            on_frame(*frame, at, acts);
    if (current_ && parser_.inside()) current_->heard = at;
    step(at, acts);
    return acts;
}

void SingleLine::on_frame(const Frame& frame, Instant at, Acts& acts) {
    acts.reports.push_back(FrameSeen{equipment_.serial, frame, at});
    std::optional<Instant> asked_at;
    const bool greeting =
        frame.content == Content::trademark || frame.content == Content::serial;
    if (greeting && !(current_ && current_->ask.answer == frame.content)) crowded_ = true;
    if (current_ && current_->ask.answer == frame.content) {
        asked_at = current_->sent;
        current_.reset();
    }
    on_content(frame, at, asked_at.value_or(at), acts);
    tell(acts);
}

void SingleLine::on_content(const Frame& frame, Instant at, Instant asked_at, Acts& acts) {
    switch (frame.content) {
        case Content::field: return on_field(frame, at, acts);
        case Content::board:
            if (const auto placement = placement_of(frame.data); placement && trusted_) {
                check_at_ = at + check_every;
                const auto check = followed_.whole(*placement, asked_at, at);
                const bool still = check == Followed::Check::agrees && !followed_.moved_at();
                if (still && known()) acts.reports.push_back(Asked{equipment_.serial, asked_at});
                if (look_at_ && (still ? asked_at >= *look_at_ : at >= *look_at_ + look_for))
                    look_at_.reset();
            }
            return;
        case Content::clock: {
            const auto shown = clock_frame(frame.data);
            if (!shown || says_nothing(frame.data) || !known()) return;
            equipment_.clock = !std::holds_alternative<NoClock>(*shown);
            if (const auto* reading = std::get_if<ClockReading>(&*shown))
                equipment_.clock_battery_low = reading->battery_low;
            acts.reports.push_back(ClockSeen{equipment_.serial, *shown, at});
            return;
        }
        case Content::memory: return on_memory(frame, at, acts);
        default: return on_words(frame, at, acts);
    }
}

void SingleLine::on_field(const Frame& frame, Instant at, Acts& acts) {
    const unsigned field = static_cast<unsigned char>(frame.data[0]);
    const auto piece = piece_of(static_cast<unsigned char>(frame.data[1]));
    if (field >= 64 || !piece) return followed_.doubt();
    const Instant since = at - milliseconds(limits::scan_ms);
    if (followed_.field(square_of(field), *piece, since, at) && known())
        acts.reports.push_back(Moving{equipment_.serial, since, at});
}

// No sum guards these bytes: a memory that is damaged is asked for again.
void SingleLine::on_memory(const Frame& frame, Instant at, Acts& acts) {
    if (!known()) return;
    Notes notes = notes_of(frame.data);
    want_memory_ = notes.damaged && ++memory_tries_ < limits::memory_tries;
    if (want_memory_) return;
    acts.reports.push_back(Remembered{equipment_.serial, std::move(notes), at});
}

void SingleLine::on_words(const Frame& frame, Instant at, Acts& acts) {
    if (frame.content == Content::trademark) {
        trusted_ = is_known(frame.data);
        if (!trusted_ && equipment_.link != LinkState::foreign) {
            equipment_.link = LinkState::foreign;
            if (!known()) equipment_.serial = "?";
            tell(acts);
        }
        if (trusted_) return;
        queue_.clear();
        greet_at_ = at + again_after;  // perhaps it was damaged
    } else if (frame.content == Content::serial && trusted_ && digits(frame.data)) {
        equipment_.serial = frame.data;
        unanswered_ = 0;
        equipment_.link = LinkState::active;
    } else if (frame.content == Content::version) {
        equipment_.version = version_text(frame.data);
    } else if (frame.content == Content::battery) {
        equipment_.battery = battery_text(frame.data);
    }
}

void SingleLine::settle(Instant at, Acts& acts) {
    if (!trusted_ || !known() || !followed_.settled(at, settle_) || !followed_.checked()) return;
    const auto look = followed_.look();
    if (!look) return;
    acts.reports.push_back(Settled{equipment_.serial, look->placement, look->since, look->at});
    acts.reports.push_back(Asked{equipment_.serial, look->at});  // a whole board has agreed since
}

void SingleLine::tell(Acts& acts) {
    if (!known() || equipment_ == shown_) return;
    shown_ = equipment_;
    acts.reports.push_back(EquipmentSeen{equipment_});
}

}  // namespace flagfall::devices
