// gzip in blocks, read back by zlib; and which clients want it.
#include "common/net/gzip.hpp"

#include <zlib.h>

#include <random>
#include <string>

#include "tests/support/catch.hpp"

using namespace flagfall::net;

namespace {

std::string unpacked(const std::vector<Chunk>& parts) {
    std::string file;
    for (const Chunk& part : parts) file += *part;
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
    std::string plain(1 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(file.data());
    stream.avail_in = static_cast<uInt>(file.size());
    stream.next_out = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_out = static_cast<uInt>(plain.size());
    CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);  // it checks the sum and the length
    CHECK(stream.avail_in == 0);
    plain.resize(plain.size() - stream.avail_out);
    inflateEnd(&stream);
    return plain;
}

}  // namespace

TEST_CASE("blocks of any sizes and contents are one member of gzip") {
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        std::vector<GzipBlock> blocks;
        std::string all;
        for (auto i = random() % 9; i > 0; --i) {
            std::string block(random() % 40'000 * (random() % 4 > 0), '\0');
            const bool dense = random() % 3 == 0;  // random bytes do not get shorter
            for (char& c : block)
                c = static_cast<char>(dense ? random() % 256 : 'a' + random() % 4);
            blocks.push_back(gzip_block(block));
            all += block;
        }
        REQUIRE(unpacked(gzip_member(blocks)) == all);
    }
    CHECK(unpacked(gzip_member({})) == "");
}

TEST_CASE("the same block has the same bytes, whatever came before it") {
    const std::string text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
    const auto first = gzip_block(text);
    gzip_block(std::string(100'000, 'x') + text);
    CHECK(*gzip_block(text).bytes == *first.bytes);
}

TEST_CASE("gzip is for those who ask for it, by weight") {
    for (const char* wanted : {"gzip", "GZIP", "x-gzip", "deflate, gzip;q=1.0, *;q=0.5", "br,gzip",
                               "gzip ; q=0.001", "*", "*;q=0.1", "gzip;q=0.5, identity;q=0.5",
                               "identity;q=0, gzip;q=0.2", "gzip\t;Q=1"}) {
        INFO(wanted);
        CHECK(wants_gzip(wanted));
    }
    for (const char* refused : {"", "identity", "gzip;q=0", "gzip;q=0.000", "*;q=0", "br, deflate",
                                "gzip;q=0, *", "gzip;q=0.2, identity;q=0.8", "gzip;q=", "gzip;q=x",
                                "gzip;q=2", "gzip;q=-1", "gzip;level=9", "gzipped", ",", ";q=1"}) {
        INFO(refused);
        CHECK(!wants_gzip(refused));
    }
}
