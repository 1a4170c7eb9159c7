#include "clockd/shell/server.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "clockd/core/hall.hpp"
#include "clockd/shell/feed.hpp"
#include "clockd/shell/outbound.hpp"
#include "clockd/shell/permissions.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/base/version.hpp"
#include "common/log/reader.hpp"
#include "common/log/store.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::embed {
extern const std::string_view clockd_sql;
}

namespace flagfall::clockd {

namespace {

constexpr Duration heartbeat_every = seconds(1);
constexpr Duration farewell = seconds(2);  // for peers to take their last lines

// The board an event belongs to; 0 for the hall's own events.
Board board_of(const wire::ClockEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.board; }) return e.board;
            else return Board{};
        },
        event);
}

std::string stream_of(Board board) {
    return board.number == 0 ? "hall" : "board/" + std::to_string(board.number);
}

}  // namespace

struct ClockServer::Impl {
    explicit Impl(net::Loop& l) : loop(l), deadline_timer(l), heartbeat_timer(l) {}

    struct Peer {
        std::optional<clock::Role> role;  // none before hello
        std::string name;
    };

    net::Loop& loop;
    net::Timer deadline_timer;
    net::Timer heartbeat_timer;
    std::string boot = boot_id();
    bool virtual_time = false;
    clock::Hall hall;
    std::unique_ptr<log::Store> store;
    std::unique_ptr<log::Reader> reader;
    std::optional<Feed> feed;
    Outbound outbound;
    Pos published;                                   // the last position handed to followers
    std::unordered_map<std::string, Pos> done;       // command id -> its last position
    std::unordered_set<std::string> noted;           // ids of late presses, refused but recorded
    std::map<net::PeerId, Peer> peers;
    std::unique_ptr<net::LineServer> server;         // last: its callbacks use all of the above

    std::optional<StartError> open(const ServeOptions& options);
    std::optional<StartError> replay();
    std::optional<StartError> check_time_mode() const;
    void record_start();
    std::optional<StartError> listen(const net::Endpoint& endpoint);

    void on_line(net::PeerId id, std::string_view line, Instant at);
    void on_hello(net::PeerId id, Peer& peer, const wire::Hello& hello);
    void on_subscribe(net::PeerId id, const wire::Subscribe& request);
    void on_get_board(net::PeerId id, const wire::GetBoard& request, Instant at);
    void on_command(net::PeerId id, clock::Role role, const wire::ClockCommand& command,
                    Instant at);

    bool append(const clock::Events& events, const std::string& cmd_id, bool refused = false);
    void note_id(const std::string& id, std::string_view type, Pos pos);
    void on_committed(Pos up_to);
    void arm_deadline();
    void on_deadline();
    void on_heartbeat();

    void answer(net::PeerId id, const wire::FromClockd& message);
    void refuse(net::PeerId id, const std::string& cmd_id, std::string code, std::string text,
                std::optional<Board> board = {});
    wire::BoardView view(Board board, Instant at) const { return clock::view(hall, board, at); }
};

// ---- start --------------------------------------------------------------------------------

std::optional<StartError> ClockServer::Impl::open(const ServeOptions& options) {
    virtual_time = options.virtual_time;
    log::StoreOptions store_options;
    store_options.path = (std::filesystem::path(options.data_dir) / "clockd.db").string();
    store_options.application_id = log::clockd_application_id;
    store_options.projection_sql = std::string(embed::clockd_sql);
    store_options.on_committed = [this](Pos up_to) {
        loop.post([this, up_to] { on_committed(up_to); });
    };
    auto opened = log::Store::open(std::move(store_options));
    if (!opened) return StartError{exit_code::bad_store, opened.error().text};
    store = std::move(*opened);
    if (auto error = replay()) return error;
    if (auto error = check_time_mode()) return error;
    auto read = log::Reader::open((std::filesystem::path(options.data_dir) / "clockd.db").string());
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    reader = std::move(*read);
    feed.emplace(
        *reader, [this](net::PeerId p, std::string_view line) { server->send(p, line); },
        [this](net::PeerId p, std::string_view reason) { server->close(p, reason); });
    published = store->last();
    return std::nullopt;
}

