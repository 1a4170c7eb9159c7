// The schemas of schemas/, as far as the tests ask: which fields a message has and what they hold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flagfall::test {

struct FieldSchema {
    std::string type;                // "string", "integer", ...
    std::vector<std::string> words;  // of an enum or a const text
    std::optional<std::int64_t> minimum;
    std::optional<std::int64_t> maximum;
    std::optional<std::int64_t> only;  // of a const number
    std::size_t min_length = 0;
    std::size_t max_length = 0;  // 0: no limit given
    std::size_t max_items = 0;
    std::string part;   // the definition of common.json that it is of: "event_player"
    std::string items;  // of a list: likewise of its items; empty when common.json has none
};

struct MessageSchema {
    std::string title;
    std::set<std::string> required;
    std::map<std::string, FieldSchema> fields;
};

// `name` as in "clockd/event/pressed"; references to common.json are followed. Fails the test when
// the file is not there or not of the form all messages have.
const MessageSchema& schema_of(const std::string& name);

// One definition of common.json: of a field, or of an object with fields of its own.
FieldSchema common_field(const std::string& name);
const MessageSchema& part_schema(const std::string& name);

// The names of all message schemas in a folder such as "clockd/event".
std::set<std::string> schemas_in(const std::string& folder);

}  // namespace flagfall::test
