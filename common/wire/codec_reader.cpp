#include "common/wire/codec_reader.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "common/base/limits.hpp"
#include "common/base/unicode.hpp"
#include "common/wire/texts.hpp"

namespace flagfall::wire {

namespace {

// Far beyond any real instant, length or position, and safe to add: 73,000 years in microseconds.
// The cores decide which values below that make sense.
constexpr std::int64_t widest = std::int64_t{1} << 61;

bool is_id(std::string_view field) {
    constexpr std::string_view ids[] = {"id", "game", "event", "cmd_id", "sender", "log", "boot"};
    return std::ranges::find(ids, field) != std::end(ids);
}

}  // namespace

const Json* FieldReader::begin(std::string_view name) {
    field_ = name;
    if (rules_.unknown != nullptr) asked_.push_back(name);
    std::string kept;
    return object_.find(spelled(name, rules_.names, kept));
}

std::string FieldReader::here() const {
    std::string kept;
    return path_ + std::string(spelled(field_, rules_.names, kept));
}

void FieldReader::list_unknown() const {
    if (rules_.unknown == nullptr || error_) return;
    for (const auto& [name, value] : object_.members) {
        const bool known = std::ranges::any_of(asked_, [&](std::string_view asked) {
            std::string kept;
            return spelled(asked, rules_.names, kept) == name;
        });
        std::string place = path_.empty() ? "" : pointer_to(path_.substr(0, path_.size() - 1));
        if (!known) rules_.unknown->push_back(std::move(place) + "/" + escaped(name));
    }
}

void FieldReader::other_spelling(std::string_view name) {
    const bool counts = rules_.from_peer && rules_.unknown == nullptr;
    if (!counts || name.find('_') == std::string_view::npos) return;
    const bool of_log = rules_.names == Names::of_log;
    const std::string other = of_log ? camel_case(name) : std::string(name);
    if (object_.find(other) == nullptr) return;
    const std::string place = path_ + other;
    std::string kept;
    const std::string ours(spelled(name, rules_.names, kept));
    error_ = DecodeError{"bad_field", place + ": this field is called " + ours + " here", {},
                         pointer_to(place), 0, {wanted::field, {{"name", ours}}}, other};
}

void FieldReader::missing() {
    if (other_spelling(field_); error_) return;
    error_ = DecodeError{"bad_field", here() + ": missing", {}, pointer_to(here()), 0,
                         wanted::value, "nothing"};
}

void FieldReader::expected(Told what, std::string got) {
    error_ = DecodeError{"bad_field", here() + ": expected " + what.text + ", got " + got, {},
                         pointer_to(here()), 0, std::move(what), std::move(got)};
}

std::string pointer_to(std::string_view path) {  // our names have neither '/' nor '~'
    std::string pointer = "/" + std::string(path);
    std::ranges::replace(pointer, '.', '/');
    return pointer;
}

std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return out;
}

bool FieldReader::list_fits(const Json& json) {
    if (json.kind != Json::Kind::list || json.items.size() > limits::list_items)
        expected({wanted::list, {{"most", limits::list_items}}}, json);
    return !error_;
}

std::int64_t FieldReader::whole(const Json& json, std::int64_t low, std::int64_t high) {
    if (json.kind == Json::Kind::integer && json.integer >= low && json.integer <= high)
        return json.integer;
    expected({wanted::whole, {{"low", low}, {"high", high}}}, json);
    return low;
}

void FieldReader::unknown_word(std::span<const std::string_view> names,
                               std::string_view refusal, const Json& got) {
    std::string all;
    for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + quote(name);
    expected({wanted::word, {{"words", all}}}, got);
    if (refusal.empty() || !got.is_text()) return;
    error_->code = rules_.word_refusal.empty() ? refusal : rules_.word_refusal;
    error_->word = true;
}

std::size_t FieldReader::longest_text() const {
    if (is_id(field_)) return limits::id_bytes;
    if (field_ == "sheet" && rules_.from_peer) return limits::evidence_bytes;
    return rules_.from_peer ? limits::text_bytes : limits::line_bytes;
}