std::optional<StartError> ClockServer::Impl::replay() {
    std::optional<StartError> error;
    const auto read = store->read(Pos{1}, [&](const log::Row& row) {
        if (error) return;
        const auto event = wire::decode_clock_event(row.type, row.body);
        if (!event) {
            error = StartError{exit_code::bad_store,
                               "event " + std::to_string(row.pos.value) + " of the log cannot be "
                               "read (" + event.error().text + "); restore a backup of clockd.db"};
            return;
        }
        clock::apply(hall, *event, row.at);
        note_id(row.cmd_id, row.type, row.pos);
    });
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    return error;
}

std::optional<StartError> ClockServer::Impl::check_time_mode() const {
    if (store->last().value == 0) return std::nullopt;
    if ((hall.mode() == clock::TimeMode::simulated) == virtual_time) return std::nullopt;
    return StartError{exit_code::usage,
                      std::string("this log was kept in ") +
                          (virtual_time ? "real" : "virtual") + " time: start with --time " +
                          (virtual_time ? "real" : "virtual") + ", or choose another --data"};
}

// After a power cut the running clocks are paused where the last heartbeat saw them (6.10);
// after a restart in the same boot they went on, because time did.
void ClockServer::Impl::record_start() {
    if (store->last().value == 0) {
        append({{virtual_time ? Instant{} : now(),
                 wire::LogOpened{store->log_id(), virtual_time ? "virtual" : "real",
                                 std::string(version)}}},
               "");
    } else if (!virtual_time) {
        const Instant last_seen{store->database().integer("SELECT at_us FROM heartbeat")};
        const std::string this_boot = std::exchange(boot, hall.boot());
        append(clock::decide_boot(hall, this_boot == hall.boot(), last_seen), "");
        boot = this_boot;
    }
    append({{virtual_time ? Instant{} : now(), wire::Booted{boot, std::string(version)}}}, "");
}

std::optional<StartError> ClockServer::Impl::listen(const net::Endpoint& endpoint) {
    net::LineHandler handler;
    handler.on_open = [this](net::PeerId id, std::string_view) { peers[id] = {}; };
    handler.on_line = [this](net::PeerId id, std::string_view line, Instant at) {
        on_line(id, line, at);
    };
    handler.on_bad_line = [this](net::PeerId id, std::string_view reason) {
        refuse(id, "", "too_long", std::string(reason));
    };
    handler.on_close = [this](net::PeerId id, std::string_view) {
        feed->leave(id);
        peers.erase(id);
    };
    handler.on_drained = [this](net::PeerId id) { feed->drained(id, published); };
    auto started = net::LineServer::start(loop, endpoint, {}, std::move(handler));
    if (!started) return StartError{exit_code::unavailable, started.error().text};
    server = std::move(*started);
    return std::nullopt;
}

std::expected<std::unique_ptr<ClockServer>, StartError> ClockServer::start(
    net::Loop& loop, const ServeOptions& options) {
    auto impl = std::make_unique<Impl>(loop);
    if (auto error = impl->open(options)) return std::unexpected(*error);
    if (auto error = impl->listen(options.listen)) return std::unexpected(*error);
    impl->record_start();
    impl->store->start();
    impl->arm_deadline();
    if (!options.virtual_time) impl->on_heartbeat();
    return std::unique_ptr<ClockServer>(new ClockServer(std::move(impl)));
}

// ---- lines --------------------------------------------------------------------------------

