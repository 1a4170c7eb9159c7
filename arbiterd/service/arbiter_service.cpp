#include "arbiterd/service/arbiter_service.hpp"

#include <algorithm>
#include <iterator>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/service/arbiter_impl.hpp"
#include "arbiterd/service/trial.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/ops/log.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

template <class Event>
constexpr bool of_event =
    std::is_same_v<Event, wire::EventActed> || std::is_same_v<Event, wire::HallCommandIssued> ||
    std::is_same_v<Event, wire::HallCommandSettled>;

std::string stream_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> std::string {
            using Event = std::decay_t<decltype(e)>;
            if constexpr (of_event<Event>)
                return "event/" + e.event;
            else if constexpr (requires { e.game; })
                return "game/" + e.game;
            else
                return "office";
        },
        event);
}

// Adds the time that the decision took to each verdict on mating in it.
void add_time_taken(std::vector<wire::GameEvent>& events, Duration taken) {
    const auto add = [&](wire::Pairs& evidence) {
        if (game::holds_verdict(evidence))
            evidence.push_back({"took_us", std::to_string(taken.us)});
    };
    for (wire::GameEvent& event : events) {
        if (auto* ruling = std::get_if<wire::RulingGiven>(&event)) add(ruling->evidence);
        if (auto* question = std::get_if<wire::QuestionPut>(&event)) add(question->evidence);
    }
}

constexpr std::string_view own_sender = "arbiterd";  // our name in clockd's log

constexpr const char* without_log =
    "; if the log that belongs to the record is lost, serve --read-only shows the record (docs/"
    "operating.md, Without clockd's log)";

EventMark mark_of(const wire::EventFrame& frame) {
    return {frame.at, frame.boot, frame.wall_ms, frame.cmd_id};
}

// The act that closes a round must become durable together with a signature.
bool closes_round(const wire::GameEvent& event) {
    const auto* acted = std::get_if<wire::EventActed>(&event);
    return acted && (std::holds_alternative<wire::FinishRound>(acted->act) ||
                     std::holds_alternative<wire::ConfirmRound>(acted->act));
}

}  // namespace

void ArbiterService::Impl::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) {
        ops::log(ops::Level::error, "cannot parse a message from clockd",
                 {{"code", message.error().code}, {"text", message.error().text}});
        return ports.reconnect("unreadable line");
    }
    if (const auto* challenge = std::get_if<wire::Challenge>(&*message))
        return on_challenge(*challenge);
    if (!caller.believes() && !std::holds_alternative<wire::Refused>(*message))
        return not_linked("clockd did not prove that it has the hall key");
    if (const auto* event = std::get_if<wire::EventFrame>(&*message)) return on_event(*event);
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) return on_welcome(*welcome);
    if (const auto* refused = std::get_if<wire::Refused>(&*message)) return on_refused(*refused);
    if (const auto* ack = std::get_if<wire::Ack>(&*message)) return on_ack(*ack);
    if (const auto* head = std::get_if<wire::SignedHead>(&*message)) return on_head(*head);
    if (const auto* state = std::get_if<wire::EquipmentState>(&*message))
        return on_piece(equipment, *state);
    if (const auto* state = std::get_if<wire::DeviceState>(&*message))
        return on_piece(away, *state);
    if (std::holds_alternative<wire::Subscribed>(*message)) on_subscribed();
}

void ArbiterService::Impl::on_challenge(const wire::Challenge& challenge) {
    const auto proof = caller.answer(challenge);
    if (!proof)
        return not_linked(
            "clockd has another hall key: it is not this hall's clockd, or "
            "--hall-key names another hall's file");
    ports.send(wire::encode(wire::ToClockd{*proof}));
}

void ArbiterService::Impl::on_not_let_in(const wire::Refused& refused) {
    if (refused.code == "not_authenticated" || refused.code == "wrong_proof" ||
        refused.code == "tls_needed")
        return not_linked("clockd refuses us (" + refused.text +
                          "); name the hall's key with --hall-key: clockd keeps it as hall.key in"
                          " its data folder");
    ports.reconnect("clockd answered " + refused.code);
}

// At the start somebody is there to fix it: exit. Later, readers and retries need the service, and
// an impostor must not end it: go on, and log attempts 1, 2, 4, 8, ...
void ArbiterService::Impl::not_linked(const std::string& why) {
    if (!was_let_in) return ports.fatal({exit_code::not_trusted, why});
    ++turned_away;
    if ((turned_away & (turned_away - 1)) == 0)
        ops::log(ops::Level::error, "clockd is not followed",
                 {{"attempts", turned_away}, {"text", why}});
    ports.reconnect("not trusted");
}

