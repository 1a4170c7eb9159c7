// The tables have exactly what happened by the events, no more and no less.
#include "arbiterd/record/projector.hpp"

#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::embed {
extern const std::string_view arbiterd_sql;
}

using namespace flagfall;

namespace {

// One game in a database in memory; events go in as the log has them.
class Sheet {
public:
    Sheet() : db_(std::move(*store::Database::open(":memory:", store::Database::Mode::create))) {
        REQUIRE(db_->execute(embed::arbiterd_sql));
        wire::GameRecorded recorded;
        recorded.terms.event = "e";
        recorded.terms.round = "1";
        put(recorded);
    }

    template <class Event>
    void put(Event event) {
        event.game = "g";
        event.board = Board{1};
        const wire::GameEvent any{std::move(event)};
        store::Row row;
        row.pos = Pos{++pos_};
        row.type = std::string(wire::type_of(any));
        row.body = wire::encode_body(any);
        projector_.project(*db_, row);
        INFO((db_->error() ? db_->error()->text : std::string()));
        REQUIRE(!db_->error());
    }

    void move(std::uint32_t ply, const std::string& san) {
        wire::MoveRecorded e;
        e.side = ply % 2 == 1 ? Side::white : Side::black;
        e.ply = {ply};
        e.san = san;
        put(e);
    }

    void ask(bool holds) {
        wire::QuestionPut e;
        e.number = 1;
        e.about = wire::Subject::position;
        e.holds = holds;
        put(e);
    }

    // The first question, before what the clock does then.
    void close() {
        wire::QuestionClosed e;
        e.number = 1;
        e.how = wire::Closing::intervention;
        put(e);
    }

    void intervene(wire::Intervening kind, bool run) {
        wire::ClockIntervention e;
        e.kind = kind;
        e.run = run;
        put(e);
    }

    std::string text(const std::string& sql) {
        auto query = db_->prepare(sql);
        query.bind();
        REQUIRE(query.step());
        return query.text(0);
    }
    std::string status() { return text("SELECT status FROM game"); }

    void clear() { projector_.clear(*db_); }

private:
    std::unique_ptr<store::Database> db_;
    record::RecordProjector projector_;
    std::int64_t pos_ = 0;
};

}  // namespace

TEST_CASE("moves taken back leave the scoresheet, and SQL says who took them back", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    sheet.move(1, "e4");
    sheet.move(2, "e5");
    sheet.move(3, "Nf3");
    wire::PositionRestored back;
    back.ply = {1};
    back.by = "arbiter";
    back.reason = "7.1";
    sheet.put(back);
    CHECK(sheet.text("SELECT group_concat(san) FROM move") == "e4");
    CHECK(sheet.text("SELECT plies FROM game") == "1");
    CHECK(sheet.text("SELECT from_ply || ' ' || to_ply || ' ' || by || ' ' || reason || fen"
                     " FROM restoration") == "3 1 arbiter 7.1");
    sheet.move(2, "c5");
    CHECK(sheet.text("SELECT group_concat(move, ' ') FROM scoresheet") == "e4 c5");
    CHECK(sheet.text("SELECT plies FROM game") == "2");
    sheet.clear();
    CHECK(sheet.text("SELECT count(*) FROM restoration") == "0");
}