void ClockServer::Impl::on_line(net::PeerId id, std::string_view line, Instant at) {
    const auto message = wire::decode_to_clockd(line);
    if (!message) {
        refuse(id, message.error().id, message.error().code, message.error().text);
        return server->count_bad_line(id);
    }
    Peer& peer = peers.at(id);
    if (const auto* hello = std::get_if<wire::Hello>(&*message)) return on_hello(id, peer, *hello);
    if (!peer.role) {
        refuse(id, "", "hello_first", "say hello before anything else: "
               "{\"type\":\"hello\",\"role\":\"device\",\"name\":\"...\",\"protocol\":1}");
        return server->count_bad_line(id);
    }
    if (const auto* subscribe = std::get_if<wire::Subscribe>(&*message))
        return on_subscribe(id, *subscribe);
    if (const auto* get = std::get_if<wire::GetBoard>(&*message))
        return on_get_board(id, *get, at);
    on_command(id, *peer.role, std::get<wire::ClockCommand>(*message), at);
}

void ClockServer::Impl::on_hello(net::PeerId id, Peer& peer, const wire::Hello& hello) {
    const auto role = clock::role_from(hello.role);
    if (!role)
        return refuse(id, "", "bad_field",
                      "role: expected device, arbiter, arbiterd or display, not " + hello.role);
    if (hello.protocol != wire::protocol_version)
        return refuse(id, "", "bad_field",
                      "protocol: this server speaks " + std::to_string(wire::protocol_version));
    peer = {*role, hello.name};
    answer(id, wire::Welcome{"clockd", std::string(version), store->log_id(),
                             virtual_time ? "virtual" : "real", boot, published});
}

void ClockServer::Impl::on_subscribe(net::PeerId id, const wire::Subscribe& request) {
    if (request.log != store->log_id() && !(request.log.empty() && request.from.value == 0))
        return refuse(id, request.id, "wrong_log",
                      "this server keeps log " + store->log_id() + ", not " + request.log);
    if (request.from.value > store->last().value + 1)
        return refuse(id, request.id, "ahead_of_log",
                      "the log ends at " + std::to_string(store->last().value));
    const Pos from = request.from.value == 0 ? Pos{published.value + 1} : request.from;
    server->send(id, wire::encode(wire::FromClockd{
                         wire::Subscribed{request.id, store->log_id(), from}}));
    feed->subscribe(id, from, request.board, published);
}

void ClockServer::Impl::on_get_board(net::PeerId id, const wire::GetBoard& request, Instant at) {
    answer(id, wire::BoardState{request.id, view(request.board, virtual_time ? Instant{} : at)});
}

void ClockServer::Impl::on_command(net::PeerId id, clock::Role role,
                                   const wire::ClockCommand& command, Instant at) {
    const wire::Command& head = clock::common(command);
    if (const auto found = done.find(head.id); found != done.end())
        return answer(id, wire::Ack{head.id, found->second, true,
                                    view(head.board, virtual_time ? Instant{} : at)});
    if (!permitted(role, command))
        return refuse(id, head.id, "not_allowed",
                      "a peer of role " + std::string(name(role)) + " may not send this",
                      head.board);
    if (store->full())
        return refuse(id, head.id, "busy", "the disk is behind; send it again in a moment",
                      head.board);
    clock::Decision decision = clock::decide(hall, command, at, role);
    if (noted.contains(head.id))  // sent again: the fact stands already
        std::erase_if(decision.events, [](const clock::Stamped& e) {
            return std::holds_alternative<wire::PressedLate>(e.event);
        });
    append(decision.events, head.id, decision.refusal.has_value());
    arm_deadline();
    if (decision.refusal)
        return refuse(id, head.id, decision.refusal->code, decision.refusal->text, head.board);
    const Instant seen = virtual_time ? head.at.value_or(Instant{}) : at;
    answer(id, wire::Ack{head.id, store->last(), false, view(head.board, seen)});
}

// ---- the log ------------------------------------------------------------------------------

