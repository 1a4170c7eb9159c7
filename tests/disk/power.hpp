// What a power loss leaves of a recorded disk.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "tests/disk/disk.hpp"

namespace flagfall::disk {

using Random = std::mt19937_64;

// What happens to the operations that no sync had made durable.
enum class Loss : std::uint8_t {
    all,     // nothing of them is there
    none,    // everything is there: the process died, the disk did not
    subset,  // each is there or not, for itself: a disk orders them as it likes
    torn,    // the last writes are there in part, by sectors of 512 bytes
    noise,   // as torn, and sectors that were being written hold anything
    count,
};

std::string_view name(Loss loss);

// A disk fed with recorded operations, which must outlive it: what is durable, what under way.
class Platter {
public:
    explicit Platter(const Image& durable = {});

    void take(const Op& op);

    // False if nothing is under way: then every kind of loss leaves the same.
    bool under_way() const;

    Image after(Loss loss, Random& random) const;

private:
    using Pending = std::vector<std::pair<std::int64_t, const Op*>>;  // with the time of each
    struct Content {
        std::string durable{};
        Pending pending{};
    };
    void settle_folder(const std::string& folder);
    std::map<std::string, int> entries_after(Loss loss, Random& random) const;
    std::string content_after(const Content& content, Loss loss, std::int64_t torn_from,
                              Random& random) const;

    std::map<int, Content> files_{};
    std::map<std::string, int> entries_{};
    Pending pending_entries_{};
    std::int64_t time_ = 0;
};

}  // namespace flagfall::disk
