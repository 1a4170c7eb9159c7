// Answers that are cached in pieces, by board or by line: pieces that have not changed are neither
// written nor compressed again. It is the only cache of the API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/record/broadcast.hpp"
#include "common/net/gzip.hpp"

namespace flagfall::api {

// What a piece was made from. If the stamp is the same, the piece is still valid.
struct Stamp {
    std::int64_t first = 0;
    std::int64_t second = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
};

using record::Written;

// A body: a head, pieces and a foot. Its bytes, its ETag and its gzip form depend on these texts
// alone.
class Document {
public:
    // Sets a body that is made as a whole.
    void set(Stamp stamp, const std::function<std::string()>& make);

    // Updates the `count` pieces: calls `make(i)` for those whose stamp has changed, or which are
    // not valid at this instant.
    void update(std::size_t count, std::int64_t wall_ms,
                const std::function<Stamp(std::size_t)>& stamp,
                const std::function<Written(std::size_t)>& make);
    // Sets the text before and after the pieces, and between them.
    void frame(std::string head, std::string_view between, std::string foot);

    // The state that it shows, for callers that can compare it with a newer one.
    Stamp shows{-1, -1};
    // Does it show this state, and is it valid at this instant?
    bool is_of(Stamp state, std::int64_t wall_ms = 0) const {
        return shows == state && when_.contains(wall_ms);
    }
    std::vector<std::string> notes;  // notes that belong to the body

    // For another document that contains this piece.
    Written piece(std::size_t at) const { return {pieces_[at].text, pieces_[at].when}; }
    std::size_t size() const { return size_; }
    std::size_t memory() const;
    // A strong ETag: the digest of the bytes.
    const std::string& etag();
    std::vector<net::Chunk> plain();
    std::vector<net::Chunk> gzip();

private:
    friend class Documents;
    struct Piece {
        Stamp stamp{-1, -1};
        record::Span when;
        std::string text;
    };
    // Pieces that are sent, hashed and compressed together.
    struct Group {
        net::Chunk plain;
        std::string digest;
        net::GzipBlock packed;  // empty until somebody accepts it
    };
    void put(std::size_t at, std::string text);
    void join();
    std::size_t pieces_of_group() const;

    std::vector<Piece> pieces_;
    record::Span when_;  // when all pieces are valid
    std::string head_;
    std::string between_;
    std::string foot_;
    std::vector<bool> stale_;   // by piece: its group has an old text of it
    std::vector<Group> groups_;  // head, pieces and foot
    std::size_t grouped_by_ = 0;  // pieces in each of the present groups
    std::size_t bytes_ = 0;     // of all pieces
    std::size_t size_ = 0;      // of the body
    bool joined_ = false;
    bool framed_ = false;       // the groups have the present head, foot and separator
    std::string etag_;
    std::size_t counted_ = 0;  // its memory as Documents has counted it
    std::uint64_t used_ = 0;
};

// Documents by name, with a bound on their memory; the least recently used are dropped.
class Documents {
public:
    explicit Documents(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    // Valid until the next call.
    Document& at(const std::string& name);

private:
    void count(Document& document);
    void make_room(const Document& but);

    std::size_t most_bytes_;
    std::map<std::string, Document, std::less<>> all_;
    Document* last_ = nullptr;  // the last one returned: it may have grown since
    std::size_t counted_ = 0;   // bytes of all of them except `last_`
    std::uint64_t uses_ = 0;
};

}  // namespace flagfall::api
