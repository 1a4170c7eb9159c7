#include "tests/fuzz/bytes.hpp"

#include <algorithm>

namespace flagfall::fuzz {

std::uint8_t Bytes::byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
}

std::size_t Bytes::below(std::size_t count) {
    if (count <= 1) return 0;
    std::size_t value = byte();
    if (count > 256) value = value << 8 | byte();
    return value % count;
}

std::int64_t Bytes::integer() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return static_cast<std::int64_t>(value);
}

std::int64_t Bytes::quantity() {
    const unsigned shift = byte() % 48;
    return static_cast<std::int64_t>(std::uint64_t{byte()} << shift >> 4);
}

std::string Bytes::text(std::size_t most) {
    const std::size_t wanted = below(most + 1);  // first, because it uses bytes
    const std::size_t size = std::min(wanted, rest_.size());
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
}

Lines split_line(std::string_view input) {
    const std::size_t end = input.find('\n');
    if (end == std::string_view::npos) return {input, {}};
    return {input.substr(0, end), input.substr(end + 1)};
}

}  // namespace flagfall::fuzz
