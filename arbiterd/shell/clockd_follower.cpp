#include "arbiterd/shell/clockd_follower.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "arbiterd/record/file.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/shell/metrics.hpp"
#include "common/auth/signed_head.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/line_client.hpp"
#include "common/net/loop.hpp"
#include "common/store/crypto.hpp"
#include "common/store/reader.hpp"
#include "common/store/store.hpp"

namespace flagfall::arbiterd {

namespace {

constexpr Duration tick_every = seconds(1);

store::StoreOptions options_for(const std::string& data_dir, const custody::Options& custody) {
    store::StoreOptions options;
    options.path = (std::filesystem::path(data_dir) / "arbiterd.db").string();
    options.application_id = store::arbiterd_application_id;
    options.projection_sql = std::string(embed::arbiterd_sql);
    custody.put_into(options, data_dir);
    return options;
}

// The mark of the event at the cursor. An earlier version that continued this record has moved the
// cursor alone.
std::optional<EventMark> read_mark(store::Database& database) {
    store::Statement row = database.prepare(
        "SELECT at_us, boot, wall_ms, cmd_id FROM followed_event JOIN follow USING (pos)");
    if (!row.step()) return std::nullopt;
    return EventMark{{row.integer(0)}, row.text(1), row.integer(2), row.text(3)};
}

// Links to other machines need TLS. On loopback it adds nothing: a listener there could read the
// key file, too.
bool needs_tls(const FollowOptions& options) {
    return options.key && !net::is_loopback(options.clockd_host);
}

}  // namespace

struct ClockdFollower::Impl : Ports {
    Impl(net::Loop& l, api::Health& h, std::function<void(StartError)> f,
         const FollowOptions& options)
        : loop(l),
          health(h),
          on_fatal(std::move(f)),
          service(*this, options.key,
                  needs_tls(options) ? auth::Carrier::tls : auth::Carrier::clear),
          ticks(l) {}

    net::Loop& loop;
    // The store's thread may post tasks after this object is destroyed: the loop lives longer.
    const std::shared_ptr<bool> alive = std::make_shared<bool>(true);
    api::Health& health;
    std::function<void(StartError)> on_fatal;
    ArbiterService service;
    std::vector<std::function<void(Pos)>> on_change;
    record::RecordProjector projector;  // before the store, which calls it
    std::vector<store::Tenure> keys;    // of the record's signing keys
    std::unique_ptr<store::Store> store;
    std::unique_ptr<store::Reader> reader;
    net::Timer ticks;
    const std::string own_boot_ = boot_id();
    std::string clock_boot_;  // of clockd's machine
    Instant clock_seen_;
    std::unique_ptr<net::LineClient> client;  // last: its callbacks use all other members

    std::optional<StartError> open(const FollowOptions& options);
    std::optional<StartError> replay();
    void connect(const FollowOptions& options);
    void tick();

