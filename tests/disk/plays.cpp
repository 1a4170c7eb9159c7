#include <algorithm>
#include <array>
#include <utility>

#include "arbiterd/record/projector.hpp"
#include "arbiterd/shell/tables.hpp"
#include "clockd/shell/opened.hpp"
#include "common/base/check.hpp"
#include "common/wire/codec.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/play.hpp"
#include "tests/unit/clock/hall_kit.hpp"
#include "tests/unit/game/hall.hpp"

namespace flagfall::embed {
extern const std::string_view clockd_sql;
}

namespace flagfall::disk {

namespace {

constexpr std::int64_t some_wall_ms = 1'790'000'000'000;

// --- clockd ---

class ClockdDay {
public:
    Play play;

    void session(int boards, int moves) {
        play.sessions.emplace_back();
        if (number_++ > 0) take({{now_, wire::Booted{"boot-1", "test"}}});
        else take(std::exchange(kit_.log, {}));
        const auto first = static_cast<std::uint32_t>((number_ - 1) * boards + 1);
        const auto last = static_cast<std::uint32_t>(number_ * boards);
        for (std::uint32_t b = first; b <= last; ++b) open(Board{b});
        for (int ply = 0; ply < moves; ++ply) {
            for (std::uint32_t b = first; b <= last; ++b) press(Board{b}, ply);
            if (ply % 3 == 1) put({{}, heartbeat()});
        }
        close_group(1);
    }

private:
    store::Effect heartbeat() {
        return [at = now_.us](store::Database& db) {
            db.run("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?, ?)", at, "boot-1",
                   some_wall_ms + at / 1000);
        };
    }

    void put(Append append) {
        group_.push_back(std::move(append));
        close_group(1 + static_cast<std::size_t>(++count_ % 3));
    }

    void close_group(std::size_t size) {
        if (group_.size() < size) return;
        play.sessions.back().push_back(std::exchange(group_, {}));
    }

    void take(const clock::Events& events) {
        Append append;
        for (const clock::Stamped& stamped : events) {
            store::Row row;
            row.stream = "board/" + std::to_string(board_.number);
            row.cmd_id = "c" + std::to_string(count_);
            row.at = stamped.at;
            row.boot = "boot-1";
            row.wall_ms = some_wall_ms + stamped.at.us / 1000;
            row.type = std::string(wire::type_of(stamped.event));
            row.body = wire::encode_body(stamped.event);
            append.rows.push_back(std::move(row));
        }
        append.effect = [alive = heartbeat(), rows = append.rows](store::Database& db) mutable {
            clockd::OpenedGames tables;
            Pos pos{db.integer("SELECT max(pos) FROM event") - std::ssize(rows)};
            for (store::Row& row : rows) {
                row.pos = Pos{++pos.value};
                tables.project(db, row);
            }
            alive(db);
        };
        put(std::move(append));
    }

    void give(wire::ClockCommand command) {
        now_ = now_ + milliseconds(700);
        take(kit_.done(command, now_));
    }

    std::string game(Board board) const {
        return "r" + std::to_string(number_) + "-b" + std::to_string(board.number);
    }

    void open(Board board) {
        board_ = board;
        give(clock::opening(board, game(board), "5400+30"));
        give(command<wire::StartGame>());
    }

    void press(Board board, int ply) {
        static constexpr std::array<const char*, 4> shuffle{"Nf3", "Nf6", "Ng1", "Ng8"};
        board_ = board;
        auto press = command<wire::Press>();
        press.side = ply % 2 == 0 ? Side::white : Side::black;
        press.move = shuffle[static_cast<std::size_t>(ply % 4)];
        give(press);
    }

    template <class Command>
    Command command() const {
        Command made;
        made.board = board_;
        made.game = game(board_);
        made.epoch = kit_.hall.at(board_).epoch;
        return made;
    }

    clock::HallKit kit_;
    Instant now_{1'000'000};
    Board board_;
    Group group_;
    int number_ = 0;
    int count_ = 0;
};

// --- arbiterd ---

Pos cause_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.cause; }) return e.cause;
            else return Pos{1};
        },
        event);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

// A game with everything that leads to rows in tables.
test::Events ruled_game() {
    test::Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.offer(Side::white);
    hall.play("Bb5");
    hall.decline(Side::black);
    hall.play("Ke6");  // illegal
    hall.play("a6 Ba4");
    hall.pause();
    hall.resume();
    hall.claim(Side::black, "threefold");  // wrong
    if (!hall.running) hall.resume();
    hall.play("Nf6 O-O");
    hall.resign(Side::black);
    return hall.log;
}

