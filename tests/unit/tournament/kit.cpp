#include "tests/unit/tournament/kit.hpp"

#include "common/base/overload.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::test {

namespace {

}  // namespace

Hotel::Hotel(std::uint32_t players) {
    came_true(wire::LogOpened{{}, "log", "real"}, "");
    if (players == 0) return;
    wire::CreateEvent create;
    create.info.name = "Open 2026";
    create.info.place = "Oslo";
    create.info.begins = "2026-11-21";
    create.info.terms.time_control = "5400+30";
    rule(create);
    wire::EnterPlayers enter;
    for (std::uint32_t i = 1; i <= players; ++i)
        enter.players.push_back(player(i, "Player " + std::to_string(i)));
    rule(enter);
    REQUIRE(no.code.empty());
}

void Hotel::keep(const Events& events) {
    for (const wire::GameEvent& event : events) {
        log.push_back(event);
        game::apply(games, event);
        tournament::apply(tournaments, event, Pos{std::ssize(log)});
    }
}

Events Hotel::rule(const wire::EventAct& act, const std::string& event) {
    wire::EventCommand command;
    command.id = "a" + std::to_string(++acts_);
    command.event = event;
    command.by = by;
    command.reason = reason;
    command.confirm = confirm;
    command.if_match = if_match;
    command.act = act;
    auto decided = tournament::decide(tournaments, games, {Instant{1}, wall_ms}, command);
    no = decided ? tournament::EventRefusal{} : decided.error();
    if (!decided) return {};
    keep(*decided);
    return *decided;
}

std::string Hotel::refusal(const wire::EventAct& act, const std::string& event) {
    rule(act, event);
    if (no.code.empty()) return "";
    CHECK(no.text.size() > 5);
    return no.pointer.empty() ? no.code : no.code + " " + no.pointer;
}

void Hotel::came_true(const wire::ClockEvent& event, const std::string& cmd_id) {
    ++clock_.value;
    const game::Input input{clock_, Instant{clock_.value}, 0, cmd_id, event};
    keep(tournament::decide_office(tournaments, game::decide(games, input), input, false));
}

wire::ClockEvent Hotel::effect(const wire::HallCommandIssued& issued) const {
    const auto placed = [&](auto event) {
        event.game = issued.game;
        event.board = issued.board;
        event.readings = {{minutes(90), minutes(90)}};
        return wire::ClockEvent{event};
    };
    return std::visit(Overload{[&](const wire::OpenGame& c) {
                                   wire::GameOpened opened;
                                   opened.terms = c.terms;
                                   return placed(opened);
                               },
                               [&](const wire::StartGame&) { return placed(wire::GameStarted{}); },
                               [&](const wire::EndGame& c) {
                                   wire::GameEnded ended;
                                   ended.by = "arbiterd";
                                   ended.outcome = c.outcome;
                                   return placed(ended);
                               }},
                      issued.command);
}

// clockd takes no game back that was played, and opens none beside it.
std::string Hotel::refused_at_clock(const wire::HallCommandIssued& issued) const {
    if (std::holds_alternative<wire::OpenGame>(issued.command)) {
        const auto there = games.at_board.find(issued.board);
        return there == games.at_board.end() || games.by_id.at(there->second).live.result
                   ? ""
                   : "board_busy";
    }
    const game::Game* game = game::find(games, issued.game);
    if (!game) return "unknown_game";
    if (game->live.result) return "game_over";
    const bool ends = std::holds_alternative<wire::EndGame>(issued.command);
    return ends && game->live.ply > Ply{} ? "game_begun" : "";
}

void Hotel::deliver() {
    while (!tournaments.outbox.empty()) {
        const wire::HallCommandIssued issued = tournaments.outbox.front().issued;
        const std::string id = tournament::command_of(issued).id;
        const bool opens = std::holds_alternative<wire::OpenGame>(issued.command);
        const std::string refused = refused_at_clock(issued);
        if (!refused.empty() && refuse_next != "stale_epoch") {
            keep(tournament::decide_refused(tournaments, games, id, refused, {}, Instant{2}));
        } else if (refuse_next.empty() || opens != (refuse_next == "board_busy")) {
            came_true(effect(issued), id);
        } else {
            const std::string code = std::exchange(refuse_next, "");
            keep(
                tournament::decide_refused(tournaments, games, id, code, refuse_epoch, Instant{2}));
        }
    }
}

