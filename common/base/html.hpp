// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace flagfall {

// As text and in quoted attributes.
std::string html_escaped(std::string_view text);

}  // namespace flagfall
