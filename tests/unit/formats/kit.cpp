#include "tests/unit/formats/kit.hpp"

#include "tests/support/catch.hpp"

namespace flagfall::formats::testing {

namespace {

tournament::EventPairing game(std::uint32_t board, std::uint32_t white, std::uint32_t black) {
    tournament::EventPairing pairing;
    pairing.board = {board};
    pairing.white = white;
    pairing.black = black;
    return pairing;
}

tournament::EventPairing bye(std::uint32_t player, wire::Bye kind) {
    tournament::EventPairing pairing;
    pairing.white = player;
    pairing.bye = kind;
    return pairing;
}

}  // namespace

tournament::Tournament small_event() {
    tournament::Tournament t;
    t.id = "small";
    t.info.name = "Åpent mesterskap";
    t.info.place = "Bergen";
    t.info.federation = "NOR";
    t.info.begins = "2026-11-21";
    t.info.ends = "2026-11-23";
    t.info.chief_arbiter = "Arbiter, Anna";
    t.info.deputies = {"Deputy, Dag", "Deputy, Dina"};
    t.info.kind = "Individual: Swiss-System";
    t.info.pairing_system = "FIDE_DUTCH";
    t.info.rounds = 5;
    t.info.terms.time_control = "40/5400+30:1800+30";
    t.players[1] = {1, "Ärzt, Åse", "GM", "w", 2500, "NOR", "1503014", "1990-02-03", {}, 0, 0, {}};
    t.players[2] = {2, "Berg, Bo", {}, "m", 2400, "SWE", {}, {}, {}, 0, 0, {}};
    t.players[3] = {3, "Clausen, Cato", {}, {}, 0, {}, {}, "2001", {}, 0, 0, {}};
    t.players[4] = {4, "Dahl, Dora", "WFM", "w", 2100, "NOR", "1500001", {}, {}, 0, 0, {}};
    t.players[5] = {5, "Eide", {}, {}, 0, {}, {}, {}, {}, 0, 0, {}};
    tournament::EventRound first{1, tournament::RoundState::finished, "2026-11-21", {}, {}, {}};
    first.pairings = {game(1, 1, 4), game(2, 5, 2), bye(3, wire::Bye::allocated)};
    first.pairings[0].entered = {win_of(Side::white), wire::ResultKind::played, {}, {}};
    first.pairings[1].entered = {Score{}, wire::ResultKind::played, {}, {}};
    tournament::EventRound second{2, tournament::RoundState::drafted, {}, {}, {}, {}};
    second.pairings = {game(1, 3, 1), game(2, 2, 4), bye(5, wire::Bye::half)};
    second.pairings[0].entered = {win_of(Side::white), wire::ResultKind::forfeit, {}, {}};
    t.rounds = {{1, first}, {2, second}};
    return t;
}

Imported must_read(Format format, std::string_view text, const tournament::Tournament* present,
                   std::uint32_t round) {
    auto imported = read(format, text, present, round);
    if (!imported) FAIL(formats::text(imported.error()) << "\n" << text);
    return *std::move(imported);
}

ImportError must_refuse(Format format, std::string_view text, const tournament::Tournament* present,
                        std::uint32_t round) {
    const auto imported = read(format, text, present, round);
    if (imported) FAIL("accepted:\n" << text);
    return imported.error();
}

std::string crlf(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

}  // namespace flagfall::formats::testing
