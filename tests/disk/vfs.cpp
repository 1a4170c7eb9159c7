// The file system that SQLite sees. It keeps the promises of SQLite's own one for Unix, and
// no others: a new journal or write-ahead log enters its folder with its first sync, a
// deletion is durable when the folder was synced, shared memory disappears with its last user.
#include "tests/disk/vfs.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <random>
#include <utility>

#include "tests/disk/disk.hpp"

namespace flagfall::disk {

namespace {

struct Handle : sqlite3_file {
    std::shared_ptr<File> file;
    std::string new_in{};  // the folder that its first sync also syncs
    int lock = SQLITE_LOCK_NONE;
    bool maps_shm = false;
    unsigned shm_shared = 0;
    unsigned shm_exclusive = 0;
};

Handle& of(sqlite3_file* file) { return *static_cast<Handle*>(file); }

// The suitable codes for a failing call, the second one for Fault::variant 1.
int code_of(Call call, int variant) {
    const auto either = [&](int first, int second) { return variant == 0 ? first : second; };
    switch (call) {
        case Call::open: return either(SQLITE_CANTOPEN, SQLITE_IOERR);
        case Call::read: return either(SQLITE_IOERR_READ, SQLITE_IOERR_CORRUPTFS);
        case Call::write: return either(SQLITE_IOERR_WRITE, SQLITE_FULL);
        case Call::truncate: return either(SQLITE_IOERR_TRUNCATE, SQLITE_READONLY);
        case Call::sync: return either(SQLITE_IOERR_FSYNC, SQLITE_FULL);
        case Call::file_size: return SQLITE_IOERR_FSTAT;
        case Call::lock: return either(SQLITE_IOERR_LOCK, SQLITE_BUSY);
        case Call::unlock: return SQLITE_IOERR_UNLOCK;
        case Call::check_reserved: return SQLITE_IOERR_CHECKRESERVEDLOCK;
        case Call::shm_map: return either(SQLITE_IOERR_SHMSIZE, SQLITE_BUSY);
        case Call::shm_lock: return either(SQLITE_IOERR_SHMLOCK, SQLITE_BUSY);
        case Call::remove: return either(SQLITE_IOERR_DELETE, SQLITE_READONLY);
        case Call::access: return SQLITE_IOERR_ACCESS;
        case Call::full_path: return SQLITE_CANTOPEN_FULLPATH;
        default: return SQLITE_IOERR;
    }
}

// Runs the call on the mounted disk, or fails it.
template <class Body>
int call(Call what, Body&& body) {
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    if (disk.fails(what)) return code_of(what, disk.fault.variant);
    return body(disk);
}

// --- files ---

int x_read(sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
    return call(Call::read, [&](Disk&) {
        const std::string& bytes = of(f).file->bytes;
        const auto wanted = static_cast<std::size_t>(size);
        const auto from = std::min(static_cast<std::size_t>(at), bytes.size());
        const std::size_t got = std::min(wanted, bytes.size() - from);
        std::memcpy(to, bytes.data() + from, got);
        std::memset(static_cast<char*>(to) + got, 0, wanted - got);
        return got == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
    });
}

int x_write(sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    const std::string_view bytes(static_cast<const char*>(from), static_cast<std::size_t>(size));
    if (disk.fails(Call::write)) {  // half of it is there, as when a disk fills up
        disk.write(*of(f).file, at, bytes.substr(0, bytes.size() / 2));
        return code_of(Call::write, disk.fault.variant);
    }
    disk.write(*of(f).file, at, bytes);
    return SQLITE_OK;
}

int x_truncate(sqlite3_file* f, sqlite3_int64 size) {
    return call(Call::truncate, [&](Disk& disk) {
        disk.truncate(*of(f).file, size);
        return SQLITE_OK;
    });
}

int x_sync(sqlite3_file* f, int) {
    return call(Call::sync, [&](Disk& disk) {
        disk.sync(*of(f).file);
        const std::string folder = std::exchange(of(f).new_in, {});
        if (!folder.empty()) disk.sync_folder(folder);
        return SQLITE_OK;
    });
}

int x_file_size(sqlite3_file* f, sqlite3_int64* size) {
    return call(Call::file_size, [&](Disk&) {
        *size = std::ssize(of(f).file->bytes);
        return SQLITE_OK;
    });
}

// --- locks ---

bool others(const void* holder, const Handle& me) { return holder != nullptr && holder != &me; }

int take(Handle& me, int level) {
    File& file = *me.file;
    if (level == SQLITE_LOCK_SHARED) {
        if (others(file.pending, me) || others(file.exclusive, me)) return SQLITE_BUSY;
        ++file.shared;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (others(file.reserved, me)) return SQLITE_BUSY;
        file.reserved = &me;
    } else {
        if (others(file.pending, me) || others(file.reserved, me)) return SQLITE_BUSY;
        file.pending = &me;
        if (file.shared > 1) {
            me.lock = SQLITE_LOCK_PENDING;
            return SQLITE_BUSY;
        }
        file.exclusive = &me;
    }
    me.lock = level;
    return SQLITE_OK;
}

void give_back(Handle& me, int level) {
    File& file = *me.file;
    for (const void** holder : {&file.reserved, &file.pending, &file.exclusive}) {
        if (*holder == &me) *holder = nullptr;
    }
    if (level == SQLITE_LOCK_NONE && me.lock != SQLITE_LOCK_NONE) --file.shared;
    me.lock = level;
}

int x_lock(sqlite3_file* f, int level) {
    return call(Call::lock, [&](Disk&) {
        return level <= of(f).lock ? SQLITE_OK : take(of(f), level);
    });
}

int x_unlock(sqlite3_file* f, int level) {
    return call(Call::unlock, [&](Disk&) {
        if (level < of(f).lock) give_back(of(f), level);
        return SQLITE_OK;
    });
}

int x_check_reserved(sqlite3_file* f, int* held) {
    return call(Call::check_reserved, [&](Disk&) {
        *held = of(f).file->reserved != nullptr;
        return SQLITE_OK;
    });
}

int x_control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int x_sector_size(sqlite3_file*) { return 4096; }
int x_device(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

// --- shared memory ---

int x_shm_map(sqlite3_file* f, int region, int size, int extend, void volatile** memory) {
    *memory = nullptr;
    return call(Call::shm_map, [&](Disk&) {
        Handle& me = of(f);
        File& file = *me.file;
        if (!std::exchange(me.maps_shm, true)) ++file.shm_users;
        const auto index = static_cast<std::size_t>(region);
        while (extend != 0 && file.shm.size() <= index) {
            file.shm.push_back(std::make_unique<char[]>(static_cast<std::size_t>(size)));
        }
        if (index < file.shm.size()) *memory = file.shm[index].get();
        return SQLITE_OK;
    });
}

void give_back_slot(Handle& me, int slot) {
    const unsigned bit = 1U << slot;
    const auto index = static_cast<std::size_t>(slot);
    if ((me.shm_shared & bit) != 0) --me.file->shm_shared[index];
    if ((me.shm_exclusive & bit) != 0) me.file->shm_exclusive[index] = nullptr;
    me.shm_shared &= ~bit;
    me.shm_exclusive &= ~bit;
}

bool slot_free(const Handle& me, int slot, bool exclusive) {
    const auto index = static_cast<std::size_t>(slot);
    const bool mine = (me.shm_shared & (1U << slot)) != 0;
    if (others(me.file->shm_exclusive[index], me)) return false;
    return !exclusive || me.file->shm_shared[index] == (mine ? 1 : 0);
}

int x_shm_lock(sqlite3_file* f, int first, int count, int flags) {
    return call(Call::shm_lock, [&](Disk&) {
        Handle& me = of(f);
        const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
        for (int slot = first; slot < first + count; ++slot) {
            if ((flags & SQLITE_SHM_LOCK) != 0 && !slot_free(me, slot, exclusive)) {
                return SQLITE_BUSY;
            }
        }
        for (int slot = first; slot < first + count; ++slot) {
            give_back_slot(me, slot);
            if ((flags & SQLITE_SHM_UNLOCK) != 0) continue;
            const auto index = static_cast<std::size_t>(slot);
            (exclusive ? me.shm_exclusive : me.shm_shared) |= 1U << slot;
            if (exclusive) me.file->shm_exclusive[index] = &me;
            else ++me.file->shm_shared[index];
        }
        return SQLITE_OK;
    });
}

void x_shm_barrier(sqlite3_file*) { const std::lock_guard hold(mounted().mutex); }

void leave_shm(Handle& me) {
    for (int slot = 0; slot < File::shm_slots; ++slot) give_back_slot(me, slot);
    if (!std::exchange(me.maps_shm, false)) return;
    if (--me.file->shm_users == 0) me.file->shm.clear();
}

int x_shm_unmap(sqlite3_file* f, int) {
    const std::lock_guard hold(mounted().mutex);
    leave_shm(of(f));
    return SQLITE_OK;
}

int x_close(sqlite3_file* f) {
    const std::lock_guard hold(mounted().mutex);
    Handle& me = of(f);
    leave_shm(me);
    give_back(me, SQLITE_LOCK_NONE);
    me.~Handle();
    return SQLITE_OK;
}

const sqlite3_io_methods* methods() {
    static const sqlite3_io_methods table = [] {
        sqlite3_io_methods m{};
        m.iVersion = 2;
        m.xClose = x_close;
        m.xRead = x_read;
        m.xWrite = x_write;
        m.xTruncate = x_truncate;
        m.xSync = x_sync;
        m.xFileSize = x_file_size;
        m.xLock = x_lock;
        m.xUnlock = x_unlock;
        m.xCheckReservedLock = x_check_reserved;
        m.xFileControl = x_control;
        m.xSectorSize = x_sector_size;
        m.xDeviceCharacteristics = x_device;
        m.xShmMap = x_shm_map;
        m.xShmLock = x_shm_lock;
        m.xShmBarrier = x_shm_barrier;
        m.xShmUnmap = x_shm_unmap;
        return m;
    }();
    return &table;
}

// --- folder ---

int x_open(sqlite3_vfs*, const char* path, sqlite3_file* f, int flags, int* out_flags) {
    f->pMethods = nullptr;
    return call(Call::open, [&](Disk& disk) {
        const bool create = (flags & SQLITE_OPEN_CREATE) != 0;
        std::shared_ptr<File> file = path ? disk.find(path) : std::make_shared<File>();
        if (file && path && create && (flags & SQLITE_OPEN_EXCLUSIVE) != 0) return SQLITE_CANTOPEN;
        const bool is_new = !file;
        if (is_new && !create) return SQLITE_CANTOPEN;
        if (is_new) file = disk.create(path);
        Handle* handle = new (f) Handle{};
        handle->pMethods = methods();
        handle->file = std::move(file);
        if (is_new && (flags & SQLITE_OPEN_MAIN_DB) == 0) handle->new_in = folder_of(path);
        if (out_flags) *out_flags = flags;
        return SQLITE_OK;
    });
}

int x_delete(sqlite3_vfs*, const char* path, int sync) {
    return call(Call::remove, [&](Disk& disk) {
        if (!disk.remove(path)) return SQLITE_IOERR_DELETE_NOENT;
        if (sync != 0) disk.sync_folder(folder_of(path));
        return SQLITE_OK;
    });
}

int x_access(sqlite3_vfs*, const char* path, int flags, int* result) {
    return call(Call::access, [&](Disk& disk) {
        const std::shared_ptr<File> file = disk.find(path);
        // For SQLite an empty file does not exist: it cannot be a hot journal.
        *result = file && (flags != SQLITE_ACCESS_EXISTS || !file->bytes.empty());
        return SQLITE_OK;
    });
}

int x_full_path(sqlite3_vfs*, const char* path, int size, char* out) {
    return call(Call::full_path, [&](Disk&) {
        sqlite3_snprintf(size, out, "%s", path);
        return SQLITE_OK;
    });
}

// Repeatable: the salts of the write-ahead log come from here.
int x_randomness(sqlite3_vfs*, int size, char* out) {
    static std::mt19937_64 random(20'250'101);
    const std::lock_guard hold(mounted().mutex);
    for (int i = 0; i < size; ++i) out[i] = static_cast<char>(random());
    return size;
}

int x_sleep(sqlite3_vfs*, int microseconds) { return microseconds; }  // no time passes here
int x_last_error(sqlite3_vfs*, int, char*) { return 0; }

int x_current_time(sqlite3_vfs*, sqlite3_int64* now) {
    *now = 212'600'000'000'000;  // a day in 2024
    return SQLITE_OK;
}

}  // namespace

void install() {
    static const bool done = [] {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        static sqlite3_vfs vfs{};
        vfs.iVersion = 2;
        vfs.szOsFile = sizeof(Handle);
        vfs.mxPathname = 512;
        vfs.zName = "flagfall-disk";
        vfs.xOpen = x_open;
        vfs.xDelete = x_delete;
        vfs.xAccess = x_access;
        vfs.xFullPathname = x_full_path;
        vfs.xRandomness = x_randomness;
        vfs.xSleep = x_sleep;
        vfs.xGetLastError = x_last_error;
        vfs.xCurrentTimeInt64 = x_current_time;
        return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
    }();
    static_cast<void>(done);
}

}  // namespace flagfall::disk