    Instant now() override { return flagfall::now(); }
    std::string boot() override { return boot_id(); }
    std::string nonce() override { return store::random_hex(32); }
    std::int64_t wall_ms() override { return flagfall::wall_ms(); }
    void send(std::string_view line) override { client->send(line); }
    void reconnect(std::string_view reason) override { client->reconnect(reason); }
    void linked(bool yes) override {
        health.clockd_linked = yes;
        figures().clockd_linked.set(yes ? 1 : 0);
    }
    void clock_seen(std::string_view clock_boot, std::optional<Instant> at) override;
    void append(std::vector<store::Row>& rows, const Cursor& cursor, bool sign) override;
    bool full() const override { return store->full(); }
    store::RecordPast& past() override { return *reader; }
    void committed(Pos up_to);
    void fatal(StartError error) override { on_fatal(std::move(error)); }
};

std::optional<StartError> ClockdFollower::Impl::open(const FollowOptions& options) {
    store::StoreOptions store_options = options_for(options.data_dir, options.custody);
    store_options.on_committed = [this](Pos up_to) {
        loop.post([this, up_to, here = std::weak_ptr(alive)] {
            if (!here.lock()) return;
            committed(up_to);
            figures().queue_rows.set(static_cast<double>(store->stats().queued_rows));
        });
    };
    store_options.on_signed = [this](const store::SignedHead& head) {
        loop.post([this, head, here = std::weak_ptr(alive)] {
            if (here.lock()) service.on_signed(auth::message_of(head, keys));
        });
    };
    store_options.on_commit_took = [](Duration took) { figures().commit.observe(took); };
    store_options.projector = &projector;
    auto opened = store::Store::open(std::move(store_options));
    if (!opened) return StartError{exit_code::bad_store, opened.error().text};
    store = std::move(*opened);
    if (!record::has_layout(store->database()))
        return StartError{exit_code::bad_store,
                          (std::filesystem::path(options.data_dir) / "arbiterd.db").string() +
                              ": its tables are not those of this program; run arbiterd rebuild " +
                              options.data_dir};
    const Pos followed{store->database().integer("SELECT pos FROM follow")};
    figures().followed.set(static_cast<double>(followed.value));
    service.resume_at(followed, read_mark(store->database()));
    keys = store::read_tenures(store->database());
    auto read =
        store::Reader::open((std::filesystem::path(options.data_dir) / "arbiterd.db").string());
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    reader = std::move(*read);
    return replay();
}

std::optional<StartError> ClockdFollower::Impl::replay() {
    const Instant began = now();
    std::optional<std::string> error;
    const auto positions = reader->present();
    if (!positions) return StartError{exit_code::bad_store, positions.error().text};
    const auto read = store->read_some(*positions, [&](const store::Row& row) {
        if (!error) error = service.replay(row);
    });
    if (!read) return StartError{exit_code::bad_store, read.error().text};
    if (error) return StartError{exit_code::bad_store, *error};
    ops::log(ops::Level::info, "games and tournaments were read from the record",
             {{"rows", positions->size()}, {"us", (now() - began).us}});
    return std::nullopt;
}

void ClockdFollower::Impl::connect(const FollowOptions& options) {
    net::LineClientHandler handler;
    handler.on_connected = [this] { service.on_connected(); };
    handler.on_line = [this](std::string_view line, Instant) { service.on_line(line); };
    handler.on_disconnected = [this](std::string_view) { service.on_disconnected(); };
    handler.on_untrusted = [this](std::string_view why) { service.on_untrusted(why); };
    net::LineClientOptions way;
    if (needs_tls(options))
        way.psk = {auth::tls_identity({"arbiterd", 0}), auth::tls_key(*options.key).bytes};
    client = std::make_unique<net::LineClient>(loop, options.clockd_host, options.clockd_port,
                                               std::move(handler), way);
}

void ClockdFollower::Impl::tick() {
    service.on_tick();
    ticks.wake_in(tick_every, [this] { tick(); });
}

// On one machine both programs have the same time scale. An instant from another machine is at
// least as old as the transfer took; the two clocks may drift apart by 100 us a second.
void ClockdFollower::Impl::clock_seen(std::string_view clock_boot, std::optional<Instant> at) {
    const Instant here = flagfall::now();
    if (clock_boot == own_boot_) {
        health.clockd_ahead_us = 0;
    } else if (clock_boot != std::exchange(clock_boot_, clock_boot)) {
        health.clockd_ahead_us = at ? (*at - here).us : api::Health::unknown;
    } else if (at) {
        const std::int64_t drift = (here - clock_seen_).us / 10'000;
        const std::int64_t known = health.clockd_ahead_us;
        const bool is_known = known != api::Health::unknown;
        health.clockd_ahead_us = std::max((*at - here).us, is_known ? known - drift : known);
    }
    clock_seen_ = here;
}

void ClockdFollower::Impl::append(std::vector<store::Row>& rows, const Cursor& cursor, bool sign) {
    const auto follow = [cursor](store::Database& db) {
        db.run("INSERT OR REPLACE INTO follow VALUES (1, ?, ?)", cursor.log, cursor.pos.value);
        if (cursor.mark)
            db.run("INSERT OR REPLACE INTO followed_event VALUES (1, ?, ?, ?, ?, ?)",
                   cursor.pos.value, cursor.mark->at.us, cursor.mark->boot, cursor.mark->wall_ms,
                   cursor.mark->cmd_id);
    };
    FF_CHECK(store->append(rows, follow, sign));  // only we fill the queue, and it was not full
    figures().followed.set(static_cast<double>(cursor.pos.value));
    figures().queue_rows.set(static_cast<double>(store->stats().queued_rows));
}

std::expected<std::unique_ptr<ClockdFollower>, StartError> ClockdFollower::start(
    net::Loop& loop, const FollowOptions& options, api::Health& health,
    std::function<void(StartError)> on_fatal) {
    auto impl = std::make_unique<Impl>(loop, health, std::move(on_fatal), options);
    if (auto error = impl->open(options)) return std::unexpected(*error);
    impl->store->start();
    impl->connect(options);
    impl->tick();
    return std::unique_ptr<ClockdFollower>(new ClockdFollower(std::move(impl)));
}

ClockdFollower::ClockdFollower(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

void ClockdFollower::Impl::committed(Pos up_to) {
    // Readers first: a caller that gets an answer must find the rows that it names.
    for (const auto& changed : on_change) changed(up_to);
    service.on_committed(up_to);
}

void ClockdFollower::act(Act act, Permit permit, Answered done) {
    impl_->loop.post(
        [impl = impl_.get(), act = std::move(act), permit = std::move(permit),
         done = std::move(done)]() mutable { impl->service.act(act, std::move(done), permit); });
}

void ClockdFollower::equipment(EquipmentAnswered done) {
    impl_->loop.post([impl = impl_.get(), done = std::move(done)]() mutable {
        impl->service.equipment(std::move(done));
    });
}

void ClockdFollower::away(AwayAnswered done) {
    impl_->loop.post([impl = impl_.get(), done = std::move(done)]() mutable {
        impl->service.away(std::move(done));
    });
}

void ClockdFollower::on_change(std::function<void(Pos)> changed) {
    impl_->on_change.push_back(std::move(changed));
}

ops::Fields ClockdFollower::summary() const { return store::summary(impl_->store->stats()); }

ClockdFollower::~ClockdFollower() {
    impl_->client.reset();
    impl_->reader.reset();
    impl_->store->close();
}

std::expected<Pos, StartError> rebuild_record(const std::string& data_dir,
                                              const std::string& key_dir) {
    record::RecordProjector projector;
    store::StoreOptions options = options_for(data_dir, {.key_dir = key_dir});
    options.projector = &projector;
    options.projection_sql.clear();  // the projector creates the tables
    if (!std::filesystem::exists(options.path))
        return std::unexpected(
            StartError{exit_code::bad_store, "there is no record at " + options.path});
    auto store = store::Store::open(options);
    if (!store) return std::unexpected(StartError{exit_code::bad_store, store.error().text});
    if (auto done = (*store)->rebuild(); !done)
        return std::unexpected(StartError{exit_code::bad_store, done.error().text});
    return (*store)->last();
}

}  // namespace flagfall::arbiterd
