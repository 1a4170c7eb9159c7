#include "arbiterd/api/webhooks.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "arbiterd/api/limits.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"
#include "common/store/crypto.hpp"
#include "common/store/guard.hpp"
#include "common/store/layout.hpp"
#include "common/store/open.hpp"

namespace flagfall::embed {
extern const std::string_view webhooks_sql;
}

namespace flagfall::api {

namespace {

store::Layout layout() { return {embed::webhooks_sql, store::webhooks_application_id, 1}; }

constexpr std::string_view columns =
    "SELECT id, url, event, types, by, created_ms, everything, active, cursor, attempts, next_ms,"
    " last_error, maker_token, maker_person,"
    " (SELECT count(*) FROM dead_letter WHERE webhook = id) FROM webhook";

constexpr Duration tick_every = seconds(1);
constexpr std::size_t batch = 200;

// Nothing when the file is damaged there.
std::optional<std::vector<std::string>> types_of(std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_array() || !std::ranges::all_of(json, &nlohmann::json::is_string))
        return std::nullopt;
    return json.get<std::vector<std::string>>();
}

Webhook webhook_of(const store::Statement& row) {
    Webhook hook;
    hook.id = row.text(0);
    hook.url = row.text(1);
    hook.event = row.text(2);
    const auto types = types_of(row.text_view(3));
    if (types) hook.types = *types;
    hook.by = row.text(4);
    hook.created_ms = row.integer(5);
    hook.all = row.integer(6) != 0;
    hook.active = row.integer(7) != 0 && types;
    hook.cursor = Pos{row.integer(8)};
    hook.attempts = static_cast<std::uint32_t>(row.integer(9));
    hook.next_ms = row.integer(10);
    hook.last_error = types ? row.text(11) : "its types are damaged: make it again";
    hook.maker = {row.text(12), row.text(13)};
    hook.dead = row.integer(14);
    return hook;
}

bool wants(const Webhook& hook, const Change& change, bool public_moves) {
    return (hook.all || for_everybody(change, public_moves)) &&
           (hook.types.empty() || std::ranges::find(hook.types, change.type) != hook.types.end());
}

}  // namespace

std::string webhook_signature(std::string_view secret, std::string_view id,
                              std::int64_t timestamp_s, std::string_view body) {
    const std::string signed_text =
        std::string(id) + "." + std::to_string(timestamp_s) + "." + std::string(body);
    return "v1," + store::base64(store::bytes(store::hmac_sha256(secret, signed_text)));
}

bool may_go_to(const WebhookLimits& limits, std::string_view host, std::string_view address) {
    return net::is_public_address(address) || net::is_among(limits.allow, host, address);
}

namespace {

// Removed secrets are overwritten in the file.
constexpr std::string_view settings =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;";

constexpr const char* remedy =
    "restore a backup, or move it away and make the webhooks again";

// The part of an address that logs may show; path and query may be secret.
std::string origin_of(const std::string& url) {
    const std::size_t host = url.find("://");
    return host == std::string::npos ? std::string() : url.substr(0, url.find_first_of("/?#",
                                                                                      host + 3));
}

std::expected<std::unique_ptr<store::Database>, std::string> open_file(const std::string& path) {
    const mode_t before = umask(0077);
    auto opened = store::Database::open(path, store::Database::Mode::create);
    if (opened) (*opened)->execute("PRAGMA trusted_schema = OFF");
    const bool is_new = opened && store::is_new(**opened);  // which creates it
    umask(before);
    if (!opened) return std::unexpected(store::open_error(path, opened.error()).text);
    store::Database& db = **opened;
    if (!is_new) {
        auto fits = store::check_owner(db, path, layout());
        if (fits) fits = store::check_version(db, path, layout());
        if (!fits) return std::unexpected(fits.error().text);
        if (auto fault = store::damage(db); !fault.empty())
            return std::unexpected(path + ": it is damaged (" + fault + "); " + remedy);
    }
    db.execute(settings);
    if (is_new) {
        db.execute("BEGIN IMMEDIATE");
        store::make(db, layout());
        db.execute("COMMIT");
    }
    const bool ours = store::has_schema(db, layout().script);
    if (const auto& error = db.error())
        return std::unexpected(store::open_error(path, *error).text);
    if (!ours)
        return std::unexpected(path + ": it has tables or triggers that this program did not "
                               "make; " + remedy);
    return std::move(*opened);
}

}  // namespace

std::expected<std::unique_ptr<Webhooks>, std::string> Webhooks::open(
    net::Loop& loop, const std::string& data_dir, ChangeSource source, Sender sender,
    const WebhookLimits& limits) {
    const std::string path = (std::filesystem::path(data_dir) / "webhooks.db").string();
    for (const char* end : {"", "-wal", "-shm"})
        if (auto own = store::guard_file(path + end); !own)
            return std::unexpected(own.error().text);
    auto database = open_file(path);
    if (!database) return std::unexpected(database.error());
    return std::unique_ptr<Webhooks>(new Webhooks(loop, std::move(*database), std::move(source),
                                                  std::move(sender), limits));
}

