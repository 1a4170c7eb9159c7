// What a command makes of an answer that may come from anybody.
#include "arbiterd/console/answer.hpp"
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

TEST_CASE("an answer beyond the limits of JSON from outside is not arbiterd's") {
    const std::string deep = std::string(200, '[') + std::string(200, ']');
    std::string long_list = "[0";
    for (std::size_t i = 0; i < limits::json_items; ++i) long_list += ",0";
    for (const std::string& body : {deep, long_list + "]", std::string("{\"a\":1,\"a\":2}"),
                                    std::string("{"), std::string("\"\xff\"")}) {
        CHECK_FALSE(console::json_of(body));
        CHECK_THROWS_AS(console::answer_json(body), console::NotArbiterd);
    }
}

TEST_CASE("a value of an answer is of the kind that was asked for") {
    const wire::Json json = console::answer_json(R"({"text":"a\nb","number":7,"list":[1,"x"]})");
    const console::Answer answer(json);
    CHECK(answer.line("text") == "a\xEF\xBF\xBD" "b");
    CHECK(answer.value("number", std::int64_t{0}) == 7);
    CHECK(answer.value("missing", "otherwise") == "otherwise");
    CHECK(answer.items("list").size() == 2);
    CHECK(answer.items("text").empty());
    CHECK_FALSE(answer.object("list").contains("x"));
    CHECK_THROWS_AS(answer.value("number", ""), console::NotArbiterd);
    CHECK_THROWS_AS(answer.at("missing"), console::NotArbiterd);
    CHECK_THROWS_AS(answer.at("list").at(2), console::NotArbiterd);
    CHECK_THROWS_AS(answer.at("list").at(1).number(), console::NotArbiterd);
}
