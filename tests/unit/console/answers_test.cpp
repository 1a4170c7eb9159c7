// How a command handles an answer that may come from anywhere.
#include "arbiterd/console/remote.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

std::string why(const std::string& body) {
    net::Response response;
    response.status = 502;
    response.body = body;
    return console::why(response);
}

}  // namespace

TEST_CASE("an answer that is not arbiterd's says so, whatever it holds", "[regress]") {
    for (const char* body : {R"({"code":502})", R"({"detail":7,"code":[]})", "<html>\x1b[2J</html>",
                             "", "[1,2]", "null", R"({"detail":null})"}) {
        INFO(body);
        CHECK(why(body) == "the server at --url answered 502 in words that are not arbiterd's");
    }
}

TEST_CASE("no control character of an answer reaches the terminal", "[regress]") {
    const std::string text = why(R"({"detail":"a\u001b[2Jb","code":"x\u0007"})");
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\x07') == std::string::npos);
    CHECK(text.starts_with("a"));
    CHECK(why(R"({"detail":"the round is confirmed","code":"wrong_state"})") ==
          "the round is confirmed (wrong_state)");
}