// Of a refused command only the fact of a late press carries the command's id.
bool ClockServer::Impl::append(const clock::Events& events, const std::string& cmd_id,
                               bool refused) {
    if (events.empty()) return true;
    const std::int64_t wall = wall_ms();
    std::vector<log::Row> rows;
    rows.reserve(events.size());
    for (const clock::Stamped& e : events) {
        log::Row row;
        row.stream = stream_of(board_of(e.event));
        row.at = e.at;
        row.boot = boot;
        row.wall_ms = wall;
        row.type = std::string(wire::type_of(e.event));
        const bool late = std::holds_alternative<wire::PressedLate>(e.event);
        if (late || !refused) row.cmd_id = cmd_id;
        row.body = wire::encode_body(e.event);
        rows.push_back(std::move(row));
    }
    // A flag-fall carries its deadline, which has passed; we are alive now.
    const Instant at = virtual_time ? events.back().at : now();
    const auto heartbeat = [at, wall, b = boot](log::Database& db) {
        db.run("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?, ?)", at.us, b, wall);
    };
    if (!store->append(rows, heartbeat)) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        clock::apply(hall, events[i].event, events[i].at);
        outbound.add(rows[i].pos, PublishedEvent{board_of(events[i].event), frame_of(rows[i])});
    }
    for (const log::Row& row : rows) note_id(row.cmd_id, row.type, row.pos);
    return true;
}

// What is known of a command's id: done, or a late press whose fact was recorded.
void ClockServer::Impl::note_id(const std::string& id, std::string_view type, Pos pos) {
    if (id.empty()) return;
    if (type == wire::PressedLate::type) noted.insert(id);
    else done[id] = pos;
}

void ClockServer::Impl::on_committed(Pos up_to) {
    outbound.release(up_to, [this](Outbound::Item& item) {
        if (auto* event = std::get_if<PublishedEvent>(&item.what)) {
            published = item.pos;
            feed->publish(item.pos, event->board, event->frame);
        } else {
            const Answer& a = std::get<Answer>(item.what);
            server->send(a.peer, a.line);
        }
    });
    arm_deadline();
}

void ClockServer::Impl::arm_deadline() {
    const auto next = virtual_time ? std::nullopt : clock::next_deadline(hall);
    if (!next) return deadline_timer.cancel();
    deadline_timer.wake_at(*next, [this] { on_deadline(); });
}

// What lies in the sockets came before this moment and is read first (design, section 4).
void ClockServer::Impl::on_deadline() {
    server->drain();
    if (!store->full()) append(clock::decide_time(hall, now()), "");
    if (!store->full()) arm_deadline();  // else on_committed does
}

void ClockServer::Impl::on_heartbeat() {
    if (clock::next_deadline(hall) && !store->full()) {
        std::vector<log::Row> none;
        const Instant at = now();
        store->append(none, [at, b = boot, wall = wall_ms()](log::Database& db) {
            db.run("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?, ?)", at.us, b, wall);
        });
    }
    heartbeat_timer.wake_in(heartbeat_every, [this] { on_heartbeat(); });
}

// ---- answers ------------------------------------------------------------------------------

// Every answer may show what the last event did, so it waits for that event.
void ClockServer::Impl::answer(net::PeerId id, const wire::FromClockd& message) {
    if (published >= store->last()) return server->send(id, wire::encode(message));
    outbound.add(store->last(), Answer{id, wire::encode(message)});
}

void ClockServer::Impl::refuse(net::PeerId id, const std::string& cmd_id, std::string code,
                               std::string text, std::optional<Board> board) {
    wire::Refused refused{cmd_id, std::move(code), std::move(text), board, {}};
    if (board) refused.epoch = view(*board, Instant{}).epoch;
    answer(id, refused);
}

// ---- outside ------------------------------------------------------------------------------

ClockServer::ClockServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

ClockServer::~ClockServer() {
    impl_->server.reset();  // no more callbacks while the rest goes away
    impl_->store->close();
}

std::uint16_t ClockServer::port() const { return impl_->server->port(); }

std::string ClockServer::summary() const { return log::summary(impl_->store->stats()); }

void ClockServer::stop(std::function<void()> done) {
    impl_->deadline_timer.cancel();
    impl_->heartbeat_timer.cancel();
    impl_->store->flush();
    impl_->on_committed(impl_->store->committed());
    impl_->deadline_timer.cancel();
    impl_->server->stop(farewell, std::move(done));
}

}  // namespace flagfall::clockd
