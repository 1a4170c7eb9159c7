// What the server at --url answers, read with bounds: it may be anybody, and of any version.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/wire/codec_json.hpp"

namespace flagfall::console {

// An answer does not have what arbiterd's answers have; main() or the follower reports it.
struct NotArbiterd : std::runtime_error {
    NotArbiterd() : std::runtime_error("the server at --url is not arbiterd") {}
};

// The JSON of an answer, within the limits of JSON from outside; nothing if it is anything else.
// Its texts may hold any character: they are made printable when they are shown.
std::optional<wire::Json> json_of(std::string_view body);
// The same; throws NotArbiterd.
wire::Json answer_json(std::string_view body);

// One value of an answer, which must live as long. Where a value is not as asked for, at() and the
// readers throw NotArbiterd.
class Answer {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): a value is read as it is
    Answer(const wire::Json& json) : json_(&json) {}
    Answer(wire::Json&&) = delete;

    bool is_object() const { return json_->is_object(); }
    bool is_list() const { return json_->is_list(); }
    bool is_text() const { return json_->is_text(); }
    bool contains(std::string_view name) const { return json_->find(name) != nullptr; }
    Answer at(std::string_view name) const;
    Answer at(std::size_t index) const;
    std::string text() const;
    std::int64_t number() const;

    // The field of that name; the other value where there is none.
    std::string value(std::string_view name, const char* otherwise) const;
    std::int64_t value(std::string_view name, std::int64_t otherwise) const;
    bool value(std::string_view name, bool otherwise) const;
    // The values of a list; none where there is no list of that name.
    std::vector<Answer> items() const;
    std::vector<Answer> items(std::string_view name) const;
    // The object of that name, or an empty one.
    Answer object(std::string_view name) const;

    // One line, whatever characters somebody entered: a text, a number, a truth value; empty for
    // anything else. Throws nothing.
    std::string line() const;
    std::string line(std::string_view name) const;

private:
    const wire::Json* json_;
};

}  // namespace flagfall::console
