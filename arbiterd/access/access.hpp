// Who may do what: persons with passwords and PINs, machines with tokens, browsers with
// sessions.
//
// Used on one thread, the HTTP thread. Nothing slow happens there: passwords are hashed on a
// worker's thread, and the answers come through the poster. What another process changes in
// access.db (the command line) counts from the next request on. The time is a parameter, in
// milliseconds of the wall clock, because what is kept here outlives a boot.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/file.hpp"
#include "arbiterd/access/identity.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/passwords.hpp"
#include "arbiterd/access/throttle.hpp"
#include "common/net/http_message.hpp"
#include "common/net/worker.hpp"

namespace flagfall::access {

using net::Poster;
using net::Task;
using net::Worker;

struct Options {
    bool tls = false;                  // cookies only over TLS
    std::vector<std::string> origins;  // "https://hall.example": allowed besides the Host
    HashCost cost;
    // Limits on waiting jobs; smaller values are for tests.
    std::size_t password_jobs = limits::password_jobs;  // of unknown browsers
    std::size_t known_jobs = limits::known_jobs;        // PINs, and log-ins of known browsers
};

struct LogIn {
    std::string name;
    std::string password;
    std::string peer;  // as in net::Request
    std::string device = {};  // value of the cookie device_cookie_name(), if any
};

struct LoggedIn {
    Identity identity;
    std::string set_cookie;  // value of a Set-Cookie header
    std::string set_device;  // another one, for recognizing the browser later
    std::string key;         // the half that is in no cookie: send it with each request
    std::int64_t expires_ms = 0;
    friend bool operator==(const LoggedIn&, const LoggedIn&) = default;
};

// For metrics; counted since the start.
struct AccessCounts {
    std::uint64_t verifications = 0;  // of passwords and PINs, dummies included
    std::uint64_t logged_in = 0;
    std::uint64_t refused = 0;    // wrong passwords, PINs and tokens
    std::uint64_t throttled = 0;  // refused because of waiting times
};

class Access {
public:
    template <class T>
    using Done = std::function<void(std::expected<T, Denied>)>;

    // Opens the folder's access.db; see AccessFile::open(). `poster` runs tasks on the thread that
    // uses this object. The error says what to do.
    static std::expected<std::unique_ptr<Access>, std::string> open(const std::string& folder,
                                                                    Options options,
                                                                    Poster poster,
                                                                    std::int64_t now_ms);
    ~Access();  // answers that are not posted yet are dropped
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;

    // Identifies the sender of a request. Without credentials, with a session's cookie but not its
    // key (session_key() of headers.hpp), or with an ended session: a public_viewer. Denied: 401
    // "bad_token", "token_expired", "token_revoked"; 429 "too_many_failures" after many of these
    // from one address; 400 "token_in_address" for a token in the request's target; 403
    // "foreign_origin" for a page of another site; 503 "access_file". The server adds
    // WWW-Authenticate: Bearer to a 401.
    std::expected<Identity, Denied> identify(const net::Request& request, std::int64_t now_ms);

    // Has somebody logged in from this browser before? This gives no rights.
    bool at_known_browser(const net::Request& request, std::int64_t now_ms);

    // The present rights of an identity, for a stream or webhook that outlives its request. Denied
    // as by identify(); 401 "session_ended" for a session, "person_disabled" for a person without
    // one.
    std::expected<Identity, Denied> again(const Identity& identity, std::int64_t now_ms);
    // Why a stream or webhook of this identity must end: the code of again(), or "rights_changed"
    // when its role, sectors or event have changed. Nothing when it may go on.
    std::optional<std::string> ended(const Identity& identity, std::int64_t now_ms);
    // Has access.db changed since the last call, in any process?
    bool changed();

    // Security notices for the session's person since it began: log-ins, a new PIN, new tokens.
    // Newest first; empty without a session.
    Result<std::vector<AuditLine>> notices(const Identity& identity);

    // Starts a session. At a browser that knows this person, the log-in does not wait for failures
    // of others in their name or from the same address. Denied: 401 "wrong_login", with the same
    // text and the same work whether the name is unknown, has no password or is disabled, or the
    // password is wrong; 429 "too_many_failures" with retry_after_s; 503 "busy" or "access_file".
    // `done` is called later, never from inside.
    void log_in(LogIn wish, std::int64_t now_ms, const Done<LoggedIn>& done);

