// One board before a small clockd that carries out what the gateway sends, and holds presses as the
// real one does.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "clockd/devices/tables.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::test {

using namespace devices;

inline Pos pos(std::size_t n) { return {static_cast<std::int64_t>(n) + 1}; }

// clockd's core with its log; the gateway reads both.
struct Clockd {
    clock::Boards boards;
    std::vector<clock::Stamped> log;

    Clockd() { keep({Instant{}, wire::LogOpened{"log", "real", "0"}}); }

    void keep(clock::Stamped event) {
        clock::apply(boards, event.event, event.at);
        log.push_back(std::move(event));
    }
    // The code of the refusal.
    std::string give(const wire::ClockCommand& command, Instant at,
                     clock::Role by = clock::Role::boards) {
        clock::Decision decision = clock::decide(boards, command, at, by);
        for (auto& event : decision.events) keep(std::move(event));
        return decision.refusal ? decision.refusal->code : "";
    }
    void open(Board board, Instant at, wire::Timing timing = wire::Timing::clockd,
              std::string control = "86400", std::string game = {}) {
        wire::OpenGame open;
        open.id = "open";
        open.board = board;
        open.game = game.empty() ? "g" + std::to_string(board.number) : std::move(game);
        open.terms.event = "e";
        open.terms.round = "1";
        open.terms.time_control = std::move(control);
        const bool follows = timing == wire::Timing::board_clock;
        if (follows) open.terms.timing = timing;
        if (follows) open.terms.flag_call = wire::FlagCall::arbiter;
        REQUIRE(give(open, at, clock::Role::arbiter).empty());
        if (follows) return;
        wire::StartGame start;
        start.id = "start";
        start.board = board;
        start.game = open.game;
        start.epoch = boards.at(board).epoch;
        REQUIRE(give(start, at, clock::Role::arbiter).empty());
    }
    // A gateway has reported this board since its game was set up.
    void reached(const std::string& serial, Board board, Instant at) {
        keep({at, wire::EquipmentChanged{
                      {.serial = serial, .source = "line", .board = board,
                       .link = LinkState::active}}});
    }
    // The moves of a board that count, as the log has them.
    std::vector<std::string> moves(Board board) const {
        std::vector<std::string> out;
        for (const auto& event : log)
            if (const auto* made = std::get_if<wire::Made>(&event.event);
                made != nullptr && made->board == board) {
                out.resize(made->ply.count - 1);
                out.push_back(made->text);
            }
        return out;
    }
};

struct OneBoard {
    explicit OneBoard(std::optional<Hand> white = {},
                      wire::Timing timing = wire::Timing::clockd,
                      std::string control = "86400", bool known = true)
        : tables({{"7", {{1}, white}}}, "run") {
        clockd.open({1}, Instant{} + seconds(1), timing, std::move(control));
        if (known) clockd.reached("7", {1}, Instant{} + seconds(1));
        for (std::size_t n = 0; n < clockd.log.size(); ++n)
            tables.on_event(clockd.log[n].event, pos(n), clockd.log[n].at);
        given = clockd.log.size();
        tables.up_to_date(Instant{} + seconds(2));
    }
    Orders seen(const std::string& source, LinkState link, Instant at) {
        return tables.on_report(source, EquipmentSeen{{.serial = "7", .link = link}}, at);
    }
    Orders stands(const std::string& source, const std::string& board, Instant at) {
        return tables.on_report(source, Settled{"7", *Placement::from(board), at, at}, at);
    }
    wire::EquipmentFacts facts(Instant at) { return tables.equipment(at).front().facts; }

