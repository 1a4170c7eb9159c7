// What a pairing engine printed, checked against the file that it was given. Pure.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace flagfall::console {

// `trf` is the file for the engine, `output` the text that it wrote for the round. No error, if
// the text can be the round's pairings: it can be read, has only players of the file, each of them
// once, none who has a bye or has withdrawn, and leaves nobody out. Else what is wrong, for people.
std::expected<void, std::string> check_output(const std::string& trf, const std::string& output,
                                              std::uint32_t round);

}  // namespace flagfall::console
