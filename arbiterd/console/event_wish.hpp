// What a command asks of arbiterd. Pure: words in, a request out.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "common/cli/values.hpp"

namespace flagfall::console {

// A question: where to ask it, and how to print its answer.
struct Query {
    std::string path;
    std::string (*print)(const std::string& body) = nullptr;  // null: as it came
};

// Of a command that only reads, by its word; nothing for others. The error is for people.
std::optional<std::expected<Query, std::string>> question_of(std::string_view word,
                                                                const cli::Values& values);

// The act of a command as JSON, with its type. `info` has the details of the event so far, as JSON;
// for `change`, which sends all of them.
std::expected<std::string, std::string> act_of(std::string_view word, const cli::Values& values,
                                               const std::string& info);

// "1:3-4" (board, white, black) or "5=H" (player, bye) as a pairing in JSON.
std::expected<std::string, std::string> pairing_of(std::string_view text);

// The media type of a file, by its name; "application/octet-stream" leaves it to arbiterd.
std::string media_type_of(std::string_view file);

// The query of a file that is sent, by the options of an import; `confirm`: a token, or empty.
std::string import_query(const cli::Values& values, const std::string& confirm);

// "/api/v1/events/ID", percent-encoded.
std::string event_path(std::string_view event);

}  // namespace flagfall::console