TEST_CASE("a board of presses has their rows, and the moves entered later", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    for (std::uint32_t ply = 1; ply <= 3; ++ply) {
        wire::PressNoted e;
        e.ply = {ply};
        e.how = wire::Pressing::press;
        e.readings = {{seconds(100 - ply), seconds(90)}};
        sheet.put(e);
    }
    CHECK(sheet.text("SELECT group_concat(ply) FROM press") == "1,2,3");
    CHECK(sheet.text("SELECT plies || ' ' || white_us FROM game") == "0 97000000");
    wire::PressNoted set;
    set.ply = {2};
    set.how = wire::Pressing::set;
    set.readings = {{seconds(97), seconds(90)}};
    sheet.put(set);
    CHECK(sheet.text("SELECT group_concat(ply || how) FROM press") == "1press,2set");
    sheet.intervene(wire::Intervening::paused, false);
    CHECK(sheet.text("SELECT ply FROM intervention") == "2");
    wire::MoveRecorded move;
    move.ply = {1};
    move.san = "e4";
    move.completed_by = wire::CompletedBy::sheet;
    sheet.put(move);
    CHECK(sheet.text("SELECT plies FROM game") == "1");
    CHECK(sheet.text("SELECT completed_by FROM scoresheet") == "sheet");
    sheet.clear();
    CHECK(sheet.text("SELECT count(*) FROM press") == "0");
}

TEST_CASE("a restarted board of presses has none, until the restart is undone", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    for (std::uint32_t ply = 1; ply <= 4; ++ply) {
        wire::PressNoted e;
        e.ply = {ply};
        e.how = wire::Pressing::press;
        sheet.put(e);
    }
    wire::GameRestarted restarted;
    restarted.ruling = 1;
    restarted.article = "7.2.1";
    sheet.put(restarted);
    CHECK(sheet.text("SELECT count(*) FROM press") == "0");
    wire::MovesRestored back;
    back.kept = 1;
    back.ruling = 2;
    back.presses = Ply{4};
    sheet.put(back);
    CHECK(sheet.text("SELECT group_concat(ply) FROM press") == "1,2,3,4");
}

TEST_CASE("a penalty that did not reach the clock is not among the readings", "[record][regress]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    const std::string before = sheet.text("SELECT white_us || ' ' || black_us FROM game");
    const Both<Duration> shown{{Duration{std::stoll(before)},
                                Duration{std::stoll(before.substr(before.find(' ')))}}};
    wire::PenaltyGiven penalty;
    penalty.before = penalty.after = shown;
    penalty.after[Side::black] += minutes(2);
    sheet.put(penalty);
    wire::RulingGiven ruling;
    ruling.number = 2;
    ruling.effect.unmet = 1;
    ruling.effect.time[Side::black] = Duration{} - minutes(2);
    sheet.put(ruling);
    CHECK(sheet.text("SELECT white_us || ' ' || black_us FROM game") == before);
}

TEST_CASE("a scoresheet entered again replaces the former", "[record]") {
    Sheet sheet;
    for (const std::string text : {"1. e4", "1. e4 e5"}) {
        wire::DeskActed e;
        e.id = "act " + text;
        e.by = "Anna";
        wire::EnterSheet act;
        act.whose = "black";
        act.sheet = text;
        e.act = act;
        sheet.put(e);
    }
    CHECK(sheet.text("SELECT whose || ' ' || sheet || ' ' || by FROM sheet") ==
          "black 1. e4 e5 Anna");
    sheet.clear();
    CHECK(sheet.text("SELECT count(*) FROM sheet") == "0");
}

TEST_CASE("the status is `question` from the question to the answer", "[record]") {
    for (const auto act : {wire::Intervening::set_reading, wire::Intervening::resumed}) {
        Sheet sheet;
        sheet.put(wire::GameBegan{});
        CHECK(sheet.status() == "playing");
        sheet.ask(false);
        CHECK(sheet.status() == "question");
        sheet.intervene(wire::Intervening::paused, false);
        CHECK(sheet.status() == "question");
        sheet.intervene(act, true);
        CHECK(sheet.status() == "question");  // whatever is done at the clock meanwhile
        sheet.close();
        CHECK(sheet.status() == "playing");
    }
}

