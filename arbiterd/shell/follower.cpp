#include "arbiterd/shell/follower.hpp"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <optional>

#include "arbiterd/core/decide.hpp"
#include "arbiterd/core/office.hpp"
#include "arbiterd/shell/projector.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/log/store.hpp"
#include "common/net/line_client.hpp"
#include "common/net/loop.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

std::string stream_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> std::string {
            if constexpr (requires { e.game; }) return "game/" + e.game;
            else return "office";
        },
        event);
}

const std::string& id_of(const wire::CommandIssued& issued) {
    return std::visit([](const auto& c) -> const std::string& { return c.id; }, issued.command);
}

// The command as a line. Real time has no use for the instant it answers.
std::string line_of(const wire::CommandIssued& issued, bool virtual_time) {
    return std::visit(
        [&](auto command) {
            if (!virtual_time) command.at.reset();
            return wire::encode(wire::ToClockd{wire::ClockCommand{std::move(command)}});
        },
        issued.command);
}

log::StoreOptions options_for(const std::string& data_dir) {
    log::StoreOptions options;
    options.path = (std::filesystem::path(data_dir) / "arbiterd.db").string();
    options.application_id = log::arbiterd_application_id;
    options.projection_sql = std::string(embed::arbiterd_sql);
    return options;
}

}  // namespace

struct Follower::Impl {
    Impl(net::Loop& l, Health& h, std::function<void(StartError)> fatal)
        : loop(l), health(h), on_fatal(std::move(fatal)) {}

    struct Unsent {
        Pos pos;  // its own row: it may go out when this is durable
        wire::CommandIssued issued;
    };
    struct Stamp {  // of the clock event that is answered
        Instant at;
        std::string boot;
        std::int64_t wall_ms = 0;
    };

    net::Loop& loop;
    Health& health;
    std::function<void(StartError)> on_fatal;
    game::Office office;
    std::unique_ptr<log::Store> store;
    Pos followed;          // the last position of clockd's log that was decided on
    std::string clock_log;  // the log of the link; empty while there is none
    std::deque<Unsent> unsent;
    std::unique_ptr<net::LineClient> client;  // last: its callbacks use all of the above

    std::optional<StartError> open(const FollowOptions& options);
    std::optional<StartError> replay();
    void connect(const FollowOptions& options);
    void on_line(std::string_view line);
    void on_welcome(const wire::Welcome& welcome);
    void on_subscribed();
    void on_event(const wire::EventFrame& frame);
    void on_refused(const wire::Refused& refused);
    void record(const std::vector<wire::GameEvent>& events, const Stamp& stamp);
    void on_committed(Pos up_to);
    bool virtual_time() const { return office.time == "virtual"; }
};

std::optional<StartError> Follower::Impl::open(const FollowOptions& options) {
    log::StoreOptions store_options = options_for(options.data_dir);
    store_options.on_committed = [this](Pos up_to) {
        loop.post([this, up_to] { on_committed(up_to); });
    };
    auto opened = log::Store::open(std::move(store_options));
    if (!opened) return StartError{exit_code::bad_store, opened.error().text};
    store = std::move(*opened);
    followed = Pos{store->database().integer("SELECT pos FROM follow")};
    return replay();
}

std::optional<StartError> Follower::Impl::replay() {
    std::optional<StartError> error;
    const auto read = store->read(Pos{1}, [&](const log::Row& row) {
        if (error) return;
        const auto event = wire::decode_game_event(row.type, row.body);
        if (event) return game::apply(office, *event);
        error = StartError{exit_code::bad_store,
                           "event " + std::to_string(row.pos.value) + " of the record cannot be "
                           "read (" + event.error().text + "); restore a backup of arbiterd.db"};
    });
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    return error;
}

void Follower::Impl::connect(const FollowOptions& options) {
    net::LineClientHandler handler;
    handler.on_connected = [this] {
        client->send(wire::encode(wire::ToClockd{wire::Hello{"arbiterd", "arbiterd"}}));
    };
    handler.on_line = [this](std::string_view line, Instant) { on_line(line); };
    handler.on_disconnected = [this](std::string_view) {
        health.clockd_linked = false;
        clock_log.clear();
    };
    client = std::make_unique<net::LineClient>(loop, options.clockd_host, options.clockd_port,
                                               std::move(handler));
}

void Follower::Impl::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) {
        std::fprintf(stderr,
                     "level=error msg=\"clockd said what we cannot read\" code=%s text=\"%s\"\n",
                     message.error().code.c_str(), message.error().text.c_str());
        return client->reconnect("unreadable line");
    }
    if (const auto* event = std::get_if<wire::EventFrame>(&*message)) return on_event(*event);
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) return on_welcome(*welcome);
    if (const auto* refused = std::get_if<wire::Refused>(&*message)) return on_refused(*refused);
    if (std::holds_alternative<wire::Subscribed>(*message)) on_subscribed();
}

