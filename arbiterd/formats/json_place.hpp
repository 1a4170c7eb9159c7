// Where in a JSON text a value stands: the parser returns only the value.
#pragma once

#include <cstddef>
#include <string_view>

namespace flagfall::formats {

// The byte at which the value of this JSON Pointer begins. The text must be JSON; when it has no
// such value, the byte at which the nearest enclosing one begins.
std::size_t json_offset(std::string_view text, std::string_view pointer);

}  // namespace flagfall::formats
