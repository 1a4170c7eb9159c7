// What the tests of the formats share: a small event, and reading that must work or must not.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/import.hpp"
#include "tests/support/told.hpp"

namespace flagfall::formats::testing {

// Five players, two rounds: a win, 0-0, a forfeit, a board without result, a U and an H bye.
tournament::Tournament small_event();

// Fails the test when the text is refused.
Imported must_read(Format format, std::string_view text,
                   const tournament::Tournament* present = nullptr, std::uint32_t round = 0);
// Fails the test when the text is accepted.
ImportError must_refuse(Format format, std::string_view text,
                        const tournament::Tournament* present = nullptr, std::uint32_t round = 0);

// LF becomes CR LF.
std::string crlf(std::string_view text);

}  // namespace flagfall::formats::testing
