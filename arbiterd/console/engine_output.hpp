// Checks what a pairing engine printed against the file that it was given. Pure.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace flagfall::console {

// `trf`: the engine's file; `output`: what it wrote for the round. No error if the output can be
// the round's pairings: it is readable, has only players of the file, each of them once, nobody who
// has a bye or has withdrawn, and leaves nobody out. Otherwise what is wrong, for people.
std::expected<void, std::string> check_output(const std::string& trf, const std::string& output,
                                              std::uint32_t round);

}  // namespace flagfall::console
