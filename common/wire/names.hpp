// The spelling of field names in a document. `describe` names each field once, as the log and
// the links spell it: time_control. A document of the HTTP API has the same name as timeControl.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::wire {

// Acts and events have the log's names everywhere, also inside a document of the API.
enum class Names : std::uint8_t { of_log, of_api };

// "time_control" as "timeControl"; converts a whole path or JSON Pointer.
std::string camel_case(std::string_view name);

// The name in these documents; `kept` stores it if it differs.
inline std::string_view spelled(std::string_view name, Names names, std::string& kept) {
    if (names == Names::of_log || name.find('_') == std::string_view::npos) return name;
    return kept = camel_case(name);
}

}  // namespace flagfall::wire
