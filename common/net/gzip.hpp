// gzip (RFC 1952) in blocks: a part of a body is compressed once, by itself, and joined with the
// others to one member. So a body of which a part changes is compressed again in that part only.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/net/http_message.hpp"

namespace flagfall::net {

struct GzipBlock {
    Chunk bytes;               // blocks of deflate that end at a whole byte and refer to no other
    std::uint32_t crc = 0;     // of the plain bytes
    std::uint64_t plain = 0;   // how many those are
};

GzipBlock gzip_block(std::string_view plain);

// The blocks as one file, in pieces that are ready to send.
std::vector<Chunk> gzip_member(const std::vector<GzipBlock>& blocks);

}  // namespace flagfall::net