Webhooks::Webhooks(net::Loop& loop, std::unique_ptr<store::Database> database, ChangeSource source,
                   Sender sender, const WebhookLimits& limits)
    : loop_(loop), database_(std::move(database)), source_(std::move(source)),
      sender_(std::move(sender)), limits_(limits), timer_(loop) {
    timer_.wake_in(tick_every, [this] { tick(); });
}

std::expected<Webhooks::Made, std::string> Webhooks::create(Webhook wanted, Pos from) {
    if (list().size() >= limits::webhooks)
        return std::unexpected("there are " + std::to_string(limits::webhooks) +
                               " webhooks already: remove one first");
    wanted.id = "wh_" + store::random_hex(8);
    wanted.created_ms = wall_ms();
    wanted.cursor = from;
    const std::string secret = store::random_bytes(32);
    const nlohmann::json types = wanted.types;
    database_->run(
        "INSERT INTO webhook (id, url, event, types, secret, by, created_ms,"
        " everything, active, cursor, maker_token, maker_person)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)",
        wanted.id, wanted.url, wanted.event, types.dump(), store::Blob{secret}, wanted.by,
        wanted.created_ms, wanted.all ? 1 : 0, from.value, wanted.maker.token, wanted.maker.person);
    if (const auto error = database_->error()) {
        database_->clear_error();
        return std::unexpected("webhooks.db: " + error->text);
    }
    loop_.post([this] { pump(); });
    return Made{std::move(wanted), "whsec_" + store::base64(secret)};
}

bool Webhooks::remove(const std::string& id) {
    database_->run("DELETE FROM dead_letter WHERE webhook = ?", id);
    database_->run("DELETE FROM webhook WHERE id = ?", id);
    return database_->changes() > 0;
}

std::vector<Webhook> Webhooks::list() {
    std::vector<Webhook> all;
    auto rows = database_->prepare(std::string(columns) + " ORDER BY created_ms, id");
    for (rows.bind(); rows.step();) all.push_back(webhook_of(rows));
    return all;
}

std::optional<Webhook> Webhooks::find(const std::string& id) {
    auto rows = database_->prepare(std::string(columns) + " WHERE id = ?");
    rows.bind(id);
    if (!rows.step()) return std::nullopt;
    return webhook_of(rows);
}

std::vector<DeadLetter> Webhooks::dead_letters(const std::string& id) {
    std::vector<DeadLetter> all;
    auto rows = database_->prepare(
        "SELECT pos, at_ms, attempts, error FROM dead_letter WHERE webhook = ? ORDER BY pos");
    for (rows.bind(id); rows.step();)
        all.push_back({Pos{rows.integer(0)}, rows.integer(1),
                       static_cast<std::uint32_t>(rows.integer(2)), rows.text(3)});
    return all;
}

bool Webhooks::retry(const std::string& id, const std::string& by, const Maker& maker) {
    database_->run("UPDATE dead_letter SET again = 1 WHERE webhook = ?", id);
    database_->run("UPDATE webhook SET active = 1, attempts = 0, next_ms = 0, last_error = '',"
                   " by = ?, maker_token = ?, maker_person = ? WHERE id = ?",
                   by, maker.token, maker.person, id);
    const bool known = database_->changes() > 0;
    loop_.post([this] { pump(); });
    return known;
}

void Webhooks::recheck(const std::function<std::optional<std::string>(const Maker&)>& lost) {
    for (const Webhook& hook : list()) {
        if (!hook.active || !hook.all) continue;
        const auto why = lost(hook.maker);
        if (!why) continue;
        database_->run("UPDATE webhook SET active = 0, last_error = ? WHERE id = ?",
                       "stopped: " + hook.by + " may not follow everything any more (" + *why +
                           "); a chief arbiter takes it over with retry",
                       hook.id);
        ops::log(ops::Level::warn, "a webhook was stopped",
                 {{"webhook", hook.id}, {"by", hook.by}, {"why", *why}});
    }
}

void Webhooks::committed(Pos up_to) {
    last_ = std::max(last_, up_to);
    pump();
}

void Webhooks::tick() {
    if (closed_) return;
    report_error();
    pump();
}

// A database that has failed does nothing until its error is cleared, which happens only here. A
// webhook whose cursor could not be saved sends again; once per tick is often enough.
void Webhooks::report_error() {
    const auto error = database_->error();
    if (!error) return reported_.clear();
    database_->clear_error();
    if (error->text == reported_) return;
    reported_ = error->text;
    ops::log(ops::Level::error, "webhooks.db cannot be used; trying again",
             {{"why", error->text}});
}

void Webhooks::pump() {
    if (closed_) return;
    for (const Webhook& hook : list()) pump(hook);
    timer_.wake_in(tick_every, [this] { tick(); });
}

void Webhooks::pump(const Webhook& hook) {
    if (!hook.active || under_way_.contains(hook.id) || wall_ms() < hook.next_ms) return;
    if (const auto again = dead_again(hook.id)) return send(hook, *again, true);
    Webhook moved = hook;
    if (const auto change = next_of(moved)) send(moved, *change, false);
}

