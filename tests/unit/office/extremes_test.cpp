// Both daemons with commands, acts and files drawn at the extremes of what may be sent,
// in long histories with restarts: everything that enters a log can be read from it unchanged,
// carried to the other daemon, applied, and projected into the tables of the record.
#include <cstdlib>

#include "arbiterd/record/projector.hpp"
#include "clockd/service/permissions.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/net/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/drawn.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;
using arbiterd::ActAnswer;

namespace {

// The tables of the record, in memory.
class Sheet {
public:
    Sheet() : db_(std::move(*store::Database::open(":memory:", store::Database::Mode::create))) {
        REQUIRE(db_->execute(embed::arbiterd_sql));
    }
    void put(const store::Row& row, const wire::GameEvent& event) {
        record::project_event(*db_, row, event);
        INFO((db_->error() ? db_->error()->text : ""));
        REQUIRE(!db_->error());
    }

private:
    std::unique_ptr<store::Database> db_;
};

template <class Event>
Event read_back(const store::Row& row,
                std::expected<Event, wire::DecodeError> (*decode)(std::string_view,
                                                                  std::string_view)) {
    auto event = decode(row.type, row.body);
    INFO("row " << row.pos.value << ", " << row.type << " "
                << (event ? "" : event.error().text + ": " + row.body.substr(0, 2000)));
    REQUIRE(event);
    REQUIRE(wire::encode_body(*event) == row.body);
    return std::move(*event);
}

// A command that waits for clockd is a line that clockd accepts.
template <class Command>
void check_command(const Command& command) {
    const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{command}});
    const auto read = wire::decode_to_clockd(line);
    INFO(line.substr(0, 500) << (read ? "" : ": " + read.error().text));
    REQUIRE(read);
    REQUIRE(line.size() <= limits::line_bytes);
}

class World {
public:
    World(std::uint64_t seed, bool virtual_time)
        : house_(virtual_time), dice_(seed), virtual_(virtual_time) {
        house_.connect();
        enter_round(house_, 3);
    }

    void step() {
        switch (dice_.below(20)) {
            case 0: if (dice_.one_in(3)) restart(); break;
            case 1: house_.wait(seconds(dice_.below(60))); break;
            case 2:
            case 3:
            case 4:
            case 5: act_at_desk(); break;
            case 6: act_of_office(); break;
            case 7: house_.wait(milliseconds(dice_.below(3000))); break;
            case 8: others(); break;
            case 9: lose_commands(); break;
            default: command(); break;
        }
        house_.run();
        check();
    }

    // Both logs give the states of the daemons.
    void check_replay() {
        clock::Boards boards;
        for (const store::Row& row : house_.clock_log().rows)
            clock::apply(boards, read_back(row, wire::decode_clock_event), row.at);
        REQUIRE(boards == house_.boards());
        tournament::Tournaments tournaments;
        game::Games games;
        for (const store::Row& row : house_.record().rows) {
            const wire::GameEvent event = read_back(row, wire::decode_game_event);
            game::apply(games, event);
            tournament::apply(tournaments, event, row.pos);
        }
        REQUIRE(tournaments.by_id == house_.service().tournaments().by_id);
        for (const auto& [id, game] : house_.service().games().by_id)
            REQUIRE(games.by_id.at(id) == game);
    }

    std::size_t done = 0;  // commands and acts that had an effect

private:
    void restart() {
        if (dice_.one_in(2)) {
            house_.restart_office();
        } else {
            if (dice_.one_in(2)) boot_ = "boot" + std::to_string(++ids_);
            house_.restart_clock(boot_);
        }
        house_.lose_lines = false;
        house_.connect();
        house_.wait(seconds(1));
    }

    template <class T>
    const T& any(const std::vector<T>& list) {
        return list[dice_.below(static_cast<std::uint32_t>(list.size()))];
    }

    // Commands of arbiterd are lost, or arrive again; a person is asked about the lost ones.
    void lose_commands() {
        house_.lose_lines = dice_.one_in(2);
        house_.pass(dice_.one_in(4) ? 20 : 1);
    }

