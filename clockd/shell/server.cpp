#include "clockd/shell/server.hpp"

#include <deque>
#include <filesystem>
#include <optional>

#include "clockd/service/clock_service.hpp"
#include "clockd/service/limits.hpp"
#include "clockd/shell/metrics.hpp"
#include "clockd/shell/opened.hpp"
#include "common/auth/key_file.hpp"
#include "common/auth/signed_head.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"
#include "common/net/worker.hpp"
#include "common/ops/log.hpp"
#include "common/store/crypto.hpp"
#include "common/store/reader.hpp"
#include "common/store/store.hpp"

namespace flagfall::embed {
extern const std::string_view clockd_sql;
}

namespace flagfall::clockd {

namespace {

constexpr Duration heartbeat_every = seconds(1);
constexpr Duration figures_every = seconds(1);
constexpr Duration farewell = seconds(2);  // for peers to read their last lines

std::expected<auth::Key, std::string> hall_key(const ServeOptions& options) {
    if (!options.hall_key_file.empty()) return auth::load_key(options.hall_key_file);
    const std::string path =
        custody::key_path(options.data_dir, options.custody.key_dir, auth::key_file_name);
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) ? auth::load_key(path) : auth::create_key(path);
}

}  // namespace

struct ClockServer::Impl : Ports {
    explicit Impl(net::Loop& l)
        : loop(l), deadline_timer(l), heartbeat_timer(l), figures_timer(l) {}

    net::Loop& loop;
    // The store's thread may post after this is destroyed: the loop lives longer.
    const std::shared_ptr<bool> alive = std::make_shared<bool>(true);
    net::Timer deadline_timer;
    net::Timer heartbeat_timer;
    std::vector<store::Tenure> keys;  // of the log
    OpenedGames opened;  // before the store, which writes its table with it
    std::unique_ptr<store::Store> store;
    std::unique_ptr<store::Reader> reader;
    std::optional<ClockService> service;
    Figures figures{ops::registry()};
    bool real_time = true;
    std::optional<Instant> arrived;          // of the line that is being carried out
    std::deque<std::pair<Pos, Instant>> presses;  // not yet durable, with when they came
    net::Timer figures_timer;
    std::unique_ptr<MetricsServer> metrics;
    std::unique_ptr<net::LineServer> server;  // its callbacks use all of the above
    std::unique_ptr<Web> web;                 // last: it hands WebSockets to the server
    bool stopping = false;
    std::optional<net::Worker> stretcher;  // of codes; its thread posts, as the store's does

    std::optional<StartError> open(const ServeOptions& options);
    std::optional<StartError> replay();
    std::optional<StartError> listen(const net::Endpoint& endpoint);
    std::optional<StartError> open_web(const ServeOptions& options);
    std::optional<StartError> give_figures(const ServeOptions& options);
    void show_figures();
    void committed(Pos up_to);
    void note(const std::vector<store::Row>& rows);
    void beat();

    Instant now() override { return flagfall::now(); }
    std::string nonce() override { return store::random_hex(32); }
    std::int64_t wall_ms() override { return flagfall::wall_ms(); }
    void wake_at(std::optional<Instant> at) override {
        if (!at) return deadline_timer.cancel();
        deadline_timer.wake_at(*at, [this] {
            server->settle([this] {
                if (!stopping) service->on_deadline();
            });
        });
    }
    void send(net::PeerId peer, std::string_view line) override { server->send(peer, line); }
    void count_bad_line(net::PeerId peer) override {
        figures.refused_lines.add();
        server->count_bad_line(peer);
    }
    void close(net::PeerId peer, std::string_view why) override { server->close(peer, why); }
    void let_in(net::PeerId peer) override { server->let_in(peer); }
    void drain() override { server->drain(); }
    void append(std::vector<store::Row>& rows, const Heartbeat& heartbeat) override;
    bool full() const override { return store->full(); }
    Pos last() const override { return store->last(); }
    std::optional<Pos> read(Pos from, Pos to,
                            const std::function<bool(const store::Row&)>& row) override;
    store::Past& past() override { return *reader; }
    bool aside(std::function<auth::Key()> work,
               std::function<void(const auth::Key&)> then) override;
};

// ---- the disk -----------------------------------------------------------------------------