// The record follows one log for ever: another one means another event's clocks.
void Follower::Impl::on_welcome(const wire::Welcome& welcome) {
    if (!office.log.empty() && office.log != welcome.log)
        return on_fatal({exit_code::wrong_log,
                         "this record follows clock log " + office.log + ", but clockd keeps " +
                             welcome.log + ": start both with the --data they belong to"});
    if (welcome.pos < followed)
        return on_fatal({exit_code::wrong_log,
                         "clockd's log ends at " + std::to_string(welcome.pos.value) +
                             ", before position " + std::to_string(followed.value) +
                             " that was recorded: its file was replaced or restored"});
    clock_log = welcome.log;
    client->send(wire::encode(
        wire::ToClockd{wire::Subscribe{"follow", clock_log, Pos{followed.value + 1}, {}}}));
}

void Follower::Impl::on_subscribed() {
    health.clockd_linked = true;
    for (const auto& [id, game] : office.games)  // what may have been lost with the last link
        for (const game::Outstanding& out : game.live.outbox) {
            const bool waits = std::ranges::any_of(
                unsent, [&](const Unsent& u) { return id_of(u.issued) == id_of(out.issued); });
            if (!waits) client->send(line_of(out.issued, virtual_time()));
        }
}

void Follower::Impl::on_event(const wire::EventFrame& frame) {
    if (frame.pos <= followed) return;
    if (frame.pos.value != followed.value + 1) return client->reconnect("a gap in clockd's log");
    if (store->full()) return client->reconnect("the disk is behind");
    const game::Input input{frame.pos, frame.at, frame.wall_ms, frame.cmd_id, frame.event};
    followed = frame.pos;
    record(game::decide(office, input), {frame.at, frame.boot, frame.wall_ms});
}

void Follower::Impl::on_refused(const wire::Refused& refused) {
    if (refused.code == "busy") return client->reconnect("clockd is busy");
    // Some line of ours was damaged on the way; after a reconnection all of them are sent again.
    if (refused.id.empty()) return client->reconnect("clockd could not read a line");
    if (store->full()) return client->reconnect("the disk is behind");  // then it is sent again
    const game::Refusal refusal{refused.id, refused.code, refused.text,
                                refused.epoch.value_or(Epoch{}), Instant{}};
    record(game::decide_refused(office, refusal), {now(), boot_id(), wall_ms()});
}

void Follower::Impl::record(const std::vector<wire::GameEvent>& events, const Stamp& stamp) {
    std::vector<log::Row> rows;
    rows.reserve(events.size());
    for (const wire::GameEvent& event : events) {
        log::Row row;
        row.pos = Pos{store->last().value + static_cast<std::int64_t>(rows.size()) + 1};
        row.stream = stream_of(event);
        row.at = stamp.at;
        row.boot = stamp.boot;
        row.wall_ms = stamp.wall_ms;
        row.type = std::string(wire::type_of(event));
        row.body = wire::encode_body(event);
        rows.push_back(std::move(row));
    }
    // The tables are made from the events themselves: reading them back would cost as much again.
    const auto project = [log = clock_log, pos = followed, events, rows](log::Database& db) {
        for (std::size_t i = 0; i < events.size(); ++i) project_event(db, rows[i], events[i]);
        db.run("INSERT OR REPLACE INTO follow VALUES (1, ?, ?)", log, pos.value);
    };
    FF_CHECK(store->append(rows, project));  // only we fill the queue, and it was not full
    for (std::size_t i = 0; i < events.size(); ++i) {
        game::apply(office, events[i]);
        if (const auto* issued = std::get_if<wire::CommandIssued>(&events[i]))
            unsent.push_back({rows[i].pos, *issued});
    }
}

void Follower::Impl::on_committed(Pos up_to) {
    for (; !unsent.empty() && unsent.front().pos <= up_to; unsent.pop_front())
        if (health.clockd_linked) client->send(line_of(unsent.front().issued, virtual_time()));
}

std::expected<std::unique_ptr<Follower>, StartError> Follower::start(
    net::Loop& loop, const FollowOptions& options, Health& health,
    std::function<void(StartError)> on_fatal) {
    auto impl = std::make_unique<Impl>(loop, health, std::move(on_fatal));
    if (auto error = impl->open(options)) return std::unexpected(*error);
    impl->store->start();
    impl->connect(options);
    return std::unique_ptr<Follower>(new Follower(std::move(impl)));
}

Follower::Follower(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::string Follower::summary() const { return log::summary(impl_->store->stats()); }

Follower::~Follower() {
    impl_->client.reset();
    impl_->store->close();
}

std::expected<Pos, StartError> rebuild_record(const std::string& data_dir) {
    RecordProjector projector;
    log::StoreOptions options = options_for(data_dir);
    options.projector = &projector;
    if (!std::filesystem::exists(options.path))
        return std::unexpected(
            StartError{exit_code::bad_store, "there is no record at " + options.path});
    auto store = log::Store::open(options);
    if (!store) return std::unexpected(StartError{exit_code::bad_store, store.error().text});
    if (auto done = (*store)->rebuild(); !done)
        return std::unexpected(StartError{exit_code::bad_store, done.error().text});
    return (*store)->last();
}

}  // namespace flagfall::arbiterd
