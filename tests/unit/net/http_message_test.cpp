// Targets, queries, dates, entity tags and problems as text.
#include "common/net/http_message.hpp"

#include <string>

#include "tests/support/catch.hpp"

using namespace flagfall::net;

TEST_CASE("targets are cut first and decoded then") {
    const auto target = parse_target("/games/a%2Fb%3Fc?name=J%C3%BCrgen+K&x=2&flag&&e=%3D");
    REQUIRE(target.has_value());
    CHECK(target->path == "/games/a/b?c");
    CHECK(target->query == std::map<std::string, std::string>{
                               {"name", "J\xc3\xbcrgen K"}, {"x", "2"}, {"flag", ""}, {"e", "="}});
    CHECK(parse_target("/a+b")->path == "/a+b");
    CHECK(parse_target("/a?")->query.empty());
    CHECK(parse_target("/a#b?c=d")->path == "/a");
    CHECK(parse_target("/a?b=c#d")->query.at("b") == "c");
}

TEST_CASE("a parameter is there once", "[regress]") {
    CHECK(parse_target("/a?x=1&x=2").error() == "x is in the query twice");
    CHECK(parse_target("/a?x=1&%78=1").error() == "x is in the query twice");
}

TEST_CASE("absolute targets lose their origin") {
    CHECK(parse_target("http://host:80/a?b=1")->path == "/a");
    CHECK(parse_target("HTTP://host?b=1")->query.at("b") == "1");
    CHECK(parse_target("http://host?b=1")->path == "/");
    CHECK(parse_target("http://host")->path == "/");
}

TEST_CASE("bad targets name what is wrong") {
    for (const char* bad : {"/%", "/%4", "/%zz", "/a%2"}) {
        INFO(bad);
        CHECK(parse_target(bad).error() == "bad percent-encoding in the path");
    }
    CHECK(parse_target("/a?b=%").error() == "bad percent-encoding in the query");
    CHECK(parse_target("/a?%1=b").error() == "bad percent-encoding in the query");
    CHECK(parse_target("/%00").error() ==
          "the path has a control character (U+0000) in it");
    CHECK(parse_target("/%ff").error() == "the path has a byte that is not UTF-8 in it");
    CHECK(parse_target("/a%C2%9Bb").error() == "the path has a control character (U+009B) in it");
    CHECK(parse_target("/?by=%1b[2J").error() ==
          "by in the query has a control character (U+001B) in it");
    CHECK(parse_target("/?a%E2%80%AE=1").error() ==
          "a name in the query has a directional control character (U+202E) in it");
    CHECK(parse_target("/Jos%C3%A9?by=%D7%90")->path == "/Jos\xC3\xA9");
    for (const char* bad : {"", "*", "a", "?x", "host:80"}) {
        INFO(bad);
        CHECK(parse_target(bad).error() == "the target has no path");
    }
}

TEST_CASE("headers are found without regard to case") {
    Request request;
    request.headers = {{"Accept", "a"}, {"accept", "b"}};
    CHECK(request.header("ACCEPT") == "a");
    CHECK_FALSE(request.header("Accept-Encoding").has_value());
    request.query = {{"limit", "5"}};
    CHECK(request.param("limit") == "5");
    CHECK_FALSE(request.param("from").has_value());
}

TEST_CASE("entity tags compare weakly, in lists, and with a star") {
    CHECK(etag_matches("\"a\"", "\"a\""));
    CHECK(etag_matches("\"b\", W/\"a\"", "\"a\""));
    CHECK(etag_matches("\"a\"", "W/\"a\""));
    CHECK(etag_matches(" * ", "\"a\""));
    CHECK_FALSE(etag_matches("\"b\"", "\"a\""));
    CHECK_FALSE(etag_matches("a", "\"a\""));
    CHECK_FALSE(etag_matches("", "\"a\""));
}

TEST_CASE("dates are those of RFC 9110") {
    CHECK(http_date(784111777000) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(http_date(0) == "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST_CASE("problems are JSON whatever bytes they quote") {
    const Response response = problem(404, "about:blank", "Not Found", "a\"b\xff\n");
    CHECK(response.status == 404);
    CHECK(response.content_type == "application/problem+json");
    CHECK(response.body ==
          "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
          "\"detail\":\"a\\\"b\xef\xbf\xbd\\n\",\"code\":\"not_found\"}");
    CHECK(find_header(method_not_allowed("PUT", "GET, HEAD").headers, "allow") == "GET, HEAD");
    CHECK(not_found("/x").status == 404);
}

TEST_CASE("problems of the server have the codes of the API") {
    const auto code = [](unsigned status, std::string_view title = "Some Title") {
        const std::string body = problem(status, "about:blank", title, "").body;
        const auto at = body.find("\"code\":\"") + 8;
        return body.substr(at, body.find('"', at) - at);
    };
    for (const unsigned status : {400U, 426U, 431U, 505U}) CHECK(code(status) == "bad_request");
    CHECK(code(413) == "bad_body");
    CHECK(code(421) == "wrong_host");
    CHECK(code(500) == "failed");
    CHECK(code(503) == "busy");
    CHECK(code(404, "Not Found") == "not_found");
    CHECK(code(405, "Method Not Allowed") == "method_not_allowed");
}