    // Other messages to clockd than commands; somebody asks for all known equipment.
    void others() {
        using Others =
            std::variant<wire::Equipment, wire::GetEquipment, wire::PressWeighed,
                         wire::EnrolDevice, wire::RevokeDevice, wire::GetDevice, wire::GetBoard>;
        std::uint32_t which = dice_.one_in(2) ? 0 : dice_.below(std::variant_size_v<Others>);
        const auto choose = [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
            const auto one = [&]<class T>(std::type_identity<T>) {
                if (which-- == 0) other<T>();
            };
            (one(std::type_identity<Ts>{}), ...);
        };
        choose(std::type_identity<Others>{});
        house_.service().equipment([](const auto&) {});
    }
    template <class Message>
    void other() {
        const Surroundings known = around(some_board());
        Message message;
        draw(known, message);
        const std::string line = wire::encode(wire::ToClockd{message});
        if (line.size() > limits::line_bytes) return;
        constexpr clock::Role roles[]{clock::Role::boards, clock::Role::boards,
                                      clock::Role::arbiter};
        house_.say(dice_.of(roles), line);
    }

    Board some_board() { return Board{1 + dice_.below(dice_.one_in(6) ? 5 : 2)}; }

    // The state of a board and its game.
    Surroundings around(Board board) {
        Surroundings known;
        known.boards = {board};
        known.id = "i" + std::to_string(++ids_);
        known.players = 6;
        known.rounds = 2;
        known.moves = {"e4", "O-O", "e2e4", "Ke9"};
        known.fens = {"8/8/8/4k3/8/8/3KP3/8 b - - 98 120", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                      "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
                      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"};
        const clock::BoardState& state = house_.boards().at(board);
        known.epoch = state.epoch;
        known.ply = state.ply;
        known.turn = state.turn();
        known.game = state.game;
        if (virtual_) known.at = std::max(state.last, house_.time()) + milliseconds(dice_.below(9));
        if (state.shadow.known()) add_moves(known, state.shadow.position());
        const auto game = house_.service().games().by_id.find(state.game);
        if (game != house_.service().games().by_id.end()) add_record(known, game->second);
        return known;
    }
    void add_moves(Surroundings& known, const chess::Position& position) {
        known.fens.push_back(chess::fen(position));
        const chess::MoveList moves = chess::legal_moves(position);
        for (int i = 0; i < 12 && !moves.empty(); ++i) {
            const auto move = moves[dice_.below(static_cast<std::uint32_t>(moves.size()))];
            known.moves.push_back(chess::san(position, move));
        }
    }
    void add_record(Surroundings& known, const game::Game& game) {
        known.rulings = game.live.rulings;
        known.turn = game.history.current().side_to_move();
        known.fens.push_back(chess::fen(game.history.at(
            dice_.below(static_cast<std::uint32_t>(game.history.ply()) + 1))));
        for (std::size_t at = 0; at < game.moves.size(); ++at)
            known.sheet += (at % 2 == 0 ? std::to_string(at / 2 + 1) + ". " : "") +
                           chess::san(game.history.at(at), game.moves[at].move) + " ";
        if (game.live.questions.empty()) return;
        const game::Question& question = any(game.live.questions);
        known.question = question.number;
        for (const wire::Pair& option : question.options) known.options.push_back(option.name);
    }

    template <class T>
    void draw(const Surroundings& known, [[maybe_unused]] T& message) {
        constexpr std::uint32_t rares[]{8, 50, 1000, 1000, 1000, 1000};
        const std::uint32_t number = dice_.one_in(2) ? 1 + dice_.below(20) : 0;
        Drawing drawing(dice_, known, dice_.of(rares), number);
        T::describe(message, drawing);
    }

    // The next step at a board in this phase, by its place among the commands.
    std::uint32_t usual(clock::Phase phase) {
        using enum clock::Phase;
        constexpr std::uint32_t open = 0, start = 1, move = 2, press = 3, resume = 10, set = 11,
                                end = 12, reopen = 15;
        switch (phase) {
            case empty: return open;
            case over: return dice_.one_in(3) ? reopen : open;
            case ready: return start;
            case running: return dice_.one_in(3) ? press : move;
            case paused: return resume;
            default: return dice_.one_in(3) ? end : set;
        }
    }

    void command() {
        const Surroundings known = around(some_board());
        wire::ClockCommand command;
        std::uint32_t which = usual(house_.boards().at(known.boards.front()).phase);
        if (dice_.one_in(3)) which = dice_.below(20);
        const auto choose = [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
            const auto one = [&]<class T>(std::type_identity<T>) {
                constexpr bool ends =
                    std::is_same_v<T, wire::EndGame> || std::is_same_v<T, wire::Resign>;
                if (which-- == 0 && (!ends || dice_.one_in(3))) send(known, command.emplace<T>());
            };
            (one(std::type_identity<Ts>{}), ...);
        };
        choose(std::type_identity<wire::ClockCommandTypes::Variant>{});
    }
    template <class Command>
    void send(const Surroundings& known, Command& command) {
        draw(known, command);
        if constexpr (std::is_same_v<Command, wire::OpenGame>)
            if (!dice_.one_in(9)) command.game = "g" + std::to_string(++ids_);
        if constexpr (std::is_same_v<Command, wire::SetReading>)
            if (!dice_.one_in(9))
                command.correction.turn =
                    house_.boards().at(known.boards.front()).turn_after(command.correction.ply);
        const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{command}});
        if (line.size() > limits::line_bytes) return;
        constexpr clock::Role roles[]{clock::Role::arbiter, clock::Role::device,
                                      clock::Role::boards};
        clock::Role role = dice_.of(roles);
        if (!clockd::permitted(role, command)) role = clock::Role::arbiter;
        const Pos before = house_.clock_log().last();
        house_.say(role, line);
        if (dice_.one_in(9)) house_.say(dice_.of(roles), line);
        done += house_.clock_log().last() > before ? 1 : 0;
    }

    // As the API passes it on; first a preview if it must be confirmed.
    template <class Command>
    void act(std::expected<Command, wire::DecodeError> read) {
        if (!read) return;
        for (int attempt = 0; attempt < 2; ++attempt) {
            const std::uint64_t ticket = house_.send_act(*read);
            house_.run();
            const ActAnswer& answer = house_.answers.at(ticket);
            done += answer.kind == ActAnswer::Kind::done ? 1 : 0;
            read->confirm = answer.confirm + answer.refusal.confirm;
            if (read->confirm.empty()) return;
        }
    }

    void act_at_desk() {
        const Surroundings known = around(some_board());
        wire::DeskCommand command;
        draw(known, command);
        if (known.question > 0 && dice_.one_in(3)) {
            command.act = wire::AnswerQuestion{known.question, any(known.options), {}, {}, ""};
            if (dice_.one_in(2)) draw(known, std::get<wire::AnswerQuestion>(command.act));
        }
        command.by = command.by.empty() ? "A" : command.by;
        act(wire::decode_desk(wire::encode_desk(command)));
    }

    void act_of_office() {
        const Surroundings known = around(some_board());
        wire::EventCommand command;
        draw(known, command);
        if (dice_.one_in(3)) command.act = wire::StartRound{{1}, {}, false, ""};
        command.by = command.by.empty() ? "A" : command.by;
        act(wire::decode_event(wire::encode_event(command)));
    }

    void check() {
        for (; clock_seen_ < house_.clock_log().rows.size(); ++clock_seen_)
            read_back(house_.clock_log().rows[clock_seen_], wire::decode_clock_event);
        REQUIRE(house_.longest_down <= limits::answer_bytes);
        REQUIRE(house_.longest_up <= limits::line_bytes);
        REQUIRE(house_.broken == std::vector<std::string>{});
        for (; seen_ < house_.record().rows.size(); ++seen_) {
            const store::Row& row = house_.record().rows[seen_];
            const wire::GameEvent event = read_back(row, wire::decode_game_event);
            sheet_.put(row, event);
            if (const auto* issued = std::get_if<wire::CommandIssued>(&event))
                std::visit([](const auto& c) { check_command(c); }, issued->command);
            if (const auto* issued = std::get_if<wire::HallCommandIssued>(&event))
                std::visit([](const auto& c) { check_command(c); }, issued->command);
        }
        REQUIRE(house_.record().followed == house_.clock_log().last());
    }

    House house_;
    Dice dice_;
    bool virtual_;
    Sheet sheet_;
    std::string boot_ = "boot";
    int ids_ = 0;
    std::size_t clock_seen_ = 0, seen_ = 0;
};

// This number of histories from this seed on, or as FLAGFALL_SEED and FLAGFALL_SEEDS say.
void histories(std::uint64_t first, std::uint64_t seeds) {
    if (const char* given = std::getenv("FLAGFALL_SEED")) {
        const char* number = std::getenv("FLAGFALL_SEEDS");
        first = std::strtoull(given, nullptr, 10);
        seeds = number ? std::strtoull(number, nullptr, 10) : 1;
    }
    std::size_t done = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        World world(seed, seed % 4 == 0);
        for (int step = 0; step < 250; ++step) {
            INFO("step " << step);
            world.step();
        }
        world.check_replay();
        done += world.done;
    }
    CHECK(done > seeds * 40);
}

}  // namespace

TEST_CASE("whatever is sent, both logs can be read, followed, applied and projected",
          "[extremes]") {
    histories(1, 8);
}

TEST_CASE("whatever is sent, in number", "[.slow]") { histories(1000, 200); }
