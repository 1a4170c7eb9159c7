#include "clockd/client/code_sheet.hpp"

#include "common/base/html.hpp"
#include "common/cli/qr.hpp"

namespace flagfall::client {

namespace {

// Eight cards on A4; no card is split between pages.
constexpr std::string_view head =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<title>Codes of boards</title><style>\n"
    "@page{size:A4;margin:8mm}\n"
    "body{margin:0;font:11pt/1.3 system-ui,sans-serif;color:#000;background:#fff}\n"
    "main{display:grid;grid-template-columns:1fr 1fr}\n"
    ".card{display:grid;grid-template-columns:42mm 1fr;gap:0 4mm;align-content:center;"
    "box-sizing:border-box;height:70mm;padding:4mm;border:.3mm dashed #888;break-inside:avoid}\n"
    ".card svg{width:42mm;height:42mm}\n"
    "h2{grid-column:1/-1;margin:0;font-size:20mm;line-height:1}\n"
    "h2 small{font-size:11pt;font-weight:400}\n"
    "p{margin:0 0 1.5mm}\n"
    "code{font:10pt monospace;overflow-wrap:anywhere}\n"
    "</style></head><body><main>\n";

constexpr std::string_view steps =
    "<p>Scan the code with the camera of the phone that becomes this clock, and tap <b>Use this "
    "device</b>.</p><p>Android: pin the app. iPhone, iPad: start Guided Access.</p>";

std::string card(const SheetCode& one, const std::string& until) {
    const auto picture = cli::qr_code(one.link);
    return "<section class=\"card\"><h2><small>Board</small> " + std::to_string(one.board.number) +
           "</h2><div>" + (picture ? cli::qr_svg(*picture) : "") + "</div><div>" +
           std::string(steps) + "<p><code>" + html_escaped(one.code) + "</code></p><p>Good for one "
           "device, until " + html_escaped(until) + ".</p></div></section>\n";
}

}  // namespace

std::string code_sheet(const std::vector<SheetCode>& codes, const std::string& until) {
    std::string page(head);
    for (const SheetCode& one : codes) page += card(one, until);
    return page + "</main></body></html>\n";
}

}  // namespace flagfall::client
