// The rules for every act of a person, at the desk and in the tournament office.
#include "arbiterd/service/limits.hpp"
#include "common/base/limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;
using Kind = arbiterd::ActAnswer::Kind;

namespace {

wire::EventCommand office_act(const std::string& id, const std::string& event) {
    wire::CreateEvent act;
    act.info.name = "Open";
    act.info.terms.time_control = "300";
    wire::EventCommand command;
    command.id = id;
    command.event = event;
    command.by = "Anna Berg";
    command.act = act;
    return command;
}

wire::DeskCommand desk_act(const std::string& id) {
    wire::DeskCommand command;
    command.id = id;
    command.game = "g1";
    command.by = "Anna Berg";
    command.act = wire::Note{"seen"};
    return command;
}

// A game of an arbiter.
void open_game(House& house) {
    house.connect();
    house.arbiter(R"({"type":"open_game","id":"o","board":1,"game":"g1","event":"e","round":"1",)"
                  R"("white":"A","black":"B","time_control":"600"})");
    house.run();
    REQUIRE(house.service().games().by_id.contains("g1"));
}

// The refusal's code, or "" if it was not refused.
std::string code(House& house, const arbiterd::Act& act) {
    const std::uint64_t ticket = house.send_act(act);
    house.run();
    return house.answers.at(ticket).refusal.code;
}

}  // namespace

TEST_CASE("acts that wait for the disk are bounded, of the desk and of the office together") {
    House house;
    open_game(house);
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < limits::acts_under_way; ++i) {
        const std::string id = "a" + std::to_string(i);
        last = i % 2 == 0 ? house.send_act(desk_act(id)) : house.send_act(office_act(id, id));
        CHECK_FALSE(house.answers.contains(last));
    }
    const Pos recorded = house.record().last();
    CHECK(house.answers.at(house.send_act(desk_act("more"))).kind == Kind::busy);
    CHECK(house.answers.at(house.send_act(office_act("more", "more"))).kind == Kind::busy);
    CHECK(house.answers.at(house.send_act(desk_act("a0"))).kind == Kind::busy);
    CHECK(house.record().last() == recorded);
    house.run();
    CHECK(house.answers.at(last).kind == Kind::done);
    const std::uint64_t again = house.send_act(desk_act("more"));
    const std::uint64_t retry = house.send_act(desk_act("a0"));
    house.run();
    CHECK(house.answers.at(again).kind == Kind::done);
    CHECK(house.answers.at(retry).kind == Kind::repeated);
}

TEST_CASE("an act of the office does not use up an id of the desk") {
    House house;
    open_game(house);
    CHECK(code(house, office_act("one", "open")).empty());
    if (GENERATE(false, true)) house.restart_office();
    const std::uint64_t ruling = house.send_act(desk_act("one"));
    const std::uint64_t again = house.send_act(office_act("one", "open"));
    house.run();
    CHECK(house.answers.at(ruling).kind == Kind::done);
    CHECK(house.answers.at(again).kind == Kind::repeated);
    CHECK(code(house, office_act("one", "other")) == "id_used");
}

TEST_CASE("no act has an id that begins as arbiterd's own") {
    House house;
    open_game(house);
    for (const std::string id : {"arb:log:1:1", "hall:stop:1"}) {
        CHECK(code(house, desk_act(id)) == "bad_id");
        CHECK(code(house, office_act(id, "open")) == "bad_id");
    }
}

TEST_CASE("an act whose text cannot be shown is refused with its place") {
    House house;
    open_game(house);
    wire::DeskCommand bad = desk_act("one");
    bad.act = wire::Note{"\x1b[2J"};
    CHECK(house.answers.at(house.send_act(bad)).refusal.pointer == "/act/text");
    bad = desk_act("two");
    bad.reason = "\x7f";
    CHECK(house.answers.at(house.send_act(bad)).refusal.pointer == "/reason");
    wire::EventCommand office = office_act("three", "open");
    office.reason = "\x7f";
    CHECK(house.answers.at(house.send_act(office)).refusal.pointer == "/reason");
}

TEST_CASE("an act of the desk with a bad field is refused with the field's place", "[regress]") {
    House house;
    open_game(house);
    house.arbiter(R"({"type":"start_game","id":"s","board":1,"game":"g1"})");
    house.run();
    wire::DeskCommand pause = desk_act("pause");
    pause.act = wire::PauseClock{};
    CHECK(code(house, pause).empty());
    const auto place = [&](wire::DeskAct act) {
        wire::DeskCommand bad = desk_act("one");
        bad.act = std::move(act);
        const auto& refusal = house.answers.at(house.send_act(bad)).refusal;
        return refusal.code + " " + refusal.pointer;
    };
    CHECK(place(wire::Note{}) == "text_missing /act/text");
    CHECK(place(wire::UndoRuling{99}) == "unknown_ruling /act/ruling");
    wire::AdjustClock adjust;
    adjust.black = minutes(48 * 60);
    CHECK(place(adjust) == "bad_time /act/black_us");
    wire::SetClock set;
    set.black = Duration{-1};
    CHECK(place(set) == "bad_time /act/black_us");
    CHECK(place(wire::PauseClock{}) == "clock_stands ");  // for no field of the act
    wire::DeskCommand bad = desk_act("two");
    bad.game = "none";
    CHECK(house.answers.at(house.send_act(bad)).refusal.pointer == "/game");
    CHECK(house.answers.at(house.send_act(desk_act("hall:x"))).refusal.pointer == "/id");
}

TEST_CASE("an act that the record could not be read with is refused, and nothing is written",
          "[regress]") {
    House house;
    open_game(house);
    const Pos before = house.record().last();
    wire::DeskCommand note = desk_act("one");
    note.reason = std::string(limits::line_bytes + 1, 'x');  // no boundary has accepted this
    CHECK(code(house, note) == "too_many");
    wire::EventCommand office = office_act("two", "open");
    office.reason = note.reason;
    CHECK(code(house, office) == "too_many");
    CHECK(house.record().last() == before);
    note.reason.clear();
    CHECK(code(house, note).empty());  // the id is still free
}