// A record follows one log only: another log is about other clocks. And it follows one history of
// it: a log that was restored from a backup and has grown has other events at the same positions.
// So the last event that was decided on is asked for again, and nothing is taken before it comes.
void ArbiterService::Impl::on_welcome(const wire::Welcome& welcome) {
    if (!games.log.empty() && games.log != welcome.log)
        return ports.fatal({exit_code::wrong_log,
                            "this record follows clock log " + games.log + ", but clockd keeps " +
                                welcome.log + ": start both with the --data they belong to" +
                                without_log});
    if (welcome.pos < followed)
        return ports.fatal(
            {exit_code::wrong_log, "clockd's log ends at " + std::to_string(welcome.pos.value) +
                                       ", before position " + std::to_string(followed.value) +
                                       " that was recorded: its file was replaced or restored" +
                                       without_log});
    let_in = was_let_in = true;
    turned_away = 0;
    clock_log = welcome.log;
    in_real_time = welcome.time == "real";
    if (in_real_time) ports.clock_seen(welcome.boot, std::nullopt);
    comparing = mark.has_value();
    const Pos from = comparing ? followed : Pos{followed.value + 1};
    ports.send(wire::encode(wire::ToClockd{wire::Subscribe{"follow", clock_log, from, {}}}));
}

void ArbiterService::Impl::on_subscribed() {
    if (!comparing) begin();
}

void ArbiterService::Impl::on_compared(const wire::EventFrame& frame) {
    if (frame.pos != followed) return ports.reconnect("a gap in clockd's log");
    if (mark_of(frame) != *mark)
        return ports.fatal(
            {exit_code::wrong_log,
             "clockd's log has another event at position " + std::to_string(followed.value) +
                 " than the one that was recorded: its file was replaced or restored" +
                 without_log});
    comparing = false;
    begin();
    if (const auto head = std::exchange(early_head, std::nullopt)) on_head(*head);
}

void ArbiterService::Impl::begin() {
    subscribed = true;
    outbox.start_over();
    ports.linked(true);
    send_commands();
    if (virtual_time()) return;
    if (auto head = heads_sent.greeting(ports.now()))
        ports.send(wire::encode(wire::ToClockd{std::move(*head)}));
}

// In virtual time, each run of the same games must give the same record.
void ArbiterService::Impl::on_head(const wire::SignedHead& head) {
    if (!let_in || virtual_time() || ports.full()) return;  // more heads will come
    if (head.log != clock_log) return;
    if (games.log.empty() || comparing) {  // the log's id is the first thing in the record
        early_head = head;
        return;
    }
    auto kept = heads_kept.take(head, ports.now());
    if (!kept)
        return ops::log(ops::Level::error, "rejected a head of clockd's log",
                        {{"log", head.log}, {"pos", head.pos.value}, {"text", kept.error()}});
    if (*kept) record({std::move(**kept)}, {ports.now(), ports.boot(), ports.wall_ms()});
}

template <class Round, class State>
void ArbiterService::Impl::on_piece(Round& round, const State& state) {
    if (let_in && round.asked(state.id)) ask(round.take(state));
}

template <class Request>
void ArbiterService::Impl::ask(const std::optional<Request>& question) {
    if (question) ports.send(wire::encode(wire::ToClockd{*question}));
}

void ArbiterService::Impl::on_event(const wire::EventFrame& frame) {
    if (comparing) return on_compared(frame);
    if (frame.pos <= followed) return;
    if (frame.pos.value != followed.value + 1) return ports.reconnect("a gap in clockd's log");
    if (ports.full()) return ports.reconnect("the disk is behind");
    // Other senders choose their own ids, which may equal ours.
    const std::string own_id = frame.sender == own_sender ? frame.cmd_id : std::string();
    const game::Input input{frame.pos, frame.at, frame.wall_ms, own_id, frame.event};
    std::vector<wire::GameEvent> decided;
    try {
        auto tried = attempt([&] { return decide(input); });
        decided = tried ? std::move(*tried) : failed(input, tried.error());
    } catch (const game::PastUnreadable& no) {
        log_unreadable(no);
        return ports.reconnect("the record cannot be read");
    }
    followed = frame.pos;
    mark = mark_of(frame);
    last_at = frame.at;
    if (in_real_time) ports.clock_seen(frame.boot, frame.at);
    record(std::move(decided), {frame.at, frame.boot, frame.wall_ms});
    if (const auto head = std::exchange(early_head, std::nullopt)) on_head(*head);
    check_effects();
}

Attempt ArbiterService::Impl::attempt(
    const std::function<std::vector<wire::GameEvent>()>& decide) {
    return guarded([&] {
        auto decided = decide();
        for (const wire::GameEvent& event : decided)
            if (const std::string why = not_kept(event); !why.empty())
                throw CheckFailed(why);
        try_out(games, tournaments, last, decided);
        return decided;
    });
}

