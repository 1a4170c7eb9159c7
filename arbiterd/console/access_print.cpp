#include "arbiterd/console/access_print.hpp"

#include <nlohmann/json.hpp>

#include "common/base/now.hpp"
#include "common/base/text.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

ordered_json time_or_null(std::optional<std::int64_t> ms) {
    return ms ? ordered_json(rfc3339(*ms)) : ordered_json(nullptr);
}

std::string dumped(const ordered_json& json) {
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json as_json(const access::Person& person) {
    return {{"id", person.id},
            {"name", person.name},
            {"role", name(person.role)},
            {"sectors", person.sectors},
            {"has_password", person.has_password},
            {"has_pin", person.has_pin},
            {"created", rfc3339(person.created_ms)},
            {"disabled", time_or_null(person.disabled_ms)}};
}

ordered_json as_json(const access::TokenInfo& token) {
    return {{"id", token.id},
            {"name", token.name},
            {"role", name(token.role)},
            {"person", token.person},
            {"vouches", token.vouches},
            {"owner", token.owner},
            {"event", token.event},
            {"sectors", token.sectors},
            {"created", rfc3339(token.created_ms)},
            {"expires", time_or_null(token.expires_ms)},
            {"last_used", time_or_null(token.last_used_ms)},
            {"revoked", time_or_null(token.revoked_ms)},
            {"by", token.by}};
}

ordered_json as_json(const access::AuditLine& line) {
    return {{"number", line.number}, {"at", rfc3339(line.at_ms)}, {"what", line.what},
            {"about", line.about},   {"who", line.who},           {"peer", line.peer},
            {"outcome", line.outcome}};
}

std::string in_words(const access::Person& person) {
    std::string out = person.name + "  " + std::string(name(person.role));
    for (const std::string& sector : person.sectors) out += "  sector " + sector;
    if (!person.has_password) out += "  no password";
    if (!person.has_pin) out += "  no PIN";
    if (person.disabled_ms) out += "  disabled " + rfc3339(*person.disabled_ms);
    return out;
}

std::string in_words(const access::TokenInfo& token) {
    std::string out = token.id + "  " + token.name + "  " + std::string(name(token.role));
    if (!token.person.empty()) out += "  of person " + token.person;
    if (token.vouches) out += "  vouches";
    if (!token.event.empty()) out += "  event " + token.event;
    for (const std::string& sector : token.sectors) out += "  sector " + sector;
    if (token.expires_ms) out += "  until " + rfc3339(*token.expires_ms);
    if (token.last_used_ms) out += "  used " + rfc3339(*token.last_used_ms);
    if (token.revoked_ms) out += "  revoked " + rfc3339(*token.revoked_ms);
    return out;
}

std::string in_words(const access::AuditLine& line) {
    std::string out = std::to_string(line.number) + "  " + rfc3339(line.at_ms) + "  " + line.what +
                      "  " + line.about + "  " + line.outcome;
    if (!line.who.empty()) out += "  by " + line.who;
    return out + "  from " + line.peer;
}

template <class T>
std::string print(const std::vector<T>& rows, bool json) {
    ordered_json list = ordered_json::array();
    std::string words;
    for (const T& row : rows) {
        if (json) list.push_back(as_json(row));
        else words += printable(in_words(row)) + "\n";
    }
    return json ? dumped(list) : words;
}

}  // namespace

std::string print_people(const std::vector<access::Person>& people, bool json) {
    return print(people, json);
}

std::string print_tokens(const std::vector<access::TokenInfo>& tokens, bool json) {
    return print(tokens, json);
}

std::string print_audit(const std::vector<access::AuditLine>& lines, bool json) {
    return print(lines, json);
}

}  // namespace flagfall::console
