#include "common/auth/key_file.hpp"

#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "common/base/check.hpp"
#include "common/store/crypto.hpp"
#include "common/store/secret_file.hpp"

namespace flagfall::auth {

namespace {

std::string error(const std::string& path, const std::string& what) {
    return "key file " + path + ": " + what;
}

// The content of a file: a role's key, or the hall's if there is no role.
struct Contents {
    std::string role;
    Key key;
};

// Root may read every file, but a key that belongs to another user is not the hall's secret.
bool of_another_user(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && status.st_uid != ::geteuid() &&
           status.st_uid != 0;
}

std::expected<Contents, std::string> read(const std::string& path) {
    if (of_another_user(path))
        return std::unexpected(error(path, "belongs to another user: run this as that user, or make"
                                           " the file your own (chown)"));
    auto text = store::read_secret(path);
    if (!text) return std::unexpected(error(path, text.error().text));
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    const std::size_t space = text->rfind(' ');
    const std::size_t digits = space == text->npos ? 0 : space + 1;
    const auto key = key_from(std::string_view(*text).substr(digits));
    if (!key)
        return std::unexpected(error(path, "is not 64 hexadecimal digits; clockd makes such a file"
                                           " (hall.key) in its data folder at its first start, and"
                                           " clockd role-key makes those of roles"));
    Contents contents{text->substr(0, digits == 0 ? 0 : space), *key};
    OPENSSL_cleanse(text->data(), text->size());
    return contents;
}

std::string not_the_hall(const std::string& role) {
    return "is the key of the role " + role + ", not of the hall; hall.key is in the data folder of"
           " clockd";
}

}  // namespace

std::expected<Key, std::string> load_key(const std::string& path) {
    const auto found = read(path);
    if (!found) return std::unexpected(found.error());
    if (!found->role.empty()) return std::unexpected(error(path, not_the_hall(found->role)));
    return found->key;
}

std::expected<Key, std::string> load_role_key(const std::string& path, std::string_view role) {
    const auto found = read(path);
    if (!found) return std::unexpected(found.error());
    if (found->role.empty()) return role_key(found->key, role);
    if (found->role == role) return found->key;
    return std::unexpected(error(path, "is the key of the role " + found->role + ", which lets"
                                       " nobody in as " + std::string(role) +
                                       "; clockd role-key --role " + std::string(role) +
                                       " makes the right one"));
}

std::expected<Key, std::string> create_key(const std::string& path) {
    const std::string digits = store::random_hex(sizeof(Key::bytes));
    if (const std::string failure = store::write_new_secret(path, digits + "\n"); !failure.empty())
        return std::unexpected(error(path, "cannot be written: " + failure));
    const auto key = key_from(digits);
    FF_CHECK(key);
    return *key;
}

std::string write_role_key(const std::string& path, const Key& hall, std::string_view role) {
    const std::string text = std::string(role) + " " + hex_of(role_key(hall, role)) + "\n";
    const std::string failure = store::write_new_secret(path, text);
    return failure.empty() ? "" : error(path, "cannot be written: " + failure);
}

}  // namespace flagfall::auth
