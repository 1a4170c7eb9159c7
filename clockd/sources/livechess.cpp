#include "clockd/sources/livechess.hpp"

#include <algorithm>
#include <utility>

#include "clockd/sources/limits.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::sources {

using wire::Json;

namespace {

constexpr Duration list_interval = seconds(5);   // states are in the list and in no feed
constexpr Duration answer_patience = seconds(10);
constexpr Duration report_interval = minutes(1);
constexpr std::int64_t longest_reading = 100 * 3600;  // seconds
// A reading that is older is taken as it is: the two times are not of one clock.
constexpr std::int64_t oldest_reading_ms = 60'000;
// The clock has whole seconds, and is read late by up to one.
constexpr Duration clock_uncertainty = seconds(1);
constexpr Duration uncertainty_without_age = seconds(3);

Link link_from(const Json* state) {
    if (!state || !state->is_text()) return Link::unknown;
    if (state->text == "ACTIVE") return Link::active;
    if (state->text == "INACTIVE") return Link::inactive;
    if (state->text == "NOTRESPONDING") return Link::not_responding;
    if (state->text == "DELAYED") return Link::delayed;
    return Link::unknown;
}

std::string text_of(const Json& object, std::string_view name) {
    const Json* found = object.find(name);
    return found && found->is_text() && found->text.size() <= limits::live_text_bytes
               ? found->text
               : std::string();
}

// The serial number goes into commands and reports unchanged.
std::string serial_of(const Json& object) {
    std::string serial = text_of(object, "serialnr");
    const bool plain = serial.size() <= limits::live_serial_bytes &&
                       std::ranges::all_of(serial, [](char c) { return c > ' ' && c <= '~'; });
    return plain ? serial : std::string();
}

// The entries of a frame's lists, as they came, by serial number; the frame is JSON.
std::map<std::string, std::string_view> entries_of(std::string_view frame) {
    std::map<std::string, std::string_view> entries;
    constexpr int inside = 3;  // an object in a list in the frame
    int depth = 0;
    std::size_t began = 0;
    for (std::size_t at = 0; at < frame.size(); ++at) {
        const char c = frame[at];
        if (c == '"') {
            for (++at; at < frame.size() && frame[at] != '"'; ++at)
                if (frame[at] == '\\') ++at;
        } else if (c == '{' || c == '[') {
            if (++depth == inside) began = at;
        } else if (c == '}' || c == ']') {
            if (depth-- != inside) continue;
            const std::string_view entry = frame.substr(began, at + 1 - began);
            if (const auto parsed = wire::parse_json(entry); parsed && parsed->is_object())
                entries.emplace(serial_of(*parsed), entry);
        }
    }
    return entries;
}

std::optional<std::int64_t> number_of(const Json& object, std::string_view name) {
    const Json* found = object.find(name);
    if (!found || found->kind != Json::Kind::integer) return std::nullopt;
    return found->integer;
}

}  // namespace

std::string_view name(Link link) {
    switch (link) {
        case Link::unknown: return "unknown";
        case Link::active: return "active";
        case Link::inactive: return "inactive";
        case Link::not_responding: return "not-responding";
        case Link::delayed: return "delayed";
        case Link::gone: return "gone";
        case Link::unreached: return "unreached";
    }
    return "";
}

// ---- what it says ---------------------------------------------------------------------------

// Reads one frame of the service into acts.
class LiveReader {
public:
    LiveReader(LiveChess& live, Instant at, LiveActs& acts) : live_(live), at_(at), acts_(acts) {}

    void frame(const Json& frame, std::string_view text) {
        text_ = text;
        if (!frame.is_object()) return strange("frame: expected an object");
        const std::string kind = text_of(frame, "response");
        const auto id = number_of(frame, "id");
        const Json* param = frame.find("param");
        if (kind == "error") {
            refused(id.value_or(0));
            return strange("the service reports an error");
        }
        if (!param || !id) return strange("frame: no id or no param");
        taken_ = number_of(frame, "time");
        if (kind == "call" && id == live_.list_asked_) return list(*param);
        if (kind == "call") return;  // the answer to a subscription
        if (kind != "feed") return strange("frame: unknown kind");
        for (auto& [serial, board] : live_.boards_)
            if (board.feed == *id) {
                acts_.push_back(Heard{serial, std::string(text), at_});
                return event(serial, board, *param);
            }
        strange("feed: nobody subscribed to it");
    }

private:
    void strange(std::string what) { live_.strange(std::move(what), at_, acts_); }

