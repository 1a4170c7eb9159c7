#include "arbiterd/api/api.hpp"

#include <algorithm>
#include <utility>

#include "arbiterd/api/limits.hpp"
#include "common/base/limits.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"
#include "common/ops/metrics.hpp"

namespace flagfall::embed {
extern const web::Bundle arbiterd_pages;
}

namespace flagfall::api {

namespace {

// How soon a revocation must end open streams; docs/security.md promises 5 s.
constexpr Duration rights_every = seconds(1);           // when access.db has changed
constexpr Duration rights_at_least_every = seconds(3);  // for what expires

constexpr Duration read_again_after = seconds(1);

}  // namespace

Api::Api(net::Loop& the_loop, record::Record the_record, access::Access& the_access,
         Service the_service, const Health& the_health, Options the_options, Sender sender)
    : loop(the_loop), record(std::move(the_record)), access(the_access),
      service(std::move(the_service)), health(the_health), options(std::move(the_options)),
      documents(limits::kept_answers_bytes),
      feed(loop, changes(), record.last(), options.feed),
      pages(embed::arbiterd_pages, options.pages_folder), sender_(std::move(sender)),
      rate_(options.rate), rights_(loop), read_again_(loop), rounds_(limits::kept_boards),
      reader_([this](std::function<void()> task) { loop.post(std::move(task)); },
              limits::imports_waiting) {
    catch_up();
    ops::registry().on_collect([this] { count(); });
}

// Runs on the API's own thread, which also answers /metrics.
void Api::count() {
    ops::Registry& figures = ops::registry();
    figures.gauge("arbiterd_feed_consumers", "Streams and WebSockets that follow the change feed.")
        .set(static_cast<double>(feed.consumers()));
    figures.gauge("arbiterd_feed_polls", "Long polls that wait for a change.")
        .set(static_cast<double>(feed.polls()));
    figures.gauge("arbiterd_feed_dropped", "Consumers that were too slow, since the start.")
        .set(static_cast<double>(feed.dropped()));
    std::int64_t dead = 0;
    std::int64_t behind = 0;
    for (const Webhook& hook : webhooks->list()) {
        dead += hook.dead;
        behind = std::max(behind, feed.last().value - hook.cursor.value);
    }
    figures.gauge("arbiterd_webhook_dead_letters", "Deliveries that failed for good.")
        .set(static_cast<double>(dead));
    figures.gauge("arbiterd_webhook_behind", "Positions that the slowest webhook is behind.")
        .set(static_cast<double>(behind));
    const access::AccessCounts counts = access.counts();
    figures.gauge("arbiterd_logins_refused", "Wrong passwords, PINs and tokens since the start.")
        .set(static_cast<double>(counts.refused));
}

ChangeSource Api::changes() {
    return [this](const std::string& event, Pos after, std::size_t limit) {
        return record.changes(event, after, limit);
    };
}

std::optional<std::string> Api::open_webhooks() {
    auto opened = Webhooks::open(loop, options.data_dir, changes(), sender_, options.hooks);
    if (!opened) return opened.error();
    webhooks = std::move(*opened);
    webhooks->set_head_source([this] { return record::proof_text(record.signed_head()); });
    webhooks->committed(feed.last());
    recheck_rights();
    return std::nullopt;
}

void Api::catch_up() {
    const Pos now = tournaments.update(record);
    if (caught_up_ == now) return;
    counts_.clear();
    rounds_.update(record, now);
    hall.update(record, now);
    caught_up_ = now;
}

// Callers wait for what was committed, even if nothing more is committed: a record that cannot be
// read now is read again later.
void Api::committed(Pos up_to) {
    try {
        const record::Record::Snapshot snapshot(record);
        catch_up();
        unreadable_ = 0;
    } catch (const record::RecordError& error) {
        ++unreadable_;
        if ((unreadable_ & (unreadable_ - 1)) == 0)  // at 1, 2, 4, 8, ...
            ops::log(ops::Level::error, "the record cannot be read",
                     {{"attempts", unreadable_}, {"text", error.what()}});
        return read_again_.wake_in(read_again_after, [this, up_to] { committed(up_to); });
    }
    read_again_.cancel();
    feed.committed(up_to);
    webhooks->committed(up_to);
}

const record::RoundCounts& Api::counts(const record::RoundId& round) {
    const auto [at, is_new] = counts_.try_emplace({round.event, round.round});
    if (is_new) at->second = record.counts(round);
    return at->second;
}

void Api::recheck_rights() {
    rights_.wake_in(rights_every, [this] { recheck_rights(); });
    const Instant at = now();
    if (!access.changed() && at < next_recheck_) return;
    next_recheck_ = at + rights_at_least_every;
    const std::int64_t wall = wall_ms();
    feed.recheck([&](const access::Identity& who) { return access.ended(who, wall); });
    webhooks->recheck([&](const Maker& maker) -> std::optional<std::string> {
        access::Identity who;
        who.id = maker.person;
        who.token = maker.token;
        const auto is = access.again(who, wall);
        if (!is) return is.error().code;
        const bool may = access::may(*is, access::Role::chief_arbiter) && is->event.empty();
        return may ? std::nullopt : std::optional<std::string>("rights_changed");
    });
}

void Api::close() {
    rights_.cancel();
    read_again_.cancel();
    feed.close("closing");
    webhooks->close();
}

const record::KeptRound& Api::round(const record::RoundId& id) {
    return rounds_.at(record, tournaments, id);
}

void Api::came(std::uint64_t number, const std::shared_ptr<void>& result) {
    auto waiting = waiting_.extract(number);
    if (!waiting.empty()) waiting.mapped()(result);
}

void Api::failed(std::uint64_t number, const std::string& why) {
    ops::log(ops::Level::error, "a background task failed", {{"text", why}});
    waiting_.erase(number);  // dropping a call answers it
}

bool Api::delayed(const access::Identity& who) const {
    return options.public_delay_s > 0 && !access::may(who, access::arbiters);
}

std::optional<std::int64_t> Api::shown_until(const access::Identity& who) const {
    if (!delayed(who)) return std::nullopt;
    return wall_ms() - options.public_delay_s * 1000;
}

}  // namespace flagfall::api
