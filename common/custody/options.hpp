// How a daemon keeps the keys of its log, from its command line.
#pragma once

#include <optional>
#include <string>

#include "common/base/time.hpp"
#include "common/store/store.hpp"

namespace flagfall::cli {
class Values;
}

namespace flagfall::custody {

struct Options {
    std::string key_dir{};  // empty: the data folder
    std::optional<store::Word> accept_gap{};
    Duration sign_every = store::sign_within;

    // Sets these options of a store, whose path must be set.
    void put_into(store::StoreOptions& store, const std::string& data_dir) const;
};

// Reads the options of custody_options(); returns what is wrong, or an empty text.
std::string read_custody(const cli::Values& values, Options& options);

// The file `name` ("arbiterd.db.key", "hall.key") in the key folder, which is `data_dir` if
// `key_dir` is empty.
std::string key_path(const std::string& data_dir, const std::string& key_dir,
                     const std::string& name);

}  // namespace flagfall::custody