TEST_CASE("a question that holds a game before its start is seen", "[record]") {
    Sheet sheet;
    sheet.ask(true);
    CHECK(sheet.status() == "question");
    sheet.put(wire::GameBegan{});
    CHECK(sheet.status() == "question");
    sheet.intervene(wire::Intervening::set_reading, true);
    CHECK(sheet.status() == "question");  // it does not answer this one
    sheet.close();
    sheet.intervene(wire::Intervening::set_reading, true);
    CHECK(sheet.status() == "playing");
    CHECK(sheet.text("SELECT holds FROM question") == "1");

    Sheet answered;
    answered.ask(true);
    answered.close();
    answered.intervene(wire::Intervening::set_reading, false);
    CHECK(answered.status() == "ready");
    answered.put(wire::GameBegan{});
    CHECK(answered.status() == "playing");

    Sheet judged_all_the_same;
    judged_all_the_same.ask(false);
    CHECK(judged_all_the_same.status() == "ready");
}

TEST_CASE("a refused command is not reported as carried out", "[record]") {
    Sheet sheet;
    for (const std::string id : {"a", "b"}) {
        wire::EndGame end;
        end.id = id;
        end.game = "g";
        end.board = Board{1};
        end.outcome = {drawn(), Ending::agreement, "5.2.3"};
        wire::CommandIssued issued;
        issued.command = end;
        sheet.put(issued);
    }
    wire::CommandSettled settled;
    settled.id = "a";
    settled.how = wire::Settling::refused;
    settled.refused = "stale_epoch";
    sheet.put(settled);
    settled.id = "b";
    settled.how = wire::Settling::done;
    settled.refused.clear();
    sheet.put(settled);
    CHECK(sheet.text("SELECT group_concat(id || '=' || refused) FROM outbox") ==
          "a=stale_epoch,b=");
    CHECK(sheet.text("SELECT count(*) FROM outbox WHERE settled = 0") == "0");
}

TEST_CASE("a clock that a ruling set counts as long as the ruling does", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    sheet.move(1, "e4");
    const auto rule = [&](std::uint32_t number, std::uint32_t undoes) {
        wire::RulingGiven e;
        e.number = number;
        e.by = "Anna";
        e.effect.undoes = undoes;
        sheet.put(e);
    };
    rule(1, 0);
    wire::ClockIntervention set;
    set.kind = wire::Intervening::set_reading;
    set.after = {{seconds(61), seconds(62)}};
    set.cause = Pos{9};
    set.ruling = 1;
    sheet.put(set);
    const auto shown = [&] {
        return sheet.text("SELECT white_clock || ' ' || black_clock FROM scoresheet");
    };
    CHECK(shown() == "0:01:01 0:01:02");
    rule(2, 1);
    CHECK(shown() == "0:00:00 0:00:00");  // as at the press
    rule(3, 2);
    CHECK(shown() == "0:01:01 0:01:02");
    rule(4, 3);
    CHECK(shown() == "0:00:00 0:00:00");
    set.after = {{seconds(31), seconds(32)}};
    set.ruling = 0;  // by a person at the clock
    sheet.put(set);
    CHECK(shown() == "0:00:31 0:00:32");
}

TEST_CASE("what a press completed says that the other clock runs", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    const auto runs = [&] {
        return sheet.text("SELECT json_extract(body, '$.runs') FROM change ORDER BY pos DESC");
    };
    const auto at = [&] {
        return sheet.text("SELECT json_extract(body, '$.atUs') FROM change ORDER BY pos DESC");
    };
    wire::MoveRecorded move;
    for (const auto by : {wire::CompletedBy::press, wire::CompletedBy::end,
                          wire::CompletedBy::next_move, wire::CompletedBy::ruling,
                          wire::CompletedBy::sheet}) {
        INFO(name(by));
        ++move.ply.count;
        move.completed_by = by;
        sheet.put(move);
        CHECK(runs() == (by == wire::CompletedBy::press ? "1" : ""));
        CHECK(at().empty() == (by != wire::CompletedBy::press));
    }
    wire::IllegalMoveStood stood;
    stood.ply = {++move.ply.count};
    sheet.put(stood);
    CHECK(runs().empty());  // its readings are of an earlier press
    wire::PressNoted press;
    press.ply = {1};
    press.how = wire::Pressing::press;
    sheet.put(press);
    CHECK(runs() == "1");
    press.how = wire::Pressing::set;  // by a ruling: the clock may stand
    sheet.put(press);
    CHECK(runs().empty());
}