// Of those that acts for many boards lead to; nothing for others.
std::optional<wire::ClockEvent> Hotel::effect(const game::Game& game,
                                              const wire::OfficeCommand& command) const {
    const auto at = [&](auto event) {
        event.game = game.id;
        event.board = game.board;
        event.epoch = Epoch{game.live.epoch.count + 1};
        event.readings = game.live.readings;
        event.by = "arbiterd";
        return event;
    };
    return std::visit(
        Overload{[&](const wire::Pause& c) -> std::optional<wire::ClockEvent> {
                     auto paused = at(wire::Paused{});
                     paused.reason = c.reason;
                     return paused;
                 },
                 [&](const wire::Resume&) -> std::optional<wire::ClockEvent> {
                     auto resumed = at(wire::Resumed{});
                     resumed.turn = game.history.current().side_to_move();
                     return resumed;
                 },
                 [&](const wire::Adjust& c) -> std::optional<wire::ClockEvent> {
                     auto set = at(wire::ReadingSet{});
                     for (const Side side : {Side::white, Side::black})
                         set.readings[side] += c.deltas[side];
                     set.adjusted = true;
                     set.correction.readings = set.readings;
                     set.correction.ply = game.live.ply;
                     set.correction.turn = game.history.current().side_to_move();
                     set.correction.run = game.live.running;
                     return set;
                 },
                 [&](const wire::SetControl& c) -> std::optional<wire::ClockEvent> {
                     auto set = at(wire::ControlSet{});
                     set.readings = c.readings;
                     set.control = c.control;
                     set.run = game.live.running;
                     return set;
                 },
                 [&](const wire::SetReading& c) -> std::optional<wire::ClockEvent> {
                     auto set = at(wire::ReadingSet{});
                     set.readings = c.correction.readings;
                     set.correction = c.correction;
                     return set;
                 },
                 [&](const wire::EndGame& c) -> std::optional<wire::ClockEvent> {
                     auto ended = at(wire::GameEnded{});
                     ended.outcome = c.outcome;
                     return ended;
                 },
                 [&](const wire::ReopenGame& c) -> std::optional<wire::ClockEvent> {
                     auto reopened = at(wire::GameReopened{});
                     reopened.article = c.article;
                     reopened.reason = c.reason;
                     return reopened;
                 },
                 [](const auto&) -> std::optional<wire::ClockEvent> { return std::nullopt; }},
        command);
}

void Hotel::obey() {
    std::vector<std::pair<wire::ClockEvent, std::string>> effects;
    for (const auto& [id, game] : games.by_id)
        for (const game::Outstanding& out : game.live.outbox)
            if (auto event = effect(game, out.issued.command))
                effects.emplace_back(std::move(*event),
                                     std::visit([](const auto& c) { return c.id; },
                                                out.issued.command));
    for (const auto& [event, id] : effects) came_true(event, id);
}

template <class Event>
Event Hotel::at_board(std::uint32_t board) const {
    Event event;
    event.board = Board{board};
    event.game = games.at_board.at(event.board);
    const game::Live& live = games.by_id.at(event.game).live;
    event.epoch = live.epoch;
    event.readings = live.readings;
    return event;
}

void Hotel::moves(std::uint32_t board, int plies) {
    constexpr const char* shuffle[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < plies; ++i) {
        auto made = at_board<wire::Made>(board);
        const game::Live& live = games.by_id.at(made.game).live;
        made.side = live.ply.count % 2 == 0 ? Side::white : Side::black;
        made.ply.count = live.ply.count + 1;
        made.text = shuffle[live.ply.count % 4];
        came_true(made, "");
        auto pressed = at_board<wire::Pressed>(board);
        pressed.side = made.side;
        pressed.ply = made.ply;
        pressed.made = true;
        came_true(pressed, "");
    }
}

void Hotel::end(std::uint32_t board, Score score) {
    auto ended = at_board<wire::GameEnded>(board);
    ended.by = "arbiter";
    ended.outcome = {score, Ending::arbiter_decision, "12.9"};
    came_true(ended, "");
}

void Hotel::pause(std::uint32_t board, const std::string& who) {
    auto paused = at_board<wire::Paused>(board);
    ++paused.epoch.count;
    paused.by = who;
    paused.reason = "a reason";
    came_true(paused, "");
}

void Hotel::adjourn(std::uint32_t board) {
    wire::GameAdjourned adjourned;
    adjourned.game = at(1, board).game;
    adjourned.board = Board{board};
    adjourned.by = "R. Holt";
    adjourned.fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    adjourned.move = 2;
    adjourned.ply = Ply{2};
    game::apply(games, adjourned);
}

const wire::EventPairing& Hotel::at(std::uint32_t number, std::uint32_t board) const {
    const wire::EventPairing* pairing = tournament::at_board(round(number), Board{board});
    REQUIRE(pairing);
    return *pairing;
}

const game::Live& Hotel::live(std::uint32_t number, std::uint32_t board) const {
    return games.by_id.at(at(number, board).game).live;
}

std::vector<std::string> commands(const Events& events) {
    std::vector<std::string> all;
    for (const wire::GameEvent& event : events) {
        const auto* issued = std::get_if<wire::HallCommandIssued>(&event);
        if (!issued) continue;
        const char* what = std::holds_alternative<wire::OpenGame>(issued->command)    ? "open "
                           : std::holds_alternative<wire::StartGame>(issued->command) ? "start "
                                                                                      : "cancel ";
        all.push_back(what + std::to_string(issued->board.number));
    }
    return all;
}

}  // namespace flagfall::test
