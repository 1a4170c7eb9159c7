#include "tests/fuzz/record_kit.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "arbiterd/record/projector.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "common/base/check.hpp"
#include "common/store/store.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/desk.hpp"

namespace flagfall::fuzz {

namespace {

constexpr std::int64_t wall_ms = 1'795'253'400'000;

// The messages at the boards, in virtual time; epochs are filled in. An illegal move, a draw claim,
// a resignation, a fallen flag, and a game of Chess960 that goes on.
constexpr std::array lines{
    R"({"type":"open_game","id":"a1","board":1,"game":"o/1/1","event":"open","round":"1",)"
    R"("white":"Ólafsson, H","black":"Ding \"D\"","time_control":"5400+30",)"
    R"("tags":[["Site","Reykjavík"]]})",
    R"({"type":"open_game","id":"a2","board":2,"game":"o/1/2","event":"open","round":"1",)"
    R"("white":"C","black":"D","time_control":"40/60:60","fen":"8/8/8/4k3/8/8/R2K4/8 w - - 0 1"})",
    R"({"type":"open_game","id":"a3","board":3,"game":"o/2/3","event":"open","round":"2",)"
    R"("white":"E","black":"F","time_control":"300d3","variant":"chess960",)"
    R"("fen":"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"})",
    R"({"type":"start_game","id":"b1","board":1,"game":"o/1/1","at_us":1000000})",
    R"({"type":"start_game","id":"b2","board":2,"game":"o/1/2","at_us":1000000})",
    R"({"type":"start_game","id":"b3","board":3,"game":"o/2/3","at_us":1000000})",
    R"({"type":"press","id":"c1","board":1,"game":"o/1/1",)"
    R"("at_us":9000000,"side":"white","move":"e4"})",
    R"({"type":"press","id":"c2","board":1,"game":"o/1/1",)"
    R"("at_us":9500000,"side":"black","move":"Ke7"})",
    R"({"type":"press","id":"c3","board":1,"game":"o/1/1",)"
    R"("at_us":9900000,"side":"black","move":"e5"})",
    R"({"type":"claim","id":"c4","board":1,"game":"o/1/1","at_us":10000000,"side":"white",)"
    R"("kind":"threefold","move":"Nf3"})",
    R"({"type":"press","id":"c6","board":1,"game":"o/1/1",)"
    R"("at_us":11000000,"side":"white","move":"Nf3"})",
    R"({"type":"resign","id":"c7","board":1,"game":"o/1/1","at_us":12000000,"side":"black"})",
    R"({"type":"press","id":"d1","board":2,"game":"o/1/2",)"
    R"("at_us":2000000,"side":"white","move":"Ra1"})",
    R"({"type":"wait","id":"d2","board":2,"game":"o/1/2","at_us":99000000})",
    R"({"type":"press","id":"e1","board":3,"game":"o/2/3",)"
    R"("at_us":4000000,"side":"white","move":"O-O"})",
};

store::Row row_of(std::string stream, const std::string& cmd_id, Instant at, std::string_view type,
                std::string body) {
    store::Row row;
    row.stream = std::move(stream);
    row.cmd_id = cmd_id;
    row.at = at;
    row.boot = "boot-1";
    row.wall_ms = wall_ms;
    row.type = std::string(type);
    row.body = std::move(body);
    return row;
}

store::Row row_of(const Logged& line) {
    std::string stream = "hall";
    std::visit(
        [&](const auto& event) {
            if constexpr (requires { event.board; })
                stream = "board/" + std::to_string(event.board.number);
        },
        line.stamped.event);
    return row_of(std::move(stream), line.cmd_id, line.stamped.at,
                  wire::type_of(line.stamped.event), wire::encode_body(line.stamped.event));
}

store::Row row_of(const wire::GameEvent& event, Instant at) {
    std::string stream = "office";
    std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.game; }) stream = "game/" + e.game;
        },
        event);
    return row_of(std::move(stream), "", at, wire::type_of(event), wire::encode_body(event));
}

