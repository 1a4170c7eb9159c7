// Opening, log-in and PINs; identify.cpp identifies the sender of a request.
#include "arbiterd/access/access.hpp"

#include <algorithm>
#include <utility>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/secrets.hpp"
#include "arbiterd/access/sessions.hpp"
#include "common/base/check.hpp"
#include "common/net/counted_address.hpp"

namespace flagfall::access {

namespace {

Denied busy() {
    return {503, "busy", "Too many passwords wait to be verified; try again in a moment.", 1};
}

Denied wrong_login() {
    return {401, "wrong_login", "The name or the password is wrong.", {}};
}

Denied no_memory() {
    return {503, "no_memory", "The system lacks the memory to verify a password.", 10};
}

Denied no_pin() {
    return {403, "no_pin",
            "You have no PIN yet, and this needs it: have another chief arbiter set it, or set it"
            " at arbiterd's machine with arbiterd access person pin.",
            {}};
}

Denied proof_needed(bool pin) {
    if (pin) return {403, "pin_needed", "This needs your PIN, in X-Flagfall-Pin.", {}};
    return {403, "password_needed", "This needs your present password, in oldPassword.", {}};
}

Denied session_ended() {
    return {401, "session_ended", "The session has ended; log in again.", {}};
}

}  // namespace

struct Access::Attempt {
    std::string name;
    std::string known;    // id of the person with this name; empty: nobody
    std::string person;   // the same, if they have a password
    std::string hash;     // the hash to verify against
    std::string peer;
    std::string address;  // the address as net::counted_address() gives it
    std::string device;   // hash of the browser's cookie; empty: nobody has logged in there
    bool at_own_device = false;  // has this person logged in there?
    std::int64_t now_ms = 0;