// The event stays in clockd's log and would come again at each start. So its game waits for a
// person, and all other games go on.
std::vector<wire::GameEvent> ArbiterService::Impl::failed(const game::Input& input,
                                                          const std::string& what) {
    ops::log(ops::Level::error, "the software failed at an event of clockd",
             {{"pos", input.pos.value}, {"what", what}});
    auto asked = attempt([&] { return game::decide_failed(games, input, what); });
    if (asked) return std::move(*asked);
    ops::log(ops::Level::error, "and nobody could be asked", {{"what", asked.error()}});
    return {};
}

// Does this command of the office follow from an act that the record does not have? What was
// recorded in its place has no digest of an act.
bool ArbiterService::Impl::is_lost(const std::string& cmd_id) {
    const std::string act = tournament::act_of(tournaments, cmd_id);
    if (act.empty()) return false;
    const auto done = done_before({wire::EventActed::type, act});
    if (!done) throw game::PastUnreadable(done.error().text);
    return !*done || (*done)->print.empty();
}

std::vector<wire::GameEvent> ArbiterService::Impl::decide(const game::Input& input) {
    const Instant before = ports.now();
    std::vector<wire::GameEvent> decided = game::decide(games, input);
    // In virtual time, each run of the same game must give the same record.
    if (!virtual_time()) add_time_taken(decided, ports.now() - before);
    return tournament::decide_office(tournaments, std::move(decided), input,
                                     is_lost(input.cmd_id));
}

std::vector<wire::GameEvent> ArbiterService::Impl::decide(const game::Refusal& refusal) {
    std::vector<wire::GameEvent> decided = game::decide_refused(games, refusal);
    if (game::never_taken(refusal.code))
        std::ranges::move(hall_lost(refusal.id, game::Lost::refused, refusal.code),
                          std::back_inserter(decided));
    std::ranges::move(tournament::decide_refused(tournaments, games, refusal.id, refusal.code,
                                                 refusal.epoch, last_at),
                      std::back_inserter(decided));
    return decided;
}

void ArbiterService::Impl::on_refused(const wire::Refused& refused) {
    if (!let_in) return on_not_let_in(refused);
    if (refused.code == "busy") return ports.reconnect("clockd is busy");
    // One of our lines was damaged; a new connection sends all of them again.
    if (refused.id.empty()) return ports.reconnect("clockd could not read a line");
    if (equipment.asked(refused.id)) return equipment.fail();
    if (away.asked(refused.id)) return away.fail();
    if (ports.full()) return ports.reconnect("the disk is behind");  // and send the command again
    const game::Refusal refusal{refused.id, refused.code, refused.text,
                                refused.epoch.value_or(Epoch{}), Instant{}};
    std::vector<wire::GameEvent> decided;
    try {
        auto tried = attempt([&] { return decide(refusal); });
        if (!tried)  // the command stays; a person is asked when it stays unanswered
            return ops::log(ops::Level::error, "the software failed at a refusal of clockd",
                            {{"id", refusal.id}, {"what", tried.error()}});
        decided = std::move(*tried);
    } catch (const game::PastUnreadable& no) {
        log_unreadable(no);
        return ports.reconnect("the record cannot be read");
    }
    record(std::move(decided), {ports.now(), ports.boot(), ports.wall_ms()});
}

// Returns the position of the first row.
Pos ArbiterService::Impl::record(std::vector<wire::GameEvent> all, const Stamp& stamp) {
    std::vector<store::Row> rows;
    rows.reserve(all.size());
    for (const wire::GameEvent& event : all) {
        store::Row row;
        row.stream = stream_of(event);
        row.at = stamp.at;
        row.boot = stamp.boot;
        row.wall_ms = stamp.wall_ms;
        row.type = std::string(wire::type_of(event));
        row.body = wire::encode_body(event);
        rows.push_back(std::move(row));
    }
    Pos next = last;
    for (const wire::GameEvent& event : all) {
        game::apply(games, event);
        tournament::apply(tournaments, event, Pos{++next.value});
    }
    // Acts of the desk have the cursor, too: the record follows one log, linked or not.
    ports.append(rows, {games.log, followed, mark}, std::ranges::any_of(all, closes_round));
    for (std::size_t i = 0; i < all.size(); ++i) {
        note_lately(all[i], rows[i].pos);
        if (auto done = done_of(all[i], rows[i].pos))
            acts_lately.add(std::move(done->first), std::move(done->second), rows[i].pos);
        outbox.take(all[i], rows[i].pos);
        heads_sent.row(rows[i].type, rows[i].pos);
    }
    FF_CHECK(rows.empty() || rows.back().pos == next);
    last = next;
    return rows.empty() ? Pos{} : rows.front().pos;
}

