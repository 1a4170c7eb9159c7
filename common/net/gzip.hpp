// gzip (RFC 1952) in blocks: a part of a body is compressed once, by itself, and joined with the
// others to one member. If a part of a body changes, only that part is compressed again.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/net/http_message.hpp"

namespace flagfall::net {

struct GzipBlock {
    Chunk bytes;               // blocks of deflate that end at a whole byte and refer to no other
    std::uint32_t crc = 0;     // of the plain bytes
    std::uint64_t plain = 0;   // the number of those bytes
};

GzipBlock gzip_block(std::string_view plain);

// The blocks as one gzip file, in pieces that are ready to send.
std::vector<Chunk> gzip_member(const std::vector<GzipBlock>& blocks);

}  // namespace flagfall::net
