#include "common/hall/key_file.hpp"

#include "common/base/check.hpp"
#include "common/log/crypto.hpp"
#include "common/log/secret_file.hpp"

namespace flagfall::hall {

namespace {

std::string error(const std::string& path, const std::string& what) {
    return "hall key " + path + ": " + what;
}

}  // namespace

std::expected<Key, std::string> load_key(const std::string& path) {
    auto text = log::read_secret(path);
    if (!text) return std::unexpected(error(path, text.error()));
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    const auto key = key_from(*text);
    if (!key)
        return std::unexpected(error(path, "is not 64 hexadecimal digits; clockd makes such a file"
                                           " in its data folder at its first start"));
    return *key;
}

std::expected<Key, std::string> create_key(const std::string& path) {
    const std::string digits = log::random_hex(sizeof(Key::bytes));
    if (const std::string failure = log::write_new_secret(path, digits + "\n"); !failure.empty())
        return std::unexpected(error(path, "cannot be written: " + failure));
    const auto key = key_from(digits);
    FF_CHECK(key);
    return *key;
}

}  // namespace flagfall::hall
