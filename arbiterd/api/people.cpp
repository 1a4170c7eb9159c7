// People, sessions, tokens and the audit log over HTTP.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/requests.hpp"
#include "common/base/now.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

ordered_json when(const std::optional<std::int64_t>& ms) {
    return ms ? ordered_json(rfc3339(*ms)) : ordered_json();
}

// A token may have a person's name, so its acts show the token's id.
access::Actor actor(const Call& call) {
    const std::string token = call.who.token.empty() ? "" : ", token " + call.who.token;
    return {call.who.name + token, call.request().peer};
}

ordered_json identity_json(const access::Identity& who) {
    return {{"role", access::name(who.role)}, {"name", who.name}, {"sectors", who.sectors},
            {"event", who.event}, {"needsPin", who.needs_pin}};
}

ordered_json person_json(const access::Person& person) {
    return {{"id", person.id}, {"name", person.name}, {"role", access::name(person.role)},
            {"sectors", person.sectors}, {"disabled", person.disabled_ms.has_value()},
            {"hasPin", person.has_pin}, {"createdAt", rfc3339(person.created_ms)}};
}

ordered_json token_json(const access::TokenInfo& token) {
    return {{"id", token.id}, {"name", token.name}, {"role", access::name(token.role)},
            {"event", token.event}, {"sectors", token.sectors}, {"by", token.by},
            {"createdAt", rfc3339(token.created_ms)}, {"expiresAt", when(token.expires_ms)},
            {"lastUsedAt", when(token.last_used_ms)}, {"revokedAt", when(token.revoked_ms)}};
}

// Looks up a role by name; an unknown one is a fault at "/role".
access::Role role_of(Faults& body, const std::string& text) {
    const auto role = access::role_named(text);
    if (role && *role != access::Role::public_viewer) return *role;
    if (!text.empty())
        body.fault("role", "chief_arbiter, arbiter, pairing_program, broadcaster, clock_daemon or "
                           "device is expected");
    return access::Role::public_viewer;
}

void check_secrets(Faults& body, const std::string& password, const std::string& pin,
                   const std::string& name) {
    const auto why = access::password_fault(password, name);
    if (why && !password.empty()) body.fault("password", *why);
    const auto why_pin = access::pin_fault(pin);
    if (why_pin && !pin.empty()) body.fault("pin", *why_pin);
}

void created(const CallPtr& call, const ordered_json& body, const std::string& location) {
    auto response = json(body.dump(), 201);
    response.headers.emplace_back("Location", location);
    response.headers.emplace_back("Cache-Control", "no-store");
    call->reply(std::move(response));
}

// The steps of a change, in order; the first one that fails ends the change.
using Done = access::Access::Done<void>;
using Step = std::function<void(Done)>;
void in_turn(const CallPtr& call, std::vector<Step> steps, const std::function<void()>& done) {
    if (steps.empty()) return done();
    const Step first = std::move(steps.front());
    steps.erase(steps.begin());
    first([call, steps = std::move(steps), done](const auto& result) {
        if (!result) return call->refuse(denied(result.error()));
        in_turn(call, steps, done);
    });
}

}  // namespace

void log_in(Api& api, const CallPtr& call) {
    Body<LogIn> body(*call);
    body.needs("name", body->name);
    body.needs("password", body->password);
    if (body.refused()) return;
    const net::Request& request = call->request();
    const auto device = access::cookie(request, access::device_cookie_name(request.secure));
    access::LogIn wish{body->name, body->password, request.peer, std::string(device.value_or(""))};
    api.access.log_in(std::move(wish), wall_ms(), [call](const auto& answer) {
        if (!answer) return call->refuse(denied(answer.error()));
        ordered_json session = identity_json(answer->identity);
        session["sessionKey"] = answer->key;
        session["expiresAt"] = rfc3339(answer->expires_ms);
        auto response = json(session.dump());
        if (!answer->set_device.empty())
            response.headers.emplace_back("Set-Cookie", answer->set_device);
        response.headers.emplace_back("Set-Cookie", answer->set_cookie);
        response.headers.emplace_back("Cache-Control", "no-store");
        call->reply(std::move(response));
    });
}

void get_session(Api& api, const CallPtr& call) {
    ordered_json session = identity_json(call->who);
    const auto notices = api.access.notices(call->who);
    if (!notices) return call->refuse(denied(notices.error()));
    for (const access::AuditLine& line : *notices)
        session["notices"].push_back({{"at", rfc3339(line.at_ms)}, {"what", line.what},
                                      {"about", line.about}, {"who", line.who},
                                      {"peer", line.peer}});
    auto response = json(session.dump());
    response.headers.emplace_back("Cache-Control", "no-store");
    call->reply(std::move(response));
}

void log_out(Api& api, const CallPtr& call) {
    const auto done = api.access.log_out(call->who, call->request().peer, wall_ms());
    if (!done) return call->refuse(denied(done.error()));
    call->reply({204, "", "", {{"Set-Cookie", api.access.clear_cookie()}}});
}

void list_people(Api& api, const CallPtr& call) {
    const auto people = api.access.file().people();
    if (!people) return call->refuse(denied(people.error()));
    ordered_json all = ordered_json::array();
    for (const access::Person& person : *people) all.push_back(person_json(person));
    call->reply(json(ordered_json{{"people", all}}.dump()));
}