// The next change that it wants. Changes that it does not want only move its cursor.
std::optional<Change> Webhooks::next_of(Webhook& hook) {
    std::optional<Change> found;
    const Pos before = hook.cursor;
    for (bool more = true; more && !found;) {
        const auto changes = source_(hook.event, hook.cursor, batch);
        more = changes.size() == batch;
        for (const Change& change : changes) {
            if (change.pos > last_) {
                more = false;
                break;
            }
            if (wants(hook, change, limits_.public_moves)) {
                found = change;
                break;
            }
            hook.cursor = change.pos;
        }
    }
    if (hook.cursor != before)
        database_->run("UPDATE webhook SET cursor = ? WHERE id = ?", hook.cursor.value, hook.id);
    return found;
}

std::optional<Change> Webhooks::dead_again(const std::string& id) {
    auto rows = database_->prepare(
        "SELECT pos, event FROM dead_letter JOIN webhook ON webhook.id = dead_letter.webhook"
        " WHERE webhook = ? AND again = 1 ORDER BY pos LIMIT 1");
    rows.bind(id);
    if (!rows.step()) return std::nullopt;
    const auto changes = source_(rows.text(1), Pos{rows.integer(0) - 1}, 1);
    if (changes.empty()) return std::nullopt;
    return changes.front();
}

std::string Webhooks::secret_of(const std::string& id) {
    auto rows = database_->prepare("SELECT secret FROM webhook WHERE id = ?");
    rows.bind(id);
    return rows.step() ? rows.blob(0) : std::string();
}

void Webhooks::send(const Webhook& hook, const Change& change, bool again) {
    under_way_[hook.id] = change.pos;
    const std::string body = envelope(change);
    const std::string id = hook.event + "-" + std::to_string(change.pos.value);
    const std::int64_t now_s = wall_ms() / 1000;
    net::Headers headers{
        {"Content-Type", "application/json"},
        {"webhook-id", id},
        {"webhook-timestamp", std::to_string(now_s)},
        {"webhook-signature", webhook_signature(secret_of(hook.id), id, now_s, body)}};
    if (head_) headers.emplace_back("flagfall-head", head_());
    sender_(hook.url, headers, body,
            [this, hook_id = hook.id, pos = change.pos, again](const auto& answer) {
                if (!closed_) sent(hook_id, pos, again, answer);
            });
}

void Webhooks::sent(const std::string& id, Pos pos, bool again,
                    const std::expected<unsigned, std::string>& answer) {
    under_way_.erase(id);
    const auto hook = find(id);
    if (!hook) return;  // removed meanwhile
    // Details go only to the log: they would show the person who chose the address which servers
    // exist.
    const auto note = [&](const std::string& why) {
        ops::log(ops::Level::warn, "a webhook was not delivered",
                 {{"webhook", id}, {"origin", origin_of(hook->url)}, {"why", why}});
        failed(*hook, pos, again, "not delivered; arbiterd's log says why");
    };
    if (!answer) return note(answer.error());
    if (*answer == 410)
        database_->run("UPDATE webhook SET active = 0, last_error = ? WHERE id = ?",
                       "the receiver answered 410 Gone", id);
    else if (*answer / 100 != 2)
        return note("it answered " + std::to_string(*answer));
    else if (again)
        database_->run("DELETE FROM dead_letter WHERE webhook = ? AND pos = ?", id, pos.value);
    else
        database_->run("UPDATE webhook SET cursor = ?, attempts = 0, next_ms = 0,"
                       " last_error = '' WHERE id = ?",
                       pos.value, id);
    loop_.post([this] { pump(); });
}

void Webhooks::failed(const Webhook& hook, Pos pos, bool again, const std::string& why) {
    const std::uint32_t attempts = hook.attempts + 1;
    std::int64_t wait_us = limits_.first_wait.us;
    for (std::uint32_t i = 1; i < attempts && wait_us < limits_.longest_wait.us; ++i) wait_us *= 2;
    wait_us = std::min(wait_us, limits_.longest_wait.us);
    const std::int64_t at = wall_ms();
    if (again) {  // it remains a dead letter
        database_->run("UPDATE dead_letter SET again = 0, at_ms = ?, error = ?,"
                       " attempts = attempts + 1 WHERE webhook = ? AND pos = ?",
                       at, why, hook.id, pos.value);
    } else if (attempts >= limits_.attempts) {
        database_->run("INSERT OR REPLACE INTO dead_letter VALUES (?, ?, ?, ?, ?, 0)", hook.id,
                       pos.value, at, attempts, why);
        database_->run("UPDATE webhook SET cursor = ?, attempts = 0, next_ms = ?, last_error = ?"
                       " WHERE id = ?",
                       pos.value, at + wait_us / 1000, why, hook.id);
    } else {
        database_->run("UPDATE webhook SET attempts = ?, next_ms = ?, last_error = ?"
                       " WHERE id = ?",
                       attempts, at + wait_us / 1000, why, hook.id);
    }
}

void Webhooks::close() {
    closed_ = true;
    timer_.cancel();
}

}  // namespace flagfall::api
