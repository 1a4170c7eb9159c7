#include "common/custody/keeper.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "common/base/now.hpp"
#include "common/custody/anchor.hpp"
#include "common/ops/log.hpp"
#include "common/ops/metrics.hpp"

namespace flagfall::custody {

namespace {

constexpr Duration mirror_every = seconds(1);
constexpr Duration anchor_every = seconds(1);

// Calls `task` at once and then repeatedly, with a pause of `every` between.
class Periodic {
public:
    Periodic(Duration every, std::function<void()> task)
        : thread_([this, every, run = std::move(task)] {
              std::unique_lock hold(mutex_);
              while (!stopping_) {
                  hold.unlock();
                  run();
                  hold.lock();
                  wake_.wait_for(hold, std::chrono::microseconds(every.us),
                                 [this] { return stopping_; });
              }
          }) {}
    ~Periodic() {
        {
            const std::lock_guard hold(mutex_);
            stopping_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }
    Periodic(const Periodic&) = delete;
    Periodic& operator=(const Periodic&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread thread_;  // last: it uses all of the above
};

// Logs when a failure begins and when it ends, not every attempt.
class Trouble {
public:
    explicit Trouble(std::string what) : what_(std::move(what)) {}
    void failed(const std::string& why) {
        if (why != last_) ops::log(ops::Level::error, what_ + " failed", {{"why", why}});
        last_ = why;
    }
    void gone() {
        if (!last_.empty()) ops::log(ops::Level::info, what_ + " works again");
        last_.clear();
    }

private:
    std::string what_;
    std::string last_;
};

double unix_seconds() { return static_cast<double>(wall_ms()) / 1e3; }

}  // namespace

struct Keeper::Impl {
    explicit Impl(KeeperOptions o) : options(std::move(o)) {
        if (options.mirror) {
            mirror.emplace(*options.mirror);
            mirroring.emplace(mirror_every, [this] { follow(); });
        }
        if (!options.anchor.empty()) {
            anchor.emplace(in(options.backup.data_dir, options.backup.own.log), options.anchor);
            anchoring.emplace(anchor_every, [this] { drop_anchor(); });
        }
        if (!options.backup.to.empty()) {
            ops::registry().on_collect([age = &backup_age, at = &backup_at] {
                age->set(at->value() > 0 ? unix_seconds() - at->value() : 0);
            });
            backups.emplace(options.backup_every, [this] { back_up(); });
        }
    }

    void back_up() {
        const Instant began = now();
        const auto made = make_backup(options.backup);
        if (!made) return backup_failed(made.error());
        backup_at.set(unix_seconds());
        backup_seconds.set(static_cast<double>((now() - began).us) / 1e6);
        backup_trouble.gone();
        ops::log(ops::Level::info, "backup made",
                 {{"folder", *made}, {"took_us", (now() - began).us}});
        if (const auto done = prune(options.backup.to, *made, options.backup_keep); !done)
            backup_failed(done.error());
    }

    void backup_failed(const std::string& why) {
        backup_failures.add();
        backup_trouble.failed(why);
    }

    void follow() {
        const auto reached = mirror->follow();
        if (!reached) {
            mirror_failures.add();
            return mirror_trouble.failed(reached.error());
        }
        mirror_trouble.gone();
        mirror_position.set(static_cast<double>(reached->value));
        mirror_at.set(unix_seconds());
    }

    void drop_anchor() {
        const auto reached = anchor->follow();
        if (!reached) {
            anchor_failures.add();
            return anchor_trouble.failed(reached.error());
        }
        anchor_trouble.gone();
        anchor_position.set(static_cast<double>(reached->value));
    }

    KeeperOptions options;
    ops::Registry& figures = ops::registry();
    ops::Gauge& backup_at = figures.gauge("flagfall_backup_last_success_timestamp_seconds",
                                          "When the last backup was made, in Unix time; 0: none.");
    ops::Gauge& backup_age = figures.gauge("flagfall_backup_age_seconds",
                                           "How old the last backup is; 0: none was made yet.");
    ops::Gauge& backup_seconds =
        figures.gauge("flagfall_backup_seconds", "How long the last backup took.");
    ops::Counter& backup_failures =
        figures.counter("flagfall_backup_failures_total", "Backups that failed.");
    ops::Gauge& mirror_position =
        figures.gauge("flagfall_mirror_position", "The last position in the mirror.");
    ops::Gauge& mirror_at = figures.gauge("flagfall_mirror_last_success_timestamp_seconds",
                                          "When the mirror was last known to be up to date.");
    ops::Counter& mirror_failures =
        figures.counter("flagfall_mirror_failures_total", "Attempts to follow that failed.");
    ops::Gauge& anchor_position =
        figures.gauge("flagfall_anchor_position", "The last position in the anchor file.");
    ops::Counter& anchor_failures = figures.counter("flagfall_anchor_failures_total",
                                                    "Heads that could not be written there.");
    Trouble anchor_trouble{"the anchor file"};
    Trouble backup_trouble{"a backup"};
    Trouble mirror_trouble{"the mirror"};
    std::optional<Mirror> mirror;
    std::optional<custody::Anchor> anchor;
    std::optional<Periodic> anchoring;
    std::optional<Periodic> backups;
    std::optional<Periodic> mirroring;
};

Keeper::Keeper(KeeperOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

Keeper::~Keeper() {
    impl_->backups.reset();
    impl_->mirroring.reset();
    impl_->anchoring.reset();
    if (impl_->anchor) impl_->drop_anchor();
    if (impl_->mirror) impl_->follow();
}

}  // namespace flagfall::custody
