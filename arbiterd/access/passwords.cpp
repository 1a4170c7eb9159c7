#include "arbiterd/access/passwords.hpp"

#include <argon2.h>

#include "common/log/crypto.hpp"

namespace flagfall::access {

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t hash_bytes = 32;

// Bytes of the code point that begins here; 0 if none does (RFC 3629).
std::size_t code_point_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xf5   ? 0
                             : first >= 0xf0 ? 4
                             : first >= 0xe0 ? 3
                             : first >= 0xc2 ? 2
                                             : 0;
    if (size == 0 || size > text.size()) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const unsigned char second = byte(1);
    const bool too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second >= 0xa0;
    const bool too_high = first == 0xf4 && second >= 0x90;
    return too_long || surrogate || too_high ? 0 : size;
}

// Nothing if it is not UTF-8.
std::optional<std::size_t> code_points(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) {
        const std::size_t size = code_point_bytes(text);
        if (size == 0) return std::nullopt;
        text.remove_prefix(size);
    }
    return count;
}

}  // namespace

std::optional<std::string> password_fault(std::string_view password, std::string_view name) {
    const auto length = code_points(password);
    if (!length) return "the password is not UTF-8 text";
    if (password.size() > limits::password_bytes)
        return "the password has more than " + std::to_string(limits::password_bytes) + " bytes";
    if (*length < limits::password_code_points)
        return "the password needs " + std::to_string(limits::password_code_points) +
               " characters or more; a few words that do not belong together are good";
    if (password == name) return "the password is the name: choose another one";
    return std::nullopt;
}

std::optional<std::string> pin_fault(std::string_view pin) {
    if (pin.size() >= limits::pin_digits_min && pin.size() <= limits::pin_digits_max &&
        pin.find_first_not_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    return "a PIN has " + std::to_string(limits::pin_digits_min) + " to " +
           std::to_string(limits::pin_digits_max) + " digits";
}

std::optional<std::string> hash_password(std::string_view password, const HashCost& cost) {
    const std::string salt = log::random_bytes(salt_bytes);
    std::string encoded(argon2_encodedlen(cost.passes, cost.memory_kib, cost.lanes, salt_bytes,
                                          hash_bytes, Argon2_id),
                        '\0');
    const int code = argon2id_hash_encoded(cost.passes, cost.memory_kib, cost.lanes,
                                           password.data(), password.size(), salt.data(),
                                           salt.size(), hash_bytes, encoded.data(),
                                           encoded.size());
    if (code != ARGON2_OK) return std::nullopt;
    encoded.resize(encoded.find('\0'));
    return encoded;
}

Verdict verify_password(std::string_view hash, std::string_view password) {
    if (hash.empty()) return Verdict::wrong;
    const std::string text(hash);
    const int code = argon2id_verify(text.c_str(), password.data(), password.size());
    if (code == ARGON2_OK) return Verdict::right;
    const bool no_room =
        code == ARGON2_MEMORY_ALLOCATION_ERROR || code == ARGON2_THREAD_FAIL;
    return no_room ? Verdict::failed : Verdict::wrong;
}

std::optional<std::string> name_fault(std::string_view name) {
    if (name.empty()) return "a name is missing";
    if (name.size() > limits::person_name_bytes)
        return "the name has more than " + std::to_string(limits::person_name_bytes) + " bytes";
    if (!code_points(name)) return "the name is not UTF-8 text";
    for (const char c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return "the name has a control character in it";
    if (name.front() == ' ' || name.back() == ' ') return "the name has a space at its end";
    return std::nullopt;
}

}  // namespace flagfall::access