TEST_CASE("an illegal move that is open has given the opponent the clock (A.5.2)",
          "[record][regress]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    const auto last = [&](const std::string& what) {
        return sheet.text("SELECT json_extract(body, '$." + what + "') FROM change"
                          " ORDER BY pos DESC");
    };
    wire::IllegalMoveSeen seen;
    seen.side = Side::white;
    seen.ply = {1};
    seen.cause = Pos{5};
    seen.readings = {{seconds(50), seconds(60)}};
    sheet.put(seen);
    CHECK(last("kind") == "illegal_move");
    CHECK(last("turn") == "black");
    CHECK(last("runs") == "1");
    wire::ClockIntervention set;  // while it is open
    set.kind = wire::Intervening::set_reading;
    set.after = {{seconds(31), seconds(32)}};
    set.cause = Pos{6};
    sheet.put(set);
    CHECK(last("turn") == "black");
    wire::IllegalMoveStood stood;
    stood.side = Side::white;
    stood.ply = {1};
    stood.cause = Pos{7};
    stood.readings = seen.readings;
    const bool with_reply = GENERATE(false, true);
    stood.goes_on = !with_reply;
    sheet.put(stood);
    CHECK(last("runs").empty());  // its press is past
    CHECK(sheet.text("SELECT white_us FROM game") == std::to_string(seconds(31).us));
    CHECK(sheet.text("SELECT open_ply FROM game") == (with_reply ? "1" : "0"));
    if (!with_reply) return;
    stood.side = Side::black;
    stood.ply = {2};
    stood.goes_on = true;
    stood.readings = {{seconds(30), seconds(29)}};
    sheet.put(stood);
    CHECK(last("turn") == "white");
    CHECK(last("runs") == "1");
    CHECK(sheet.text("SELECT white_us FROM game") == std::to_string(seconds(30).us));
    CHECK(sheet.text("SELECT open_ply FROM game") == "0");
}

TEST_CASE("what the software does at the clock is in the feed, with whether it runs",
          "[record][regress]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    int number = 0;
    const auto done = [&](auto command, const std::string& kind, const std::string& runs) {
        wire::CommandIssued issued;
        command.id = "arb:log:" + std::to_string(++number) + ":1";
        command.board = Board{1};
        command.game = "g1";
        issued.command = command;
        sheet.put(issued);
        wire::CommandSettled settled;
        settled.id = command.id;
        settled.how = wire::Settling::done;
        settled.cause = Pos{20 + number};
        sheet.put(settled);
        CHECK(sheet.text("SELECT json_extract(body, '$.kind') FROM change ORDER BY pos DESC") ==
              kind);
        CHECK(sheet.text("SELECT json_extract(body, '$.runs') FROM change ORDER BY pos DESC") ==
              runs);
    };
    wire::Pause pause;
    pause.reason = "the arbiter decides";
    done(pause, "paused", "0");
    done(wire::Resume{}, "resumed", "1");  // as after a claim that was refused
    wire::SetReading set;
    set.correction = {.readings = {{seconds(9), seconds(8)}}, .turn = Side::white, .ply = {},
                      .run = false, .fen = {}, .article = "7.5.5", .reason = "restored",
                      .answers = {}};
    done(set, "set_reading", "0");
    set.correction.run = true;
    done(set, "set_reading", "1");
}

TEST_CASE("an intervention says whether a clock runs after it", "[record]") {
    Sheet sheet;
    sheet.put(wire::GameBegan{});
    sheet.intervene(wire::Intervening::paused, false);
    sheet.intervene(wire::Intervening::resumed, true);
    CHECK(sheet.text("SELECT group_concat(kind || run) FROM intervention") == "paused0,resumed1");
}
