// Tokens, and the file of the owner's token.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "arbiterd/access/file.hpp"
#include "arbiterd/access/file_rows.hpp"
#include "arbiterd/access/passwords.hpp"
#include "common/base/unicode.hpp"
#include "common/store/folder.hpp"

namespace flagfall::access {

namespace {

#define FLAGFALL_TOKEN_COLUMNS                                                               \
    "token.id, token.name, token.role, coalesce(token.person, ''), token.vouches,"           \
    " token.owner, token.event, token.sectors, token.created, token.expires,"                \
    " token.last_used, token.revoked, token.by"
constexpr int token_columns = 13;

TokenInfo token_of(const store::Statement& row) {
    return {.id = row.text(0),
            .name = row.text(1),
            .role = stored_role(row.text_view(2)),
            .person = row.text(3),
            .vouches = row.integer(4) != 0,
            .owner = row.integer(5) != 0,
            .event = row.text(6),
            .sectors = split(row.text_view(7)),
            .created_ms = row.integer(8),
            .expires_ms = maybe_integer(row, 9),
            .last_used_ms = maybe_integer(row, 10),
            .revoked_ms = maybe_integer(row, 11),
            .by = row.text(12)};
}

std::optional<std::string> token_fault(const NewToken& token, std::int64_t now_ms) {
    if (auto fault = of_office.contains(token.role) ? deciding_name_fault(token.name)
                                                    : name_fault(token.name))
        return fault;
    if (token.event.size() > limits::id_bytes) return "the event's id is too long";
    if (token.expires_ms && *token.expires_ms <= now_ms) return "it would have expired already";
    if (token.vouches && (!token.person.empty() || !arbiters.contains(token.role)))
        return "only an arbiter's token without a person can vouch for others";
    if (!token.person.empty())
        return token.sectors.empty()
                   ? std::nullopt
                   : std::optional<std::string>("a person's token has the person's sectors");
    if (token.role == Role::public_viewer) return "reading public pages needs no token";
    return sectors_fault(token.sectors, token.role);
}

// Replaces the file, whole or not at all. Returns the reason of a failure, or nothing.
std::string write_secret_file(const std::string& path, std::string_view text) {
    const std::string draft = path + ".new";
    ::unlink(draft.c_str());  // left by an interrupted run
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return std::generic_category().message(errno);
    errno = ENOSPC;  // a short write sets no errno
    bool made = ::write(file, text.data(), text.size()) == std::ssize(text) && ::fsync(file) == 0;
    int reason = errno;
    ::close(file);
    if (made && std::rename(draft.c_str(), path.c_str()) != 0) made = false, reason = errno;
    if (made) {
        reason = store::sync_folder(path.substr(0, path.rfind('/') + 1));
        made = reason == 0;
    }
    if (!made) ::unlink(draft.c_str());
    return made ? "" : std::generic_category().message(reason);
}

}  // namespace

Result<MadeToken> AccessFile::insert_token(const NewToken& wanted, bool owner, const Actor& by,
                                           std::int64_t now_ms) {
    NewToken token = wanted;
    token.name = name_form(token.name);
    token.sectors = name_forms(token.sectors);
    if (const auto fault = token_fault(token, now_ms))
        return refused(422, "bad_token", "This token cannot be made: " + *fault + ".");
    if (token.person.empty() && !token.vouches)
        if (const auto same = person_named(token.name))
            return refused(422, "bad_token", "This token cannot be made: what it does would be "
                                             "recorded as done by " + same->name +
                                                 "; make it a token of theirs, or choose another "
                                                 "name.");
    Role role = token.role;
    std::string about = token.name;
    if (!token.person.empty()) {
        const auto whose = person(token.person);
        if (!whose) return std::unexpected(whose.error());
        if (whose->disabled_ms)
            return refused(422, "bad_token", "This token cannot be made: " + whose->name +
                                                 " is disabled.");
        role = whose->role;
        about += " of " + whose->name;
    }
    const Token made{store::random_hex(5), fresh_secret()};
    const TokenInfo info{.id = made.id, .name = token.name, .role = role, .person = token.person,
                         .vouches = token.vouches, .owner = owner, .event = token.event,
                         .sectors = token.sectors, .created_ms = now_ms,
                         .expires_ms = token.expires_ms, .last_used_ms = {}, .revoked_ms = {},
                         .by = by.who};
    const store::Digest hash = hash_of(made.secret);
    db_->run("INSERT INTO token(id, name, role, person, vouches, owner, event, sectors, hash,"
             " created, expires, by) VALUES (?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?)",
             std::string_view(info.id), std::string_view(info.name), name(role),
             std::string_view(info.person), int{info.vouches}, int{owner},
             std::string_view(info.event), std::string_view(joined(info.sectors)),
             store::Blob{store::bytes(hash)}, now_ms, info.expires_ms, std::string_view(info.by));
    add_audit("token.create", about + ", " + std::string(name(role)) + ", " + info.id, by, "ok",
              now_ms, info.person);
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return MadeToken{info, made.text()};
}

bool AccessFile::acts_as(std::string_view name, std::int64_t now_ms) {
    store::Statement row = db_->prepare(
        "SELECT name FROM token WHERE person IS NULL AND vouches = 0 AND revoked IS NULL AND"
        " coalesce(expires > ?, 1)");
    row.bind(now_ms);
    while (row.step())
        if (folded(row.text(0)) == folded(name)) return true;
    return false;
}

Result<MadeToken> AccessFile::create_token(const NewToken& token, const Actor& by,
                                           std::int64_t now_ms) {
    Result<MadeToken> made;
    const auto done = transaction([&]() -> Result<void> {
        made = insert_token(token, false, by, now_ms);
        if (!made) return std::unexpected(made.error());
        return {};
    });
    if (!done) return std::unexpected(done.error());
    return made;
}

// Writes the file first: if the commit fails, the file has a token that is not valid, and the next
// attempt replaces it.
Result<void> AccessFile::make_owner(const Actor& by, std::int64_t now_ms) {
    const auto made = insert_token(
        {.name = "owner", .role = Role::chief_arbiter, .person = {}, .vouches = true, .event = {},
         .sectors = {}, .expires_ms = {}},
        true, by, now_ms);
    if (!made) return std::unexpected(made.error());
    const std::string path = owner_path(folder_);
    const std::string reason = write_secret_file(path, made->text + "\n");
    if (reason.empty()) return {};
    return refused(503, "access_file", path + ": " + reason +
                                           "; check the permissions and the room of its folder");
}

Result<void> AccessFile::renew_owner(const Actor& by, std::int64_t now_ms) {
    return transaction([&]() -> Result<void> {
        db_->run("UPDATE token SET revoked = ? WHERE owner = 1 AND revoked IS NULL", now_ms);
        add_audit("token.revoke", "owner", by, "ok", now_ms);
        return make_owner(by, now_ms);
    });
}

Result<void> AccessFile::revoke_token(const std::string& id, const Actor& by,
                                      std::int64_t now_ms) {
    return transaction([&]() -> Result<void> {
        const auto found = token(id);
        if (!found) return std::unexpected(found.error());
        if (!*found)
            return refused(404, "unknown_token", "There is no such token; see the list of tokens.");
        if ((*found)->info.revoked_ms) return {};
        db_->run("UPDATE token SET revoked = ? WHERE id = ?", now_ms, std::string_view(id));
        add_audit("token.revoke", (*found)->info.name + ", " + id, by, "ok", now_ms,
                  (*found)->info.person);
        return {};
    });
}

Result<std::vector<TokenInfo>> AccessFile::tokens() {
    std::vector<TokenInfo> out;
    {
        store::Statement rows = db_->prepare("SELECT " FLAGFALL_TOKEN_COLUMNS
                                           " FROM token ORDER BY created, rowid");
        rows.bind();
        while (rows.step()) out.push_back(token_of(rows));
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return out;
}

Result<std::optional<AccessFile::KnownToken>> AccessFile::token(const std::string& id) {
    std::optional<KnownToken> found;
    {
        store::Statement row = db_->prepare(
            "SELECT " FLAGFALL_TOKEN_COLUMNS ", token.hash, " FLAGFALL_PERSON_COLUMNS
            " FROM token LEFT JOIN person ON person.id = token.person WHERE token.id = ?");
        if (row.bind(std::string_view(id)).step()) {
            found = KnownToken{token_of(row), {}, {}};
            const std::string hash = row.blob(token_columns);
            std::ranges::copy(hash.substr(0, found->hash.size()), found->hash.begin());
            if (!row.null(token_columns + 1)) found->person = person_of(row, token_columns + 1);
        }
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return found;
}

void AccessFile::token_used(const std::string& id, std::int64_t now_ms) {
    db_->run("UPDATE token SET last_used = ? WHERE id = ?", now_ms, std::string_view(id));
    db_->clear_error();  // a full disk must not lock anybody out
}

}  // namespace flagfall::access