    // Ends the identity's session, if it has one; the answer must delete the cookie with
    // clear_cookie().
    Result<void> log_out(const Identity& identity, const std::string& peer, std::int64_t now_ms);
    std::string clear_cookie() const;

    // Checks the PIN of the identity's person; succeeds at once if none is needed. Denied: 403
    // "pin_needed", "bad_pin", "wrong_pin", "no_pin" (the person has none); 401 "session_ended",
    // also after limits::wrong_pins wrong ones in a row; 429 and 503 as above. `done` is called
    // later, never from inside.
    void check_pin(const Identity& identity, std::string pin, const std::string& peer,
                   std::int64_t now_ms, const Done<void>& done);

    // Checks the password of the identity's person, for changes of their own secrets. Denied as by
    // check_pin(), with "password_needed" and "wrong_password"; wrong ones count as wrong PINs.
    void check_password(const Identity& identity, std::string password, const std::string& peer,
                        std::int64_t now_ms, const Done<void>& done);

    // Hash the secret and store it. Denied: 422 "bad_password", "bad_pin", and as by AccessFile.
    // `done` is called later, never from inside.
    void set_password(const std::string& person, std::string password, const Actor& by,
                      std::int64_t now_ms, const Done<void>& done);
    void set_pin(const std::string& person, std::string pin, const Actor& by,
                 std::int64_t now_ms, const Done<void>& done);

    // Persons, tokens and the audit.
    AccessFile& file() { return *file_; }

    // Opens access.db again after the file was replaced; changes inside the file need no reload. On
    // an error the old file stays open.
    std::expected<void, std::string> reload(std::int64_t now_ms);

    AccessCounts counts() const { return counts_; }
    std::size_t waiting() const { return strangers_.waiting() + known_.waiting(); }

private:
    struct Attempt;  // a log-in whose password is being verified
    struct PinAttempt;
    enum class Proof : std::uint8_t { pin, password };

    Access(std::string folder, Options options, Poster poster, std::unique_ptr<AccessFile> file,
           std::string dummy);

    std::expected<Identity, Denied> by_token(std::string_view authorization,
                                             const std::string& peer, std::int64_t now_ms);
    Denied bad_token(const std::string& peer, const Denied& why, std::string_view about,
                     std::int64_t now_ms);
    std::expected<Identity, Denied> by_cookie(const net::Request& request, std::int64_t now_ms);

    std::optional<Denied> wait_to_log_in(const Attempt& attempt);
    void count_failure(const Attempt& attempt);
    void forget_failures(const Attempt& attempt);
    void check_proof(Proof proof, const Identity& identity, std::string given,
                     const std::string& peer, std::int64_t now_ms, const Done<void>& done);
    Result<std::string> kept_hash(Proof proof, const std::string& person);
    std::expected<LoggedIn, Denied> finish(const Attempt& attempt, Verdict verdict);
    std::expected<void, Denied> finish_pin(const PinAttempt& attempt, Verdict verdict);
    void keep_hash(std::string secret, const Done<void>& done,
                   std::function<Result<void>(const std::string&)> keep);
    void restore_failures();

    // Runs `work` on the worker, then `after` with its result on this thread, if this still exists.
    template <class T>
    bool on_worker(Worker& worker, std::function<T()> work, std::function<void(T)> after);
    // Posts the answer.
    template <class T>
    void answer(const Done<T>& done, std::expected<T, Denied> what);

    std::string folder_;
    Options options_;
    Poster poster_;
    std::unique_ptr<AccessFile> file_;
    std::string dummy_;  // a hash of no password: for unknown names
    Throttle names_, addresses_, devices_, pins_, bearers_;
    std::map<std::string, std::uint32_t> pins_under_way_;  // by session
    std::optional<std::int64_t> version_;                  // of access.db, as changed() saw it
    AccessCounts counts_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
    // A separate queue for unknown browsers: a PIN never waits for strangers' guesses. Last member:
    // destroyed first.
    Worker strangers_;
    Worker known_;
};

}  // namespace flagfall::access
