#include "arbiterd/formats/json_place.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace flagfall::formats {

namespace {

class Walker {
public:
    Walker(std::string_view text, std::size_t at) : text_(text), at_(at) { blanks(); }

    std::size_t at() const { return at_; }

    // Moves to the value of this member or item; false when there is none.
    bool enter(std::string_view token) {
        if (peek() == '{') return enter_object(token);
        return peek() == '[' && enter_list(token);
    }

private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void blanks() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    }

    // Skips a string; returns what is between the quotes, with its escapes.
    std::string_view string() {
        const std::size_t begin = ++at_;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        const std::size_t end = std::min(at_, text_.size());
        at_ = end + 1;
        return text_.substr(begin, end - begin);
    }

    // Skips any value, however deeply nested.
    void skip() {
        std::size_t depth = 0;
        do {
            const char c = peek();
            if (c == '"') {
                string();
            } else {
                if (c == '{' || c == '[') ++depth;
                if (c == '}' || c == ']') --depth;
                ++at_;
                if (depth == 0 && c != '}' && c != ']')
                    at_ = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
            }
            blanks();
        } while (depth > 0 && at_ < text_.size());
    }

    bool enter_object(std::string_view name) {
        ++at_;
        for (blanks(); peek() == '"'; blanks()) {
            const bool found = string() == name;
            blanks();
            ++at_;  // the colon
            blanks();
            if (found) return true;
            skip();
            if (peek() == ',') ++at_;
        }
        return false;
    }

    bool enter_list(std::string_view index) {
        ++at_;
        blanks();
        std::size_t left = 0;
        for (const char c : index) left = left * 10 + static_cast<std::size_t>(c - '0');
        for (; left > 0 && peek() != ']' && at_ < text_.size(); --left) {
            skip();
            if (peek() == ',') ++at_;
            blanks();
        }
        return left == 0 && peek() != ']';
    }

    std::string_view text_;
    std::size_t at_;
};

std::string unescaped(std::string_view token) {
    std::string out;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size())
            out += token[++i] == '1' ? '/' : '~';
        else
            out += token[i];
    }
    return out;
}

}  // namespace

std::size_t json_offset(std::string_view text, std::string_view pointer) {
    std::size_t found = Walker(text, 0).at();
    while (pointer.starts_with('/')) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        Walker walker(text, found);
        if (!walker.enter(unescaped(pointer.substr(0, end)))) break;
        found = walker.at();
        pointer.remove_prefix(end);
    }
    return found;
}

}  // namespace flagfall::formats