bool FieldReader::text_fits(const Json& json, std::size_t longest) {
    if (json.kind != Json::Kind::text) {
        expected(wanted::text, json);
    } else if (json.text.size() > longest) {
        expected({wanted::length, {{"most", longest}}},
                 shown(json) + " of " + std::to_string(json.text.size()) + " bytes");
    } else if (!rules_.from_peer) {
        // Our own log must stay readable, whatever was accepted once.
        if (json.text.find('\0') != std::string::npos)
            expected(wanted::no_zero, "one with it");
    } else if (const auto fault = text_fault(json.text, lines_of_field(field_))) {
        expected(wanted::shown, "one with " + fault->says);
    }
    return !error_;
}

// Texts of peers are stored in one form, so that the same name has the same bytes; ids and sheets,
// which are compared with copies, stay unchanged. In that form some characters are longer.
void FieldReader::keep(const std::string& text, std::size_t longest, std::string& value) {
    const bool as_it_is = !rules_.from_peer || is_id(field_) || field_ == "sheet";
    value = as_it_is ? text : nfc(text);
    if (value.size() > longest)
        expected({wanted::length, {{"most", longest}}},
                 quote(text) + " of " + std::to_string(value.size()) +
                     " bytes in Normalization Form C");
}

void FieldReader::read(const Json& json, std::string& value) {
    const std::size_t longest = longest_text();
    if (!text_fits(json, longest)) return;
    if (json.text.empty() && field_ == "id" && !rules_.empty_id)
        return expected(wanted::not_empty, json);
    keep(json.text, longest, value);
}

void FieldReader::read(const Json& json, bool& value) {
    if (json.kind != Json::Kind::boolean) return expected(wanted::truth, json);
    value = json.truth;
}

void FieldReader::read(const Json& json, std::uint32_t& value) {
    value = static_cast<std::uint32_t>(whole(json, 0, rules_.count_most));
}

void FieldReader::read(const Json& json, std::int64_t& value) {
    value = whole(json, -widest, widest);
}

void FieldReader::read(const Json& json, Board& value) {
    value.number = static_cast<std::uint32_t>(whole(json, 1, limits::boards));
}

void FieldReader::read(const Json& json, Pos& value) { value.value = whole(json, 0, widest); }

void FieldReader::read(const Json& json, Side& value) {
    if (json.kind == Json::Kind::text && json.text == name(Side::white)) {
        value = Side::white;
    } else if (json.kind == Json::Kind::text && json.text == name(Side::black)) {
        value = Side::black;
    } else {
        expected(wanted::side, json);
    }
}

void FieldReader::read(const Json& json, Score& value) {
    const auto score = score_from(json.text);
    if (json.kind != Json::Kind::text || !score) return expected(wanted::score, json);
    value = *score;
}

void FieldReader::read(const Json& json, Ending& value) {
    const auto ending = ending_from(json.text);
    const bool named = json.kind == Json::Kind::text && ending;
    if (!named || (rules_.from_peer && *ending == Ending::none))
        return expected(wanted::ending, json);
    value = *ending;
}

void FieldReader::read(const Json& json, Pairs& value) {
    if (json.kind != Json::Kind::list || json.items.size() > limits::tags)
        return expected({wanted::pairs, {{"most", limits::tags}}}, json);
    value.clear();
    for (const Json& item : json.items) {
        if (item.kind != Json::Kind::list || item.items.size() != 2)
            return expected(wanted::pair, item);
        const std::size_t longest = rules_.from_peer ? limits::evidence_bytes : limits::line_bytes;
        if (!text_fits(item.items[0], longest_text()) || !text_fits(item.items[1], longest)) return;
        Pair& pair = value.emplace_back();
        keep(item.items[0].text, longest_text(), pair.name);
        if (!error_) keep(item.items[1].text, longest, pair.value);
        if (error_) return;
    }
}

std::expected<std::string_view, DecodeError> type_in(const Json& json) {
    const auto malformed = [](std::string text) {
        return std::unexpected(DecodeError{"malformed", std::move(text), {}});
    };
    if (json.kind != Json::Kind::object) return malformed("expected an object, got " + shown(json));
    const Json* type = json.find("type");
    if (type == nullptr) return malformed("type: missing");
    if (type->kind != Json::Kind::text)
        return malformed("type: expected a text, got " + shown(*type));
    return std::string_view(type->text);
}

}  // namespace flagfall::wire
