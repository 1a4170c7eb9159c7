// Translates a command into a request to arbiterd. Pure.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "common/cli/values.hpp"

namespace flagfall::console {

// A query: where to send it, and how to print the answer.
struct Query {
    std::string path;
    std::string (*print)(const std::string& body) = nullptr;  // null: print the answer unchanged
};

// The query of a command that only reads; nothing for other words. The error is for people.
std::optional<std::expected<Query, std::string>> question_of(std::string_view word,
                                                                const cli::Values& values);

// The act of a command as JSON, with its type. `event`: the answer of GET /events/EVENT,
// for `change`, which sends all details.
std::expected<std::string, std::string> act_of(std::string_view word, const cli::Values& values,
                                               const std::string& event);

// "1:3-4" (board, white, black) or "5=H" (player, bye) as a pairing in JSON.
std::expected<std::string, std::string> pairing_of(std::string_view text);

// The media type for a file name; "application/octet-stream" lets arbiterd detect the format.
std::string media_type_of(std::string_view file);

// The query string for sending an import, from its options; `confirm`: a token, or empty.
std::string import_query(const cli::Values& values, const std::string& confirm);

// "/api/v1/events/ID", percent-encoded.
std::string event_path(std::string_view event);

}  // namespace flagfall::console