void ArbiterService::Impl::note_lately(const wire::GameEvent& event, Pos pos) {
    if (const auto* result = std::get_if<wire::ResultRecorded>(&event))
        results_lately.add(result->game, pos, pos);
    std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.cause; }) games_lately.add(e.game, {}, pos);
        },
        event);
}

Pos ArbiterService::Impl::result_of(const std::string& game) {
    const Pos* lately = results_lately.find(game);
    return lately ? *lately : past.result_of(game);
}

void ArbiterService::Impl::put_away() {
    std::erase_if(games.by_id, [&](const auto& entry) {
        const auto& [id, game] = entry;
        if (!settled(game) || games_lately.contains(id) || games.at_board.at(game.board) == id)
            return false;
        past.put_away(game);
        return true;
    });
    past.trim();
}

// In real time, clockd ignores the instant that a command answers.
void ArbiterService::Impl::send_commands() {
    if (!subscribed) return;
    while (const wire::ClockCommand* command = outbox.next(durable)) {
        wire::ClockCommand sent = *command;
        if (!virtual_time()) std::visit([](auto& one) { one.at.reset(); }, sent);
        ports.send(wire::encode(wire::ToClockd{std::move(sent)}));
    }
}

void ArbiterService::Impl::on_committed(Pos up_to) {
    durable = std::max(durable, up_to);
    acts_lately.committed(durable);
    games_lately.committed(durable);
    results_lately.committed(durable);
    send_commands();
    while (!unsaid.empty() && unsaid.front().pos <= durable) {
        Unsaid said = std::move(unsaid.front());
        unsaid.pop_front();
        said.done(std::move(said.answer));
    }
}

// ---- outside ------------------------------------------------------------------------------

ArbiterService::ArbiterService(Ports& ports, std::optional<auth::Key> key, auth::Carrier carrier)
    : impl_(std::make_unique<Impl>(ports, std::move(key), carrier)) {}

ArbiterService::~ArbiterService() = default;

std::optional<std::string> ArbiterService::replay(const store::Row& row) {
    const auto event = wire::decode_game_event(row.type, row.body);
    if (!event)
        return "event " + std::to_string(row.pos.value) + " of the record cannot be read (" +
               event.error().text + "); restore a backup of arbiterd.db";
    game::apply(impl_->games, *event);
    tournament::apply(impl_->tournaments, *event, row.pos);
    impl_->outbox.take(*event, row.pos);
    impl_->heads_sent.row(row.type, row.pos);
    if (const auto* kept = std::get_if<wire::HeadKept>(&*event)) impl_->heads_kept.replay(*kept);
    impl_->last = row.pos;
    impl_->durable = row.pos;
    impl_->last_at = row.at;
    return std::nullopt;
}

void ArbiterService::on_signed(wire::SignedHead head) {
    impl_->heads_sent.is_signed(std::move(head));
}

void ArbiterService::resume_at(Pos followed, std::optional<EventMark> mark) {
    impl_->followed = followed;
    impl_->mark = std::move(mark);
}

void ArbiterService::on_connected() {
    impl_->let_in = impl_->comparing = false;
    impl_->ports.send(wire::encode(wire::ToClockd{impl_->caller.hello(impl_->ports.nonce())}));
}

void ArbiterService::on_untrusted(std::string_view why) {
    impl_->not_linked("clockd does not prove the hall key (" + std::string(why) +
                      "): it is not this hall's clockd, or --hall-key names another key");
}

void ArbiterService::on_line(std::string_view line) { impl_->on_line(line); }

void ArbiterService::on_disconnected() {
    impl_->subscribed = false;
    impl_->clock_log.clear();
    impl_->equipment.fail();
    impl_->away.fail();
    impl_->ports.linked(false);
}

void ArbiterService::on_tick() { impl_->on_tick(); }

void ArbiterService::on_committed(Pos up_to) { impl_->on_committed(up_to); }

void ArbiterService::act(const Act& act, Answered done, const Permit& permit) {
    impl_->act(act, std::move(done), permit);
}

void ArbiterService::equipment(EquipmentAnswered done) {
    if (!impl_->subscribed) return done(std::nullopt);
    impl_->ask(impl_->equipment.join(std::move(done), impl_->ports.now()));
}

void ArbiterService::away(AwayAnswered done) {
    if (!impl_->subscribed) return done(std::nullopt);
    impl_->ask(impl_->away.join(std::move(done), impl_->ports.now()));
}

const game::Games& ArbiterService::games() const { return impl_->games; }

const tournament::Tournaments& ArbiterService::tournaments() const { return impl_->tournaments; }

}  // namespace flagfall::arbiterd
