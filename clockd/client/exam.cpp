#include "clockd/client/exam.hpp"

#include <algorithm>
#include <utility>

#include "common/base/check.hpp"
#include "common/base/version.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::client {

namespace {

constexpr const char* log_name = "conform";
constexpr const char* game_name = "conform-1";
// After a cut the welcome is delayed, so that commands that are sent again have an age.
constexpr Duration slow_welcome = milliseconds(700);
constexpr Duration slow_wait = milliseconds(800);  // with slow_down
constexpr Duration sent_together = milliseconds(50);  // before the answer to the first could come
constexpr Duration tolerance = milliseconds(250);
constexpr std::ptrdiff_t most_findings = 20;  // of advice and of errors, for each topic
constexpr Duration rarest_question = milliseconds(2'500);

// The names of a message's fields.
class Names {
public:
    std::set<std::string, std::less<>> names{"type"};
    template <class T>
    void operator()(std::string_view name, const T&) { names.emplace(name); }
    template <class T>
    void maybe(std::string_view name, const T&) { names.emplace(name); }
};

template <class... Ts>
std::set<std::string, std::less<>> fields_of(const std::variant<Ts...>& message) {
    return std::visit(
        []<class T>(const T& held) {
            if constexpr (requires { T::type; }) {
                Names names;
                T::describe(held, names);
                return names.names;
            } else {
                return fields_of(held);
            }
        },
        message);
}

// The part of a command that must be the same when it is sent again.
std::string content_of(wire::ClockCommand command) {
    std::visit(
        [](auto& c) {
            c.age = {};
            c.at.reset();
        },
        static_cast<wire::ClockCommand::Variant&>(command));
    return wire::encode(wire::ToClockd{std::move(command)});
}

std::string ms(Duration time) { return std::to_string(time.us / 1'000) + " ms"; }

}  // namespace

std::string_view name(Topic topic) {
    constexpr std::array<std::string_view, topics> names{
        "hello", "form", "unknown fields", "asks first", "ids",        "lost answer",
        "lost line", "age", "busy", "slow_down", "stale_epoch"};
    return names[static_cast<std::size_t>(topic)];
}

// ---- the hall -------------------------------------------------------------------------------

Exam::Exam(Board board, Instant at) : board_(board) {
    const auto keep = [&](const wire::ClockCommand& command) {
        for (const clock::Stamped& one :
             clock::decide(boards_, command, at, clock::Role::arbiter).events)
            clock::apply(boards_, one.event, one.at);
    };
    clock::apply(boards_, wire::LogOpened{log_name, "real", std::string(version)}, at);
    clock::apply(boards_, wire::Booted{"conform-boot", std::string(version)}, at);
    wire::OpenGame open;
    open.id = "open";
    open.board = board;
    open.game = game_name;
    open.terms.event = open.terms.round = "1";
    open.terms.white = "White";
    open.terms.black = "Black";
    open.terms.time_control = "86400";
    keep(open);
    wire::StartGame start;
    start.id = "start";
    start.board = board;
    start.game = game_name;
    keep(start);
    FF_CHECK(boards_.at(board).phase == clock::Phase::running);
}

// Every line has an unknown field, as of a later version.
void Exam::say(const wire::FromClockd& message) {
    std::string line = wire::encode(message);
    line.insert(line.size() - 1, R"(,"later":{"of":["another version"]})");
    acts_.say.push_back(std::move(line));
}

void Exam::refuse(const std::string& id, std::string code, std::string text,
                  std::optional<std::int64_t> wait_ms) {
    const bool known = boards_.at(board_).phase != clock::Phase::empty;
    say(wire::Refused{id, std::move(code), std::move(text), board_,
                      known ? std::optional(boards_.at(board_).epoch) : std::nullopt, wait_ms});
}

void Exam::welcome() {
    wire::Welcome welcome;
    welcome.server = "clockd";
    welcome.version = version;
    welcome.log = log_name;
    welcome.time = "real";
    welcome.boot = "conform-boot";
    welcome.pos = pos_;
    welcomed_ = true;
    say(welcome);
}

// The board's epoch rises, as after a ruling.
void Exam::intervene(Instant at) {
    const wire::BoardView now = clock::view(boards_, board_, at);
    wire::SetReading set;
    set.id = "intervention";
    set.board = board_;
    set.game = game_name;
    set.epoch = now.epoch;
    set.correction.readings = now.readings;
    set.correction.turn = now.turn;
    set.correction.ply = now.ply;
    set.correction.run = true;
    set.correction.article = "6.10.2";
    set.correction.reason = "the arbiter set the clock";
    for (const clock::Stamped& one :
         clock::decide(boards_, set, at, clock::Role::arbiter).events)
        clock::apply(boards_, one.event, one.at);
    FF_CHECK(boards_.at(board_).epoch.count > now.epoch.count);
}

// ---- findings -------------------------------------------------------------------------------

void Exam::wrong(Topic topic, std::string text) {
    seen(topic);
    find({topic, true, std::move(text), lines_});
}

void Exam::advise(Topic topic, std::string text) {
    find({topic, false, std::move(text), lines_});
}

// Reports a limited number of findings: a device may repeat a fault for ever.
void Exam::find(Finding finding) {
    auto& of_topic = findings_[static_cast<std::size_t>(finding.topic)];
    const auto alike = std::ranges::count(of_topic, finding.wrong, &Finding::wrong);
    if (alike >= most_findings) return;
    of_topic.push_back(finding);
    acts_.found.push_back(std::move(finding));
}

bool Exam::passed() const {
    const bool right = std::ranges::all_of(findings_, [](const auto& of_topic) {
        return std::ranges::none_of(of_topic, &Finding::wrong);
    });
    return right && over() && seen_.size() == topics;
}

std::string Exam::report() const {
    std::string out;
    std::size_t faults = 0;
    std::size_t unseen = 0;
    for (std::size_t n = 0; n < topics; ++n) {
        const auto topic = static_cast<Topic>(n);
        const bool wrong = std::ranges::any_of(findings_[n], &Finding::wrong);
        const char* how = wrong ? "WRONG" : seen_.contains(topic) ? "right" : "not seen";
        faults += wrong;
        unseen += !wrong && !seen_.contains(topic);
        std::string title(name(topic));
        title.resize(16, ' ');
        out += title + how + "\n";
        for (const Finding& one : findings_[n])
            out += std::string(one.wrong ? "    " : "    advice: ") +
                   (one.line == 0 ? "" : "line " + std::to_string(one.line) + ": ") + one.text +
                   "\n";
    }
    if (faults != 0) return out + std::to_string(faults) + " of 11 are wrong\n";
    if (unseen != 0 || !over()) return out + "not all was seen: play some more moves\n";
    return out + "all is right\n";
}

ExamActs Exam::finish() {
    if (auto late = std::exchange(expected_, std::nullopt))
        wrong(late->topic, "command " + late->id + " did not come again");
    return std::exchange(acts_, {});
}

// ---- the link -------------------------------------------------------------------------------

ExamActs Exam::connected(Instant) {
    greeted_ = welcomed_ = false;
    welcome_at_.reset();
    quiet_since_.reset();
    return std::exchange(acts_, {});
}

void Exam::disconnected(Instant) {
    greeted_ = welcomed_ = false;
    welcome_at_.reset();
    quiet_since_.reset();
}

ExamActs Exam::wake(Instant now) {
    if (welcome_at_ && *welcome_at_ <= now) {
        welcome_at_.reset();
        welcome();
    }
    return std::exchange(acts_, {});
}

ExamActs Exam::line(std::string_view text, Instant at) {
    ++lines_;
    const auto message = wire::decode_to_clockd(text);
    if (!message) {
        wrong(Topic::form, message.error().text);
        refuse(message.error().id, message.error().code, message.error().text);
        return std::exchange(acts_, {});
    }
    if (!std::holds_alternative<wire::Hello>(*message)) seen(Topic::form);
    const auto known = fields_of(*message);
    if (const auto json = wire::parse_json(text))
        for (const wire::JsonMember& member : json->members)
            if (!known.contains(member.name))
                advise(Topic::form, "clockd ignores the field " + wire::quote(member.name));
    if (const auto* hello = std::get_if<wire::Hello>(&*message)) {
        take(*hello, at);
    } else if (!greeted_) {
        wrong(Topic::hello, "the first line of a link must be the hello");
        refuse("", "not_authenticated", "say hello first");
    } else if (const auto* get = std::get_if<wire::GetBoard>(&*message)) {
        take(*get, at);
    } else if (const auto* command = std::get_if<wire::ClockCommand>(&*message)) {
        take(*command, at);
    } else {
        wrong(Topic::form, "a device may not send this message");
        refuse("", "not_allowed", "a device may not send this message");
    }
    return std::exchange(acts_, {});
}

ExamActs Exam::bad_line(std::string_view why) {
    ++lines_;
    wrong(Topic::form, std::string(why));
    refuse("", "malformed", std::string(why));
    return std::exchange(acts_, {});
}

void Exam::take(const wire::Hello& hello, Instant at) {
    seen(Topic::hello);
    if (greeted_) wrong(Topic::hello, "a second hello on one link");
    greeted_ = true;
    const auto refused = [&](const std::string& text) {
        wrong(Topic::hello, text);
        refuse("", "bad_field", text);
    };
    if (hello.protocol != wire::protocol_version)
        return refused("protocol: this server speaks " + std::to_string(wire::protocol_version));
    if (hello.role != "device") return refused("role: a device says device, not " + hello.role);
    if (hello.device != 0)
        return refused("device: this hall is open, and has enrolled nobody; leave the number out");
    if (hello.name.empty()) advise(Topic::hello, "name: say in words which device this is");
    if (std::exchange(slow_welcome_, false)) welcome_at_ = at + slow_welcome;
    else welcome();
}

// A device that asks each second is known to be connected.
void Exam::take(const wire::GetBoard& get, Instant at) {
    if (get.board != board_) {
        wrong(Topic::asks_first, "it asks for board " + std::to_string(get.board.number) +
                                     ", and plays at board " + std::to_string(board_.number));
        return refuse(get.id, "not_your_board", "this device plays at another board");
    }
    seen(Topic::asks_first);
    asked_ = true;
    if (quiet_since_ && at - *quiet_since_ > rarest_question && !std::exchange(rarely_, true))
        advise(Topic::asks_first, "nothing came for " + ms(at - *quiet_since_) +
                                      ": ask each second, else clockd does not accept ages");
    quiet_since_ = at;
    wire::BoardState state;
    state.id = get.id;
    state.view = clock::view(boards_, board_, at);
    state.players = {{"White", "Black"}};
    say(state);
}

// ---- commands -------------------------------------------------------------------------------

void Exam::take(const wire::ClockCommand& command, Instant at) {
    const wire::Command& head = clock::common(command);
    const std::string content = content_of(command);
    quiet_since_ = at;
    if (!welcomed_) advise(Topic::hello, "a command before the welcome; wait for it");
    if (lesson_ != Lesson::answer) seen(Topic::unknown_fields);
    if (expected_ && head.id == expected_->id) return again(command, content, at);
    const bool under_way = expected_ && at - expected_->came < sent_together;
    if (expected_ && !under_way) {
        wrong(expected_->topic,
              "command " + expected_->id + " was not carried out, and " + head.id +
                  " came: repeat a command with its id until it is answered");
        expected_.reset();
    }
    if (const auto done = done_.find(head.id); done != done_.end()) {
        if (done->second == content) {
            advise(Topic::ids, "command " + head.id + " again, though it was answered");
            return say(wire::Ack{head.id, pos_, true, clock::view(boards_, board_, at)});
        }
        wrong(Topic::ids, "id " + head.id + " again, with other content");
        return refuse(head.id, "id_used", "another command had this id");
    }
    seen(Topic::ids);
    if (stale_.contains(head.id))
        wrong(Topic::stale_epoch,
              "command " + head.id +
                  " again, with another epoch: ask the board and the player, and send another "
                  "command");
    else if (!asked_)
        wrong(stale_.empty() ? Topic::asks_first : Topic::stale_epoch,
              "command " + head.id + " before it asked for the board");
    if (!carried_out(command, at)) return;
    if (under_way) return answer(command, content, at);
    teach(command, content, at);
}

// Can the command be carried out? If not, refuses it as clockd does.
bool Exam::carried_out(const wire::ClockCommand& command, Instant at) {
    const wire::Command& head = clock::common(command);
    const auto refusal = clock::decide(boards_, command, at, clock::Role::device).refusal;
    if (!refusal) return true;
    const std::uint32_t epoch = boards_.at(board_).epoch.count;
    if (refusal->code == "stale_epoch")
        wrong(Topic::stale_epoch, "the epoch is " + std::to_string(epoch) +
                                      ", as the answers said, and not " +
                                      std::to_string(head.epoch.count));
    else
        advise(Topic::form, "refused as " + refusal->code + ": " + refusal->text);
    refuse(head.id, refusal->code, refusal->text);
    return false;
}

void Exam::happen(const wire::ClockCommand& command, const std::string& content, Instant at) {
    for (const clock::Stamped& one :
         clock::decide(boards_, command, at, clock::Role::device).events) {
        clock::apply(boards_, one.event, one.at);
        ++pos_.value;
    }
    done_[clock::common(command).id] = content;
}

void Exam::answer(const wire::ClockCommand& command, const std::string& content, Instant at) {
    happen(command, content, at);
    say(wire::Ack{clock::common(command).id, pos_, false, clock::view(boards_, board_, at)});
}

// A command that was lost or postponed has come again.
void Exam::again(const wire::ClockCommand& command, const std::string& content, Instant at) {
    const wire::Command& head = clock::common(command);
    const Expected expected = *std::exchange(expected_, std::nullopt);
    seen(expected.topic);
    if (expected.content != content) {
        wrong(Topic::ids, "command " + head.id + " came again with other content");
        return refuse(head.id, "id_used", "another command had this id");
    }
    if (at + tolerance < expected.not_before)
        wrong(expected.topic, "command " + head.id + " came again " +
                                  ms(expected.not_before - at) + " before wait_ms was over");
    const Duration older = at - expected.came;
    const Duration off = head.age - expected.age - older;
    seen(Topic::age);
    if (off > tolerance || off < -tolerance)
        wrong(Topic::age, "command " + head.id + " came again after " + ms(older) +
                              ", and its age_us grew by " + ms(head.age - expected.age) +
                              ": else the player loses the time, or gains some");
    if (done_.contains(head.id))
        return say(wire::Ack{head.id, pos_, true, clock::view(boards_, board_, at)});
    if (carried_out(command, at)) answer(command, content, at);
}

void Exam::teach(const wire::ClockCommand& command, const std::string& content, Instant at) {
    const wire::Command& head = clock::common(command);
    const auto expect = [&](Topic topic, Duration wait = {}) {
        expected_ = Expected{topic, head.id, content, at, head.age, at + wait};
    };
    const auto cut = [&] { acts_.cut = slow_welcome_ = true; };
    switch (lesson_) {
        case Lesson::answer:
        case Lesson::over: answer(command, content, at); break;
        case Lesson::lose_answer:
            happen(command, content, at);
            expect(Topic::lost_answer);
            cut();
            break;
        case Lesson::lose_line:
            expect(Topic::lost_line);
            cut();
            break;
        case Lesson::busy:
            refuse(head.id, "busy", "the disk is behind; send it again in a moment");
            expect(Topic::busy);
            break;
        case Lesson::slow_down:
            refuse(head.id, "slow_down", "too much at once", slow_wait.us / 1'000);
            expect(Topic::slow_down, slow_wait);
            break;
        case Lesson::stale:
            intervene(at);
            refuse(head.id, "stale_epoch", "an arbiter has set the clock");
            stale_.insert(head.id);
            asked_ = false;
            break;
        case Lesson::answer_again:
            seen(Topic::stale_epoch);
            answer(command, content, at);
            break;
    }
    if (lesson_ != Lesson::over) lesson_ = static_cast<Lesson>(static_cast<int>(lesson_) + 1);
}

}  // namespace flagfall::client