    // A refused request is sent again with the next list.
    void refused(std::int64_t call) {
        if (call == live_.list_asked_) {
            live_.list_asked_.reset();
            live_.next_list_ = at_ + list_interval;
        }
        for (auto& [serial, board] : live_.boards_)
            if (board.call == call) board.feed = board.call = 0;
    }

    void list(const Json& boards) {
        live_.list_asked_.reset();
        live_.next_list_ = at_ + list_interval;
        if (!boards.is_list()) return strange("boards: expected a list");
        ++live_.lists_;
        std::set<std::string> listed;
        for (const Json& board : boards.items) {
            const std::string serial = board.is_object() ? serial_of(board) : "";
            if (serial.empty()) {
                strange("boards: a serial number is missing or unusable");
                continue;
            }
            if (!live_.wanted_.empty() && !live_.wanted_.contains(serial)) continue;
            if (!listed.insert(serial).second) {
                strange("boards: a serial number is there twice");
                continue;
            }
            const bool full = live_.boards_.size() >= limits::live_boards;
            if (full && !live_.boards_.contains(serial)) continue;
            const std::size_t before = acts_.size();
            known(serial, board);
            if (acts_.size() > before) keep(serial);
        }
        for (auto& [serial, board] : live_.boards_)
            if (!listed.contains(serial)) gone(board);
    }

    void known(const std::string& serial, const Json& listed) {
        LiveChess::Board& board = live_.boards_[serial];
        Equipment now{serial, text_of(listed, "source"), link_from(listed.find("state")),
                      text_of(listed, "battery")};
        if (board.equipment != now) acts_.push_back(now);
        board.equipment = std::move(now);
        const bool late = board.equipment.link == Link::delayed;
        board.late = board.late || late;
        if (board.prompt == Instant{}) board.prompt = at_;
        if (board.feed == 0) acts_.push_back(SendText{live_.subscribe_call(serial, board)});
        event(serial, board, listed);
        board.late = late;
        if (!late) board.prompt = at_;
    }

    void keep(const std::string& serial) {
        if (!entries_) entries_ = entries_of(text_);
        if (const auto found = entries_->find(serial); found != entries_->end())
            acts_.push_back(Heard{serial, std::string(found->second), at_});
    }

    void gone(LiveChess::Board& board) {
        board.feed = 0;
        board.placement.reset();
        if (board.equipment.link == Link::gone) return;
        board.equipment.link = Link::gone;
        acts_.push_back(board.equipment);
    }

    // The list and the feed have the same fields.
    void event(const std::string& serial, LiveChess::Board& board, const Json& event) {
        if (!event.is_object()) return strange("event: expected an object");
        const std::string named = text_of(event, "serialnr");
        if (!named.empty() && named != serial) return strange("event: of another board");
        if (const Json* flipped = event.find("flipped");
            flipped && flipped->kind == Json::Kind::boolean && board.flipped != flipped->truth) {
            board.flipped = flipped->truth;
            acts_.push_back(Flipped{serial, flipped->truth});
        }
        if (const Json* stands = event.find("board"); stands && !stands->is_null())
            placement(serial, board, *stands);
        if (const Json* clock = event.find("clock"); clock && !clock->is_null())
            shows(serial, board, *clock);
    }

    void placement(const std::string& serial, LiveChess::Board& board, const Json& text) {
        if (!text.is_text()) return strange("board: expected text");
        const auto placement = devices::Placement::from(text.text);
        if (!placement) return strange("board: expected a FEN");
        if (board.placement == *placement) return;
        board.placement = *placement;
        acts_.push_back(
            Stands{serial, *placement, board.late, at_, board.late ? board.prompt : at_});
    }