std::optional<StartError> ClockServer::Impl::open(const ServeOptions& options) {
    store::StoreOptions store_options;
    real_time = !options.virtual_time;
    store_options.path = (std::filesystem::path(options.data_dir) / "clockd.db").string();
    store_options.application_id = store::clockd_application_id;
    options.custody.put_into(store_options, options.data_dir);
    store_options.projection_sql = tables_sql();
    store_options.on_committed = [this](Pos up_to) {
        loop.post([this, up_to, here = std::weak_ptr(alive)] {
            if (here.lock()) committed(up_to);
        });
    };
    store_options.on_signed = [this](const store::SignedHead& head) {
        loop.post([this, head, here = std::weak_ptr(alive)] {
            if (here.lock()) service->on_signed(auth::message_of(head, keys));
        });
    };
    store_options.on_commit_took = [this](Duration took) { figures.commit.observe(took); };
    store_options.projector = &opened;
    const std::string path = store_options.path;
    auto log = store::Store::open(std::move(store_options));
    if (!log) return StartError{exit_code::bad_store, log.error().text};
    store = std::move(*log);
    if (!has_opened_games(store->database()))
        if (auto done = store->rebuild(); !done)
            return StartError{exit_code::bad_store, done.error().text};
    const auto key = hall_key(options);
    if (!key) return StartError{exit_code::bad_store, key.error()};
    service.emplace(*this, ClockIdentity{store->log_id(), boot_id(), options.virtual_time,
                                         options.rehearsal, options.open_hall, *key,
                                         options.insecure_lan,
                                         options.web ? Web::build(*options.web) : "",
                                         options.code_ms});
    keys = store::read_tenures(store->database());
    auto read = store::Reader::open(path);
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    reader = std::move(*read);
    if (auto error = replay()) return error;
    if (auto error = service->wrong_time_mode()) return StartError{exit_code::usage, *error};
    if (const std::size_t strangers = service->devices_of_another_key(); strangers > 0)
        ops::log(ops::Level::warn,
                 "devices were enrolled with another hall key and cannot connect: put that "
                 "hall.key back, or enrol them again",
                 {{"devices", strangers}});
    return std::nullopt;
}

std::optional<StartError> ClockServer::Impl::replay() {
    const Instant began = now();
    std::optional<std::string> error;
    const auto positions = present_rows(*reader);
    if (!positions) return StartError{exit_code::bad_store, positions.error().text};
    const auto read = store->read_some(*positions, [&](const store::Row& row) {
        if (!error) error = service->replay(row);
    });
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    if (error) return StartError{exit_code::bad_store, *error};
    ops::log(ops::Level::info, "the boards were read from the log",
             {{"rows", positions->size()}, {"us", (now() - began).us}});
    return std::nullopt;
}

void ClockServer::Impl::append(std::vector<store::Row>& rows, const Heartbeat& heartbeat) {
    const bool queued = store->append(rows, [heartbeat](store::Database& db) {
        db.run("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?, ?)", heartbeat.at.us,
               heartbeat.boot, heartbeat.wall_ms);
    });
    FF_CHECK(queued);  // only the service fills the queue, and it has checked full()
    note(rows);
}

// ---- figures ------------------------------------------------------------------------------

// In virtual time instants come from the messages and measure nothing on this machine.
void ClockServer::Impl::note(const std::vector<store::Row>& rows) {
    for (const store::Row& row : rows) {
        if (row.type == wire::Pressed::type && arrived) presses.emplace_back(row.pos, *arrived);
        if (row.type == wire::FlagFell::type && real_time)
            figures.flag_late.observe(now() - row.at);
    }
}

void ClockServer::Impl::committed(Pos up_to) {
    service->on_committed(up_to);
    for (; !presses.empty() && presses.front().first <= up_to; presses.pop_front())
        figures.press_durable.observe(now() - presses.front().second);
}

void ClockServer::Impl::show_figures() {
    figures.show(*service);
    figures.queue_rows.set(static_cast<double>(store->stats().queued_rows));
    figures.position.set(static_cast<double>(store->last().value));
    figures_timer.wake_in(figures_every, [this] { show_figures(); });
}

std::optional<StartError> ClockServer::Impl::give_figures(const ServeOptions& options) {
    if (options.metrics_port == 0) return std::nullopt;
    auto started = MetricsServer::start(options.metrics_port);
    if (!started) return StartError{exit_code::unavailable, started.error().text};
    metrics = std::move(*started);
    show_figures();
    return std::nullopt;
}

std::optional<Pos> ClockServer::Impl::read(Pos from, Pos to,
                                           const std::function<bool(const store::Row&)>& row) {
    const auto last = reader->read(from, to, row);
    if (last) return *last;
    ops::log(ops::Level::error, "the log cannot be read",
             {{"code", last.error().name}, {"text", last.error().text}});
    return std::nullopt;
}

