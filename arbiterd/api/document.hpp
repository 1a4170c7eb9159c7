// Answers that are kept in pieces, by board or by line: what has not changed is neither written nor
// compressed again. The one cache of the API.
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

// What a piece was made from. Equal stamps: the piece is still right.
struct Stamp {
    std::int64_t first = 0;
    std::int64_t second = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
};

using record::Written;

// A body: a head, pieces, a foot. Its bytes are a function of these texts alone, and so are its
// ETag and the gzip of it.
class Document {
public:
    // Of a body that is made whole.
    void set(Stamp stamp, const std::function<std::string()>& make);

    // Brings the pieces up to date: there are `count`; `make(i)` writes those whose stamp is
    // another now, or that are not right at this instant.
    void update(std::size_t count, std::int64_t wall_ms,
                const std::function<Stamp(std::size_t)>& stamp,
                const std::function<Written(std::size_t)>& make);
    // What stands around the pieces, and between them.
    void frame(std::string head, std::string_view between, std::string foot);

    // The state that it shows, for those who know whether there is another one.
    Stamp shows{-1, -1};
    // Does it show that state, and would it at this instant?
    bool is_of(Stamp state, std::int64_t wall_ms = 0) const {
        return shows == state && when_.contains(wall_ms);
    }
    std::vector<std::string> notes;  // that go with it

    // For another document that has it, too.
    Written piece(std::size_t at) const { return {pieces_[at].text, pieces_[at].when}; }
    std::size_t size() const { return size_; }
    std::size_t memory() const;
    // Strong: the digest of the bytes.
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
    // Pieces that are sent, digested and compressed together.
    struct Group {
        net::Chunk plain;
        std::string digest;
        net::GzipBlock packed;  // without bytes until somebody asks for it
    };
    void put(std::size_t at, std::string text);
    void join();
    std::size_t pieces_of_group() const;

    std::vector<Piece> pieces_;
    record::Span when_;  // all pieces are right
    std::string head_;
    std::string between_;
    std::string foot_;
    std::vector<bool> stale_;   // by piece: its group has another text of it
    std::vector<Group> groups_;  // of the head, of the pieces, of the foot
    std::size_t grouped_by_ = 0;  // pieces of a group, as the groups stand
    std::size_t bytes_ = 0;     // of the pieces
    std::size_t size_ = 0;      // of the body
    bool joined_ = false;
    bool framed_ = false;       // the groups have head, foot and separator as they are
    std::string etag_;
    std::size_t counted_ = 0;  // of its memory, by Documents
    std::uint64_t used_ = 0;
};

// Documents by name, kept within a bound: those asked for least lately go.
class Documents {
public:
    explicit Documents(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    // Good until the next call.
    Document& at(const std::string& name);

private:
    void count(Document& document);
    void make_room(const Document& but);

    std::size_t most_bytes_;
    std::map<std::string, Document, std::less<>> all_;
    Document* last_ = nullptr;  // what was given out: it may have grown since
    std::size_t counted_ = 0;   // bytes of all of them, but for that
    std::uint64_t uses_ = 0;
};

}  // namespace flagfall::api
