#include "arbiterd/console/answer.hpp"

#include <utility>

#include "common/base/text.hpp"

namespace flagfall::console {

using Kind = wire::Json::Kind;

std::optional<wire::Json> json_of(std::string_view body) {
    constexpr wire::JsonBounds bounds{limits::json_items, limits::json_values, false};
    auto json = wire::parse_json(body, bounds);
    if (!json) return std::nullopt;
    return std::move(*json);
}

wire::Json answer_json(std::string_view body) {
    auto json = json_of(body);
    if (!json) throw NotArbiterd();
    return std::move(*json);
}

Answer Answer::at(std::string_view name) const {
    const wire::Json* found = json_->find(name);
    if (!found) throw NotArbiterd();
    return *found;
}

Answer Answer::at(std::size_t index) const {
    if (index >= json_->items.size()) throw NotArbiterd();
    return json_->items[index];
}

std::string Answer::text() const {
    if (!is_text()) throw NotArbiterd();
    return json_->text;
}

std::int64_t Answer::number() const {
    if (json_->kind != Kind::integer) throw NotArbiterd();
    return json_->integer;
}

std::string Answer::value(std::string_view name, const char* otherwise) const {
    if (!is_object()) throw NotArbiterd();
    const wire::Json* found = json_->find(name);
    return found ? Answer(*found).text() : otherwise;
}

std::int64_t Answer::value(std::string_view name, std::int64_t otherwise) const {
    if (!is_object()) throw NotArbiterd();
    const wire::Json* found = json_->find(name);
    return found ? Answer(*found).number() : otherwise;
}

bool Answer::value(std::string_view name, bool otherwise) const {
    if (!is_object()) throw NotArbiterd();
    const wire::Json* found = json_->find(name);
    if (found && found->kind != Kind::boolean) throw NotArbiterd();
    return found ? found->truth : otherwise;
}

std::vector<Answer> Answer::items() const {
    return {json_->items.begin(), json_->items.end()};
}

std::vector<Answer> Answer::items(std::string_view name) const {
    const wire::Json* found = json_->find(name);
    return found ? Answer(*found).items() : std::vector<Answer>();
}

Answer Answer::object(std::string_view name) const {
    static const wire::Json none = wire::json_object();
    const wire::Json* found = json_->find(name);
    return found && found->is_object() ? *found : none;
}

std::string Answer::line() const {
    switch (json_->kind) {
        case Kind::text: return printable(json_->text);
        case Kind::integer: return std::to_string(json_->integer);
        case Kind::boolean: return json_->truth ? "true" : "false";
        case Kind::null:
        case Kind::other_number:
        case Kind::list:
        case Kind::object: break;
    }
    return "";
}

std::string Answer::line(std::string_view name) const {
    const wire::Json* found = json_->find(name);
    return found ? Answer(*found).line() : "";
}

}  // namespace flagfall::console
