#include "arbiterd/access/passwords.hpp"

#include <argon2.h>

#include "common/base/text.hpp"
#include "common/log/crypto.hpp"

namespace flagfall::access {

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t hash_bytes = 32;

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
    if (const auto fault = text_fault(name)) return "the name has " + fault->says + " in it";
    if (name.front() == ' ' || name.back() == ' ') return "the name has a space at its end";
    return std::nullopt;
}

}  // namespace flagfall::access
