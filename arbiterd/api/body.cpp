#include "arbiterd/api/body.hpp"

#include <nlohmann/json.hpp>

#include "common/base/limits.hpp"

namespace flagfall::api {

using Json = nlohmann::json;

struct Body::Impl {
    Call& call;
    Json object = Json::object();
    std::vector<Fault> faults{};
    bool answered = false;

    // The field, if it is there and not null.
    const Json* field(std::string_view name, bool required) {
        const auto found = object.find(name);
        if (found != object.end() && !found->is_null()) return &*found;
        if (required && !answered) faults.push_back({"/" + std::string(name), "it is needed"});
        return nullptr;
    }
    void wrong(std::string_view name, std::string expected) {
        faults.push_back({"/" + std::string(name), std::move(expected)});
    }
};

Fault json_fault(std::string_view text) {
    std::size_t byte = 0;
    try {
        if (Json::parse(text).is_object()) return {};
    } catch (const Json::parse_error& error) {
        byte = error.byte;
    }
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    for (std::size_t i = 0; i < text.size() && i + 1 < byte; ++i) {
        if (text[i] == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
            ++column;
        }
    }
    return {"", "a JSON object is expected here", line, column};
}

bool is_object(Call& call) {
    const std::string& text = call.request().body;
    if (!Json::accept(text)) {
        call.refuse(problem(400, "bad_json", "the body is not JSON", {json_fault(text)}));
    } else if (!Json::parse(text).is_object()) {
        call.refuse(problem(400, "bad_body", "the body must be a JSON object",
                            {{"", "an object is expected"}}));
    } else {
        return true;
    }
    return false;
}

Body::Body(Call& call) : impl_(new Impl{call}) {
    const std::string& text = call.request().body;
    if (text.empty()) return;  // no object at all: what is required will be missed
    impl_->answered = !is_object(call);
    if (!impl_->answered) impl_->object = Json::parse(text);
}

Body::~Body() = default;

std::string Body::text(std::string_view name, bool required) {
    const Json* value = impl_->field(name, required);
    if (!value) return {};
    if (!value->is_string()) return impl_->wrong(name, "a text is expected"), std::string();
    auto result = value->get<std::string>();
    if (result.size() > limits::text_bytes)
        return impl_->wrong(name, "at most " + std::to_string(limits::text_bytes) + " bytes"),
               std::string();
    if (required && result.empty()) impl_->wrong(name, "it must not be empty");
    return result;
}

std::optional<std::int64_t> Body::integer(std::string_view name, std::int64_t least,
                                          std::int64_t most, bool required) {
    const Json* value = impl_->field(name, required);
    if (!value) return std::nullopt;
    if (value->is_number_integer())
        if (const auto number = value->get<std::int64_t>(); number >= least && number <= most)
            return number;
    impl_->wrong(name, "a whole number from " + std::to_string(least) + " to " +
                           std::to_string(most) + " is expected");
    return std::nullopt;
}

bool Body::flag(std::string_view name) {
    const Json* value = impl_->field(name, false);
    if (value && !value->is_boolean()) impl_->wrong(name, "true or false is expected");
    return value && value->is_boolean() && value->get<bool>();
}

std::vector<std::string> Body::texts(std::string_view name) {
    std::vector<std::string> all;
    const Json* value = impl_->field(name, false);
    if (!value) return all;
    if (!value->is_array() || value->size() > limits::tags)
        return impl_->wrong(name, "a list of at most " + std::to_string(limits::tags) +
                                      " texts is expected"),
               all;
    for (std::size_t i = 0; i < value->size(); ++i) {
        const Json& each = (*value)[i];
        if (each.is_string()) all.push_back(each.get<std::string>());
        else impl_->wrong(std::string(name) + "/" + std::to_string(i), "a text is expected");
    }
    return all;
}

bool Body::has(std::string_view name) const {
    const auto found = impl_->object.find(name);
    return found != impl_->object.end() && !found->is_null();
}

void Body::fault(std::string_view name, std::string detail) {
    impl_->wrong(name, std::move(detail));
}

bool Body::refused() {
    if (impl_->answered) return true;
    if (impl_->faults.empty()) return false;
    impl_->answered = true;
    impl_->call.refuse(problem(400, "bad_body", impl_->faults.front().pointer + ": " +
                                                    impl_->faults.front().detail,
                               impl_->faults));
    return true;
}

}  // namespace flagfall::api
