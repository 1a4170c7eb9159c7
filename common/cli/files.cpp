#include "common/cli/files.hpp"

#include <array>
#include <memory>

namespace flagfall::cli {

std::expected<std::string, std::string> read_file(const std::string& path, std::size_t most,
                                                  std::FILE* in) {
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
    const bool standard = path == "-" && in != nullptr;
    const File own(standard ? nullptr : std::fopen(path.c_str(), "rb"), &std::fclose);
    std::FILE* file = standard ? in : own.get();
    if (!file) return std::unexpected(path + " cannot be read");
    std::string text;
    std::array<char, 65'536> piece{};
    while (std::feof(file) == 0 && std::ferror(file) == 0) {
        const std::size_t size = std::fread(piece.data(), 1, piece.size(), file);
        text.append(piece.data(), size);
        if (text.size() > most)
            return std::unexpected(path + " is longer than " + std::to_string(most) + " bytes");
    }
    if (std::ferror(file) != 0) return std::unexpected(path + " cannot be read");
    return text;
}

}  // namespace flagfall::cli
