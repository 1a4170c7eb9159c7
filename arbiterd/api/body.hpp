// JSON bodies of requests, read field by field: what is wrong is named by its JSON Pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/api/call.hpp"

namespace flagfall::api {

// An object from a request. Reading does not fail at the first error: errors are collected, and
// refused() answers with all of them.
class Body {
public:
    explicit Body(Call& call);
    ~Body();
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    // A text of at most limits::text_bytes bytes; empty when it is left out and not required.
    std::string text(std::string_view name, bool required = false);
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t least,
                                        std::int64_t most, bool required = false);
    bool flag(std::string_view name);
    std::vector<std::string> texts(std::string_view name);
    bool has(std::string_view name) const;

    // One more thing that is wrong, at "/name".
    void fault(std::string_view name, std::string detail);
    // True when anything was wrong: the call is answered then, with 400.
    bool refused();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Parses the body of a route that takes JSON, once, before its handler: it must be an object within
// the bounds of what comes from outside (common/wire/limits.hpp), of printable texts. False when it
// is not: the call is answered then, with 400, what is wrong and where. An empty body is none.
bool parse_body(Call& call);

// Some routes take a part of a command: what has the place `command` there has `body` in the body
// (JSON Pointers).
struct Part {
    std::string_view command{};
    std::string_view body{};
};
// The place in the body of a place in the command.
std::string in_body(std::string pointer, Part part);

// Answers a body that is no command: 400 with what is wrong and where.
void refuse_body(Call& call, const wire::DecodeError& error, Part part = {});

// Was there a body? Else the call is answered.
bool is_object(Call& call);

}  // namespace flagfall::api
