// A disk in memory: files as a program sees them, every operation that changed them in its order,
// and a call that fails when asked to. SQLite reaches it through vfs.hpp, the log's own files
// (key, lock, folders) through posix.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace flagfall::disk {

// The bytes of each file, by its path.
using Image = std::map<std::string, std::string>;

// One change of the disk. A file is known by a number, because names come and go.
struct Op {
    enum class Kind : std::uint8_t { create, enter, write, truncate, sync, remove, sync_folder };
    Kind kind{};
    int file = 0;
    std::string name{};          // create, enter, remove: the entry; sync_folder: the folder
    std::int64_t at = 0;         // write: the offset; truncate: the new size
    std::string bytes{};         // write
    std::size_t acknowledged = 0;  // commits announced before this operation began
};

std::string describe(const Op& op);

// "/a/b" of "/a/b/c".
std::string folder_of(const std::string& path);

// The calls that may fail.
enum class Call : std::uint8_t {
    open, read, write, truncate, sync, file_size, lock, unlock, check_reserved,
    shm_map, shm_lock, remove, access, full_path,
    posix_open, posix_read, posix_write, posix_sync, posix_link, posix_unlink,
    count,
};

std::string_view name(Call call);

// Which call fails, and how.
struct Fault {
    std::uint64_t at = 0;  // counted from 1; 0: none
    bool lasting = false;  // every later call too
    int variant = 0;       // which of the codes that fit: 0 or 1
};

struct File {
    int number = 0;  // 0: a temporary file, of no interest after a power loss
    std::string bytes{};

    // SQLite's five-step lock. Holders are told apart by their address.
    int shared = 0;
    const void* reserved = nullptr;
    const void* pending = nullptr;
    const void* exclusive = nullptr;

    // The shared memory of its write-ahead log; it lives as long as somebody maps it.
    static constexpr int shm_slots = 8;
    int shm_users = 0;
    std::vector<std::unique_ptr<char[]>> shm{};
    std::array<int, shm_slots> shm_shared{};
    std::array<const void*, shm_slots> shm_exclusive{};
};

class Disk {
public:
    Disk() = default;
    explicit Disk(const Image& image);

    // What a reader of the files sees now.
    Image image() const;

    std::shared_ptr<File> find(const std::string& name) const;  // null if there is none
    std::shared_ptr<File> create(const std::string& name);
    void enter(const std::string& name, const std::shared_ptr<File>& file);
    bool remove(const std::string& name);  // false if there is none
    void write(File& file, std::int64_t at, std::string_view bytes);
    void truncate(File& file, std::int64_t size);
    void sync(const File& file);
    void sync_folder(const std::string& folder);

    // True if this call has to fail. Counts calls.
    bool fails(Call call);

    mutable std::mutex mutex;  // held by every caller of the above

    bool recording = false;
    std::vector<Op> ops{};
    std::size_t acknowledged = 0;

    Fault fault{};
    std::uint64_t calls = 0;
    std::array<std::uint64_t, static_cast<std::size_t>(Call::count)> calls_of{};
    std::optional<Call> failed{};  // the first call that failed
    bool read_failed = false;

private:
    void note(Op op);
    std::map<std::string, std::shared_ptr<File>> files_{};
    int last_number_ = 0;
};

// One for the whole test program: SQLite's default file system and the log's own files below
// `root`, a real folder, belong to the disk that is mounted.
Disk& mounted();

// Mounts a disk. The real files of the log below the root (its key) are made to be those of the
// new disk.
void mount(std::shared_ptr<Disk> disk);

// The folder for databases; made at the first call, removed when the program ends.
const std::string& root();

}  // namespace flagfall::disk
