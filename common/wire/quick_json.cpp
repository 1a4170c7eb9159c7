#include "common/wire/quick_json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace flagfall::wire {

namespace {

// Each step is false as soon as the text is not plain.
class Reader {
public:
    Reader(std::string_view text, const JsonBounds& bounds) : text_(text), bounds_(bounds) {}

    bool document(Json& root) {
        if (!value(root)) return false;
        skip_space();
        return at_ == text_.size();
    }

private:
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' ||
                                      text_[at_] == '\t' || text_[at_] == '\r'))
            ++at_;
    }

    // The next character that is no space, 0 at the end.
    char next() {
        skip_space();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool take(char wanted) {
        if (next() != wanted) return false;
        ++at_;
        return true;
    }

    bool value(Json& into) {
        if (++values_ > bounds_.values) return false;
        switch (next()) {
            case '{': return object(into);
            case '[': return list(into);
            case '"': into.kind = Json::Kind::text; return string(into.text);
            case 't': into.truth = true; return word(into, Json::Kind::boolean, "true");
            case 'f': return word(into, Json::Kind::boolean, "false");
            case 'n': return word(into, Json::Kind::null, "null");
            default: return number(into);
        }
    }

    bool word(Json& into, Json::Kind kind, std::string_view letters) {
        into.kind = kind;
        if (text_.substr(at_, letters.size()) != letters) return false;
        at_ += letters.size();
        return true;
    }

    bool number(Json& into) {
        constexpr std::size_t most_digits = 18;
        into.kind = Json::Kind::integer;
        const bool negative = next() == '-';
        if (negative) ++at_;
        const std::size_t begin = at_;
        std::int64_t number = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
            if (at_ - begin == most_digits) return false;
            number = number * 10 + (text_[at_] - '0');
        }
        const std::size_t digits = at_ - begin;
        if (digits == 0 || (digits > 1 && text_[begin] == '0')) return false;
        into.integer = negative ? -number : number;
        if (at_ == text_.size()) return true;
        const char after = text_[at_];
        return after != '.' && after != 'e' && after != 'E';
    }

    bool string(std::string& into) {
        const std::size_t begin = ++at_;
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_)
            if (text_[at_] < ' ' || text_[at_] > '~' || text_[at_] == '\\') return false;
        if (at_ == text_.size()) return false;
        into = text_.substr(begin, at_++ - begin);
        return true;
    }

    bool list(Json& into) {
        into.kind = Json::Kind::list;
        if (!open()) return false;
        if (take(']')) return close();
        do {
            if (into.items.size() == bounds_.items || !value(into.items.emplace_back()))
                return false;
        } while (take(','));
        return take(']') && close();
    }

    bool object(Json& into) {
        constexpr std::size_t of_messages = 2;  // the message, and the event in it
        into.kind = Json::Kind::object;
        if (!open()) return false;
        if (depth_ <= of_messages) into.members.reserve(16);
        if (take('}')) return close();
        do {
            if (into.members.size() == limits::json_fields || next() != '"') return false;
            std::string name;
            if (!string(name) || into.find(name) != nullptr || !take(':')) return false;
            if (!value(into.members.emplace_back(std::move(name), Json{}).value)) return false;
        } while (take(','));
        return take('}') && close();
    }

    bool open() {
        ++at_;
        return ++depth_ <= limits::json_depth;
    }

    bool close() {
        --depth_;
        return true;
    }

    std::string_view text_;
    const JsonBounds& bounds_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::size_t values_ = 0;
};

}  // namespace

std::optional<Json> quick_json(std::string_view text, const JsonBounds& bounds) {
    Json root;
    if (!Reader(text, bounds).document(root)) return std::nullopt;
    return root;
}

}  // namespace flagfall::wire
