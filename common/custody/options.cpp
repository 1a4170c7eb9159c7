#include "common/custody/options.hpp"

#include <filesystem>

#include "common/base/text.hpp"
#include "common/cli/values.hpp"

namespace flagfall::custody {

namespace {

constexpr std::size_t longest_word = 400;  // bytes

// "NAME: REASON".
std::optional<store::Word> word_of(const std::string& text) {
    const std::size_t colon = text.find(": ");
    if (colon == std::string::npos || colon == 0 || colon + 2 >= text.size()) return std::nullopt;
    if (!is_printable(text) || text.size() > longest_word) return std::nullopt;
    return store::Word{text.substr(0, colon), text.substr(colon + 2)};
}

}  // namespace

void Options::put_into(store::StoreOptions& store, const std::string& data_dir) const {
    const std::string name = std::filesystem::path(store.path).filename().string() + ".key";
    store.key_file = key_path(data_dir, key_dir, name);
    store.accept_gap = accept_gap;
    store.sign_within = sign_every;
}

std::string read_custody(const cli::Values& values, Options& options) {
    if (values.has("key-dir")) options.key_dir = values.text("key-dir");
    options.sign_every = values.duration("sign-every");
    if (!values.has("accept-gap")) return {};
    options.accept_gap = word_of(values.text("accept-gap"));
    return options.accept_gap ? "" : "--accept-gap is 'NAME: REASON', such as 'Anna Kov: the disk "
                                     "died, restored the backup of 10:20'";
}

std::string key_path(const std::string& data_dir, const std::string& key_dir,
                     const std::string& name) {
    return (std::filesystem::path(key_dir.empty() ? data_dir : key_dir) / name).string();
}

}  // namespace flagfall::custody