    // Failures for a known name are counted by the person's id and stored. Those for unknown names
    // stay in memory, because somebody may have typed their password as a name.
    std::string name_key() const { return known.empty() ? "?" + name : known; }
    std::string device_key() const { return base64url(device) + known; }
};

struct Access::PinAttempt {
    Proof proof = Proof::pin;
    std::string session;
    std::string hash;
    std::string peer;
    std::int64_t now_ms = 0;
};

// --- opening ---

Access::Access(std::string folder, Options options, Poster poster,
               std::unique_ptr<AccessFile> file, std::string dummy)
    : folder_(std::move(folder)),
      options_(std::move(options)),
      poster_(std::move(poster)),
      file_(std::move(file)),
      dummy_(std::move(dummy)),
      strangers_(poster_, options_.password_jobs),
      known_(poster_, options_.known_jobs) {
    restore_failures();
}

Access::~Access() = default;

std::expected<std::unique_ptr<Access>, std::string> Access::open(const std::string& folder,
                                                                 Options options, Poster poster,
                                                                 std::int64_t now_ms) {
    auto file = AccessFile::open(folder, now_ms);
    if (!file) return std::unexpected(file.error());
    auto dummy = hash_password(fresh_secret(), options.cost);
    if (!dummy)
        return std::unexpected("passwords cannot be verified: the system lacks " +
                               std::to_string(options.cost.memory_kib) +
                               " KiB of memory; end other programs");
    return std::unique_ptr<Access>(new Access(folder, std::move(options), std::move(poster),
                                              std::move(*file), std::move(*dummy)));
}

void Access::restore_failures() {
    file_->each_failure([this](AccessFile::Kind kind, const std::string& key, Failures failures) {
        Throttle& throttle = kind == AccessFile::Kind::person    ? names_
                             : kind == AccessFile::Kind::address ? addresses_
                             : kind == AccessFile::Kind::device  ? devices_
                                                                 : pins_;
        throttle.restore(key, failures);
    });
}

std::expected<void, std::string> Access::reload(std::int64_t now_ms) {
    auto file = AccessFile::open(folder_, now_ms);
    if (!file) return std::unexpected(file.error());
    file_ = std::move(*file);
    restore_failures();
    version_.reset();
    return {};
}

bool Access::changed() {
    const std::int64_t now = file_->version();
    return std::exchange(version_, now) != now;
}

template <class T>
bool Access::on_worker(Worker& worker, std::function<T()> work, std::function<void(T)> after) {
    return worker.add(
        [work = std::move(work), after = std::move(after), alive = std::weak_ptr(alive_)] {
            return Task([result = work(), after, alive] {
                if (!alive.expired()) after(result);
            });
        });
}

template <class T>
void Access::answer(const Done<T>& done, std::expected<T, Denied> what) {
    if (!what && what.error().status == 429) ++counts_.throttled;
    poster_([done, what = std::move(what), alive = std::weak_ptr(alive_)] {
        if (!alive.expired()) done(what);
    });
}

// --- log-in ---

// A known browser waits only for its own failures, otherwise anybody could lock an arbiter out by
// guessing in their name; the same holds for an address from which the person has logged in. After
// wrong PINs everybody waits: somebody with the password must not get new sessions to guess the
// PIN.
std::optional<Denied> Access::wait_to_log_in(const Attempt& attempt) {
    std::optional<std::uint32_t> wait;
    if (attempt.at_own_device) {
        wait = devices_.wait_s(attempt.device_key(), attempt.now_ms);
    } else {
        wait = addresses_.wait_s(attempt.address, attempt.now_ms);
        const auto of_name = names_.wait_s(attempt.name_key(), attempt.now_ms);
        if (of_name && !file_->came_from(attempt.known, attempt.address, attempt.now_ms))
            wait = std::max(wait, of_name);
    }
    if (!attempt.known.empty())
        wait = std::max(wait, pins_.wait_s(attempt.known, attempt.now_ms));
    if (!wait) return std::nullopt;
    return come_later(*wait);
}

void Access::count_failure(const Attempt& attempt) {
    using Kind = AccessFile::Kind;
    const std::int64_t now_ms = attempt.now_ms;
    if (attempt.at_own_device) {
        const std::string key = attempt.device_key();
        return file_->keep_failures(Kind::device, key, devices_.failed(key, now_ms));
    }
    const Failures of_name = names_.failed(attempt.name_key(), now_ms);
    if (!attempt.known.empty()) file_->keep_failures(Kind::person, attempt.known, of_name);
    file_->keep_failures(Kind::address, attempt.address,
                         addresses_.failed(attempt.address, now_ms));
}

void Access::forget_failures(const Attempt& attempt) {
    using Kind = AccessFile::Kind;
    if (attempt.at_own_device) {
        if (devices_.succeeded(attempt.device_key()))
            file_->forget_failures(Kind::device, attempt.device_key());
        return;  // guesses by others elsewhere count on
    }
    if (names_.succeeded(attempt.known)) file_->forget_failures(Kind::person, attempt.known);
    if (addresses_.succeeded(attempt.address))
        file_->forget_failures(Kind::address, attempt.address);
}

void Access::log_in(LogIn wish, std::int64_t now_ms, const Done<LoggedIn>& done) {
    using Answer = std::expected<LoggedIn, Denied>;
    if (wish.name.size() > limits::person_name_bytes ||
        wish.password.size() > limits::password_bytes)
        return answer<LoggedIn>(done, std::unexpected(wrong_login()));
    Attempt attempt;
    attempt.name = wish.name;
    attempt.hash = dummy_;
    attempt.peer = wish.peer;
    attempt.address = net::counted_address(wish.peer);
    attempt.now_ms = now_ms;
    if (const auto found = file_->person_named(wish.name)) attempt.known = found->id;
    else if (found.error().status != 404)
        return answer<LoggedIn>(done, std::unexpected(found.error()));
    if (const auto secret = from_base64url(wish.device)) {
        const store::Digest hash = hash_of(*secret);
        if (file_->knows_device(store::bytes(hash), "", now_ms))
            attempt.device = store::bytes(hash);
        attempt.at_own_device = !attempt.device.empty() && !attempt.known.empty() &&
                                file_->knows_device(attempt.device, attempt.known, now_ms);
    }
    if (auto wait = wait_to_log_in(attempt))
        return answer<LoggedIn>(done, std::unexpected(std::move(*wait)));
    if (!attempt.known.empty()) {
        const auto hash = file_->password_hash(attempt.known);
        if (!hash) return answer<LoggedIn>(done, std::unexpected(hash.error()));
        if (!hash->empty()) attempt.person = attempt.known, attempt.hash = *hash;
    }
    FF_CHECK(!attempt.hash.empty());  // the same work for known and unknown names
    const bool taken = on_worker<Verdict>(
        attempt.at_own_device ? known_ : strangers_,
        [hash = attempt.hash, password = std::move(wish.password)] {
            return verify_password(hash, password);
        },
        [this, attempt, done](Verdict verdict) {
            ++counts_.verifications;
            Answer result = finish(attempt, verdict);
            if (!result) ++counts_.refused;
            else ++counts_.logged_in;
            done(std::move(result));
        });
    if (!taken) return answer<LoggedIn>(done, std::unexpected(busy()));
    // Counts as a failure until it succeeds, so that parallel attempts gain nothing.
    count_failure(attempt);
}

std::expected<LoggedIn, Denied> Access::finish(const Attempt& attempt, Verdict verdict) {
    if (verdict == Verdict::failed) return std::unexpected(no_memory());
    const Actor by{attempt.name, attempt.peer};
    // They may have been disabled or got a new password meanwhile.
    const bool right = verdict == Verdict::right && !attempt.person.empty() &&
                       file_->password_hash(attempt.person) == attempt.hash;
    const auto person = file_->person(attempt.person);
    if (!right || !person) {
        const auto known = file_->person_named(attempt.name);
        const std::string about = known ? known->name : "an unknown name";
        if (auto noted = file_->note("log_in", about, {"", attempt.peer}, "wrong", attempt.now_ms,
                                     known ? known->id : "");
            !noted)
            return std::unexpected(noted.error());
        return std::unexpected(wrong_login());
    }
    const std::string secret = fresh_secret();
    const std::string key = fresh_secret();
    const store::Digest hash = session_hash(secret, key);
    if (auto begun = file_->start_session(store::bytes(hash), *person, by, attempt.now_ms); !begun)
        return std::unexpected(begun.error());
    forget_failures(attempt);
    LoggedIn made{.identity = identity_of(*person, base64url(store::bytes(hash))),
                  .set_cookie = set_cookie(cookie_name(options_.tls), base64url(secret),
                                           limits::session_longest_ms / 1000, options_.tls),
                  .set_device = {},
                  .key = base64url(key),
                  .expires_ms = attempt.now_ms + limits::session_longest_ms};
    std::string device = attempt.device;
    if (device.empty()) {
        const std::string known_by = fresh_secret();
        const store::Digest device_hash = hash_of(known_by);
        device = store::bytes(device_hash);
        made.set_device = set_cookie(device_cookie_name(options_.tls), base64url(known_by),
                                     limits::device_kept_ms / 1000, options_.tls);
    }
    file_->keep_device(device, *person, attempt.peer, attempt.now_ms);
    return made;
}

Result<void> Access::log_out(const Identity& identity, const std::string& peer,
                             std::int64_t now_ms) {
    const auto hash = from_base64url(identity.session);
    if (!hash) return {};
    return file_->end_session(*hash, "log_out", {identity.name, peer}, now_ms);
}

std::string Access::clear_cookie() const {
    return set_cookie(cookie_name(options_.tls), "", 0, options_.tls);
}

Result<std::vector<AuditLine>> Access::notices(const Identity& identity) {
    const auto hash = from_base64url(identity.session);
    if (identity.session.empty() || !hash) return std::vector<AuditLine>{};
    const auto session = file_->session(*hash);
    if (!session) return std::unexpected(session.error());
    if (!*session) return std::vector<AuditLine>{};
    return file_->audit_of((*session)->person.id, (*session)->created_ms, limits::notices_shown);
}

// --- PINs, and passwords beside them ---

void Access::check_pin(const Identity& identity, std::string pin, const std::string& peer,
                       std::int64_t now_ms, const Done<void>& done) {
    check_proof(Proof::pin, identity, std::move(pin), peer, now_ms, done);
}

void Access::check_password(const Identity& identity, std::string password,
                            const std::string& peer, std::int64_t now_ms, const Done<void>& done) {
    check_proof(Proof::password, identity, std::move(password), peer, now_ms, done);
}

Result<std::string> Access::kept_hash(Proof proof, const std::string& person) {
    return proof == Proof::pin ? file_->pin_hash(person) : file_->password_hash(person);
}

void Access::check_proof(Proof proof, const Identity& identity, std::string given,
                         const std::string& peer, std::int64_t now_ms, const Done<void>& done) {
    const auto deny = [&](Denied why) { answer<void>(done, std::unexpected(std::move(why))); };
    if (!identity.needs_pin) return answer<void>(done, {});
    const auto hash = from_base64url(identity.session);
    if (!hash) return deny(session_ended());
    const auto session = file_->session(*hash);
    if (!session) return deny(session.error());
    if (!*session || (*session)->person.disabled_ms) return deny(session_ended());
    const auto kept = kept_hash(proof, (*session)->person.id);
    if (!kept) return deny(kept.error());
    if (kept->empty()) return deny(no_pin());
    if (given.empty()) return deny(proof_needed(proof == Proof::pin));
    if (const auto fault = pin_shape_fault(given); fault && proof == Proof::pin)
        return deny({403, "bad_pin", "That cannot be right: " + *fault + ".", {}});
    std::uint32_t& under_way = pins_under_way_[*hash];
    // At most as many at once as may be wrong.
    if ((*session)->wrong_pins + under_way >= limits::wrong_pins) return deny(come_later(1));
    const bool taken = on_worker<Verdict>(
        known_, [kept = *kept, given = std::move(given)] { return verify_password(kept, given); },
        [this, attempt = PinAttempt{proof, *hash, *kept, peer, now_ms}, done](Verdict verdict) {
            ++counts_.verifications;
            if (--pins_under_way_[attempt.session] == 0) pins_under_way_.erase(attempt.session);
            auto result = finish_pin(attempt, verdict);
            if (!result) ++counts_.refused;
            done(std::move(result));
        });
    if (!taken) {
        if (under_way == 0) pins_under_way_.erase(*hash);
        return deny(busy());
    }
    ++under_way;
}

std::expected<void, Denied> Access::finish_pin(const PinAttempt& attempt, Verdict verdict) {
    if (verdict == Verdict::failed) return std::unexpected(no_memory());
    const auto session = file_->session(attempt.session);
    if (!session) return std::unexpected(session.error());
    if (!*session) return std::unexpected(session_ended());
    const Person& person = (*session)->person;
    const Actor by{person.name, attempt.peer};
    const bool pin = attempt.proof == Proof::pin;
    if (verdict == Verdict::right && kept_hash(attempt.proof, person.id) == attempt.hash) {
        if (pins_.succeeded(person.id)) file_->forget_failures(AccessFile::Kind::pin, person.id);
        if ((*session)->wrong_pins == 0) return {};
        return file_->set_wrong_pins(attempt.session, 0);
    }
    file_->keep_failures(AccessFile::Kind::pin, person.id,
                         pins_.failed(person.id, attempt.now_ms));
    const std::uint32_t wrong = (*session)->wrong_pins + 1;
    if (wrong >= limits::wrong_pins) {
        const auto ended = file_->end_session(attempt.session, "wrong_pins", by, attempt.now_ms);
        return std::unexpected(ended ? session_ended() : ended.error());
    }
    auto kept = file_->set_wrong_pins(attempt.session, wrong);
    if (kept)
        kept = file_->note(pin ? "pin" : "password", person.name, by, "wrong", attempt.now_ms,
                           person.id);
    if (!kept) return kept;
    return std::unexpected(Denied{403, pin ? "wrong_pin" : "wrong_password",
                                  std::string(pin ? "The PIN" : "The password") +
                                      " is wrong; after " +
                                      std::to_string(limits::wrong_pins - wrong) +
                                      " more the session ends.",
                                  {}, limits::wrong_pins - wrong});
}

// --- passwords and PINs of persons ---

void Access::set_password(const std::string& person, std::string password, const Actor& by,
                          std::int64_t now_ms, const Done<void>& done) {
    const auto known = file_->person(person);
    if (!known) return answer<void>(done, std::unexpected(known.error()));
    if (const auto fault = password_fault(password, known->name))
        return answer<void>(done,
                            std::unexpected(Denied{422, "bad_password",
                                                   "Choose another password: " + *fault + ".",
                                                   {}}));
    keep_hash(std::move(password), done, [this, person, by, now_ms](auto& hash) {
        return file_->set_password_hash(person, hash, by, now_ms);
    });
}

void Access::set_pin(const std::string& person, std::string pin, const Actor& by,
                     std::int64_t now_ms, const Done<void>& done) {
    if (const auto fault = pin_fault(pin))
        return answer<void>(
            done, std::unexpected(Denied{422, "bad_pin", "Choose another PIN: " + *fault + ".",
                                         {}}));
    keep_hash(std::move(pin), done, [this, person, by, now_ms](auto& hash) {
        return file_->set_pin_hash(person, hash, by, now_ms);
    });
}

void Access::keep_hash(std::string secret, const Done<void>& done,
                       std::function<Result<void>(const std::string&)> keep) {
    const bool taken = on_worker<std::optional<std::string>>(
        known_,
        [cost = options_.cost, secret = std::move(secret)] { return hash_password(secret, cost); },
        [done, keep = std::move(keep)](const std::optional<std::string>& hash) {
            done(hash ? keep(*hash) : std::unexpected(no_memory()));
        });
    if (!taken) answer<void>(done, std::unexpected(busy()));
}

}  // namespace flagfall::access
