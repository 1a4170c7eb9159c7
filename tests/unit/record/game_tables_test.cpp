// Random histories of a game, with rulings taken back, games that begin again and commands that the
// clock does not carry out: after every step the tables say what the record's state says.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/watched.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/words.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/random_histories.hpp"

namespace flagfall::embed {
extern const std::string_view arbiterd_sql;
}

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The tables of what a hall's office has recorded.
class Tables {
public:
    Tables() : db_(std::move(*store::Database::open(":memory:", store::Database::Mode::create))) {
        REQUIRE(db_->execute(embed::arbiterd_sql));
    }

    // `each`: after every event.
    void read(const Events& log, const std::function<void(const wire::GameEvent&)>& each) {
        for (; read_ < log.size(); ++read_) {
            store::Row row;
            row.pos = Pos{static_cast<std::int64_t>(read_) + 1};
            row.type = std::string(wire::type_of(log[read_]));
            row.body = wire::encode_body(log[read_]);
            projector_.project(*db_, row);
            REQUIRE(!db_->error());
            each(log[read_]);
        }
    }

    // The rows, with a space between.
    std::string list(const std::string& sql) {
        std::string all;
        auto query = db_->prepare(sql);
        for (query.bind(); query.step();) all += query.text(0) + " ";
        return all;
    }

private:
    std::unique_ptr<store::Database> db_;
    record::RecordProjector projector_;
    std::size_t read_ = 0;
};

std::string of_game(const game::Game& game) {
    const game::Live& live = game.live;
    std::string text = live.result ? std::string(flagfall::text(live.result->score)) : "*";
    text += live.result ? " " + std::string(name(live.result->ending)) : "";
    text += " " + game.terms.white + "-" + game.terms.black;
    if (live.reversed) text += " reversed";
    return text + " " + std::to_string(live.ply.count);
}

std::string open_questions(const game::Live& live) {
    std::string text;
    for (const game::Question& question : live.questions)
        text += std::to_string(question.number) + " ";
    return text;
}


std::string offers(const game::Live& live) {
    std::string text;
    for (const Side side : {Side::black, Side::white})
        if (live.offer[side]) text += std::string(name(side)) + " ";
    return text;
}

std::string moves(const game::Game& game) {
    std::string text;
    for (std::size_t at = 0; at < game.moves.size(); ++at)
        text += chess::uci(game.history.at(at), game.moves[at].move) + " ";
    return text;
}

// Was a position set up that the game went on from?
bool is_set_up(const game::Game& game) {
    const std::string& fen = game.terms.fen;
    const chess::Position first =
        fen.empty() ? chess::start_position()
                    : chess::parse_position(fen, game::variant_of(game.terms)).value();
    return game.base > Ply{} || !chess::same_position(game.history.at(0), first);
}

std::string readings(const game::Live& live) {
    return std::to_string(live.readings[Side::white].us) + "-" +
           std::to_string(live.readings[Side::black].us) + " ";
}

void tables_follow(const Hall& hall, Tables& tables) {
    const game::Game& game = hall.game();
    const game::Live& live = hall.live();
    REQUIRE(tables.list("SELECT result || iif(result = '*', '', ' ' || reason) || ' ' || white ||"
                        " '-' || black || iif(reversed, ' reversed', '') || ' ' || plies"
                        " FROM game") ==
            of_game(game) + " ");
    REQUIRE(tables.list("SELECT number FROM question WHERE closed = '' ORDER BY number") ==
            open_questions(live));
    REQUIRE(tables.list("SELECT count(*) FROM adjournment WHERE resumed_wall_ms IS NULL") ==
            (live.adjourned ? "1 " : "0 "));
    REQUIRE(tables.list("SELECT DISTINCT side FROM draw_offer WHERE ended = '' ORDER BY side") ==
            offers(live));
    REQUIRE(tables.list("SELECT uci FROM move WHERE completed_by <> 'stood' AND ply > " +
                        std::to_string(game.base.count) + " ORDER BY ply") == moves(game));
    // An illegal action that stood has a row of its own instead.
    const std::string due = is_set_up(game) ? "1 " : "0 ";
    const bool stood = !tables.list("SELECT 1 FROM move WHERE completed_by = 'stood'").empty();
    if (!game.moves.empty() && !stood)
        REQUIRE(tables.list("SELECT DISTINCT EXISTS (SELECT 1 FROM restoration AS r WHERE"
                            " r.fen <> '' AND r.undone = 0 AND r.to_ply < m.ply AND NOT EXISTS"
                            " (SELECT 1 FROM restoration AS back WHERE back.undone = 0 AND"
                            " back.pos > r.pos AND back.to_ply <= r.to_ply)) FROM move AS m"
                            " WHERE m.ply > " + std::to_string(game.base.count)) == due);
}

