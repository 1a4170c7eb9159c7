// How a document spells the names of its fields. `describe` names each field once, as the log and
// the links have it: time_control. A document of the HTTP API has the same name as timeControl.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::wire {

// Acts and events have the log's names wherever they stand, also inside a document of the API.
enum class Names : std::uint8_t { of_log, of_api };

// "time_control" as "timeControl"; a path or a JSON Pointer as a whole.
std::string camel_case(std::string_view name);

// The name as these documents have it; `kept` holds it where it is another one.
inline std::string_view spelled(std::string_view name, Names names, std::string& kept) {
    if (names == Names::of_log || name.find('_') == std::string_view::npos) return name;
    return kept = camel_case(name);
}

}  // namespace flagfall::wire