std::unique_ptr<store::Store> open_store(const std::string& path, std::int32_t application_id,
                                       std::string_view tables) {
    store::StoreOptions options;
    options.path = path;
    options.application_id = application_id;
    options.projection_sql = std::string(tables);
    auto store = store::Store::open(std::move(options));
    FF_CHECK(store.has_value());
    (*store)->start();
    return std::move(*store);
}

void say(HallPlay& play, const char* line) {
    auto message = wire::decode_to_clockd(line);
    FF_CHECK(message.has_value());
    auto& command = std::get<wire::ClockCommand>(*message);
    std::visit([&](wire::Command& c) { c.epoch = play.boards().at(c.board).epoch; }, command);
    const clock::Decision decision = play.give(command, clock::Role::arbiter);
    if (decision.refusal) std::fprintf(stderr, "%s: %s\n", line, decision.refusal->text.c_str());
    FF_CHECK(!decision.refusal);
}

// The event of these games, as it was entered before; its round is not published.
std::vector<wire::EventCommand> entered() {
    wire::CreateEvent create;
    create.info.name = "Open";
    wire::EnterPlayers players;
    for (std::uint32_t number = 1; number <= 4; ++number) {
        auto& player = players.players.emplace_back();
        player.number = number;
        player.name = "Player " + std::to_string(number);
    }
    wire::PlanRound plan;
    plan.number = 1;
    wire::SetPairings pairings;
    pairings.round = 1;
    for (std::uint32_t board = 1; board <= 2; ++board) {
        auto& pairing = pairings.pairings.emplace_back();
        pairing.board = Board{board};
        pairing.white = 2 * board - 1;
        pairing.black = 2 * board;
    }
    std::vector<wire::EventCommand> commands;
    for (wire::EventAct act : {wire::EventAct{create}, wire::EventAct{players},
                               wire::EventAct{plan}, wire::EventAct{pairings}}) {
        auto& command = commands.emplace_back();
        command.id = "act-" + std::to_string(commands.size());
        command.event = "o";
        command.by = "Ida";
        command.act = std::move(act);
    }
    return commands;
}

}  // namespace

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    FF_CHECK(in.good());
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    FF_CHECK(out.flush().good());
}

RecordKit::RecordKit() {
    auto clocks = open_store(folder.file("clockd.db"), store::clockd_application_id, "");
    auto games = open_store(folder.file("arbiterd.db"), store::arbiterd_application_id,
                            embed::arbiterd_sql);
    HallPlay play(true);
    Instant at;
    const auto keep = [&](const Decided& decided) {
        if (decided.cause != nullptr) at = decided.cause->stamped.at;
        std::vector<store::Row> rows;
        for (const wire::GameEvent& event : decided.events) rows.push_back(row_of(event, at));
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].pos = {games->last().value + static_cast<std::int64_t>(i) + 1};
        const Pos followed = decided.cause != nullptr ? decided.cause->pos : Pos{0};
        const auto project = [rows, followed, events = decided.events](store::Database& db) {
            for (std::size_t i = 0; i < rows.size(); ++i)
                record::project_event(db, rows[i], events[i]);
            db.run("INSERT OR REPLACE INTO follow VALUES (1, 'log', ?)", followed.value);
        };
        FF_CHECK(games->append(rows, project));
        game_rows.insert(game_rows.end(), rows.begin(), rows.end());
    };
    Desk desk(keep);
    tournament::Tournaments office;
    for (const wire::EventCommand& command : entered()) {
        const auto events = tournament::decide(office, desk.games(), {at}, command);
        FF_CHECK(events.has_value());
        keep({nullptr, *events});
        for (const wire::GameEvent& event : *events)
            tournament::apply(office, event, games->last());
    }
    for (const char* line : lines) {
        say(play, line);
        desk.settle(play);
    }
    for (const Logged& line : play.log()) clock_rows.push_back(row_of(line));
    FF_CHECK(clocks->append(clock_rows));
    clock_key = clocks->public_key();
    game_key = games->public_key();
    clocks->close();
    games->close();
}

}  // namespace flagfall::fuzz
