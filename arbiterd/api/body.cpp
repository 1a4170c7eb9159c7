#include "arbiterd/api/body.hpp"

#include "common/base/limits.hpp"

namespace flagfall::api {

using wire::Json;

struct Body::Impl {
    Call& call;
    Json object = wire::json_object();
    std::vector<Fault> faults{};
    bool answered = false;

    // The field, if it is there and not null.
    const Json* field(std::string_view name, bool required) {
        const Json* found = object.find(name);
        if (found != nullptr && !found->is_null()) return found;
        if (required && !answered) faults.push_back({"/" + std::string(name), "it is required"});
        return nullptr;
    }
    void wrong(std::string_view name, std::string expected) {
        faults.push_back({"/" + std::string(name), std::move(expected)});
    }
};

namespace {

// Where the byte stands, counted from 1.
void locate(Fault& fault, std::string_view text, std::size_t byte) {
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
    fault.line = line;
    fault.column = column;
}

}  // namespace

bool parse_body(Call& call) {
    const std::string& text = call.request().body;
    if (text.empty()) return true;
    auto parsed = wire::parse_json(text, wire::from_outside);
    if (!parsed) {
        const wire::DecodeError& error = parsed.error();
        Fault fault{error.pointer, error.text};
        if (error.byte > 0) locate(fault, text, error.byte);
        const bool field = error.code == "bad_field";
        call.refuse(problem(400, field ? "bad_body" : "bad_json",
                            field ? error.text : "the body is not JSON: " + error.text, {fault}));
    } else if (!parsed->is_object()) {
        call.refuse(problem(400, "bad_body", "the body must be a JSON object",
                            {{"", "an object is expected"}}));
    } else {
        call.json = std::move(*parsed);
        return true;
    }
    return false;
}

std::string in_body(std::string pointer, Part part) {
    if (pointer.starts_with(part.command)) pointer.replace(0, part.command.size(), part.body);
    return pointer;
}

void refuse_body(Call& call, const wire::DecodeError& error, Part part) {
    call.refuse(problem(400, "bad_body", error.text, {{in_body(error.pointer, part), error.text}}));
}

bool is_object(Call& call) {
    if (call.json) return true;
    call.refuse(problem(400, "bad_json", "the body is not JSON",
                        {{"", "a JSON object is expected here", 1, 1}}));
    return false;
}

Body::Body(Call& call) : impl_(new Impl{call}) {
    if (call.json) impl_->object = *call.json;  // without: what is required will be missed
}

Body::~Body() = default;

std::string Body::text(std::string_view name, bool required) {
    const Json* value = impl_->field(name, required);
    if (!value) return {};
    if (!value->is_text()) return impl_->wrong(name, "a text is expected"), std::string();
    std::string result = value->text;
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
    if (value->kind == Json::Kind::integer && value->integer >= least && value->integer <= most)
        return value->integer;
    impl_->wrong(name, "a whole number from " + std::to_string(least) + " to " +
                           std::to_string(most) + " is expected");
    return std::nullopt;
}

bool Body::flag(std::string_view name) {
    const Json* value = impl_->field(name, false);
    const bool is_flag = value && value->kind == Json::Kind::boolean;
    if (value && !is_flag) impl_->wrong(name, "true or false is expected");
    return is_flag && value->truth;
}

std::vector<std::string> Body::texts(std::string_view name) {
    std::vector<std::string> all;
    const Json* value = impl_->field(name, false);
    if (!value) return all;
    if (!value->is_list() || value->items.size() > limits::tags)
        return impl_->wrong(name, "a list of at most " + std::to_string(limits::tags) +
                                      " texts is expected"),
               all;
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        const Json& each = value->items[i];
        if (each.is_text()) all.push_back(each.text);
        else impl_->wrong(std::string(name) + "/" + std::to_string(i), "a text is expected");
    }
    return all;
}

bool Body::has(std::string_view name) const {
    const Json* found = impl_->object.find(name);
    return found != nullptr && !found->is_null();
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
