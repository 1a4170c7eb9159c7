// The codes of many boards on paper: a page to be printed, without scripts.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace flagfall::client {

struct SheetCode {
    Board board;
    std::string code;  // "3-4SVQ-941D-9YSM"
    std::string link;  // of clockd's page, which the QR code names
};

// An HTML page, eight cards on a sheet of A4, in the order given: the board's number, the QR code
// of its link, the code, and what to do with it. `until` says to people how long the codes are
// good. A link that is too long for a QR code leaves its card without one.
std::string code_sheet(const std::vector<SheetCode>& codes, const std::string& until);

}  // namespace flagfall::client
