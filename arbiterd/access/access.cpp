// Opening, log-in and PINs; whose a request is stands in identify.cpp.
#include "arbiterd/access/access.hpp"

#include <algorithm>
#include <utility>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/secrets.hpp"
#include "arbiterd/access/sessions.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
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

// Failures of a person are counted by id; those of a name that is nobody's, in memory alone: what
// was typed may be a password in the wrong field.
std::string failure_key(const std::optional<Person>& person, const std::string& name) {
    return person ? person->id : "?" + name;
}

Denied session_ended() {
    return {401, "session_ended", "The session has ended; log in again.", {}};
}

}  // namespace

struct Access::Attempt {
    std::string name;
    std::string person;  // id; empty: nobody with a password
    std::string hash;    // what was verified against
    std::string peer;
    std::int64_t now_ms = 0;
};

struct Access::PinAttempt {
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
      worker_(poster_, options_.password_jobs) {
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
                                                                 : pins_;
        throttle.restore(key, failures);
    });
}

std::expected<void, std::string> Access::reload(std::int64_t now_ms) {
    auto file = AccessFile::open(folder_, now_ms);
    if (!file) return std::unexpected(file.error());
    file_ = std::move(*file);
    restore_failures();
    return {};
}

template <class T>
bool Access::on_worker(std::function<T()> work, std::function<void(T)> after) {
    return worker_.add(
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


// A person who has a session from this address does not wait for what others do elsewhere in his
// name, or anybody could keep an arbiter out. For wrong PINs he waits too: who knows the password
// shall not get new sessions to guess the PIN in.
std::optional<Denied> Access::wait_to_log_in(const std::optional<Person>& person,
                                             const std::string& name, const std::string& address,
                                             std::int64_t now_ms) {
    auto wait = addresses_.wait_s(address, now_ms);
    const auto of_name = names_.wait_s(failure_key(person, name), now_ms);
    if (of_name && !(person && file_->came_from(person->id, address)))
        wait = std::max(wait, of_name);
    if (person) wait = std::max(wait, pins_.wait_s(person->id, now_ms));
    if (!wait) return std::nullopt;
    return come_later(*wait);
}

void Access::count_failure(const std::optional<Person>& person, const std::string& name,
                           const std::string& address, std::int64_t now_ms) {
    const Failures of_name = names_.failed(failure_key(person, name), now_ms);
    if (person) file_->keep_failures(AccessFile::Kind::person, person->id, of_name);
    file_->keep_failures(AccessFile::Kind::address, address, addresses_.failed(address, now_ms));
}

void Access::log_in(LogIn wish, std::int64_t now_ms, const Done<LoggedIn>& done) {
    using Answer = std::expected<LoggedIn, Denied>;
    if (wish.name.size() > limits::person_name_bytes ||
        wish.password.size() > limits::password_bytes)
        return answer<LoggedIn>(done, std::unexpected(wrong_login()));
    std::optional<Person> person;
    if (const auto found = file_->person_named(wish.name)) person = *found;
    else if (found.error().status != 404)
        return answer<LoggedIn>(done, std::unexpected(found.error()));
    const std::string address = net::counted_address(wish.peer);
    if (auto wait = wait_to_log_in(person, wish.name, address, now_ms))
        return answer<LoggedIn>(done, std::unexpected(std::move(*wait)));

    Attempt attempt{wish.name, "", dummy_, wish.peer, now_ms};
    if (person) {
        const auto hash = file_->password_hash(person->id);
        if (!hash) return answer<LoggedIn>(done, std::unexpected(hash.error()));
        if (!hash->empty()) attempt.person = person->id, attempt.hash = *hash;
    }
    const std::string hash = attempt.hash;
    FF_CHECK(!hash.empty());  // whoever it is, the same work is done
    const bool taken = on_worker<Verdict>(
        [hash, password = std::move(wish.password)] { return verify_password(hash, password); },
        [this, attempt = std::move(attempt), done](Verdict verdict) {
            ++counts_.verifications;
            Answer result = finish(attempt, verdict);
            if (!result) ++counts_.refused;
            else ++counts_.logged_in;
            done(std::move(result));
        });
    if (!taken) return answer<LoggedIn>(done, std::unexpected(busy()));
    // A failure until it has succeeded: many at once gain nothing.
    count_failure(person, wish.name, address, now_ms);
}

std::expected<LoggedIn, Denied> Access::finish(const Attempt& attempt, Verdict verdict) {
    if (verdict == Verdict::failed) return std::unexpected(no_memory());
    const Actor by{attempt.name, attempt.peer};
    // Since then he may have been disabled, or have got another password.
    const bool right = verdict == Verdict::right && !attempt.person.empty() &&
                       file_->password_hash(attempt.person) == attempt.hash;
    const auto person = file_->person(attempt.person);
    if (!right || !person) {
        const auto known = file_->person_named(attempt.name);
        const std::string about = known ? known->name : "an unknown name";
        if (auto noted = file_->note("log_in", about, {"", attempt.peer}, "wrong", attempt.now_ms);
            !noted)
            return std::unexpected(noted.error());
        return std::unexpected(wrong_login());
    }
    const std::string secret = fresh_secret();
    const log::Digest hash = hash_of(secret);
    if (auto begun = file_->start_session(log::bytes(hash), *person, by, attempt.now_ms); !begun)
        return std::unexpected(begun.error());
    const std::string address = net::counted_address(attempt.peer);
    if (names_.succeeded(person->id))
        file_->forget_failures(AccessFile::Kind::person, person->id);
    if (addresses_.succeeded(address))
        file_->forget_failures(AccessFile::Kind::address, address);
    return LoggedIn{identity_of(*person, base64url(log::bytes(hash))),
                    set_cookie(base64url(secret), limits::session_longest_ms / 1000, options_.tls),
                    csrf_token(secret), attempt.now_ms + limits::session_longest_ms};
}

Result<void> Access::log_out(const Identity& identity, const std::string& peer,
                             std::int64_t now_ms) {
    const auto hash = from_base64url(identity.session);
    if (!hash) return {};
    return file_->end_session(*hash, "log_out", {identity.name, peer}, now_ms);
}

std::string Access::clear_cookie() const { return set_cookie("", 0, options_.tls); }

// --- PINs ---

void Access::check_pin(const Identity& identity, std::string pin, const std::string& peer,
                       std::int64_t now_ms, const Done<void>& done) {
    const auto deny = [&](Denied why) { answer<void>(done, std::unexpected(std::move(why))); };
    if (!identity.needs_pin) return answer<void>(done, {});
    const auto hash = from_base64url(identity.session);
    if (!hash) return deny(session_ended());
    const auto session = file_->session(*hash);
    if (!session) return deny(session.error());
    if (!*session || (*session)->person.disabled_ms) return deny(session_ended());
    const auto kept = file_->pin_hash((*session)->person.id);
    if (!kept) return deny(kept.error());
    if (kept->empty())
        return deny({403, "no_pin", "You have no PIN yet, and each ruling needs it; set one.", {}});
    if (pin.empty())
        return deny({403, "pin_needed", "This needs your PIN, in X-Flagfall-Pin.", {}});
    if (const auto fault = pin_fault(pin))
        return deny({403, "bad_pin", "That cannot be right: " + *fault + ".", {}});
    std::uint32_t& under_way = pins_under_way_[*hash];
    // No more at once than may be wrong.
    if ((*session)->wrong_pins + under_way >= limits::wrong_pins) return deny(come_later(1));
    const bool taken = on_worker<Verdict>(
        [kept = *kept, pin = std::move(pin)] { return verify_password(kept, pin); },
        [this, attempt = PinAttempt{*hash, *kept, peer, now_ms}, done](Verdict verdict) {
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
    if (verdict == Verdict::right && file_->pin_hash(person.id) == attempt.hash) {
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
    if (kept) kept = file_->note("pin", person.name, by, "wrong", attempt.now_ms);
    if (!kept) return kept;
    return std::unexpected(Denied{403, "wrong_pin",
                                  "The PIN is wrong; after " +
                                      std::to_string(limits::wrong_pins - wrong) +
                                      " more the session ends.",
                                  {}});
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
        [cost = options_.cost, secret = std::move(secret)] { return hash_password(secret, cost); },
        [done, keep = std::move(keep)](const std::optional<std::string>& hash) {
            done(hash ? keep(*hash) : std::unexpected(no_memory()));
        });
    if (!taken) answer<void>(done, std::unexpected(busy()));
}

}  // namespace flagfall::access
