#include "tests/sim/checks.hpp"

#include <map>
#include <set>

#include "clockd/service/feed.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/board_event.hpp"

namespace flagfall::sim {

namespace {

std::string at(Pos pos) { return "position " + std::to_string(pos.value); }

// The epoch in which the command counted: the one that it named; for a player's act add to that the
// number of times that only time was added since.
std::uint32_t since_fence(std::span<const store::Row> clock, std::size_t index,
                          const Ledger::Acknowledged& ack) {
    std::uint32_t epoch = ack.epoch.count;
    if (ack.intervention && !ack.by_player) return epoch;
    const std::string stream = "board/" + std::to_string(ack.board.number);
    for (std::size_t at = 0; at < index; ++at) {
        const bool set = clock[at].type == "reading_set" || clock[at].type == "control_set";
        if (clock[at].stream != stream || !set) continue;
        const auto event = wire::decode_clock_event(clock[at].type, clock[at].body);
        if (!event) continue;
        const auto* times = std::get_if<wire::ReadingSet>(&*event);
        const auto* control = std::get_if<wire::ControlSet>(&*event);
        const bool stays = times ? times->adjusted : control && control->goes_on;
        const Epoch then = times ? times->epoch : control ? control->epoch : Epoch{};
        if (stays && then.count > ack.epoch.count) ++epoch;
    }
    return epoch;
}

}  // namespace

std::vector<oracle::ClockRow> clock_rows(std::span<const store::Row> rows) {
    std::vector<oracle::ClockRow> all;
    all.reserve(rows.size());
    for (const store::Row& row : rows) {
        auto event = wire::decode_clock_event(row.type, row.body);
        if (event) all.push_back({row.pos, row.at, row.boot, row.wall_ms, row.cmd_id, *event});
    }
    return all;
}

std::vector<oracle::GameRow> game_rows(std::span<const store::Row> rows) {
    std::vector<oracle::GameRow> all;
    all.reserve(rows.size());
    for (const store::Row& row : rows)
        if (auto event = wire::decode_game_event(row.type, row.body))
            all.push_back({row.pos, *event});
    return all;
}

// ---- promises -----------------------------------------------------------------------------

void check_promises(World& world, const Ledger& ledger, std::span<const store::Row> clock) {
    for (const auto& [pos, line] : ledger.events) {
        if (pos > std::ssize(clock)) {
            world.found(Board{}, "event " + std::to_string(pos) + " was seen and is lost (P1)");
        } else if (clockd::frame_of(clock[static_cast<std::size_t>(pos - 1)]) != line) {
            world.found(Board{}, "event " + std::to_string(pos) + " was seen as " + line +
                                " and is another now (P1)");
        }
    }
    for (const auto& [id, ack] : ledger.acks) {
        const auto index = static_cast<std::size_t>(ack.pos.value - 1);
        if (ack.pos.value < 1 || ack.pos.value > std::ssize(clock)) {
            world.found(ack.board, id + " was acknowledged at " + at(ack.pos) +
                                       " and is lost (P1)");
            continue;
        }
        const store::Row& row = clock[index];
        // A command during which nothing happened refers to the position before it.
        if (row.cmd_id != id) {
            if (!id.starts_with("wait") && !world.options.virtual_time)
                world.found(ack.board, id + " was acknowledged at " + at(ack.pos) +
                                           ", which belongs to \"" + row.cmd_id + "\" (P1)");
            continue;
        }
        const auto event = wire::decode_clock_event(row.type, row.body);
        const wire::BoardEvent* e = event ? test::board_event(*event) : nullptr;
        if (!e || row.type == "game_opened") continue;
        const Epoch want{since_fence(clock, index, ack) + (ack.intervention ? 1 : 0)};
        if (e->epoch != want && row.type != "flag_fell")
            world.found(ack.board, id + " named epoch " + std::to_string(ack.epoch.count) +
                                       " and led to epoch " + std::to_string(e->epoch.count) +
                                       " (P3)");
    }
}

void check_replay(World& world, const clock::Boards& hall, std::span<const store::Row> clock,
                  const game::Games& games, std::span<const store::Row> record) {
    clock::Boards again;
    for (const store::Row& row : clock)
        if (const auto event = wire::decode_clock_event(row.type, row.body))
            clock::apply(again, *event, row.at);
    if (!(again == hall))
        world.found(Board{}, "clockd's log gives another hall than clockd had (P5)");
    game::Games rebuilt;
    for (const store::Row& row : record)
        if (const auto event = wire::decode_game_event(row.type, row.body))
            game::apply(rebuilt, *event);
    if (!(rebuilt == games))
        world.found(Board{}, "the record gives other games than arbiterd had (P5)");
}

void check_events(World& world, const tournament::Tournaments& tournaments,
                  const game::Games& games, std::span<const store::Row> record) {
    tournament::Tournaments rebuilt;
    for (const store::Row& row : record)
        if (const auto event = wire::decode_game_event(row.type, row.body))
            tournament::apply(rebuilt, *event, row.pos);
    if (rebuilt.by_id != tournaments.by_id)
        world.found(Board{}, "the record gives other tournaments than arbiterd had (P5)");
    std::set<std::string> paired;
    for (const auto& [id, event] : tournaments.by_id)
        for (const auto& [number, round] : event.rounds)
            for (const wire::EventPairing& pairing : round.pairings) {
                if (pairing.game.empty()) continue;
                paired.insert(pairing.game);
                if (!game::find(games, pairing.game))
                    world.found(pairing.board, "game " + pairing.game + " was never set up");
            }
    for (const auto& [id, game] : games.by_id)
        if (game.terms.event == "open" && !paired.contains(id) && !game.live.result)
            world.found(game.board, "game " + id + " is nobody's and was not taken back");
}

void check_games(World& world, std::span<const store::Row> clock,
                 std::span<const store::Row> record, bool finished) {
    const auto facts = clock_rows(clock);
    const auto rulings = game_rows(record);
    oracle::Options options;
    options.finished = finished;
    std::vector<std::string> gave_up;
    const auto complaints = oracle::judge(facts, rulings, options, &gave_up);
    for (const std::string& why : gave_up) world.marks.add("oracle_gave_up: " + why);
    for (const oracle::Complaint& complaint : complaints) {
        Board board;
        for (const auto& row : facts)
            if (const auto* e = test::board_event(row.event); e && e->game == complaint.game)
                board = e->board;
        world.found(board, oracle::text(complaint));
    }
}

// ---- marks --------------------------------------------------------------------------------

namespace {

struct ClockMarker {
    Marks& marks;
    void operator()(const wire::HeadKept&) { marks.add("head_kept_by_clockd"); }
    void operator()(const wire::Pressed& e) {
        if (e.margin == Duration{1}) marks.add("pressed_with_one_microsecond_left");
        if (e.period > 1) marks.add("later_period");
        if (!e.made) marks.add("press_without_move");
    }
    void operator()(const wire::Made& e) {
        if (e.ending != Ending::none) marks.add("clock_saw_" + std::string(name(e.ending)));
    }
    void operator()(const wire::FlagFell& e) {
        marks.add("flag_" + e.opponent_can_mate);
        if (!e.last_period) marks.add("flag_before_the_last_period");
    }
    void operator()(const wire::FlagReached& e) {
        marks.add(e.freeze ? "flag_reached_freeze" : "flag_reached");
    }
    void operator()(const wire::Paused& e) { marks.add("paused_by_" + e.by); }
    void operator()(const wire::ReadingSet& e) { marks.add("reading_set_by_" + e.by); }
    void operator()(const wire::GameEnded& e) { marks.add("ended_by_" + e.by); }
    template <class Event>
    void operator()(const Event&) {}
};

template <wire::Word E>
std::string word(E value) {
    return std::string(name(value));
}

struct RecordMarker {
    Marks& marks;
    std::map<std::string, std::string> profiles{};  // by game
    void operator()(const wire::GameRecorded& e) {
        const std::string& name = e.terms.profile;
        const bool known = name.starts_with("fide-") || name.starts_with("uschess-");
        profiles[e.game] = known ? name : name.empty() ? "none" : "unknown";
    }
    void operator()(const wire::ResultRecorded& e) {
        marks.add("result_" + std::string(name(e.outcome.ending)));
    }
    void operator()(const wire::IrregularityFound& e) { marks.add("irregular_" + word(e.kind)); }
    void operator()(const wire::ClaimJudged& e) {
        marks.add(word(e.kind) + (e.right ? "_right" : "_wrong"));
        if (!e.right && !e.uci.empty()) marks.add("announced_move_binds");
    }
    void operator()(const wire::PenaltyGiven& e) {
        const std::string length = std::to_string(e.to_opponent.us / 1'000'000) + "s";
        marks.add("penalty_" + e.article + "_" + length + "_profile_" + profiles[e.game]);
    }
    void operator()(const wire::QuestionPut& e) {
        marks.add("question_" + word(e.about) + (e.holds ? "_holds" : ""));
        for (const wire::Pair& option : e.options)
            if (e.about == wire::Subject::flag_fall && option.name.starts_with("forfeit_"))
                marks.add("flag_of_the_absent_" + option.name);
    }
    void operator()(const wire::QuestionClosed& e) {
        if (!e.option.empty()) marks.add("answered_" + e.option);
    }
    void operator()(const wire::EventVoided&) { marks.add("event_voided"); }
    void operator()(const wire::HeadKept&) { marks.add("head_kept_by_arbiterd"); }
    void operator()(const wire::DrawOfferEnded& e) { marks.add("offer_" + word(e.how)); }
    void operator()(const wire::MoveRecorded& e) { marks.add("move_by_" + word(e.completed_by)); }
    void operator()(const wire::CommandSettled& e) {
        if (e.how == wire::Settling::done) return;
        marks.add("command_refused_" + (e.refused.empty() ? word(e.how) : e.refused));
    }
    template <class Event>
    void operator()(const Event&) {}
};

}  // namespace

void mark_logs(World& world, std::span<const store::Row> clock,
               std::span<const store::Row> record) {
    for (const auto& row : clock_rows(clock)) std::visit(ClockMarker{world.marks}, row.event);
    RecordMarker marker{world.marks};
    for (const auto& row : game_rows(record)) std::visit(marker, row.event);
    for (const store::Row& row : clock) ++world.types["clockd/event/" + row.type];
    for (const store::Row& row : record) ++world.types["arbiterd/event/" + row.type];
}

}  // namespace flagfall::sim
