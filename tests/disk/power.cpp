#include "tests/disk/power.hpp"

#include <algorithm>
#include <array>

namespace flagfall::disk {

namespace {

constexpr std::int64_t sector = 512;
constexpr std::int64_t most_torn = 4;  // writes that are torn together

bool coin(Random& random) { return (random() & 1) != 0; }

void write(std::string& file, std::int64_t at, std::string_view bytes) {
    const auto begin = static_cast<std::size_t>(at);
    if (file.size() < begin + bytes.size()) file.resize(begin + bytes.size());
    std::ranges::copy(bytes, file.begin() + at);
}

void apply(std::string& file, const Op& op) {
    if (op.kind == Op::Kind::write) write(file, op.at, op.bytes);
    else file.resize(static_cast<std::size_t>(op.at));
}

void apply(std::map<std::string, int>& entries, const Op& op) {
    if (op.kind == Op::Kind::remove) entries.erase(op.name);
    else entries[op.name] = op.file;
}

// The size of a file is stored separately from its bytes: it may have grown without them.
void lose(std::string& file, const Op& op, Random& random) {
    if (op.kind != Op::Kind::write || !coin(random)) return;
    const auto end = static_cast<std::size_t>(op.at) + op.bytes.size();
    if (file.size() < end) file.resize(end);
}

// Writes some of the sectors that the operation touches.
void tear(std::string& file, const Op& op, bool noise, Random& random) {
    if (op.kind != Op::Kind::write) return apply(file, op);
    const std::int64_t end = op.at + std::ssize(op.bytes);
    for (std::int64_t from = op.at; from < end;) {
        const std::int64_t to = std::min(end, (from / sector + 1) * sector);
        std::string piece = op.bytes.substr(static_cast<std::size_t>(from - op.at),
                                            static_cast<std::size_t>(to - from));
        const std::uint64_t fate = random() % (noise ? 3 : 2);
        if (fate == 2) {
            for (char& byte : piece) byte = static_cast<char>(random());
        }
        if (fate != 0) write(file, from, piece);
        from = to;
    }
}

}  // namespace

std::string_view name(Loss loss) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Loss::count)> names{
        "all unsynced lost", "nothing lost", "random subset", "torn sectors", "noise in sectors"};
    return names[static_cast<std::size_t>(loss)];
}

Platter::Platter(const Image& durable) {
    int number = 0;  // the number that Disk gave it
    for (const auto& [name, bytes] : durable) {
        entries_[name] = ++number;
        files_[number].durable = bytes;
    }
}

void Platter::take(const Op& op) {
    ++time_;
    switch (op.kind) {
        case Op::Kind::create:
        case Op::Kind::enter:
        case Op::Kind::remove:
            pending_entries_.emplace_back(time_, &op);
            break;
        case Op::Kind::write:
        case Op::Kind::truncate:
            files_[op.file].pending.emplace_back(time_, &op);
            break;
        case Op::Kind::sync: {
            Content& content = files_[op.file];
            for (const auto& [time, pending] : content.pending) apply(content.durable, *pending);
            content.pending.clear();
            break;
        }
        case Op::Kind::sync_folder: settle_folder(op.name); break;
    }
}

void Platter::settle_folder(const std::string& folder) {
    const auto inside = [&](const auto& pending) {
        return folder_of(pending.second->name) == folder;
    };
    for (const auto& pending : pending_entries_) {
        if (inside(pending)) apply(entries_, *pending.second);
    }
    std::erase_if(pending_entries_, inside);
}

bool Platter::under_way() const {
    return !pending_entries_.empty() ||
           std::ranges::any_of(files_, [](const auto& f) { return !f.second.pending.empty(); });
}

std::map<std::string, int> Platter::entries_after(Loss loss, Random& random) const {
    std::map<std::string, int> entries = entries_;
    const bool each = loss == Loss::subset || (loss >= Loss::torn && coin(random));
    for (const auto& [time, op] : pending_entries_) {
        const bool there = each ? coin(random) : loss != Loss::all;
        if (there) apply(entries, *op);
    }
    return entries;
}

std::string Platter::content_after(const Content& content, Loss loss, std::int64_t torn_from,
                                   Random& random) const {
    std::string bytes = content.durable;
    if (loss == Loss::all) return bytes;
    for (const auto& [time, op] : content.pending) {
        if (loss >= Loss::torn && time >= torn_from) tear(bytes, *op, loss == Loss::noise, random);
        else if (loss != Loss::subset || coin(random)) apply(bytes, *op);
        else lose(bytes, *op, random);
    }
    return bytes;
}

Image Platter::after(Loss loss, Random& random) const {
    std::vector<std::int64_t> times;
    for (const auto& [number, content] : files_) {
        for (const auto& [time, op] : content.pending) times.push_back(time);
    }
    std::ranges::sort(times, std::greater<>());
    std::int64_t torn_from = time_ + 1;
    if (loss >= Loss::torn && !times.empty()) {
        const auto most = std::min<std::uint64_t>(times.size(), most_torn);
        torn_from = times[random() % most];
    }
    Image image;
    for (const auto& [name, number] : entries_after(loss, random)) {
        const auto found = files_.find(number);
        image[name] = found == files_.end()
                          ? std::string()
                          : content_after(found->second, loss, torn_from, random);
    }
    return image;
}

}  // namespace flagfall::disk
