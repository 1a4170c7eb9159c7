#include "common/net/gzip.hpp"

#include <memory>
#include <string>

#include <zlib.h>

#include "common/base/check.hpp"

namespace flagfall::net {

namespace {

// Deflate without a header, with the largest window. At this level, a body that changes each
// second still costs little: docs/performance.md compares the levels.
constexpr int level = 4;
constexpr int raw_window = -15;
constexpr int memory_level = 8;

// Method deflate, no name, no time, an unknown system.
constexpr std::string_view member_head{"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\xFF", 10};
constexpr std::string_view last_block{"\x03\x00", 2};  // empty, with the flag of the last block

struct Deflater {
    Deflater() {
        const int made = deflateInit2(&stream, level, Z_DEFLATED, raw_window, memory_level,
                                      Z_DEFAULT_STRATEGY);
        FF_CHECK(made == Z_OK);
    }
    ~Deflater() { deflateEnd(&stream); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    z_stream stream{};
};

void append_little_endian(std::string& out, std::uint32_t value) {
    for (int byte = 0; byte < 4; ++byte) out += static_cast<char>(value >> (8 * byte) & 0xFF);
}

}  // namespace

GzipBlock gzip_block(std::string_view plain) {
    static thread_local Deflater deflater;  // a quarter of a megabyte, reused
    z_stream& stream = deflater.stream;
    deflateReset(&stream);
    constexpr std::size_t marker_bytes = 16;  // for the flush, which the bound does not include
    std::string out(deflateBound(&stream, plain.size()) + marker_bytes, '\0');
    // zlib's interface takes no const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));  // NOLINT
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int done = deflate(&stream, Z_FULL_FLUSH);
    FF_CHECK(done == Z_OK && stream.avail_in == 0 && stream.avail_out > 0);
    out.resize(out.size() - stream.avail_out);
    out.shrink_to_fit();
    GzipBlock block;
    block.crc = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(plain.data()), plain.size()));
    block.plain = plain.size();
    block.bytes = std::make_shared<const std::string>(std::move(out));
    return block;
}

std::vector<Chunk> gzip_member(const std::vector<GzipBlock>& blocks) {
    static const Chunk head = std::make_shared<const std::string>(member_head);
    std::vector<Chunk> member{head};
    uLong crc = crc32_z(0, nullptr, 0);
    std::uint64_t plain = 0;
    for (const GzipBlock& block : blocks) {
        member.push_back(block.bytes);
        crc = crc32_combine(crc, block.crc, static_cast<z_off_t>(block.plain));
        plain += block.plain;
    }
    std::string end(last_block);
    append_little_endian(end, static_cast<std::uint32_t>(crc));
    append_little_endian(end, static_cast<std::uint32_t>(plain));
    member.push_back(std::make_shared<const std::string>(std::move(end)));
    return member;
}

}  // namespace flagfall::net
