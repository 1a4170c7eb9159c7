// JSON bodies of requests; errors name their place by JSON Pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/api/call.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::api {

// Collects what is wrong in a body; refused() reports all of it at once.
class Faults {
public:
    explicit Faults(Call& call) : call_(call) {}

    // Adds an error at "/name".
    void fault(std::string_view name, std::string detail);
    // Requires a text that is not empty, or a number in this range.
    void needs(std::string_view name, const std::string& text);
    void within(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t most);
    // True when there was an error; then the call has been answered: 400, or 422 with its own code
    // when the only error is a word that has one.
    bool refused();

protected:
    void take(const std::vector<wire::DecodeError>& errors);

private:
    Call& call_;
    std::vector<Fault> faults_;
    std::optional<wire::DecodeError> word_;  // a word that is refused with its own code and 422
    bool answered_ = false;
};

// The body as a T of requests.hpp. A field that is wrong gives an error and its default value.
template <class T>
class Body : public Faults {
public:
    explicit Body(Call& call) : Faults(call) {
        const wire::Json none = wire::json_object();  // required fields are then missing
        std::vector<wire::DecodeError> errors;
        value_ = wire::read_object<T>(call.json ? *call.json : none, wire::of_requests, {}, errors);
        take(errors);
    }

    T* operator->() { return &value_; }

private:
    T value_;
};

// Parses the body of a route that takes JSON, once, before its handler, within the limits for text
// from outside (common/wire/limits.hpp). Any thread may call it.
ParsedBody parse_body(std::string_view text);

// The body must be an object of printable texts. False when it is not; then the call has been
// answered with 400 and the place of the error.
bool take_body(Call& call, ParsedBody parsed);

// Some routes take only a part of a command. Maps a place in the command to its place in the body
// (JSON Pointers).
struct Part {
    std::string_view command{};
    std::string_view body{};
};
// The place in the body for a place in the command; outside of an act, names become camelCase.
std::string in_body(std::string pointer, Part part);

// Answers a body that is no valid command: 400 with the error and its place, or 422 if it is a word
// that has its own code.
void refuse_body(Call& call, const wire::DecodeError& error);

// Is the body an object? If not, the call has been answered.
bool is_object(Call& call);

}  // namespace flagfall::api
