// The one file that includes nlohmann/json: its SAX parser calls TreeBuilder, which refuses
// content that no message needs before it costs anything.
#include "common/wire/codec_json.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/base/check.hpp"
#include "common/base/text.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::wire {

namespace {

class TreeBuilder {
public:
    explicit TreeBuilder(const JsonBounds& bounds) : bounds_(bounds) {}

    using number_integer_t = std::int64_t;
    using number_unsigned_t = std::uint64_t;
    using number_float_t = double;
    using string_t = std::string;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return place(Json::Kind::null) != nullptr; }
    bool boolean(bool value) {
        Json* const spot = place(Json::Kind::boolean);
        if (spot != nullptr) spot->truth = value;
        return spot != nullptr;
    }
    bool number_integer(number_integer_t value) {
        Json* const spot = place(Json::Kind::integer);
        if (spot != nullptr) spot->integer = value;
        return spot != nullptr;
    }
    bool number_unsigned(number_unsigned_t value) {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return place(Json::Kind::other_number) != nullptr;
        return number_integer(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t, const string_t&) {
        return place(Json::Kind::other_number) != nullptr;
    }
    bool string(string_t& value) {
        if (!printable(value)) return false;
        Json* const spot = place(Json::Kind::text);
        if (spot != nullptr) spot->text = std::move(value);
        return spot != nullptr;
    }
    bool binary(binary_t&) { return false; }

    bool start_object(std::size_t) { return open(Json::Kind::object); }
    bool start_array(std::size_t) { return open(Json::Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        FF_CHECK(!open_.empty());
        const auto& members = open_.back()->members;
        if (!printable(name)) return false;
        if (members.size() == limits::json_fields)
            return fail("an object of more than " + std::to_string(limits::json_fields) +
                        " fields");
        if (open_.back()->find(name) != nullptr)
            return fail("the same field twice: " + quote(name));
        key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception& error) {
        const std::string place = " at byte " + std::to_string(position);
        if (std::string_view(error.what()).find("UTF-8") != std::string_view::npos)
            return fail("invalid UTF-8" + place, position);
        if (error.id / 100 != 4) return fail("not JSON" + place, position);
        // Its errors 4xx are out_of_range: a number such as 1e999, the value of the last key.
        problem = {"bad_field", key_ + ": number too large" + place, {}, pointer(), position};
        return false;
    }

    Json root;
    DecodeError problem;

private:
    bool fail(std::string why, std::size_t byte = 0) {
        problem = {"malformed", std::move(why), {}, {}, byte};
        return false;
    }

    bool printable(const std::string& text) {
        if (!bounds_.printable) return true;
        const auto fault = text_fault(text, Lines::many);
        if (!fault) return true;
        const std::string at = pointer();
        problem = {"bad_field", at + ": " + fault->says + " in a text", {}, at};
        return false;
    }

    // The pointer to the next value (RFC 6901).
    std::string pointer() const {
        std::string at;
        for (const Json* each : open_) {
            const bool innermost = each == open_.back();
            at += '/';
            if (each->is_list())
                at += std::to_string(each->items.size() - (innermost ? 0 : 1));
            else
                at += escaped(innermost ? key_ : each->members.back().name);
        }
        return at;
    }

    // Where the next value goes; nullptr if there is no room for it. The pointers in `open_` stay
    // valid: only the innermost grows.
    Json* place(Json::Kind kind) {
        if (++values_ > bounds_.values)
            return fail("more than " + std::to_string(bounds_.values) + " values"), nullptr;
        if (!open_.empty() && open_.back()->is_list() &&
            open_.back()->items.size() == bounds_.items)
            return fail("a list of more than " + std::to_string(bounds_.items) + " items"),
                   nullptr;
        Json* spot = &root;
        if (!open_.empty() && open_.back()->kind == Json::Kind::list)
            spot = &open_.back()->items.emplace_back();
        else if (!open_.empty())
            spot = &open_.back()->members.emplace_back(std::move(key_), Json{}).value;
        spot->kind = kind;
        return spot;
    }

    bool open(Json::Kind kind) {
        constexpr std::size_t of_messages = 2;  // the message, and the event in it
        if (open_.size() == limits::json_depth)
            return fail("nested deeper than " + std::to_string(limits::json_depth) + " levels");
        Json* const spot = place(kind);
        if (spot == nullptr) return false;
        open_.push_back(spot);
        if (kind == Json::Kind::object && open_.size() <= of_messages) spot->members.reserve(16);
        return true;
    }
    bool close() {
        FF_CHECK(!open_.empty());
        open_.pop_back();
        return true;
    }

    const JsonBounds& bounds_;
    std::vector<Json*> open_;
    std::string key_;
    std::size_t values_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view name) const {
    for (const JsonMember& member : members)
        if (member.name == name) return &member.value;
    return nullptr;
}

void Json::set(std::string_view name, Json value) {
    FF_CHECK(is_object());
    const auto known = std::ranges::find(members, name, &JsonMember::name);
    if (known != members.end()) known->value = std::move(value);
    else members.emplace_back(std::string(name), std::move(value));
}

Json json_text(std::string_view text) {
    Json json;
    json.kind = Json::Kind::text;
    json.text = text;
    return json;
}

Json json_object() {
    Json json;
    json.kind = Json::Kind::object;
    return json;
}

std::expected<Json, DecodeError> parse_json(std::string_view text, const JsonBounds& bounds) {
    TreeBuilder builder(bounds);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return std::unexpected(std::move(builder.problem));
    return std::move(builder.root);
}

std::string quote(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::size_t cut = 0;
    while (cut < text.size()) {
        const std::size_t step = std::max<std::size_t>(utf8_bytes(text.substr(cut)), 1);
        if (cut + step > longest) break;
        cut += step;
    }
    return '"' + std::string(text.substr(0, cut)) + (cut < text.size() ? "...\"" : "\"");
}

std::string shown(const Json& value) {
    switch (value.kind) {
        case Json::Kind::null: return "null";
        case Json::Kind::boolean: return value.truth ? "true" : "false";
        case Json::Kind::integer: return std::to_string(value.integer);
        case Json::Kind::other_number: return "a number with a fraction or beyond 64 bits";
        case Json::Kind::text: return quote(value.text);
        case Json::Kind::list: return "a list";
        case Json::Kind::object: return "an object";
    }
    return {};
}

}  // namespace flagfall::wire