    // A repeated reading is not reported, nor is one of a board that is not there.
    void shows(const std::string& serial, LiveChess::Board& board, const Json& clock) {
        const auto white = clock.is_object() ? number_of(clock, "white") : std::nullopt;
        const auto black = clock.is_object() ? number_of(clock, "black") : std::nullopt;
        const auto sensible = [](std::optional<std::int64_t> reading) {
            return reading && *reading >= 0 && *reading <= longest_reading;
        };
        if (!sensible(white) || !sensible(black)) return strange("clock: expected two times");
        ClockShows shows{serial, {{seconds(*white), seconds(*black)}}, {}, clock_uncertainty, at_};
        const Json* run = clock.find("run");
        if (run && run->kind == Json::Kind::boolean)
            shows.runs = run->truth ? Side::white : Side::black;
        const auto read = number_of(clock, "time");
        const bool same = read && board.read == read && board.clock &&
                          board.clock->readings == shows.readings &&
                          board.clock->runs == shows.runs;
        board.read = read;
        board.clock = shows;
        if (same) return;
        if (board.equipment.link == Link::inactive || board.equipment.link == Link::not_responding)
            return;
        age(clock, shows);
        acts_.push_back(std::move(shows));
    }

    // Both times are the service's, and ours may differ by hours: only their difference counts.
    void age(const Json& clock, ClockShows& shows) {
        const auto read = number_of(clock, "time");
        if (!read || !taken_ || *taken_ < *read || *read < 0 ||
            *taken_ - *read > oldest_reading_ms) {
            shows.uncertainty = uncertainty_without_age;
            return;
        }
        shows.at = shows.at - milliseconds(*taken_ - *read);
    }

    LiveChess& live_;
    Instant at_;
    LiveActs& acts_;
    std::string_view text_;              // the frame
    std::optional<std::map<std::string, std::string_view>> entries_;  // of the list, once used
    std::optional<std::int64_t> taken_;  // when the service sent the frame, by its own clock
};

// ---- the link -------------------------------------------------------------------------------

std::string LiveChess::list_call() {
    list_asked_ = ++last_id_;
    return R"({"call":"eboards","id":)" + std::to_string(last_id_) + "}";
}

std::string LiveChess::subscribe_call(const std::string& serial, Board& board) {
    board.feed = ++last_id_;
    const std::string feed = std::to_string(board.feed);
    board.call = ++last_id_;
    const std::string call = std::to_string(board.call);
    std::string quoted;
    for (const char c : serial) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return R"({"call":"subscribe","id":)" + call + R"(,"param":{"feed":"eboardevent","id":)" +
           feed + R"(,"param":{"serialnr":")" + quoted + R"("}}})";
}

LiveActs LiveChess::opened(Instant at) {
    open_ = true;
    lists_ = 0;
    next_list_ = at + answer_patience;
    LiveActs acts;
    acts.push_back(SendText{list_call()});
    return acts;
}

LiveActs LiveChess::message(std::string_view text, Instant at) {
    LiveActs acts;
    if (!open_) return acts;
    const std::uint64_t strange_before = nonsense_;
    const auto parsed = wire::parse_json(text, wire::from_outside);
    if (!parsed)
        strange("frame: expected JSON", at, acts);
    else
        LiveReader(*this, at, acts).frame(*parsed, text);
    if (nonsense_ == strange_before) return acts;
    nonsense_bytes_ += text.size();
    const auto kept = [](const LiveAct& act) { return std::holds_alternative<Heard>(act); };
    if (std::ranges::none_of(acts, kept)) acts.push_back(Heard{"", std::string(text), at});
    return acts;
}

LiveActs LiveChess::closed(Instant) {
    LiveActs acts;
    open_ = false;
    list_asked_.reset();
    for (auto& [serial, board] : boards_) {
        board.feed = 0;
        board.placement.reset();  // the placement after the break is reported in any case
        board.flipped.reset();
        if (board.equipment.link == Link::gone || board.equipment.link == Link::unreached) continue;
        board.equipment.link = Link::unreached;
        acts.push_back(board.equipment);
    }
    return acts;
}

std::optional<Instant> LiveChess::deadline() const {
    if (!open_) return std::nullopt;
    return next_list_;
}

LiveActs LiveChess::wake(Instant now) {
    LiveActs acts;
    if (!open_ || now < next_list_) return acts;
    next_list_ = now + answer_patience;
    if (list_asked_) {
        acts.push_back(Reconnect{});
        return acts;
    }
    acts.push_back(SendText{list_call()});
    return acts;
}

void LiveChess::strange(std::string what, Instant at, LiveActs& acts) {
    ++nonsense_;
    if (nonsense_reported_ && at < *nonsense_reported_ + report_interval) return;
    nonsense_reported_ = at;
    acts.push_back(Nonsense{std::move(what), nonsense_});
}

}  // namespace flagfall::sources
