// JSON bodies of requests: what is wrong is named by its JSON Pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/api/call.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::api {

// What is wrong in a body: refused() answers with all of it.
class Faults {
public:
    explicit Faults(Call& call) : call_(call) {}

    // One more thing that is wrong, at "/name".
    void fault(std::string_view name, std::string detail);
    // A text that must not be empty, a number that must be in this range.
    void needs(std::string_view name, const std::string& text);
    void within(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t most);
    // True when anything was wrong: the call is answered then, with 400; with 422 and its code
    // when it is nothing but a word that has one.
    bool refused();

protected:
    void take(const std::vector<wire::DecodeError>& errors);

private:
    Call& call_;
    std::vector<Fault> faults_;
    std::optional<wire::DecodeError> word_;  // that is refused with a code of its own, with 422
    bool answered_ = false;
};

// The body as a T of requests.hpp. Each field that is wrong is a fault, and has its default then.
template <class T>
class Body : public Faults {
public:
    explicit Body(Call& call) : Faults(call) {
        const wire::Json none = wire::json_object();  // what is required will be missed
        std::vector<wire::DecodeError> errors;
        value_ = wire::read_object<T>(call.json ? *call.json : none, wire::of_requests, {}, errors);
        take(errors);
    }

    T* operator->() { return &value_; }

private:
    T value_;
};

// Parses the body of a route that takes JSON, once, before its handler: within the bounds of what
// comes from outside (common/wire/limits.hpp). Any thread may call it.
ParsedBody parse_body(std::string_view text);

// It must be an object of printable texts. False when it is not: the call is answered then, with
// 400, what is wrong and where.
bool take_body(Call& call, ParsedBody parsed);

// Some routes take a part of a command: what has the place `command` there has `body` in the body
// (JSON Pointers).
struct Part {
    std::string_view command{};
    std::string_view body{};
};
// The place in the body of a place in the command; what is outside an act is in camelCase there.
std::string in_body(std::string pointer, Part part);

// Answers a body that is no command: 400 with what is wrong and where; 422 when it is a word that
// is refused with a code of its own.
void refuse_body(Call& call, const wire::DecodeError& error);

// Was there a body? Else the call is answered.
bool is_object(Call& call);

}  // namespace flagfall::api
