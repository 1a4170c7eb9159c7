// access.db: the rows of persons, tokens, sessions and the audit log. Callers hash secrets;
// access.hpp gives the rows their meaning. db/access.md explains every column.
//
// Several processes may have it open, such as a server and the command line. Each call is one
// transaction, durable before it returns, and nothing is cached between calls.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/identity.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/secrets.hpp"
#include "arbiterd/access/throttle.hpp"
#include "common/store/sqlite.hpp"

namespace flagfall::access {

// Who changes something, for the audit.
struct Actor {
    std::string who;
    std::string peer;  // "127.0.0.1:51234", or "console"
};

struct Person {
    std::string id;
    std::string name;
    Role role = Role::public_viewer;  // also for a role in the file that this version does not know
    std::vector<std::string> sectors;
    bool has_password = false;
    bool has_pin = false;
    std::int64_t created_ms = 0;
    std::optional<std::int64_t> disabled_ms;
};

struct NewPerson {
    std::string name;
    Role role = Role::arbiter;         // of limits' of_persons
    std::vector<std::string> sectors;  // of an arbiter only
};

// Members without a value stay as they are.
struct PersonChange {
    std::optional<std::string> name;
    std::optional<Role> role;
    std::optional<std::vector<std::string>> sectors;
};

// A token without a person has its own role; a person's token has the person's present role and
// sectors, and ends when the person is disabled.
struct TokenInfo {
    std::string id;
    std::string name;
    Role role = Role::public_viewer;
    std::string person;    // id of the person; empty: without a person
    bool vouches = false;
    bool owner = false;    // the one in owner.token
    std::string event;
    std::vector<std::string> sectors;
    std::int64_t created_ms = 0;
    std::optional<std::int64_t> expires_ms;
    std::optional<std::int64_t> last_used_ms;  // accurate to limits::last_used_step_ms
    std::optional<std::int64_t> revoked_ms;
    std::string by;
};

struct NewToken {
    std::string name;
    Role role = Role::public_viewer;   // ignored for a person's token
    std::string person;                // id
    bool vouches = false;              // a token of an arbiter or chief arbiter without a person
    std::string event;
    std::vector<std::string> sectors;  // of an arbiter only
    std::optional<std::int64_t> expires_ms;
};

struct MadeToken {
    TokenInfo info;
    std::string text;  // shown only once
};

struct Session {
    std::string hash;  // 32 bytes
    Person person;
    std::int64_t created_ms = 0;
    std::int64_t expires_ms = 0;
    std::int64_t last_used_ms = 0;
    std::uint32_t wrong_pins = 0;
};

struct AuditLine {
    std::int64_t number = 0;
    std::int64_t at_ms = 0;
    std::string what, about, who, peer, outcome;
    std::string person;  // id of the person concerned; empty: nobody
};

template <class T>
using Result = std::expected<T, Denied>;

// Denied: 404 "unknown_person", "unknown_token"; 409 "name_taken"; 422 "bad_person", "bad_token";
// 503 "access_file" when the file cannot be read or written.
class AccessFile {
public:
    // Opens DIR/access.db. Creates it if it is missing, with mode 0600 and a token of the role
    // chief_arbiter in DIR/owner.token. Refuses a file that others can access, or that has tables,
    // views or triggers that are not ours. The error says what to do.
    static std::expected<std::unique_ptr<AccessFile>, std::string> open(const std::string& folder,
                                                                        std::int64_t now_ms);

    // --- persons ---
    Result<Person> add_person(const NewPerson& wanted, const Actor& by, std::int64_t now_ms);
    Result<Person> change_person(const std::string& id, const PersonChange& change,
                                 const Actor& by, std::int64_t now_ms);
    // Disabling ends sessions and tokens at once. The audit log has the name, so it stays
    // taken.
    Result<void> set_disabled(const std::string& id, bool disabled, const Actor& by,
                              std::int64_t now_ms);
    // A new password ends the person's sessions and forgets their browsers; a new PIN does not.
    Result<void> set_password_hash(const std::string& id, const std::string& hash,
                                   const Actor& by, std::int64_t now_ms);
    Result<void> set_pin_hash(const std::string& id, const std::string& hash, const Actor& by,
                              std::int64_t now_ms);
    Result<std::vector<Person>> people();  // by name
    Result<Person> person(const std::string& id);
    Result<Person> person_named(std::string_view wanted);
    // Empty when the person is unknown, is disabled or has none.
    Result<std::string> password_hash(const std::string& id);
    Result<std::string> pin_hash(const std::string& id);

