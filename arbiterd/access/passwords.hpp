// Secrets that people remember: passwords and PINs, hashed with argon2id (RFC 9106). A password is
// an OpaqueString (RFC 8265): however its letters and spaces are typed, it is the same one; case
// counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/limits.hpp"

namespace flagfall::access {

// What one hash costs. Smaller values are for tests.
struct HashCost {
    std::uint32_t memory_kib = limits::argon2_memory_kib;
    std::uint32_t passes = limits::argon2_passes;
    std::uint32_t lanes = limits::argon2_lanes;
};

// Why this cannot be a password, for people; nothing if it can. `name` is the person's. Passwords
// that are guessed first are refused: repetitions, rows of keys, the name, common words with
// digits.
std::optional<std::string> password_fault(std::string_view password, std::string_view name);

// The same of a PIN that is to be set: its shape, and that it is not one of those tried first.
std::optional<std::string> pin_fault(std::string_view pin);
// Of a PIN that was typed: can it be one at all?
std::optional<std::string> pin_shape_fault(std::string_view pin);

// The hash with its salt and cost, as "$argon2id$...". Nothing if the system lacks the memory.
// Slow on purpose: never on the loop's thread.
std::optional<std::string> hash_password(std::string_view password, const HashCost& cost);

enum class Verdict { right, wrong, failed };  // failed: the system lacks the memory

// Also slow. An empty hash belongs to nobody: wrong at once.
Verdict verify_password(std::string_view hash, std::string_view password);

// A name as it is kept: without spaces at its ends, in Normalization Form C.
std::string name_form(std::string_view name);
std::vector<std::string> name_forms(const std::vector<std::string>& names);

// Names of people, tokens and sectors: why not, or nothing. Valid UTF-8, no control characters,
// not empty, no space at either end, at most limits::person_name_bytes.
std::optional<std::string> name_fault(std::string_view name);

}  // namespace flagfall::access
