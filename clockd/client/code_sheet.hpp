// The codes of many boards on paper: a page for printing, without scripts.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace flagfall::client {

struct SheetCode {
    Board board;
    std::string code;  // "3-4SVQ-941D-9YSM"
    std::string link;  // to clockd's page; the QR code shows it
};

// Makes an HTML page, eight cards on a sheet of A4, in the order given. A card has the board's
// number, the QR code of its link, the code and instructions. `until` is the end of the codes'
// validity, as text for people. A card whose link is too long for a QR code has none.
std::string code_sheet(const std::vector<SheetCode>& codes, const std::string& until);

}  // namespace flagfall::client
