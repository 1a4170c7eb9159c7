// Events, players and teams: what is refused, and where it says it is.
#include "arbiterd/tournament/limits.hpp"
#include "common/base/limits.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::EnterPlayers enter(std::vector<wire::EventPlayer> players) {
    wire::EnterPlayers act;
    act.players = std::move(players);
    return act;
}

// The refusal of an event with one detail changed.
std::string with_info(const std::function<void(wire::EventInfo&)>& change_it) {
    Hotel hotel;
    wire::CreateEvent act;
    act.info.name = "Open 2026";
    change_it(act.info);
    return hotel.refusal(act);
}

std::string with_player(const std::function<void(wire::EventPlayer&)>& change_it) {
    Hotel hotel(3);
    wire::EventPlayer someone = player(4, "Carlsen, Magnus");
    change_it(someone);
    return hotel.refusal(enter({player(5, "Ju, Wenjun"), someone}));
}

std::string with_terms(const std::function<void(wire::PlayTerms&)>& change_it) {
    return with_info([&](wire::EventInfo& info) { change_it(info.terms); });
}

Hotel second_round_paired() {
    Hotel hotel(5);
    hotel.rule(pairings(2, {play(1, 1, 2), bye(3, Bye::half), bye(4, Bye::zero)}));
    return hotel;
}

}  // namespace

TEST_CASE("an event is created once, and changed whole") {
    Hotel hotel;
    wire::CreateEvent create;
    CHECK(hotel.refusal(create) == "bad_name /info/name");
    create.info.name = "Open";
    CHECK(hotel.refusal(create, "two words") == "bad_event_id");
    CHECK(hotel.refusal(create, "..") == "bad_event_id");
    CHECK(hotel.refusal(create, std::string(49, 'a')) == "bad_event_id");
    CHECK(hotel.refusal(create).empty());
    CHECK(hotel.open().changed == Pos{std::ssize(hotel.log)});
    CHECK(hotel.refusal(create) == "event_exists");
    wire::ChangeEvent change_it;
    change_it.info.name = "Closed";
    CHECK(hotel.refusal(change_it, "other") == "unknown_event");
    CHECK(hotel.refusal(change_it).empty());
    CHECK(hotel.open().info.name == "Closed");
    hotel.by = "";
    CHECK(hotel.refusal(change_it) == "no_name");
}

