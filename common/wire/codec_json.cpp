// The one file with a JSON parser: Boost.JSON's, which calls TreeBuilder, which refuses what no
// message needs before it costs anything.
#include "common/wire/codec_json.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>  // the library's only translation unit: there is none to link to
#include <cmath>
#include <limits>

#include "common/base/check.hpp"
#include "common/base/text.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::wire {

namespace {

using boost::json::error_code;
using boost::json::string_view;

// What the parser calls; false ends the parse. Names are the library's.
class TreeBuilder {
public:
    explicit TreeBuilder(const JsonBounds& bounds) : bounds_(bounds) {}

    // Bounds are the builder's own: their refusals say more.
    static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_object_size = unbounded;
    static constexpr std::size_t max_array_size = unbounded;
    static constexpr std::size_t max_key_size = unbounded;
    static constexpr std::size_t max_string_size = unbounded;

    static bool on_document_begin(error_code&) { return true; }
    static bool on_document_end(error_code&) { return true; }
    static bool on_comment_part(string_view, error_code&) { return true; }
    static bool on_comment(string_view, error_code&) { return true; }
    static bool on_number_part(string_view, error_code&) { return true; }

    bool on_null(error_code& error) { return ended(place(Json::Kind::null), error); }
    bool on_bool(bool value, error_code& error) {
        Json* const spot = place(Json::Kind::boolean);
        if (spot != nullptr) spot->truth = value;
        return ended(spot, error);
    }
    bool on_int64(std::int64_t value, string_view, error_code& error) {
        Json* const spot = place(Json::Kind::integer);
        if (spot != nullptr) spot->integer = value;
        return ended(spot, error);
    }
    bool on_uint64(std::uint64_t value, string_view digits, error_code& error) {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return on_int64(static_cast<std::int64_t>(value), digits, error);
        return ended(place(Json::Kind::other_number), error);
    }
    bool on_double(double value, string_view, error_code& error) {
        if (std::isinf(value)) return ended(too_large(), error);
        return ended(place(Json::Kind::other_number), error);
    }
    bool on_string_part(string_view part, std::size_t, error_code&) { return gather(part); }
    bool on_string(string_view last, std::size_t, error_code& error) {
        gather(last);
        if (!printable(text_)) return ended(false, error);
        Json* const spot = place(Json::Kind::text);
        if (spot != nullptr) spot->text = std::move(text_);
        text_.clear();
        return ended(spot, error);
    }

    bool on_object_begin(error_code& error) { return ended(open(Json::Kind::object), error); }
    bool on_array_begin(error_code& error) { return ended(open(Json::Kind::list), error); }
    bool on_object_end(std::size_t, error_code&) { return close(); }
    bool on_array_end(std::size_t, error_code&) { return close(); }

    bool on_key_part(string_view part, std::size_t, error_code&) { return gather(part); }
    bool on_key(string_view last, std::size_t, error_code& error) {
        gather(last);
        key_ = std::move(text_);
        text_.clear();
        return ended(named(), error);
    }

    Json root;
    DecodeError problem;

    bool fail(std::string why, std::size_t byte = 0) {
        problem = {"malformed", std::move(why), {}, {}, byte};
        return false;
    }

    // A number such as 1e999, the value of the last key.
    bool too_large() {
        problem = {"bad_field", key_ + ": number too large", {}, pointer()};
        return false;
    }

private:
    // The parser stops at an error; which one is in `problem`.
    static bool ended(bool good, error_code& error) {
        if (!good) error = boost::json::error::syntax;
        return good;
    }
    static bool ended(const Json* spot, error_code& error) { return ended(spot != nullptr, error); }

    bool gather(string_view part) {
        text_.append(part.data(), part.size());
        return true;
    }

    // The name that was read last; the value of it follows.
    bool named() {
        FF_CHECK(!open_.empty());
        if (!printable(key_)) return false;
        if (open_.back()->members.size() == limits::json_fields)
            return fail("an object of more than " + std::to_string(limits::json_fields) +
                        " fields");
        if (open_.back()->find(key_) != nullptr)
            return fail("the same field twice: " + quote(key_));
        return true;
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
    std::string text_;  // a key or a text as far as it is read
    std::size_t values_ = 0;
};

// The reason why the parser itself refused a text of which it read so many bytes.
void say_why(TreeBuilder& builder, const error_code& error, std::string_view text,
             std::size_t read) {
    if (error == boost::json::error::exponent_overflow) {
        builder.too_large();
        return;
    }
    const std::size_t byte = read + 1;
    const bool other_bytes = valid_until(text) < std::min(byte, text.size());
    builder.fail((other_bytes ? "invalid UTF-8 at byte " : "not JSON at byte ") +
                     std::to_string(byte),
                 byte);
}

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
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const std::size_t start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    boost::json::parse_options options;
    options.max_depth = limits::json_depth + 1;  // the builder's bound comes first
    boost::json::basic_parser<TreeBuilder> parser(options, bounds);
    TreeBuilder& builder = parser.handler();
    error_code error;
    const std::size_t read =
        start + parser.write_some(false, text.data() + start, text.size() - start, error);
    if (!error && read == text.size()) return std::move(builder.root);
    if (builder.problem.code.empty()) say_why(builder, error, text, read);
    return std::unexpected(std::move(builder.problem));
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
