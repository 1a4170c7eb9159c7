#include "arbiterd/api/document.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "arbiterd/api/call.hpp"
#include "arbiterd/api/summary.hpp"
#include "common/base/text.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::api {

namespace {

// The window in which deflate looks for repetitions. Smaller groups would compress worse, bigger
// ones would make each change more expensive.
constexpr std::size_t group_bytes = 32 * 1024;

net::Chunk chunk(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace

void Document::put(std::size_t at, std::string text) {
    Piece& piece = pieces_[at];
    text = shown(std::move(text));
    if (text == piece.text && !stale_[at]) return;
    bytes_ += text.size() - piece.text.size();
    piece.text = std::move(text);
    stale_[at] = true;
    joined_ = false;
}

void Document::set(Stamp stamp, const std::function<std::string()>& make) {
    update(1, 0, [&](std::size_t) { return stamp; },
           [&](std::size_t) { return Written{make()}; });
    frame({}, {}, {});
}

void Document::update(std::size_t count, std::int64_t wall_ms,
                      const std::function<Stamp(std::size_t)>& stamp,
                      const std::function<Written(std::size_t)>& make) {
    if (count != pieces_.size()) {
        for (std::size_t i = count; i < pieces_.size(); ++i) bytes_ -= pieces_[i].text.size();
        pieces_.resize(count);
        stale_.assign(count, true);
        joined_ = false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Stamp now = stamp(i);
        Piece& piece = pieces_[i];
        if (piece.stamp == now && piece.when.contains(wall_ms)) continue;
        piece.stamp = {-1, -1};  // if `make` fails, the next call tries again
        Written written = make(i);
        piece.when = written.when;
        put(i, std::move(written.text));
        piece.stamp = now;
    }
    when_ = {};
    for (const Piece& piece : pieces_) {
        when_.from = std::max(when_.from, piece.when.from);
        when_.before = std::min(when_.before, piece.when.before);
    }
}

void Document::frame(std::string head, std::string_view between, std::string foot) {
    head = shown(std::move(head));
    foot = shown(std::move(foot));
    if (framed_ && head == head_ && between == between_ && foot == foot_) return;
    if (between != between_) stale_.assign(stale_.size(), true);
    head_ = std::move(head);
    between_ = between;
    foot_ = std::move(foot);
    joined_ = framed_ = false;
}

// A power of two, so that it changes only when the body doubles.
std::size_t Document::pieces_of_group() const {
    const std::size_t each = pieces_.empty() ? 1 : bytes_ / pieces_.size() + 1;
    return std::bit_floor(std::max<std::size_t>(1, group_bytes / each));
}

// Joins the groups again in which a piece has changed.
void Document::join() {
    if (std::exchange(joined_, true)) return;
    const std::size_t each = pieces_of_group();
    const std::size_t count = (pieces_.size() + each - 1) / each + 2;
    const bool all = each != grouped_by_ || count != groups_.size();
    grouped_by_ = each;
    groups_.resize(count);
    const auto take = [&](Group& group, std::string text) {
        group = {chunk(std::move(text)), {}, {}};
    };
    if (all || !framed_) take(groups_.front(), head_), take(groups_.back(), foot_);
    framed_ = true;
    for (std::size_t first = 0; first < pieces_.size(); first += each) {
        const std::size_t last = std::min(first + each, pieces_.size());
        const auto stale = [&](std::size_t i) { return static_cast<bool>(stale_[i]); };
        bool is_stale = all;
        for (std::size_t i = first; i < last; ++i) is_stale = is_stale || stale(i);
        if (!is_stale) continue;
        std::string text;
        for (std::size_t i = first; i < last; ++i) {
            if (i > 0) text += between_;
            text += pieces_[i].text;
            stale_[i] = false;
        }
        take(groups_[1 + first / each], std::move(text));
    }
    size_ = 0;
    for (const Group& group : groups_) size_ += group.plain->size();
    etag_.clear();
}

const std::string& Document::etag() {
    join();
    if (!etag_.empty()) return etag_;
    std::string digests;
    for (Group& group : groups_) {
        if (group.digest.empty()) {
            const auto digest = store::sha256(*group.plain);
            group.digest = store::bytes(digest);
        }
        digests += group.digest;
    }
    return etag_ = etag_by_content(digests);
}

std::vector<net::Chunk> Document::plain() {
    join();
    std::vector<net::Chunk> parts;
    for (const Group& group : groups_)
        if (!group.plain->empty()) parts.push_back(group.plain);
    return parts;
}

std::vector<net::Chunk> Document::gzip() {
    join();
    std::vector<net::GzipBlock> blocks;
    for (Group& group : groups_) {
        if (group.plain->empty()) continue;
        if (!group.packed.bytes) group.packed = net::gzip_block(*group.plain);
        blocks.push_back(group.packed);
    }
    return net::gzip_member(blocks);
}

std::size_t Document::memory() const {
    std::size_t sum = sizeof(Document) + bytes_ + pieces_.size() * sizeof(Piece);
    for (const Group& group : groups_)
        sum += sizeof(Group) + group.plain->size() +
               (group.packed.bytes ? group.packed.bytes->size() : 0);
    return sum;
}

void Documents::count(Document& document) {
    const std::size_t now = document.memory();
    counted_ += now - document.counted_;
    document.counted_ = now;
}

Document& Documents::at(const std::string& name) {
    if (last_ != nullptr) count(*last_);
    const auto [found, is_new] = all_.try_emplace(name);
    Document& document = found->second;
    if (is_new) counted_ += name.size();  // callers can choose some names
    document.used_ = ++uses_;
    last_ = &document;
    make_room(document);
    return document;
}

void Documents::make_room(const Document& but) {
    while (counted_ > most_bytes_ && all_.size() > 1) {
        const auto oldest = std::ranges::min_element(
            all_, {}, [](const auto& each) { return each.second.used_; });
        if (&oldest->second == &but) return;
        counted_ -= oldest->second.counted_ + oldest->first.size();
        all_.erase(oldest);
    }
}

}  // namespace flagfall::api
