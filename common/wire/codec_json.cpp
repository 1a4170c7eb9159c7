// The one file that includes nlohmann/json: its SAX parser calls TreeBuilder, which refuses what
// no message needs before it costs anything.
#include "common/wire/codec_json.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/base/check.hpp"
#include "common/base/text.hpp"

namespace flagfall::wire {

namespace {

class TreeBuilder {
public:
    using number_integer_t = std::int64_t;
    using number_unsigned_t = std::uint64_t;
    using number_float_t = double;
    using string_t = std::string;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return place(Json::Kind::null) != nullptr; }
    bool boolean(bool value) {
        place(Json::Kind::boolean)->truth = value;
        return true;
    }
    bool number_integer(number_integer_t value) {
        place(Json::Kind::integer)->integer = value;
        return true;
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
        place(Json::Kind::text)->text = std::move(value);
        return true;
    }
    bool binary(binary_t&) { return false; }

    bool start_object(std::size_t) { return open(Json::Kind::object); }
    bool start_array(std::size_t) { return open(Json::Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        FF_CHECK(!open_.empty());
        const auto& members = open_.back()->members;
        if (members.size() == json_fields)
            return fail("an object of more than " + std::to_string(json_fields) + " fields");
        if (open_.back()->find(name) != nullptr)
            return fail("the same field twice: " + quote(name));
        key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception& error) {
        const std::string place = " at byte " + std::to_string(position);
        if (std::string_view(error.what()).find("UTF-8") != std::string_view::npos)
            return fail("invalid UTF-8" + place);
        if (error.id / 100 != 4) return fail("not JSON" + place);
        // Its errors 4xx are out_of_range: a number such as 1e999, the value of the last key.
        problem = {"bad_field", key_ + ": number too large" + place, {}};
        return false;
    }

    Json root;
    DecodeError problem;

private:
    bool fail(std::string why) {
        problem = {"malformed", std::move(why), {}};
        return false;
    }

    // Where the next value goes. The pointers in `open_` stay good: only the innermost grows.
    Json* place(Json::Kind kind) {
        Json* spot = &root;
        if (!open_.empty() && open_.back()->kind == Json::Kind::list)
            spot = &open_.back()->items.emplace_back();
        else if (!open_.empty())
            spot = &open_.back()->members.emplace_back(std::move(key_), Json{}).value;
        spot->kind = kind;
        return spot;
    }

    bool open(Json::Kind kind) {
        if (open_.size() == json_depth)
            return fail("nested deeper than " + std::to_string(json_depth) + " levels");
        open_.push_back(place(kind));
        if (kind == Json::Kind::object) open_.back()->members.reserve(16);
        return true;
    }
    bool close() {
        FF_CHECK(!open_.empty());
        open_.pop_back();
        return true;
    }

    std::vector<Json*> open_;
    std::string key_;
};

}  // namespace

const Json* Json::find(std::string_view name) const {
    for (const JsonMember& member : members)
        if (member.name == name) return &member.value;
    return nullptr;
}

std::expected<Json, DecodeError> parse_json(std::string_view text) {
    TreeBuilder builder;
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