TEST_CASE("an act that has seen another revision is refused") {
    Hotel hotel(2);
    const Pos seen = hotel.open().changed;
    hotel.if_match = seen;
    CHECK(hotel.refusal(withdraw(1, 3)).empty());
    CHECK(hotel.open().changed > seen);
    CHECK(hotel.refusal(withdraw(2, 3)) == "changed_meanwhile");
    hotel.if_match = hotel.open().changed;
    CHECK(hotel.refusal(withdraw(2, 3)).empty());
    hotel.if_match = Pos{1'000};
    CHECK(hotel.refusal(withdraw(2, 4)) == "changed_meanwhile");
}

TEST_CASE("what is wrong with an event is reported with its place") {
    using Info = wire::EventInfo;
    const struct {
        std::function<void(Info&)> change_it;
        const char* refusal;
    } events[] = {
        {[](Info& i) { i.name = "a\nb"; }, "bad_name /info/name"},
        {[](Info& i) { i.name.assign(201, 'a'); }, "bad_name /info/name"},
        {[](Info& i) { i.place = "\x01"; }, "bad_name /info/place"},
        {[](Info& i) { i.federation = "no"; }, "bad_federation /info/federation"},
        {[](Info& i) { i.federation = "NOR"; }, ""},
        {[](Info& i) { i.begins = "2024-02-29"; }, ""},
        {[](Info& i) { i.begins = "1900-02-29"; }, "bad_date /info/begins"},
        {[](Info& i) { i.begins = "2026-02-02", i.ends = "2026-02-01"; }, "bad_date /info/ends"},
        {[](Info& i) { i.deputies = {"A", ""}; }, "bad_name /info/deputies/1"},
        {[](Info& i) { i.deputies.assign(65, "A"); }, "too_many /info/deputies"},
        {[](Info& i) { i.rounds = 65; }, "bad_rounds /info/rounds"},
        {[](Info& i) { i.scoring.draw = 101; }, "bad_scoring /info/scoring/draw"},
        {[](Info& i) { i.sectors = {{"A", "", Board{2}, Board{1}}}; },
         "bad_sector /info/sectors/0/first"},
        {[](Info& i) { i.sectors = {{"", "", Board{1}, Board{1}}}; },
         "bad_name /info/sectors/0/name"},
        {[](Info& i) { i.sectors.assign(257, {"A", "", Board{1}, Board{1}}); },
         "too_many /info/sectors"}};
    for (const auto& each : events) CHECK(with_info(each.change_it) == each.refusal);
    for (const char* date : {"2026-2-1", "2026-02-29", "2026-13-01", "2026-04-31", "0000-01-01",
                             "2026/02/01", "2026-02-011"})
        CHECK(with_info([&](Info& i) { i.begins = date; }) == "bad_date /info/begins");
}

TEST_CASE("terms are those of a game that can be played") {
    using Terms = wire::PlayTerms;
    const std::string at = " /info/terms";
    CHECK(with_terms([](Terms& t) { t.time_control = "90 min"; }) ==
          "bad_time_control" + at + "/time_control");
    CHECK(with_terms([](Terms& t) { t.profile = "house"; }) == "bad_profile" + at + "/profile");
    CHECK(with_terms([](Terms& t) { t.profile = "fide-blitz"; }).empty());
    CHECK(with_terms([](Terms& t) {
              t.rules = {{"draw_offers", "free"}, {"luck", "none"}};
          }) == "bad_rules" + at + "/rules/1");
    CHECK(with_terms([](Terms& t) { t.rules = {{"draw_offers", "maybe"}}; }) ==
          "bad_rules" + at + "/rules/0");
    CHECK(with_terms([](Terms& t) {  // each good, but not together (III.2.2)
              t.time_control = "300+2", t.rules = {{"quickplay_finish", "true"}};
          }) == "bad_rules" + at + "/rules");
    CHECK(with_terms([](Terms& t) { t.default_time = seconds(-1); }) ==
          "bad_default_time" + at + "/default_time_us");
    CHECK(with_terms([](Terms& t) { t.default_time = minutes(24 * 60 + 1); }) ==
          "bad_default_time" + at + "/default_time_us");
    CHECK(with_terms([](Terms& t) { t.fen = "8/8/8/8"; }) == "bad_fen" + at + "/fen");
}

TEST_CASE("players are entered, numbered and replaced") {
    Hotel hotel(2);
    CHECK(hotel.refusal(enter({})) == "nothing_to_change /players");
    CHECK(hotel.refusal(enter({player(0, "A"), player(9, "B"), player(0, "C")})).empty());
    CHECK(hotel.open().players.size() == 5);
    CHECK(hotel.open().players.at(10).name == "A");
    CHECK(hotel.open().players.at(11).name == "C");
    CHECK(hotel.refusal(enter({player(9, "D")})).empty());
    CHECK(hotel.open().players.at(9).name == "D");
    CHECK(hotel.refusal(enter({player(3, "A"), player(3, "B")})) ==
          "number_twice /players/1/number");
    CHECK(hotel.refusal(enter({player(10'000, "A")})) == "bad_number /players/0/number");
}

TEST_CASE("after the last number that there is, the first free ones are given", "[regress]") {
    Hotel hotel(2);
    CHECK(hotel.refusal(enter({player(0, "E"), player(9998, "Guest"), player(0, "F")})).empty());
    CHECK(hotel.open().players.at(9999).name == "E");
    CHECK(hotel.open().players.at(3).name == "F");
    CHECK(hotel.refusal(enter({player(5, "H"), player(0, "G"), player(0, "I")})).empty());
    CHECK(hotel.open().players.at(4).name == "G");
    CHECK(hotel.open().players.at(6).name == "I");
}

TEST_CASE("what is wrong with a player is reported with its place") {
    using Player = wire::EventPlayer;
    CHECK(with_player([](Player&) {}).empty());
    CHECK(with_player([](Player& p) { p.name = ""; }) == "bad_name /players/1/name");
    CHECK(with_player([](Player& p) { p.title = "Dr"; }) == "bad_title /players/1/title");
    for (const char* title : {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "ACM"})
        CHECK(with_player([&](Player& p) { p.title = title; }).empty());
    CHECK(with_player([](Player& p) { p.sex = "f"; }) == "bad_sex /players/1/sex");
    CHECK(with_player([](Player& p) { p.rating = 4001; }) == "bad_rating /players/1/rating");
    CHECK(with_player([](Player& p) { p.federation = "Nor"; }) ==
          "bad_federation /players/1/federation");
    CHECK(with_player([](Player& p) { p.fide_id = "15x"; }) == "bad_fide_id /players/1/fide_id");
    CHECK(with_player([](Player& p) { p.fide_id = "123456789012"; }) ==
          "bad_fide_id /players/1/fide_id");
    CHECK(with_player([](Player& p) { p.birth = "90"; }) == "bad_date /players/1/birth");
    CHECK(with_player([](Player& p) { p.birth = "1990"; }).empty());
    CHECK(with_player([](Player& p) { p.birth = "1990-11-30"; }).empty());
    CHECK(with_player([](Player& p) { p.club = "a\tb"; }) == "bad_name /players/1/club");
    CHECK(with_player([](Player& p) { p.team = 7; }) == "unknown_team /players/1/team");
    CHECK(with_player([](Player& p) { p.withdrawn_from = 65; }) ==
          "bad_number /players/1/withdrawn_from");
}

TEST_CASE("a FIDE ID is of one player") {
    Hotel hotel(2);
    auto one = player(1, "A");
    one.fide_id = "1503014";
    hotel.rule(enter({one}));
    auto two = player(2, "B");
    two.fide_id = "1503014";
    CHECK(hotel.refusal(enter({two})) == "fide_id_twice /players/0/fide_id");
    one.fide_id = "99";
    CHECK(hotel.refusal(enter({two, one})).empty());  // it goes from the one to the other
    CHECK(hotel.open().players.at(2).fide_id == "1503014");
    auto three = player(3, "C");
    auto four = player(4, "D");
    three.fide_id = four.fide_id = "5";
    CHECK(hotel.refusal(enter({three, four})) == "fide_id_twice /players/1/fide_id");
}

TEST_CASE("an event has so many players and no more") {
    Hotel hotel(1);
    wire::EnterPlayers act;
    for (std::uint32_t i = 0; i < limits::event_players - 1; ++i)
        act.players.push_back(player(0, "P"));
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.refusal(enter({player(0, "one too many")})) == "too_many /players");
    CHECK(hotel.refusal(enter({player(7, "known")})).empty());
}

TEST_CASE("who was paired is not removed, and who was not is") {
    Hotel hotel = second_round_paired();
    wire::RemovePlayer remove;
    remove.number = 1;
    CHECK(hotel.refusal(remove) == "was_paired /number");
    remove.number = 4;
    CHECK(hotel.refusal(remove) == "was_paired /number");
    remove.number = 9;
    CHECK(hotel.refusal(remove) == "unknown_player /number");
    remove.number = 5;
    CHECK(hotel.refusal(remove).empty());
    CHECK(!hotel.open().players.contains(5));
}

TEST_CASE("who was paired is withdrawn from a later round on, and may come back") {
    Hotel hotel = second_round_paired();
    CHECK(hotel.refusal(withdraw(9, 1)) == "unknown_player /number");
    CHECK(hotel.refusal(withdraw(1, 65)) == "bad_number /from_round");
    CHECK(hotel.refusal(withdraw(1, 2)) == "is_paired /from_round");
    CHECK(hotel.refusal(withdraw(3, 1)) == "is_paired /from_round");
    CHECK(hotel.refusal(withdraw(4, 1)).empty());  // absent anyway
    CHECK(hotel.refusal(withdraw(1, 3)).empty());
    CHECK(hotel.refusal(pairings(3, {play(1, 2, 1)})) == "withdrawn /pairings/0/black");
    CHECK(hotel.refusal(pairings(3, {bye(1, Bye::full)})) == "withdrawn /pairings/0/white");
    CHECK(hotel.refusal(pairings(3, {bye(1, Bye::zero)})).empty());
    CHECK(hotel.refusal(withdraw(1, 0)).empty());
    CHECK(hotel.refusal(pairings(3, {play(1, 2, 1)})).empty());
    auto gone = hotel.open().players.at(1);
    gone.withdrawn_from = 3;
    CHECK(hotel.refusal(enter({gone})) == "is_paired /players/0/withdrawn_from");
}

TEST_CASE("teams are entered as players are") {
    Hotel hotel(1);
    wire::EnterTeams act;
    CHECK(hotel.refusal(act) == "nothing_to_change /teams");
    act.teams = {{0, "Bergen", "NOR"}, {0, "Oslo", ""}};
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.open().teams.at(2).name == "Oslo");
    act.teams = {{1, "", ""}};
    CHECK(hotel.refusal(act) == "bad_name /teams/0/name");
    act.teams = {{1, "A", "N"}};
    CHECK(hotel.refusal(act) == "bad_federation /teams/0/federation");
    act.teams = {{1, "A", ""}, {1, "B", ""}};
    CHECK(hotel.refusal(act) == "number_twice /teams/1/number");
    act.teams = {{10'000, "A", ""}};
    CHECK(hotel.refusal(act) == "bad_number /teams/0/number");
    act.teams.assign(limits::event_teams, {0, "A", ""});
    CHECK(hotel.refusal(act) == "too_many /teams");
}

TEST_CASE("a file brings no more players than an event has", "[regress]") {
    Hotel hotel(1);
    wire::ImportEvent act;
    for (std::uint32_t number = 1; number <= limits::event_players + 1; ++number)
        act.players.push_back(player(number, "P" + std::to_string(number)));
    CHECK(hotel.refusal(act) == "too_many /players");
    act.players.pop_back();
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.open().players.size() == limits::event_players);
}
