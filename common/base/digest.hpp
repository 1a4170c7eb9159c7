// A short digest of texts (FNV-1a, 64 bits): it detects accidental differences. For protection
// against attackers use common/store/crypto.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall {

class Digest {
public:
    void add(std::string_view text) {
        for (const char c : text)
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    // 16 lower-case hexadecimal digits.
    std::string text() const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string all;
        for (int shift = 60; shift >= 0; shift -= 4) all += digits[(hash_ >> shift) & 15];
        return all;
    }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace flagfall