    // --- tokens ---
    // A token that acts in its own name cannot have a person's name, so that `by` is unambiguous.
    Result<MadeToken> create_token(const NewToken& token, const Actor& by, std::int64_t now_ms);
    Result<void> revoke_token(const std::string& id, const Actor& by, std::int64_t now_ms);
    // Revokes the owner's present tokens and writes a new one to DIR/owner.token.
    Result<void> renew_owner(const Actor& by, std::int64_t now_ms);
    Result<std::vector<TokenInfo>> tokens();  // oldest first, also those that have ended
    struct KnownToken {
        TokenInfo info;
        store::Digest hash{};
        std::optional<Person> person;  // empty: a token without a person
    };
    Result<std::optional<KnownToken>> token(const std::string& id);
    void token_used(const std::string& id, std::int64_t now_ms);

    // --- sessions; `hash` is hash_of() the cookie's secret ---
    Result<void> start_session(std::string_view hash, const Person& person, const Actor& by,
                               std::int64_t now_ms);
    Result<std::optional<Session>> session(std::string_view hash);
    void session_used(std::string_view hash, std::int64_t now_ms);
    Result<void> set_wrong_pins(std::string_view hash, std::uint32_t count);
    Result<void> end_session(std::string_view hash, std::string_view why, const Actor& by,
                             std::int64_t now_ms);
    // Does the person have a session, or a device with a last log-in, from this address?
    bool came_from(const std::string& person, std::string_view address, std::int64_t now_ms);

    // --- devices; `hash` is hash_of() the cookie's secret ---
    // Has this person logged in at this device before? With an empty `person`: has anybody?
    bool knows_device(std::string_view hash, const std::string& person, std::int64_t now_ms);
    // Stores a log-in there; when a person has too many devices, the oldest is dropped.
    void keep_device(std::string_view hash, const Person& person, const std::string& peer,
                     std::int64_t now_ms);

    // --- failures that outlive a restart ---
    enum class Kind { person, address, device, pin };  // pin: wrong PINs, by person
    void keep_failures(Kind kind, std::string_view key, Failures failures);
    void forget_failures(Kind kind, std::string_view key);
    void each_failure(const std::function<void(Kind, const std::string&, Failures)>& report);

    // --- audit ---
    // `person` is the id of the person concerned, or empty.
    Result<void> note(std::string_view what, std::string_view about, const Actor& by,
                      std::string_view outcome, std::int64_t now_ms,
                      std::string_view person = {});
    // Newest first, those with a number below `before`.
    Result<std::vector<AuditLine>> audit(std::size_t most, std::optional<std::int64_t> before = {});
    // What concerns this person after a moment, newest first, without refusals.
    Result<std::vector<AuditLine>> audit_of(const std::string& person, std::int64_t after_ms,
                                            std::size_t most);

    // A different number after each change, by any process.
    std::int64_t version();

private:
    AccessFile(std::string folder, std::unique_ptr<store::Database> database)
        : folder_(std::move(folder)), db_(std::move(database)) {}

    // Runs `work` between BEGIN IMMEDIATE and COMMIT; rolls back on a refusal or an error of
    // SQLite.
    Result<void> transaction(const std::function<Result<void>()>& work);
    // SQLite's error as a refusal, if there is one.
    Result<void> checked();
    void add_audit(std::string_view what, std::string_view about, const Actor& by,
                   std::string_view outcome, std::int64_t now_ms, std::string_view person = {});
    // `change` returns the audit entry's subject.
    Result<void> update_person(const std::string& id, std::string_view what, const Actor& by,
                               std::int64_t now_ms,
                               const std::function<Result<std::string>(const Person&)>& change);
    // Is there a valid token that acts under this name?
    bool acts_as(std::string_view name, std::int64_t now_ms);
    Result<MadeToken> insert_token(const NewToken& wanted, bool owner, const Actor& by,
                                   std::int64_t now_ms);
    Result<void> make_owner(const Actor& by, std::int64_t now_ms);
    void forget_browsers_of(const std::string& person);
    std::expected<void, std::string> prepare(std::int64_t now_ms);

    std::string folder_;
    std::unique_ptr<store::Database> db_;
    std::int64_t commits_ = 0;
};

// The names of the files in the data folder.
std::string access_path(const std::string& folder);
std::string owner_path(const std::string& folder);

}  // namespace flagfall::access
