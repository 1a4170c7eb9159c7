// Secrets that people remember: passwords and PINs, hashed with argon2id (RFC 9106). A password is
// an OpaqueString (RFC 8265): different encodings of the same letters and spaces are equal; case
// counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/limits.hpp"

namespace flagfall::access {

// The cost of one hash. Smaller values are for tests.
struct HashCost {
    std::uint32_t memory_kib = limits::argon2_memory_kib;
    std::uint32_t passes = limits::argon2_passes;
    std::uint32_t lanes = limits::argon2_lanes;
};

// Why this cannot be a password, for people; nothing if it can. `name` is the person's. Refuses
// passwords that are guessed first: repetitions, keyboard rows, the name, common words with
// digits.
std::optional<std::string> password_fault(std::string_view password, std::string_view name);

// Why this cannot be a new PIN: its form is wrong, or it is one that is tried first.
std::optional<std::string> pin_fault(std::string_view pin);
// Why this cannot be anybody's PIN: its form is wrong.
std::optional<std::string> pin_shape_fault(std::string_view pin);

// The hash with its salt and cost, as "$argon2id$...". Nothing if there is not enough memory. Slow
// on purpose: never call it on the loop's thread.
std::optional<std::string> hash_password(std::string_view password, const HashCost& cost);

enum class Verdict { right, wrong, failed };  // failed: not enough memory

// Slow as well. An empty hash matches nothing: wrong at once.
Verdict verify_password(std::string_view hash, std::string_view password);

// A name in its stored form: without spaces at the ends, in Normalization Form C.
std::string name_form(std::string_view name);
std::vector<std::string> name_forms(const std::vector<std::string>& names);

// Why this cannot be the name of a person, token or sector, or nothing: it must be valid UTF-8, not
// empty, without control characters or spaces at the ends, at most limits::person_name_bytes.
std::optional<std::string> name_fault(std::string_view name);

// The same for somebody who decides: in the record some words are not persons but players, boards
// and programs (game::Actor).
std::optional<std::string> deciding_name_fault(std::string_view name);

}  // namespace flagfall::access