// The same game under another name and with different commands.
wire::GameEvent named(const wire::GameEvent& event, int game) {
    std::string body = replaced(wire::encode_body(event), "\"g1\"",
                                "\"g" + std::to_string(game) + "\"");
    body = replaced(std::move(body), "arb:L1:", "arb:L1:" + std::to_string(game) + "-");
    const auto read = wire::decode_game_event(wire::type_of(event), body);
    FF_CHECK(read);
    return *read;
}

// What the follower adds to the transaction of the events that answer position `pos`.
Append followed(const std::vector<wire::GameEvent>& events, Pos pos, std::int64_t first) {
    Append append;
    for (const wire::GameEvent& event : events) {
        store::Row row;
        row.pos = Pos{first + std::ssize(append.rows)};
        row.stream = std::visit(
            [](const auto& e) -> std::string {
                if constexpr (requires { e.game; }) return "game/" + e.game;
                else return "office";
            },
            event);
        row.at = Instant{pos.value * 1000};
        row.boot = "boot-1";
        row.wall_ms = some_wall_ms + pos.value;
        row.type = std::string(wire::type_of(event));
        row.body = wire::encode_body(event);
        append.rows.push_back(std::move(row));
    }
    append.effect = [events, rows = append.rows, pos](store::Database& db) {
        for (std::size_t i = 0; i < events.size(); ++i) {
            record::project_event(db, rows[i], events[i]);
        }
        db.run("INSERT OR REPLACE INTO follow VALUES (1, ?, ?)", "L1", pos.value);
    };
    return append;
}

// The appends of one game; `first` and `pos` continue from one to the next.
std::vector<Append> appends_of(const test::Events& events, int game, std::int64_t& first,
                               Pos& pos) {
    std::vector<Append> all;
    const Pos base = pos;
    for (auto event = events.begin(); event != events.end();) {
        const Pos cause = cause_of(*event);
        std::vector<wire::GameEvent> together;
        for (; event != events.end() && cause_of(*event) == cause; ++event) {
            together.push_back(named(*event, game));
        }
        const Pos here{std::max(pos.value, base.value + cause.value)};
        for (++pos.value; pos < here; ++pos.value) all.push_back(followed({}, pos, first));
        all.push_back(followed(together, here, first));
        first += std::ssize(together);
        pos = here;
    }
    return all;
}

}  // namespace

Play clockd_play(int boards, int moves) {
    ClockdDay day;
    day.play.daemon = "clockd";
    day.play.application_id = store::clockd_application_id;
    day.play.sql = std::string(embed::clockd_sql);
    day.play.tables = {"heartbeat", "opened"};
    day.play.projector = [] { return std::make_unique<clockd::OpenedGames>(); };
    day.play.tables_sound = [] { return clockd::wrong_opened(root()).empty(); };
    day.session(boards, moves);
    day.session(boards, moves);
    day.play.extra.stream = "hall";
    day.play.extra.type = "booted";
    day.play.extra.body = "{}";
    return std::move(day.play);
}

Play arbiterd_play(int games) {
    Play play;
    play.daemon = "arbiterd";
    play.application_id = store::arbiterd_application_id;
    play.sql = std::string(embed::arbiterd_sql);
    play.tables = {"follow", "record_mode", "game", "move", "ruling", "irregularity", "penalty",
                   "claim", "draw_offer", "intervention", "restoration", "question", "void_event",
                   "outbox"};
    play.tables_sound = [] {
        const auto changed = arbiterd::changed_tables(root());
        return changed && changed->empty();
    };
    play.projector = [] { return std::make_unique<record::RecordProjector>(); };
    const test::Events events = ruled_game();
    std::int64_t first = 1;
    Pos pos;
    std::vector<Append> appends;
    for (int game = 1; game <= games; ++game) {
        std::ranges::move(appends_of(events, game, first, pos), std::back_inserter(appends));
    }
    play.sessions.resize(2);
    for (std::size_t i = 0; i < appends.size();) {
        Session& session = play.sessions[i < appends.size() / 2 ? 0 : 1];
        Group& group = session.emplace_back();
        for (std::size_t n = 1 + i % 4; n > 0 && i < appends.size(); --n, ++i) {
            group.push_back(std::move(appends[i]));
        }
    }
    const wire::GameEvent pending =
        named(wire::MovePending{{"g1", Board{7}, pos, {}}, {}, "Qh5", {}}, 1);
    play.extra = followed({pending}, pos, first).rows.front();
    return play;
}

}  // namespace flagfall::disk