    // What the clock beside the board shows: White is at the left.
    Orders clock(Duration white, Duration black, Side lever, Instant at, bool runs = true) {
        ClockReading reading;
        reading.left = {white, white <= Duration{}, white <= Duration{}, false};
        reading.right = {black, black <= Duration{}, black <= Duration{}, false};
        reading.runs = runs;
        reading.to_move = lever == Side::white ? Hand::left : Hand::right;
        return tables.on_report("line", ClockSeen{"7", reading, at}, at);
    }
    // Another process of the gateway, which reads the log and reaches the board.
    void starts_again(std::optional<Hand> white, Instant at, const std::string& run = "again") {
        tables = Tables({{"7", {{1}, white}}}, run);
        given = 0;
        Orders orders;
        give_events(orders);
        works(std::move(orders), at);
        works(tables.up_to_date(at), at);
        works(seen("line", LinkState::active, at), at);
    }
    // An arbiter does something at clockd.
    template <class Command>
    std::string rules(Command command, Instant at) {
        const clock::BoardState& board = clockd.boards.at({1});
        command.id = "arbiter-" + std::to_string(clockd.log.size());
        command.board = {1};
        command.game = board.game;
        command.epoch = board.epoch;
        const std::string refused = clockd.give(command, at, clock::Role::arbiter);
        Orders orders;
        give_events(orders);
        works(std::move(orders), at);
        return refused;
    }
    // A player presses a tablet: clockd holds the press and says so.
    Orders tablet(Side side, Instant at, const std::string& id = "t1") {
        wire::Press press;
        press.id = id;
        press.board = {1};
        press.game = clockd.boards.at({1}).game;
        press.epoch = clockd.boards.at({1}).epoch;
        press.side = side;
        return hold(press, "device/3", at);
    }
    Orders hold(const wire::Press& press, const std::string& sender, Instant at) {
        held = press;
        held->age = {};
        held_at = at - press.age;
        return tables.on_press_held({{1}, press.game, press.side, sender, press.id, press.age}, at);
    }
    void weighed(const wire::PressWeighed& press, Orders& next) {
        if (!held || held->id != press.id) return;
        const wire::Press one = *std::exchange(held, std::nullopt);
        refused_presses += clockd.give(one, held_at).empty() ? 0 : 1;
        give_events(next);
        add(next, tables.on_done(one.id, pos(clockd.log.size() - 1), held_at));
    }
    void give_events(Orders& next) {
        for (; given < clockd.log.size(); ++given)
            add(next, tables.on_event(clockd.log[given].event, pos(given),
                                      clockd.log[given].at));
    }
    // Everything is carried out by clockd, whose events come back, until nothing more follows. It
    // holds a press until it is weighed, and a move that comes meanwhile was made before.
    std::vector<wire::ClockCommand> works(Orders orders, Instant at) {
        std::vector<wire::ClockCommand> sent;
        while (!orders.empty()) {
            Orders next;
            for (const Order& order : orders) {
                if (const auto* one = std::get_if<Weighed>(&order)) weighed(one->press, next);
                const auto* send = std::get_if<Send>(&order);
                if (send == nullptr) continue;
                sent.push_back(send->command);
                if (const auto* press = std::get_if<wire::Press>(&send->command)) {
                    add(next, hold(*press, "boards", at));
                    continue;
                }
                wire::ClockCommand command = send->command;
                auto* move = std::get_if<wire::MakeMove>(&command);
                if (move != nullptr && held && move->side == held->side)
                    move->age = std::max(move->age, at - held_at);
                const std::string refused = clockd.give(command, at);
                give_events(next);
                const std::string& id = clock::common(send->command).id;
                add(next, refused.empty()
                              ? tables.on_done(id, pos(clockd.log.size() - 1), at)
                              : tables.on_refused(id, refused));
            }
            orders = std::move(next);
        }
        return sent;
    }
    static void add(Orders& all, Orders more) {
        for (Order& order : more) all.push_back(std::move(order));
    }
    template <class Event>
    std::vector<Event> events() const {
        std::vector<Event> found;
        for (const auto& each : clockd.log)
            if (const auto* event = std::get_if<Event>(&each.event)) found.push_back(*event);
        return found;
    }
    std::size_t given = 0;  // of the log
    std::optional<wire::Press> held{};
    Instant held_at{};
    int refused_presses = 0;

    Clockd clockd;
    Tables tables;
};

template <class T>
std::size_t count_of(const Orders& orders) {
    return static_cast<std::size_t>(std::ranges::count_if(
        orders, [](const Order& order) { return std::holds_alternative<T>(order); }));
}

constexpr const char* at_start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
constexpr const char* after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

constexpr const char* after_e5 = "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR";  // no move
constexpr Duration day = seconds(86'400);

// Both sides' boards stand, the lever is White's.
inline OneBoard seated() {
    OneBoard one(Hand::left);
    const Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    one.works(one.stands("line", at_start, at), at);
    one.works(one.clock(day - seconds(9), day, Side::white, at), at);
    return one;
}

}  // namespace flagfall::test
