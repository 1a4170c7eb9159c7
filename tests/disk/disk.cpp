#include "tests/disk/disk.hpp"

#include <algorithm>

namespace flagfall::disk {

namespace {

std::string short_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::string_view name(Call call) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Call::count)> names{
        "xOpen",      "xRead",      "xWrite",      "xTruncate",  "xSync",
        "xFileSize",  "xLock",      "xUnlock",     "xCheckReservedLock",
        "xShmMap",    "xShmLock",   "xDelete",     "xAccess",    "xFullPathname",
        "open",       "read",       "write",       "fsync",      "link",       "unlink"};
    return names[static_cast<std::size_t>(call)];
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string describe(const Op& op) {
    const std::string file = " " + std::to_string(op.file);
    switch (op.kind) {
        case Op::Kind::create: return "create" + file + " " + short_name(op.name);
        case Op::Kind::enter: return "enter" + file + " " + short_name(op.name);
        case Op::Kind::write:
            return "write" + file + " at " + std::to_string(op.at) + " " +
                   std::to_string(op.bytes.size()) + " bytes";
        case Op::Kind::truncate: return "truncate" + file + " to " + std::to_string(op.at);
        case Op::Kind::sync: return "sync" + file;
        case Op::Kind::remove: return "remove " + short_name(op.name);
        case Op::Kind::sync_folder: return "sync folder " + short_name(op.name);
    }
    return "?";
}

Disk::Disk(const Image& image) {
    for (const auto& [name, bytes] : image) {
        auto file = std::make_shared<File>();
        file->number = ++last_number_;
        file->bytes = bytes;
        files_.emplace(name, std::move(file));
    }
}

Image Disk::image() const {
    Image image;
    for (const auto& [name, file] : files_) image.emplace(name, file->bytes);
    return image;
}

std::shared_ptr<File> Disk::find(const std::string& name) const {
    const auto found = files_.find(name);
    return found == files_.end() ? nullptr : found->second;
}

std::shared_ptr<File> Disk::create(const std::string& name) {
    auto file = std::make_shared<File>();
    file->number = ++last_number_;
    files_[name] = file;
    note({.kind = Op::Kind::create, .file = file->number, .name = name});
    return file;
}

void Disk::enter(const std::string& name, const std::shared_ptr<File>& file) {
    files_[name] = file;
    note({.kind = Op::Kind::enter, .file = file->number, .name = name});
}

bool Disk::remove(const std::string& name) {
    if (files_.erase(name) == 0) return false;
    note({.kind = Op::Kind::remove, .name = name});
    return true;
}

void Disk::write(File& file, std::int64_t at, std::string_view bytes) {
    const auto begin = static_cast<std::size_t>(at);
    if (file.bytes.size() < begin + bytes.size()) file.bytes.resize(begin + bytes.size());
    std::ranges::copy(bytes, file.bytes.begin() + at);
    if (file.number == 0) return;
    note({.kind = Op::Kind::write, .file = file.number, .at = at, .bytes = std::string(bytes)});
}

void Disk::truncate(File& file, std::int64_t size) {
    file.bytes.resize(static_cast<std::size_t>(size));
    if (file.number == 0) return;
    note({.kind = Op::Kind::truncate, .file = file.number, .at = size});
}

void Disk::sync(const File& file) {
    if (file.number != 0) note({.kind = Op::Kind::sync, .file = file.number});
}

void Disk::sync_folder(const std::string& folder) {
    note({.kind = Op::Kind::sync_folder, .name = folder});
}

bool Disk::fails(Call call) {
    ++calls;
    ++calls_of[static_cast<std::size_t>(call)];
    const bool now = fault.at != 0 && (fault.lasting ? calls >= fault.at : calls == fault.at);
    if (now && !failed) failed = call;
    if (now && call == Call::read) read_failed = true;
    return now;
}

void Disk::note(Op op) {
    if (!recording) return;
    op.acknowledged = acknowledged;
    ops.push_back(std::move(op));
}

}  // namespace flagfall::disk