// Has the clock said that it carried out a command, and did not?
bool misled(const Hall& hall) {
    return std::ranges::any_of(hall.log, [](const wire::GameEvent& event) {
        const auto* settled = std::get_if<wire::CommandSettled>(&event);
        return settled && settled->how == wire::Settling::no_effect;
    });
}

// Whose clock runs: by the clock, by the record's state, and by what the feed said last of it.
void turn_follows(const Hall& hall, const record::Watched& watched, Tables& tables) {
    const game::Live& live = hall.live();
    if (!hall.running || !live.running || live.hold != game::Hold::none || !live.outbox.empty())
        return;
    // What is asked may be that it runs for another side than the record's.
    if (!live.questions.empty() || misled(hall)) return;
    const auto clock = nlohmann::json::parse(record::clock_text(watched));
    REQUIRE(clock["turn"] == name(hall.turn));
    REQUIRE(clock["runs"] == true);
    const std::string turn =
        tables.list("SELECT json_extract(body, '$.turn') FROM change WHERE"
                    " json_extract(body, '$.runs') IS NOT NULL ORDER BY pos DESC LIMIT 1");
    if (!turn.empty()) CHECK(turn == std::string(name(hall.turn)) + " ");
}

// While a clock stands, the feed's last word is that it stands, and the state knows who stopped it.
void standing_follows(const record::Watched& watched, Tables& tables) {
    const game::Live& live = watched.live();
    if (live.named_pause) CHECK(*live.named_pause != "");
    if (!live.began || live.running || live.result || !live.outbox.empty()) return;
    const std::string runs =
        tables.list("SELECT json_extract(body, '$.runs') FROM change WHERE"
                    " json_extract(body, '$.runs') IS NOT NULL ORDER BY pos DESC LIMIT 1");
    INFO(tables.list("SELECT type || body FROM change ORDER BY pos DESC LIMIT 4"));
    if (!runs.empty()) CHECK(runs == "0 ");
}

// The last events, for a test that fails.
std::string last_events(const Events& log) {
    std::string story;
    const std::size_t first = log.size() > 12 ? log.size() - 12 : 0;
    for (std::size_t at = first; at < log.size(); ++at)
        story += "\n" + std::string(wire::type_of(log[at])) + " " +
                 wire::encode_body(log[at]).substr(0, 300);
    return story;
}

// With `feed`, what it says of the clock, too.
void tables_follow_histories(std::uint64_t first, std::uint64_t last, bool feed) {
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hall hall = some_hall(seed);
        Tables tables;
        game::Games games;
        record::Watched watched;
        const auto clock_follows = [&](const wire::GameEvent& event) {
            game::apply(games, event);
            watched.take(event, hall.now);
            INFO(wire::type_of(event));
            if (const game::Game* game = game::find(games, "g1"))
                REQUIRE(tables.list("SELECT white_us || '-' || black_us FROM game") ==
                        readings(game->live));
        };
        for (int number = 0; number < 60; ++number) {
            INFO("step " << number);
            step(hall, dice);
            INFO(last_events(hall.log));
            tables.read(hall.log, clock_follows);
            tables_follow(hall, tables);
            if (!feed) continue;
            standing_follows(watched, tables);
            turn_follows(hall, watched, tables);
        }
    }
}

}  // namespace