void create_person(Api& api, const CallPtr& call) {
    Body<NewPerson> body(*call);
    access::NewPerson wanted;
    wanted.name = body->name;
    wanted.role = role_of(body, body->role);
    wanted.sectors = body->sectors;
    const std::string password = body->password;
    const std::string pin = body->pin;
    body.needs("name", wanted.name);
    body.needs("role", body->role);
    body.needs("password", password);
    check_secrets(body, password, pin, wanted.name);
    if (body.refused()) return;
    const auto made = api.access.file().add_person(wanted, actor(*call), wall_ms());
    if (!made) return call->refuse(denied(made.error()));
    const std::string id = made->id;
    std::vector<Step> steps;
    steps.push_back([&api, call, id, password](const Done& done) {
        api.access.set_password(id, password, actor(*call), wall_ms(), done);
    });
    if (!pin.empty())
        steps.push_back([&api, call, id, pin](const Done& done) {
            api.access.set_pin(id, pin, actor(*call), wall_ms(), done);
        });
    in_turn(call, std::move(steps), [&api, call, id] {
        const auto person = api.access.file().person(id);
        if (!person) return call->refuse(denied(person.error()));
        created(call, person_json(*person), "/api/v1/people/" + id);
    });
}

void change_person(Api& api, const CallPtr& call) {
    Body<PersonChange> body(*call);
    const std::string& id = call->at("person");
    const std::string password = body->password;
    const std::string old_password = body->old_password;
    const std::string pin = body->pin;
    access::PersonChange change;
    if (body->role) change.role = role_of(body, *body->role);
    change.sectors = body->sectors;
    const auto present = api.access.file().person(id);
    if (!present) return call->refuse(denied(present.error()));
    check_secrets(body, password, pin, present->name);
    if (body.refused()) return;
    std::vector<Step> steps;
    // To change their own password, people must also give the old one: somebody else may hold the
    // tablet. The PIN has been checked already.
    if (!password.empty() && call->who.by_cookie && call->who.id == id)
        steps.push_back([&api, call, old_password](const Done& done) {
            api.access.check_password(call->who, old_password, call->request().peer, wall_ms(),
                                      done);
        });
    steps.push_back([&api, call, id, change, disabled = body->disabled](const Done& done) {
        access::AccessFile& file = api.access.file();
        access::Result<void> result;
        if (change.role || change.sectors)
            if (const auto made = file.change_person(id, change, actor(*call), wall_ms()); !made)
                result = std::unexpected(made.error());
        if (result && disabled) result = file.set_disabled(id, *disabled, actor(*call), wall_ms());
        done(result);
    });
    if (!password.empty())
        steps.push_back([&api, call, id, password](const Done& done) {
            api.access.set_password(id, password, actor(*call), wall_ms(), done);
        });
    if (!pin.empty())
        steps.push_back([&api, call, id, pin](const Done& done) {
            api.access.set_pin(id, pin, actor(*call), wall_ms(), done);
        });
    in_turn(call, std::move(steps), [&api, call, id] {
        const auto person = api.access.file().person(id);
        if (!person) return call->refuse(denied(person.error()));
        call->reply(json(person_json(*person).dump()));
    });
}

void list_tokens(Api& api, const CallPtr& call) {
    const auto tokens = api.access.file().tokens();
    if (!tokens) return call->refuse(denied(tokens.error()));
    ordered_json all = ordered_json::array();
    for (const access::TokenInfo& token : *tokens) all.push_back(token_json(token));
    call->reply(json(ordered_json{{"tokens", all}}.dump()));
}

void create_token(Api& api, const CallPtr& call) {
    Body<NewToken> body(*call);
    access::NewToken wanted;
    wanted.name = body->name;
    wanted.role = role_of(body, body->role);
    wanted.event = body->event;
    wanted.sectors = body->sectors;
    body.needs("name", wanted.name);
    body.needs("role", body->role);
    constexpr std::int64_t most_s = std::int64_t{10} * 365 * 86'400;
    if (body->expires_in_s) body.within("expiresInS", *body->expires_in_s, 1, most_s);
    if (body.refused()) return;
    if (body->expires_in_s) wanted.expires_ms = wall_ms() + *body->expires_in_s * 1000;
    const auto made = api.access.file().create_token(wanted, actor(*call), wall_ms());
    if (!made) return call->refuse(denied(made.error()));
    ordered_json answer = token_json(made->info);
    answer["token"] = made->text;
    created(call, answer, "/api/v1/tokens/" + made->info.id);
}

void revoke_token(Api& api, const CallPtr& call) {
    const auto done = api.access.file().revoke_token(call->at("token"), actor(*call), wall_ms());
    if (!done) return call->refuse(denied(done.error()));
    call->reply({204, "", "", {}});
}

void list_audit(Api& api, const CallPtr& call) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const auto limit = call->number("limit", 200, 1, 1000);
    const auto before = call->number("cursor", most, 1, most);
    if (call->refused()) return;
    const auto lines = api.access.file().audit(static_cast<std::size_t>(limit), before);
    if (!lines) return call->refuse(denied(lines.error()));
    ordered_json all = ordered_json::array();
    for (const access::AuditLine& line : *lines)
        all.push_back({{"number", line.number}, {"at", rfc3339(line.at_ms)}, {"what", line.what},
                       {"about", line.about}, {"who", line.who}, {"peer", line.peer},
                       {"outcome", line.outcome}});
    ordered_json next;
    if (lines->size() == static_cast<std::size_t>(limit))
        next = std::to_string(lines->back().number);
    call->reply(json(ordered_json{{"entries", all}, {"next", next}}.dump()));
}

}  // namespace flagfall::api
