// Persons and their sessions.
#include <algorithm>
#include <utility>

#include "arbiterd/access/file.hpp"
#include "arbiterd/access/file_rows.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/passwords.hpp"
#include "common/base/unicode.hpp"
#include "common/net/counted_address.hpp"

namespace flagfall::access {

std::string joined(const std::vector<std::string>& sectors) {
    std::string out;
    for (const std::string& sector : sectors) out += (out.empty() ? "" : "\n") + sector;
    return out;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        out.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return out;
}

std::optional<std::string> sectors_fault(const std::vector<std::string>& sectors, Role role) {
    if (sectors.empty()) return std::nullopt;
    if (role != Role::arbiter)
        return "only an arbiter can be limited to sectors, not a " + std::string(name(role));
    if (sectors.size() > limits::person_sectors)
        return "more than " + std::to_string(limits::person_sectors) + " sectors";
    for (const std::string& sector : sectors)
        if (const auto fault = name_fault(sector)) return "a sector: " + *fault;
    return std::nullopt;
}

std::optional<std::int64_t> maybe_integer(const store::Statement& row, int column) {
    if (row.null(column)) return std::nullopt;
    return row.integer(column);
}

Role stored_role(std::string_view text) { return role_named(text).value_or(Role::public_viewer); }

Person person_of(const store::Statement& row, int first) {
    return {.id = row.text(first),
            .name = row.text(first + 1),
            .role = stored_role(row.text_view(first + 2)),
            .sectors = split(row.text_view(first + 3)),
            .has_password = row.integer(first + 4) != 0,
            .has_pin = row.integer(first + 5) != 0,
            .created_ms = row.integer(first + 6),
            .disabled_ms = maybe_integer(row, first + 7)};
}

std::unexpected<Denied> refused(unsigned status, std::string_view code, std::string text) {
    return std::unexpected(Denied{status, std::string(code), std::move(text), {}});
}

namespace {

std::optional<std::string> person_fault(const NewPerson& person) {
    if (auto fault = deciding_name_fault(person.name)) return fault;
    if (!of_persons.contains(person.role))
        return "a person cannot be a " + std::string(name(person.role)) +
               "; machines have tokens";
    return sectors_fault(person.sectors, person.role);
}

// "Anna Berg, arbiter of A and B": for the audit.
std::string in_words(const NewPerson& person) {
    std::string out = person.name + ", " + std::string(name(person.role));
    for (const std::string& sector : person.sectors)
        out += (&sector == person.sectors.data() ? " of " : " and ") + sector;
    return out;
}

std::unexpected<Denied> bad_person(const std::string& fault) {
    return refused(422, "bad_person", "This person cannot be kept: " + fault + ".");
}

std::unexpected<Denied> name_taken(const std::string& taken) {
    return refused(409, "name_taken", "There is a person named " + taken +
                                          " already (perhaps disabled); choose another name.");
}

std::unexpected<Denied> name_of_token(const std::string& taken) {
    return refused(409, "name_taken", "There is a token named " + taken + ", which acts under this "
                                          "name; revoke it, or choose another name.");
}

std::unexpected<Denied> unknown_person() {
    return refused(404, "unknown_person", "There is no such person; see the list of persons.");
}

}  // namespace

// --- persons ---

Result<Person> AccessFile::add_person(const NewPerson& wanted, const Actor& by,
                                      std::int64_t now_ms) {
    const NewPerson person{name_form(wanted.name), wanted.role, name_forms(wanted.sectors)};
    if (const auto fault = person_fault(person)) return bad_person(*fault);
    Person made{.id = store::random_hex(5),
                      .name = person.name,
                      .role = person.role,
                      .sectors = person.sectors,
                      .created_ms = now_ms,
                      .disabled_ms = {}};
    const auto done = transaction([&]() -> Result<void> {
        if (person_named(person.name)) return name_taken(person.name);
        if (acts_as(person.name, now_ms)) return name_of_token(person.name);
        db_->run("INSERT INTO person(id, name, role, sectors, created) VALUES (?, ?, ?, ?, ?)",
                 std::string_view(made.id), std::string_view(made.name), name(made.role),
                 std::string_view(joined(made.sectors)), now_ms);
        add_audit("person.add", in_words(person), by, "ok", now_ms, made.id);
        return {};
    });
    if (!done) return std::unexpected(done.error());
    return made;
}

Result<void> AccessFile::update_person(
    const std::string& id, std::string_view what, const Actor& by, std::int64_t now_ms,
    const std::function<Result<std::string>(const Person&)>& change) {
    return transaction([&]() -> Result<void> {
        const auto found = person(id);
        if (!found) return std::unexpected(found.error());
        const auto about = change(*found);
        if (!about) return std::unexpected(about.error());
        add_audit(what, *about, by, "ok", now_ms, id);
        return {};
    });
}

Result<Person> AccessFile::change_person(const std::string& id, const PersonChange& change,
                                         const Actor& by, std::int64_t now_ms) {
    const auto done = update_person(
        id, "person.change", by, now_ms, [&](const Person& old) -> Result<std::string> {
            const NewPerson from{old.name, old.role, old.sectors};
            NewPerson to{name_form(change.name.value_or(old.name)),
                         change.role.value_or(old.role),
                         name_forms(change.sectors.value_or(old.sectors))};
            // Without the role, the sectors go, unless the change sets them.
            if (to.role != Role::arbiter && !change.sectors) to.sectors.clear();
            if (const auto fault = person_fault(to)) return bad_person(*fault);
            if (const auto same = person_named(to.name); same && same->id != id)
                return name_taken(to.name);
            if (to.name != old.name && acts_as(to.name, now_ms)) return name_of_token(to.name);
            db_->run("UPDATE person SET name = ?, role = ?, sectors = ? WHERE id = ?",
                     std::string_view(to.name), name(to.role),
                     std::string_view(joined(to.sectors)), std::string_view(id));
            return in_words(from) + " -> " + in_words(to);
        });
    if (!done) return std::unexpected(done.error());
    return person(id);
}

Result<void> AccessFile::set_disabled(const std::string& id, bool disabled, const Actor& by,
                                      std::int64_t now_ms) {
    return update_person(
        id, disabled ? "person.disable" : "person.enable", by, now_ms,
        [&](const Person& whose) -> Result<std::string> {
            db_->run("UPDATE person SET disabled = ? WHERE id = ?",
                     disabled ? std::optional(now_ms) : std::nullopt, std::string_view(id));
            if (disabled) forget_browsers_of(id);
            return whose.name;
        });
}

Result<void> AccessFile::set_password_hash(const std::string& id, const std::string& hash,
                                           const Actor& by, std::int64_t now_ms) {
    const auto change = [&](const Person& whose) -> Result<std::string> {
        db_->run("UPDATE person SET password_hash = ? WHERE id = ?", std::string_view(hash),
                 std::string_view(id));
        forget_browsers_of(id);
        return whose.name;
    };
    return update_person(id, "person.password", by, now_ms, change);
}

Result<void> AccessFile::set_pin_hash(const std::string& id, const std::string& hash,
                                      const Actor& by, std::int64_t now_ms) {
    const auto change = [&](const Person& whose) -> Result<std::string> {
        db_->run("UPDATE person SET pin_hash = ? WHERE id = ?", std::string_view(hash),
                 std::string_view(id));
        return whose.name;
    };
    return update_person(id, "person.pin", by, now_ms, change);
}

Result<std::vector<Person>> AccessFile::people() {
    std::vector<Person> out;
    {
        store::Statement rows =
            db_->prepare("SELECT " FLAGFALL_PERSON_COLUMNS " FROM person ORDER BY name");
        rows.bind();
        while (rows.step()) out.push_back(person_of(rows, 0));
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return out;
}

Result<Person> AccessFile::person(const std::string& id) {
    std::optional<Person> found;
    {
        store::Statement row =
            db_->prepare("SELECT " FLAGFALL_PERSON_COLUMNS " FROM person WHERE id = ?");
        if (row.bind(std::string_view(id)).step()) found = person_of(row, 0);
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    if (!found) return unknown_person();
    return *found;
}

Result<Person> AccessFile::person_named(std::string_view wanted) {
    std::optional<Person> found;
    {
        const std::string key = folded(wanted);
        store::Statement row = db_->prepare("SELECT " FLAGFALL_PERSON_COLUMNS " FROM person");
        while (!found && row.step())
            if (Person each = person_of(row, 0); folded(each.name) == key) found = std::move(each);
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    if (!found) return unknown_person();
    return *found;
}

Result<std::string> AccessFile::password_hash(const std::string& id) {
    std::string hash;
    {
        store::Statement row = db_->prepare(
            "SELECT password_hash FROM person WHERE id = ? AND disabled IS NULL");
        if (row.bind(std::string_view(id)).step()) hash = row.text(0);
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return hash;
}

Result<std::string> AccessFile::pin_hash(const std::string& id) {
    std::string hash;
    {
        store::Statement row =
            db_->prepare("SELECT pin_hash FROM person WHERE id = ? AND disabled IS NULL");
        if (row.bind(std::string_view(id)).step()) hash = row.text(0);
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return hash;
}

// --- sessions ---

void AccessFile::forget_browsers_of(const std::string& person) {
    db_->run("DELETE FROM session WHERE person = ?", std::string_view(person));
    db_->run("DELETE FROM device WHERE person = ?", std::string_view(person));
}

Result<void> AccessFile::start_session(std::string_view hash, const Person& person,
                                       const Actor& by, std::int64_t now_ms) {
    return transaction([&]() -> Result<void> {
        db_->run("DELETE FROM session WHERE expires <= ?1 OR last_used <= ?2", now_ms,
                 now_ms - limits::session_idle_ms);
        db_->run("INSERT INTO session(hash, person, created, expires, last_used, peer)"
                 " VALUES (?1, ?2, ?3, ?4, ?3, ?5)",
                 store::Blob{hash}, std::string_view(person.id), now_ms,
                 now_ms + limits::session_longest_ms,
                 std::string_view(net::counted_address(by.peer)));
        db_->run("DELETE FROM session WHERE rowid IN (SELECT rowid FROM session WHERE person = ?1"
                 " ORDER BY created DESC, rowid DESC LIMIT -1 OFFSET ?2)",
                 std::string_view(person.id), limits::sessions_of_person);
        add_audit("log_in", person.name, by, "ok", now_ms, person.id);
        return {};
    });
}

Result<std::optional<Session>> AccessFile::session(std::string_view hash) {
    std::optional<Session> found;
    {
        store::Statement row = db_->prepare(
            "SELECT " FLAGFALL_PERSON_COLUMNS
            ", session.created, session.expires, session.last_used, session.wrong_pins"
            " FROM session JOIN person ON person.id = session.person WHERE session.hash = ?");
        if (row.bind(store::Blob{hash}).step())
            found = Session{std::string(hash),
                            person_of(row, 0),
                            row.integer(person_columns),
                            row.integer(person_columns + 1),
                            row.integer(person_columns + 2),
                            static_cast<std::uint32_t>(row.integer(person_columns + 3))};
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return found;
}

void AccessFile::session_used(std::string_view hash, std::int64_t now_ms) {
    db_->run("UPDATE session SET last_used = ? WHERE hash = ?", now_ms, store::Blob{hash});
    db_->clear_error();  // a full disk must not lock anybody out
}

Result<void> AccessFile::set_wrong_pins(std::string_view hash, std::uint32_t count) {
    db_->run("UPDATE session SET wrong_pins = ? WHERE hash = ?", count, store::Blob{hash});
    return checked();
}

Result<void> AccessFile::end_session(std::string_view hash, std::string_view why,
                                     const Actor& by, std::int64_t now_ms) {
    return transaction([&]() -> Result<void> {
        const auto found = session(hash);
        if (!found) return std::unexpected(found.error());
        if (!*found) return {};
        db_->run("DELETE FROM session WHERE hash = ?", store::Blob{hash});
        add_audit("session.end", (*found)->person.name, by, why, now_ms, (*found)->person.id);
        return {};
    });
}

bool AccessFile::came_from(const std::string& person, std::string_view address,
                           std::int64_t now_ms) {
    bool found = false;
    {
        store::Statement row = db_->prepare(
            "SELECT 1 FROM session WHERE person = ?1 AND peer = ?2 UNION"
            " SELECT 1 FROM device WHERE person = ?1 AND peer = ?2 AND last_used > ?3");
        found = row.bind(std::string_view(person), address, now_ms - limits::device_kept_ms).step();
    }
    db_->clear_error();
    return found;
}

// --- devices ---

bool AccessFile::knows_device(std::string_view hash, const std::string& person,
                              std::int64_t now_ms) {
    bool found = false;
    {
        store::Statement row = db_->prepare(
            "SELECT 1 FROM device WHERE hash = ?1 AND ?2 IN (person, '') AND last_used > ?3");
        found = row.bind(store::Blob{hash}, std::string_view(person),
                         now_ms - limits::device_kept_ms)
                    .step();
    }
    db_->clear_error();
    return found;
}

void AccessFile::keep_device(std::string_view hash, const Person& person, const std::string& peer,
                             std::int64_t now_ms) {
    db_->run("INSERT INTO device(hash, person, created, last_used, peer)"
             " VALUES (?1, ?2, ?3, ?3, ?4) ON CONFLICT DO UPDATE SET last_used = ?3, peer = ?4",
             store::Blob{hash}, std::string_view(person.id), now_ms,
             std::string_view(net::counted_address(peer)));
    db_->run("DELETE FROM device WHERE last_used <= ?1", now_ms - limits::device_kept_ms);
    db_->run("DELETE FROM device WHERE rowid IN (SELECT rowid FROM device WHERE person = ?1"
             " ORDER BY last_used DESC, rowid DESC LIMIT -1 OFFSET ?2)",
             std::string_view(person.id), limits::devices_of_person);
    db_->clear_error();  // a full disk must not lock anybody out
}

}  // namespace flagfall::access