TEST_CASE("random histories: the tables say what the record's state says", "[record]") {
    tables_follow_histories(1, 60, true);
}

TEST_CASE("moves come back with the undo of an open action that was put right (A.5)",
          "[record][regress]") {
    tables_follow_histories(1073, 1073, true);
}

TEST_CASE("moves come back with the undo of a count of presses", "[record][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (int number = 0; number < 4; ++number) hall.press(hall.turn);
    wire::EnterMoves entered;
    entered.sheet = "1. e4 e5 2. Nf3 Nc6";
    hall.rule(entered);
    hall.press(hall.turn);
    hall.rule(wire::PauseClock{});
    wire::SetClock set = clock_of(minutes(50), minutes(40));
    set.ply = Ply{4};
    hall.rule(set);
    REQUIRE(hall.refused == "");
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    Tables tables;
    tables.read(hall.log, [](const wire::GameEvent&) {});
    CHECK(hall.game().moves.size() == 4);
    tables_follow(hall, tables);
}

TEST_CASE("a move of a sheet beyond the last press has no readings in the feed",
          "[record][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.pause("black");
    wire::EnterMoves entered;
    entered.sheet = "1. e4 e5";
    hall.rule(entered);
    REQUIRE(hall.refused == "");
    Tables tables;
    tables.read(hall.log, [](const wire::GameEvent&) {});
    CHECK(tables.list("SELECT body ->> 'ply' FROM change WHERE type = 'move' AND"
                      " body ->> 'whiteMs' IS NULL") == "2 ");
}

TEST_CASE("moves come back with their times after a restart that is undone", "[record][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    const Duration pressed = hall.readings[Side::black];
    wire::AdjustClock time;
    time.black = minutes(1);
    hall.rule(time);
    hall.rule(wire::PauseClock{});
    wire::RestartGame again;
    hall.rule(again);
    REQUIRE(hall.refused == "");
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.game().moves.size() == 4);
    Tables tables;
    tables.read(hall.log, [](const wire::GameEvent&) {});
    CHECK(tables.list("SELECT black_us FROM scoresheet WHERE ply = 4") ==
          std::to_string(pressed.us) + " ");
}

TEST_CASE("what changed the moves is taken back and ruled again: the tables follow each time",
          "[record][regress]") {
    constexpr const char* fen = "8/5k2/8/8/8/3R4/4K3/8 w - - 0 1";
    const int which = GENERATE(range(0, 5));
    CAPTURE(which);
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    wire::SetClock set = clock_of(minutes(50), minutes(40));
    set.ply = Ply{which == 2 ? 0U : 2U};
    if (which != 1) set.fen = fen;
    if (which < 3) hall.rule(set);
    if (which == 3) hall.rule(wire::RestartGame{});
    if (which == 4) hall.rule(illegal(Side::white, wire::Irregularity::illegal_move, 3));
    REQUIRE(hall.refused == "");
    Tables tables;
    const auto follow = [&] {
        INFO(last_events(hall.log));
        tables.read(hall.log, [](const wire::GameEvent&) {});
        tables_follow(hall, tables);
    };
    follow();
    const std::uint32_t ruling = hall.live().rulings;
    for (int times = 0; times < 7; ++times) {
        hall.rule(undo(game::tip_of(hall.live(), ruling)));
        INFO(times << hall.refusal);
        REQUIRE(hall.refused == "");
        follow();
    }
    hall.rule(wire::ResumeClock{});
    hall.play("Bb5");
    follow();
    CHECK(hall.game().moves.size() == 5);
}

TEST_CASE("random histories: the tables in number", "[.slow]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1000;
    tables_follow_histories(seed, seed + 199, false);
}
