#include "common/cli/qr.hpp"

#include <qrencode.h>

#include <cstddef>
#include <memory>

namespace flagfall::cli {

namespace {

constexpr int quiet = 4;  // light modules around a code, which readers need

struct Free {
    void operator()(QRcode* code) const { QRcode_free(code); }
};

}  // namespace

bool QrCode::at(int row, int column) const {
    const bool inside = row >= 0 && row < size && column >= 0 && column < size;
    return inside && dark[std::size_t(row) * std::size_t(size) + std::size_t(column)];
}

std::optional<QrCode> qr_code(std::string_view text) {
    const std::string whole(text);
    if (whole.empty() || whole.contains('\0')) return std::nullopt;
    const std::unique_ptr<QRcode, Free> made(
        QRcode_encodeString8bit(whole.c_str(), 0, QR_ECLEVEL_M));
    if (!made) return std::nullopt;
    QrCode code;
    code.size = made->width;
    const auto width = static_cast<std::size_t>(made->width);
    const std::size_t modules = width * width;
    for (std::size_t i = 0; i < modules; ++i) code.dark.push_back((made->data[i] & 1) != 0);
    return code;
}

// Two rows of modules are one line of text: the upper half block is the upper one.
std::string qr_text(const QrCode& code) {
    constexpr std::string_view black_on_white = "\033[38;5;16;48;5;231m";
    constexpr std::string_view as_before = "\033[0m";
    std::string out;
    for (int row = -quiet; row < code.size + quiet; row += 2) {
        out += black_on_white;
        for (int column = -quiet; column < code.size + quiet; ++column) {
            const bool upper = code.at(row, column);
            const bool lower = code.at(row + 1, column);
            if (upper && lower) out += "█";
            else if (upper) out += "▀";
            else if (lower) out += "▄";
            else out += ' ';
        }
        out += as_before;
        out += '\n';
    }
    return out;
}

std::string qr_svg(const QrCode& code) {
    const std::string side = std::to_string(code.size + 2 * quiet);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + side + ' ' +
                      side + "\" shape-rendering=\"crispEdges\"><rect width=\"" + side +
                      "\" height=\"" + side + "\" fill=\"#fff\"/><path fill=\"#000\" d=\"";
    for (int row = 0; row < code.size; ++row)
        for (int column = 0; column < code.size; ++column)
            if (code.at(row, column))
                out += 'M' + std::to_string(column + quiet) + ' ' + std::to_string(row + quiet) +
                       "h1v1h-1z";
    return out + "\"/></svg>\n";
}

}  // namespace flagfall::cli
