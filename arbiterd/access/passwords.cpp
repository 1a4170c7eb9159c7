#include "arbiterd/access/passwords.hpp"

#include <argon2.h>

#include <algorithm>
#include <array>
#include <set>

#include "arbiterd/access/limits.hpp"
#include "common/base/text.hpp"
#include "common/log/crypto.hpp"

namespace flagfall::access {

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t hash_bytes = 32;

// What is typed one after the other without thinking. Backwards, too.
constexpr std::array<std::string_view, 8> rows{
    "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm",
    "abcdefghijklmnopqrstuvwxyz"};

// Words that open the lists of those who guess, without what is added to make them long enough.
constexpr std::array<std::string_view, 24> words{
    "password",  "passwort", "kennwort",   "passw0rd",  "motdepasse",    "contrasena",
    "parola",    "senha",    "flagfall",   "arbiter",   "arbiterd",      "schiedsrichter",
    "arbitre",   "chess",    "tournament", "turnier",   "schach",        "checkmate",
    "letmein",   "welcome",  "willkommen", "iloveyou",  "administrator", "admin"};

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// "abcabcabc": some characters, at most half of them, again and again to the end.
bool repeats(std::string_view text) {
    for (std::size_t unit = 1; unit * 2 <= text.size(); ++unit) {
        const std::string_view rest = text.substr(unit);
        if (rest == text.substr(0, rest.size())) return true;
    }
    return false;
}

bool is_a_row(std::string_view text) {
    const std::string back(text.rbegin(), text.rend());
    return std::ranges::any_of(rows, [&](std::string_view row) {
        return row.contains(text) || row.contains(back);
    });
}

// Without the digits and signs around it: "Password2026!" -> "password".
std::string_view letters_of(std::string_view text) {
    const auto outside = [](char c) {
        return static_cast<unsigned char>(c) < 0x80 && !(c >= 'a' && c <= 'z');
    };
    while (!text.empty() && outside(text.front())) text.remove_prefix(1);
    while (!text.empty() && outside(text.back())) text.remove_suffix(1);
    return text;
}

// Why somebody who guesses begins with this one; `text` is in lower case.
std::optional<std::string> obvious(std::string_view text, std::string_view name) {
    const std::string_view word = letters_of(text);
    if (std::set<char>(text.begin(), text.end()).size() < limits::secret_distinct)
        return "the password has fewer than " + std::to_string(limits::secret_distinct) +
               " different characters";
    if (repeats(text)) return "the password repeats itself";
    if (is_a_row(text) || (word.size() >= 5 && is_a_row(word)))
        return "the password is a row of keys, digits or letters";
    if (text == name || (!word.empty() && word == letters_of(name)))
        return "the password is the name";
    if (std::ranges::find(words, word) != words.end())
        return "the password is a word that is guessed first, however it is lengthened";
    return std::nullopt;
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
    if (auto why = obvious(lower(password), lower(name)))
        return *why + ": choose a few words that do not belong together";
    return std::nullopt;
}

std::optional<std::string> pin_shape_fault(std::string_view pin) {
    if (pin.size() >= limits::pin_digits_min && pin.size() <= limits::pin_digits_max &&
        pin.find_first_not_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    return "a PIN has " + std::to_string(limits::pin_digits_min) + " to " +
           std::to_string(limits::pin_digits_max) + " digits";
}

std::optional<std::string> pin_fault(std::string_view pin) {
    if (auto fault = pin_shape_fault(pin)) return fault;
    if (repeats(pin) || is_a_row(pin) || pin == "2580" || pin == "0852")
        return "this PIN is one of those that are tried first: no repetition, no row of digits";
    return std::nullopt;
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
