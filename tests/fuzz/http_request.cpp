// Any bytes to arbiterd's web server over a socket, with the real API and a small real record
// behind it: it answers in HTTP or closes, never with 500, and gives the same answer however the
// request is cut into pieces.
#include <set>

#include "tests/fuzz/http_peer.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/web_kit.hpp"

using namespace flagfall;

namespace {

struct Web {
    fuzz::WebKit kit;
    // Answers that go on or come later are for other tests: the target waits for the end.
    fuzz::HttpPeer peer{net::at_once([this](const net::Request& request) {
        return kit.answer(request).value_or(net::Response{204, "", "", {}});
    })};
};

// The instant of the answer, and the permission to go on, do not count.
std::string without_time(std::string text) {
    constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    for (auto at = text.find(go_on); at != std::string::npos; at = text.find(go_on))
        text.erase(at, go_on.size());
    for (auto at = text.find("\r\nDate: "); at != std::string::npos; at = text.find("\r\nDate: "))
        text.erase(at, text.find("\r\n", at + 2) - at);
    return text;
}

void check_answer(const std::string& text) {
    static const std::set<std::string> known{"200", "204", "304", "400", "401", "403",
                                             "404", "405", "413", "415", "421", "422",
                                             "428", "431", "503", "505"};
    if (text.empty()) return;
    FF_CHECK(text.starts_with("HTTP/1.1 ") && text.size() > 12);
    FF_CHECK(known.contains(text.substr(9, 3)));
    FF_CHECK(text.find("\r\n\r\n") != std::string::npos);
}

}  // namespace

FUZZ_TARGET(http_request) {
    static Web web;
    if (input.empty()) return;
    const std::string whole = without_time(web.peer.exchange(input, input.size()));
    check_answer(whole);
    const std::size_t cut = static_cast<unsigned char>(input.back()) % input.size();
    FF_CHECK(without_time(web.peer.exchange(input, cut)) == whole);
}
