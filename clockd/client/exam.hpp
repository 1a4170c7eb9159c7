// An examination of somebody's device: this plays a hall with one board, as clockd does, loses
// answers, refuses and intervenes, and notes what the device gets wrong. Lines and instants in,
// lines out; no I/O.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/clock/boards.hpp"
#include "common/base/time.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::client {

// The topics of the examination, in the order of the report.
enum class Topic : std::uint8_t {
    hello,           // the first line of each link, with role, name and protocol
    form,            // each line is a message of the protocol
    unknown_fields,  // in the hall's lines are ignored
    asks_first,      // get_board before the first command, and then regularly
    ids,             // a new one for each command
    lost_answer,     // the same line again on another link
    lost_line,       // the same, when the command was not carried out
    age,             // of a command that is sent again
    busy,            // the same line again
    slow_down,       // the same line again, not before `wait_ms`
    stale_epoch,     // get_board, and another command
};
inline constexpr std::size_t topics = 11;
// "lost answer"
std::string_view name(Topic topic);

struct Finding {
    Topic topic{};
    bool wrong = false;  // otherwise it is advice
    std::string text;
    std::uint64_t line = 0;  // of the device's lines, counted from 1; 0: none
};

// What to do on the device's link.
struct ExamActs {
    std::vector<std::string> say;
    bool cut = false;  // after the lines are sent
    std::vector<Finding> found;
};

class Exam {
public:
    // The board has a game, whose clock runs from `at` on.
    Exam(Board board, Instant at);

    ExamActs connected(Instant at);
    ExamActs line(std::string_view text, Instant at);
    // A line that is too long; the link drops it.
    ExamActs bad_line(std::string_view why);
    void disconnected(Instant at);

    std::optional<Instant> deadline() const { return welcome_at_; }
    ExamActs wake(Instant now);

    // Has every lesson been given?
    bool over() const { return lesson_ == Lesson::over; }
    // The device sends no more: what was expected and did not come is an error.
    ExamActs finish();

    // The outcome of each topic and the findings, as text for people; the last line is the verdict.
    std::string report() const;
    // Was every topic seen, and nothing wrong?
    bool passed() const;

private:
    // What the hall does with the next command that can be carried out.
    enum class Lesson : std::uint8_t {
        answer,
        lose_answer,
        lose_line,
        busy,
        slow_down,
        stale,
        answer_again,
        over
    };
    // A command that must be sent again.
    struct Expected {
        Topic topic{};
        std::string id;
        std::string content;
        Instant came;
        Duration age;  // at that time
        Instant not_before;
    };

    void wrong(Topic topic, std::string text);
    void advise(Topic topic, std::string text);
    void find(Finding finding);
    void seen(Topic topic) { seen_.insert(topic); }

    void take(const wire::Hello& hello, Instant at);
    void take(const wire::GetBoard& get, Instant at);
    void take(const wire::ClockCommand& command, Instant at);
    void refuse(const std::string& id, std::string code, std::string text,
                std::optional<std::int64_t> wait_ms = {});
    void say(const wire::FromClockd& message);
    void welcome();

    bool carried_out(const wire::ClockCommand& command, Instant at);
    void happen(const wire::ClockCommand& command, const std::string& content, Instant at);
    void answer(const wire::ClockCommand& command, const std::string& content, Instant at);
    void again(const wire::ClockCommand& command, const std::string& content, Instant at);
    void teach(const wire::ClockCommand& command, const std::string& content, Instant at);
    void intervene(Instant at);

    Board board_;
    clock::Boards boards_;
    Lesson lesson_ = Lesson::answer;
    ExamActs acts_;
    std::array<std::vector<Finding>, topics> findings_;
    std::set<Topic> seen_;
    std::uint64_t lines_ = 0;
    Pos pos_;

    bool greeted_ = false;   // a hello came on this link
    bool welcomed_ = false;  // and was answered
    std::optional<Instant> welcome_at_;
    bool slow_welcome_ = false;
    bool asked_ = false;          // for the board, since the start or the last intervention
    std::optional<Instant> quiet_since_;  // the last question or command on this link
    bool rarely_ = false;

    std::map<std::string, std::string> done_;  // content by id, of commands that were carried out
    std::set<std::string> stale_;              // ids of commands refused because of an intervention
    std::optional<Expected> expected_;
};

}  // namespace flagfall::client
