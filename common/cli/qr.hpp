// QR codes (ISO/IEC 18004), for a terminal and for a page; made with libqrencode.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::cli {

// A square of dark and light modules, without the quiet zone around it.
struct QrCode {
    int size = 0;             // modules of a side
    std::vector<bool> dark{};  // row by row

    // Light (false) outside of the code.
    bool at(int row, int column) const;
};

// The smallest code that holds the text and tolerates some dirt (level M). Empty if the text is
// longer than a code can hold, some 2300 bytes, or contains U+0000.
std::optional<QrCode> qr_code(std::string_view text);

// Lines of half blocks for a terminal with UTF-8 and colours: always black on white, whatever its
// own colours are.
std::string qr_text(const QrCode& code);

// An SVG image, which scales to any size.
std::string qr_svg(const QrCode& code);

}  // namespace flagfall::cli
