#include "arbiterd/access/passwords.hpp"

#include <argon2.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <set>

#include "arbiterd/access/limits.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::access {

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t hash_bytes = 32;

// Sequences that are easy to type; also checked backwards.
constexpr std::array<std::string_view, 8> rows{
    "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm",
    "abcdefghijklmnopqrstuvwxyz"};

// The first words of guessing lists; digits and signs around them are ignored.
constexpr std::array<std::string_view, 24> words{
    "password",  "passwort", "kennwort",   "passw0rd",  "motdepasse",    "contrasena",
    "parola",    "senha",    "flagfall",   "arbiter",   "arbiterd",      "schiedsrichter",
    "arbitre",   "chess",    "tournament", "turnier",   "schach",        "checkmate",
    "letmein",   "welcome",  "willkommen", "iloveyou",  "administrator", "admin"};

// "abcabcabc": a part of at most half the length, repeated to the end.
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

// Why this password would be guessed first; `text` is folded.
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
        return "the password is a common word, which is guessed first, with additions or without";
    return std::nullopt;
}

bool is_space(char32_t code) {  // Zs of the Unicode standard
    return code == 0x20 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

// A password in the form that is hashed (RFC 8265, 4.2.2); wiped after use.
class Opaque {
public:
    explicit Opaque(std::string_view typed) {
        text_.reserve(typed.size());
        while (!typed.empty()) {
            const Character c = first_character(typed);
            const std::size_t bytes = c.bytes == 0 ? 1 : c.bytes;
            if (c.bytes > 1 && is_space(c.code)) text_ += ' ';
            else text_ += typed.substr(0, bytes);
            typed.remove_prefix(bytes);
        }
        std::string composed = nfc(text_);
        text_.swap(composed);
        OPENSSL_cleanse(composed.data(), composed.size());
    }
    ~Opaque() { OPENSSL_cleanse(text_.data(), text_.size()); }
    Opaque(const Opaque&) = delete;
    Opaque& operator=(const Opaque&) = delete;

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

}  // namespace

std::optional<std::string> password_fault(std::string_view password, std::string_view name) {
    const auto length = code_points(password);
    if (!length) return "the password is not UTF-8 text";
    if (password.size() > limits::password_bytes)
        return "the password has more than " + std::to_string(limits::password_bytes) + " bytes";
    if (*length < limits::password_code_points)
        return "the password needs " + std::to_string(limits::password_code_points) +
               " characters or more; a few words that do not belong together are good";
    if (auto why = obvious(folded(password), folded(name)))
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
    const Opaque opaque(password);
    const std::string salt = store::random_bytes(salt_bytes);
    std::string encoded(argon2_encodedlen(cost.passes, cost.memory_kib, cost.lanes, salt_bytes,
                                          hash_bytes, Argon2_id),
                        '\0');
    const int code = argon2id_hash_encoded(cost.passes, cost.memory_kib, cost.lanes,
                                           opaque.text().data(), opaque.text().size(), salt.data(),
                                           salt.size(), hash_bytes, encoded.data(),
                                           encoded.size());
    if (code != ARGON2_OK) return std::nullopt;
    encoded.resize(encoded.find('\0'));
    return encoded;
}

Verdict verify_password(std::string_view hash, std::string_view password) {
    if (hash.empty()) return Verdict::wrong;
    const std::string text(hash);
    const Opaque opaque(password);
    const int code = argon2id_verify(text.c_str(), opaque.text().data(), opaque.text().size());
    if (code == ARGON2_OK) return Verdict::right;
    const bool no_room =
        code == ARGON2_MEMORY_ALLOCATION_ERROR || code == ARGON2_THREAD_FAIL;
    return no_room ? Verdict::failed : Verdict::wrong;
}

std::string name_form(std::string_view name) {
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    return nfc(name);
}

std::vector<std::string> name_forms(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    out.reserve(names.size());
    for (const std::string& name : names) out.push_back(name_form(name));
    return out;
}

std::optional<std::string> name_fault(std::string_view name) {
    if (name.empty()) return "a name is missing";
    if (name.size() > limits::person_name_bytes)
        return "the name has more than " + std::to_string(limits::person_name_bytes) + " bytes";
    if (const auto fault = text_fault(name)) return "the name has " + fault->says + " in it";
    if (is_blank(name)) return "the name shows nothing";
    if (name.front() == ' ' || name.back() == ' ') return "the name has a space at its end";
    return std::nullopt;
}

std::optional<std::string> deciding_name_fault(std::string_view name) {
    constexpr std::array<std::string_view, 6> taken{"white",  "black",    "device",
                                                    "boards", "arbiterd", "clockd"};
    if (auto fault = name_fault(name)) return fault;
    if (std::ranges::find(taken, folded(name)) == taken.end()) return std::nullopt;
    return "in the record, " + std::string(name) + " is no person: name one";
}

}  // namespace flagfall::access
