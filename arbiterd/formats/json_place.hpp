// Finds the place of a value in a JSON text, because the parser returns only the value.
#pragma once

#include <cstddef>
#include <string_view>

namespace flagfall::formats {

// The byte offset of the value with this JSON Pointer. The text must be valid JSON; without such a
// value, the offset of the nearest enclosing one.
std::size_t json_offset(std::string_view text, std::string_view pointer);

}  // namespace flagfall::formats
