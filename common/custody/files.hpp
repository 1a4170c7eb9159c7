// Files for backups: copied durably, hashed, and named.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flagfall::custody {

// Each error here is a sentence for people that names the file.
template <class T>
using Result = std::expected<T, std::string>;

// Copies a file, mode 0600, and syncs it; replaces nothing and follows no symbolic link.
// `bytes`: its required length, which is checked before anything is written.
Result<void> copy_file(const std::string& from, const std::string& to,
                       std::optional<std::int64_t> bytes = {});

// Syncs a file, or a folder's entries.
Result<void> sync_file(const std::string& path);
Result<void> sync_entries(const std::string& folder);

// Writes a new file, mode 0600, and syncs it.
Result<void> write_file(const std::string& path, const std::string& text);

// Renames and syncs both folders' entries.
Result<void> rename_durably(const std::string& from, const std::string& to);

// Removes a file, or a folder with all its content. What cannot be removed stays.
void remove_all(const std::string& path);

// An unfinished file or folder: removed with this object, unless it got its final name.
class Unfinished {
public:
    explicit Unfinished(std::string path) : path_(std::move(path)) {}
    ~Unfinished() {
        if (!path_.empty()) remove_all(path_);
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    const std::string& path() const { return path_; }
    // Renames it durably. Call it once.
    Result<void> becomes(const std::string& name);

private:
    std::string path_;
};

// The whole file, of at most so many bytes.
Result<std::string> read_file(const std::string& path, std::size_t most);

// Is it a folder, and not a symbolic link to one?
bool is_own_folder(const std::string& path);

struct Sum {
    std::int64_t bytes = 0;
    std::string sha256;  // hexadecimal
};
Result<Sum> sum_of(const std::string& path);

// The files of a data folder that matter, besides its SQLite files, by relative name: keys (*.key,
// also the hall's), certificates (*.pem, *.crt), *.toml, and everything in tls/.
std::vector<std::string> plain_files(const std::string& folder);

// Its SQLite files: *.db.
std::vector<std::string> databases(const std::string& folder);

// "DIR/NAME".
std::string in(const std::string& folder, const std::string& name);

}  // namespace flagfall::custody
