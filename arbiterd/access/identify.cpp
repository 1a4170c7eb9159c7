// Identifies the sender of a request.
#include <algorithm>
#include <utility>

#include "arbiterd/access/access.hpp"
#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/secrets.hpp"
#include "arbiterd/access/sessions.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/site.hpp"

namespace flagfall::access {

namespace {

constexpr std::string_view bearer = "bearer ";

// The token of "Bearer TOKEN"; the scheme is written in any case (RFC 9110, 11.1).
std::optional<Token> token_of(std::string_view authorization) {
    const bool fits = authorization.size() > bearer.size() &&
                      std::ranges::equal(authorization.substr(0, bearer.size()), bearer, {},
                                         [](char c) {
                                             return c >= 'A' && c <= 'Z'
                                                        ? static_cast<char>(c - 'A' + 'a')
                                                        : c;
                                         });
    if (!fits) return std::nullopt;
    authorization.remove_prefix(bearer.size());
    authorization.remove_prefix(
        std::min(authorization.find_first_not_of(' '), authorization.size()));
    return parse_token(authorization);
}

Identity identity_of(const AccessFile::KnownToken& known) {
    const TokenInfo& token = known.info;
    Identity who{.role = token.role, .name = token.name, .id = token.id,
                 .vouches_for_others = token.vouches, .sectors = token.sectors,
                 .event = token.event, .session = {}, .token = token.id};
    if (known.person) {
        who.role = known.person->role;
        who.name = known.person->name;
        who.id = known.person->id;
        who.vouches_for_others = false;
        who.sectors = known.person->sectors;
    }
    return who;
}

// Why a known token is no longer valid.
std::optional<Denied> token_fault(const AccessFile::KnownToken& token, std::int64_t now_ms) {
    if (token.info.revoked_ms || (token.person && token.person->disabled_ms))
        return Denied{401, "token_revoked", "This token was revoked; ask the chief arbiter.", {}};
    if (token.info.expires_ms && *token.info.expires_ms <= now_ms)
        return Denied{401, "token_expired",
                      "This token has expired; have the chief arbiter make another one.", {}};
    return std::nullopt;
}

bool is_alive(const Session& session, std::int64_t now_ms) {
    return session.expires_ms > now_ms && !session.person.disabled_ms &&
           now_ms - session.last_used_ms < limits::session_idle_ms &&
           session.person.role != Role::public_viewer;
}

Denied unknown_token() {
    return {401, "bad_token",
            "This token is not valid; ask the chief arbiter for another one.", {}};
}

}  // namespace

Denied come_later(std::uint32_t seconds) {
    return {429, "too_many_failures",
            "Too many failed attempts; wait " + std::to_string(seconds) +
                " s before the next one.",
            seconds};
}

Identity identity_of(const Person& person, std::string session) {
    return {.role = person.role, .name = person.name, .id = person.id,
            .vouches_for_others = false, .sectors = person.sectors, .event = {},
            .needs_pin = arbiters.contains(person.role), .by_cookie = true,
            .session = std::move(session), .token = {}};
}

store::Digest session_hash(std::string_view cookie_secret, std::string_view key) {
    return store::Sha256{}.text("flagfall session").text(cookie_secret).text(key).finish();
}

std::expected<Identity, Denied> Access::identify(const net::Request& request,
                                                 std::int64_t now_ms) {
    if (contains_token(request.target))
        return std::unexpected(Denied{
            400, "token_in_address",
            "Tokens are not taken from addresses, which logs and histories keep: revoke this one,"
            " and send the next one as \"Authorization: Bearer\".",
            {}});
    if (const auto authorization = request.header("Authorization"))
        return by_token(*authorization, request.peer, now_ms);
    if (const auto token = socket_token(request); !token.empty())
        return by_token("Bearer " + std::string(token), request.peer, now_ms);
    return by_cookie(request, now_ms);
}

// --- tokens ---

std::expected<Identity, Denied> Access::by_token(std::string_view authorization,
                                                 const std::string& peer, std::int64_t now_ms) {
    const auto refuse = [&](const Denied& why, std::string_view about) {
        return std::unexpected(bad_token(peer, why, about, now_ms));
    };
    const auto given = token_of(authorization);
    if (!given) return refuse(unknown_token(), "an unknown token");
    const auto found = file_->token(given->id);
    if (!found) return std::unexpected(found.error());
    // An unknown id is compared as well, with a hash that no token has.
    const store::Digest kept = *found ? (*found)->hash : store::Digest{};
    const store::Digest is = hash_of(given->secret);
    if (!store::same_secret(store::bytes(kept), store::bytes(is)) || !*found)
        return refuse(unknown_token(), "an unknown token");
    const AccessFile::KnownToken& token = **found;
    const std::string about = token.info.name + ", " + token.info.id;
    if (auto fault = token_fault(token, now_ms)) return refuse(*fault, about);
    Identity who = identity_of(token);
    if (who.role == Role::public_viewer) return refuse(unknown_token(), about);
    if (now_ms - token.info.last_used_ms.value_or(0) >= limits::last_used_step_ms)
        file_->token_used(token.info.id, now_ms);
    return who;
}

// Tokens cannot be guessed; the wait only keeps a client with invalid tokens from filling the audit
// log. It does not delay valid tokens from the same address.
Denied Access::bad_token(const std::string& peer, const Denied& why, std::string_view about,
                         std::int64_t now_ms) {
    const std::string address = net::counted_address(peer);
    if (const auto wait = bearers_.wait_s(address, now_ms)) {
        ++counts_.throttled;
        return come_later(*wait);
    }
    bearers_.failed(address, now_ms);
    ++counts_.refused;
    const auto noted = file_->note("token", about, {"", peer}, why.code, now_ms);
    return noted ? why : noted.error();
}

// --- sessions ---

// An ended session makes the caller anonymous and is no error: public pages stay available, and the
// person can log in again.
std::expected<Identity, Denied> Access::by_cookie(const net::Request& request,
                                                  std::int64_t now_ms) {
    const bool ours = net::origin_is_ours(request, options_.tls, options_.origins);
    const std::unexpected foreign(Denied{
        403, "foreign_origin", "This page is not one of this server's; open its own.", {}});
    if (!ours && !net::is_safe(request.method)) return foreign;
    const auto value = cookie(request, cookie_name(options_.tls));
    const auto secret = value ? from_base64url(*value) : std::nullopt;
    const auto key = from_base64url(session_key(request));
    if (!secret || !key) return Identity{};
    const store::Digest hash = session_hash(*secret, *key);
    const auto session = file_->session(store::bytes(hash));
    if (!session) return std::unexpected(session.error());
    if (!*session || !is_alive(**session, now_ms)) return Identity{};
    if (!ours) return foreign;
    if (now_ms - (*session)->last_used_ms >= limits::last_used_step_ms)
        file_->session_used(store::bytes(hash), now_ms);
    return identity_of((*session)->person, base64url(store::bytes(hash)));
}

bool Access::at_known_browser(const net::Request& request, std::int64_t now_ms) {
    const auto value = cookie(request, device_cookie_name(options_.tls));
    const auto secret = value ? from_base64url(*value) : std::nullopt;
    return secret && file_->knows_device(store::bytes(hash_of(*secret)), "", now_ms);
}

// --- what goes on after its request ---

std::expected<Identity, Denied> Access::again(const Identity& identity, std::int64_t now_ms) {
    if (!identity.token.empty()) {
        const auto token = file_->token(identity.token);
        if (!token) return std::unexpected(token.error());
        if (!*token) return std::unexpected(unknown_token());
        if (auto fault = token_fault(**token, now_ms)) return std::unexpected(std::move(*fault));
        return identity_of(**token);
    }
    if (!identity.session.empty()) {
        const auto hash = from_base64url(identity.session).value_or("");
        const auto session = file_->session(hash);
        if (!session) return std::unexpected(session.error());
        if (!*session || !is_alive(**session, now_ms))
            return std::unexpected(
                Denied{401, "session_ended", "The session has ended; log in again.", {}});
        return identity_of((*session)->person, identity.session);
    }
    if (identity.id.empty()) return identity;  // anonymous
    const auto person = file_->person(identity.id);
    if (!person) return std::unexpected(person.error());
    if (person->disabled_ms)
        return std::unexpected(
            Denied{401, "person_disabled", person->name + " is disabled.", {}});
    return identity_of(*person, "");
}

std::optional<std::string> Access::ended(const Identity& identity, std::int64_t now_ms) {
    const auto is = again(identity, now_ms);
    if (!is) return is.error().code;
    const bool same = is->role == identity.role && is->event == identity.event &&
                      is->sectors == identity.sectors;
    return same ? std::nullopt : std::optional<std::string>("rights_changed");
}

}  // namespace flagfall::access
