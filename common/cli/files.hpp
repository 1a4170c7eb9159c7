// The files that command lines name.
#pragma once

#include <cstddef>
#include <cstdio>
#include <expected>
#include <limits>
#include <string>

namespace flagfall::cli {

constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

// The whole file; "-" is `in`. The error names the file that cannot be read, or that is longer than
// `most` bytes.
std::expected<std::string, std::string> read_file(const std::string& path,
                                                  std::size_t most = any_size,
                                                  std::FILE* in = nullptr);

}  // namespace flagfall::cli