bool ClockServer::Impl::aside(std::function<auth::Key()> work,
                              std::function<void(const auth::Key&)> then) {
    return stretcher->add([here = std::weak_ptr(alive), work = std::move(work),
                           then = std::move(then)]() -> net::Task {
        return [key = work(), then, here] {
            if (here.lock()) then(key);
        };
    });
}

void ClockServer::Impl::beat() {
    service->on_heartbeat();
    heartbeat_timer.wake_in(heartbeat_every, [this] { beat(); });
}

// ---- the network --------------------------------------------------------------------------

std::optional<StartError> ClockServer::Impl::listen(const net::Endpoint& endpoint) {
    net::LineHandler handler;
    handler.on_open = [this](net::PeerId id, std::string_view address, bool sealed) {
        std::string counted = net::counted_address(address);
        const bool here = net::is_loopback(counted);
        service->on_open(id, {std::move(counted), here, sealed});
    };
    handler.tls_key = [this](std::string_view identity) -> std::optional<net::PskKey> {
        const auto key = service->tls_key(identity);
        if (!key) return std::nullopt;
        return key->bytes;
    };
    handler.on_secured = [this](net::PeerId id, std::string_view identity) {
        service->on_secured(id, identity);
    };
    handler.on_insecure = [this](net::PeerId id, std::string_view why) {
        service->on_insecure(id, why);
    };
    handler.on_line = [this](net::PeerId id, std::string_view line, Instant at) {
        arrived = at;
        service->on_line(id, line, at);
        arrived.reset();
    };
    handler.on_bad_line = [this](net::PeerId id, std::string_view reason) {
        figures.refused_lines.add();
        service->on_bad_line(id, reason);
    };
    handler.on_close = [this](net::PeerId id, std::string_view) { service->on_close(id); };
    handler.on_drained = [this](net::PeerId id) { service->on_drained(id); };
    auto started = net::LineServer::start(loop, endpoint, {}, std::move(handler));
    if (!started) return StartError{exit_code::unavailable, started.error().text};
    server = std::move(*started);
    return std::nullopt;
}

std::optional<StartError> ClockServer::Impl::open_web(const ServeOptions& options) {
    if (!options.web) return std::nullopt;
    auto started = Web::start(loop, *options.web,
                              [this](net::Exchange& exchange) { server->take_in(exchange); });
    if (!started) return StartError{exit_code::unavailable, started.error().text};
    web = std::move(*started);
    return std::nullopt;
}

std::expected<std::unique_ptr<ClockServer>, StartError> ClockServer::start(
    net::Loop& loop, const ServeOptions& options) {
    auto impl = std::make_unique<Impl>(loop);
    if (auto error = impl->open(options)) return std::unexpected(*error);
    impl->stretcher.emplace([&loop](net::Task task) { loop.post(std::move(task)); },
                            limits::codes_stretched);
    if (auto error = impl->listen(options.listen)) return std::unexpected(*error);
    if (auto error = impl->open_web(options)) return std::unexpected(*error);
    const Instant seen{impl->store->database().integer("SELECT at_us FROM heartbeat")};
    impl->service->record_start(seen);
    impl->store->start();
    impl->beat();
    if (auto error = impl->give_figures(options)) return std::unexpected(*error);
    return std::unique_ptr<ClockServer>(new ClockServer(std::move(impl)));
}

// ---- outside ------------------------------------------------------------------------------

std::string tables_sql() { return std::string(embed::clockd_sql); }

ClockServer::ClockServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

ClockServer::~ClockServer() {
    impl_->metrics.reset();
    impl_->web.reset();
    impl_->server.reset();  // no more callbacks while the rest goes away
    impl_->reader.reset();  // the last connection empties the write-ahead log
    impl_->store->close();
}

std::uint16_t ClockServer::port() const { return impl_->server->port(); }

std::uint16_t ClockServer::web_port() const { return impl_->web ? impl_->web->port() : 0; }

void ClockServer::reload() {
    if (impl_->web) impl_->web->reload();
}

ops::Fields ClockServer::summary() const { return store::summary(impl_->store->stats()); }

void ClockServer::stop(std::function<void()> done) {
    impl_->stopping = true;
    impl_->deadline_timer.cancel();
    impl_->heartbeat_timer.cancel();
    impl_->figures_timer.cancel();
    impl_->store->flush();
    impl_->committed(impl_->store->committed());
    impl_->deadline_timer.cancel();
    if (!impl_->web) return impl_->server->stop(farewell, std::move(done));
    impl_->server->stop(farewell, [this, done = std::move(done)] {
        impl_->web->stop(farewell, done);  // what is left: pages, and closing handshakes
    });
}

}  // namespace flagfall::clockd
