// What every import promises, whatever the bytes are.
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/formats/import.hpp"

namespace flagfall::fuzz {

// Reads the bytes. A refusal has a place inside the text; what is accepted can be said in our own
// JSON and is read back from it as the same. Nothing when it was refused.
std::optional<formats::Imported> check_import(formats::Format format, std::string_view input,
                                              std::uint32_t round);

}  // namespace flagfall::fuzz
