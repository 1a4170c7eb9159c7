// Documents in pieces by themselves: what is made again, and how much is kept.
#include "arbiterd/api/document.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::api;

namespace {

constexpr std::size_t boards = 1'000;

// A round whose boards count their changes, and what was made of it.
struct Round {
    std::vector<std::int64_t> stamps = std::vector<std::int64_t>(boards, 1);
    std::int64_t made = 0;
    Document document;

    void write() {
        document.update(
            stamps.size(), 0, [&](std::size_t i) { return Stamp{stamps[i], 0}; },
            [&](std::size_t i) {
                ++made;
                return Written{"board " + std::to_string(i) + " at " + std::to_string(stamps[i]) +
                               std::string(300, 'x')};
            });
        document.frame("[", ",", "]");
    }
};

// Chunks that both have.
std::size_t shared(const std::vector<net::Chunk>& a, const std::vector<net::Chunk>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) count += a[i] == b[i];
    return count;
}

}  // namespace

TEST_CASE("a change makes one piece again, and one group of the body", "[record]") {
    Round round;
    round.write();
    CHECK(round.made == boards);
    const auto plain = round.document.plain();
    const auto packed = round.document.gzip();
    const std::string etag = round.document.etag();
    CHECK(plain.size() > 8);

    round.write();
    CHECK(round.made == boards);
    CHECK(round.document.etag() == etag);
    CHECK(shared(plain, round.document.plain()) == plain.size());

    round.stamps[500] = 2;
    round.write();
    CHECK(round.made == boards + 1);
    CHECK(round.document.etag() != etag);
    CHECK(shared(plain, round.document.plain()) == plain.size() - 1);
    // One block, and the end with the sum of all.
    CHECK(shared(packed, round.document.gzip()) == packed.size() - 2);
}

TEST_CASE("a piece that says the same again changes nothing", "[record]") {
    Document document;
    const auto write = [&](std::int64_t stamp) {
        document.set({stamp, 0}, [] { return std::string("the same"); });
    };
    write(1);
    const std::string etag = document.etag();
    const auto plain = document.plain();
    write(2);
    CHECK(document.etag() == etag);
    CHECK(document.plain() == plain);
}

TEST_CASE("a piece is made again outside its span, forwards and backwards", "[record]") {
    Document document;
    int made = 0;
    const auto write_at = [&](std::int64_t wall_ms) {
        document.update(
            1, wall_ms, [](std::size_t) { return Stamp{1, 0}; },
            [&](std::size_t) {
                ++made;
                return Written{wall_ms < 10 ? "before" : "after",
                               wall_ms < 10 ? record::Span{0, 10} : record::Span{10, 20}};
            });
        document.frame("", "", "");
        return *document.plain().at(0);
    };
    CHECK(write_at(5) == "before");
    CHECK(write_at(9) == "before");
    CHECK(made == 1);
    CHECK(write_at(10) == "after");
    CHECK(write_at(9) == "before");
    CHECK(made == 3);
}

TEST_CASE("a piece that could not be made is tried again", "[record]") {
    Document document;
    const auto stamp = [](std::size_t) { return Stamp{1, 0}; };
    CHECK_THROWS(document.update(1, 0, stamp, [](std::size_t) -> Written { throw 1; }));
    document.update(1, 0, stamp, [](std::size_t) { return Written{"here"}; });
    document.frame("", "", "");
    CHECK(*document.plain().at(0) == "here");
}

TEST_CASE("fewer pieces, and none", "[record]") {
    Round round;
    round.write();
    const std::string etag = round.document.etag();
    round.stamps.resize(3);
    round.write();
    Round fresh;
    fresh.stamps.resize(3);
    fresh.write();
    CHECK(round.document.etag() == fresh.document.etag());
    round.stamps.clear();
    round.write();
    std::string all;
    for (const auto& part : round.document.plain()) all += *part;
    CHECK(all == "[]");
    round.stamps.assign(boards, 1);
    round.write();
    CHECK(round.document.etag() == etag);
}

TEST_CASE("documents are kept within a bound, the latest first", "[record]") {
    Documents documents(200'000);
    const auto fill = [&](const std::string& name) {
        documents.at(name).set({1, 0}, [] { return std::string(30'000, 'x'); });
    };
    const auto is_kept = [&](const std::string& name) {
        return documents.at(name).plain().size() == 1;
    };
    for (int i = 0; i < 20; ++i) {
        fill(std::to_string(i));
        CHECK(is_kept("0"));  // asked for each time, so it stays
    }
    CHECK(is_kept("19"));
    CHECK(!is_kept("1"));
}
