#include "common/web/pages.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::web {

namespace {

const std::string page(1024, 'p');

const std::array files{
    Asset{"index.html", "aa", page, "packed html", "smaller html"},
    Asset{"office-LNVU5XGP.js", "bb", page, "packed", ""},
    Asset{"build.txt", "cc", "1234\n", "packed", ""},
};

std::string header(const net::Response& response, std::string_view name) {
    return std::string(net::find_header(response.headers, name).value_or("-"));
}

}  // namespace

TEST_CASE("a page comes in the best form that its client accepts") {
    const Pages pages{files};
    const auto best = pages.answer("index.html", "gzip, deflate, br");
    REQUIRE(best.has_value());
    CHECK(best->body == "smaller html");
    CHECK(header(*best, "Content-Encoding") == "br");
    const auto packed = pages.answer("index.html", "gzip, br;q=0");
    CHECK(packed->body == "packed html");
    const auto plain = pages.answer("index.html", "");
    CHECK(plain->body == page);
    CHECK(header(*plain, "Content-Encoding") == "-");
    CHECK(header(*plain, "Vary") == "Accept-Encoding");
    CHECK(header(*plain, "ETag") != header(*packed, "ETag"));
    CHECK(pages.answer("office-LNVU5XGP.js", "br, gzip")->body == "packed");
    CHECK(pages.answer("build.txt", "gzip")->body == "1234\n");  // it is one packet anyway
}

TEST_CASE("what has a digest in its name is kept for ever, the page itself is not") {
    const Pages pages{files};
    CHECK(header(*pages.answer("index.html", ""), "Cache-Control") == "no-cache");
    CHECK(header(*pages.answer("office-LNVU5XGP.js", ""), "Cache-Control") ==
          "public, max-age=31536000, immutable");
    CHECK(pages.build() == "1234");
}

TEST_CASE("a file that is not there, or is elsewhere, is not given") {
    const test::TempFolder folder;
    std::ofstream(folder.path() + "/index.html") << "from the folder";
    std::ofstream(folder.path() + "/.hidden") << "x";
    std::filesystem::create_directory(folder.path() + "/in");
    std::ofstream(folder.path() + "/in/secret") << "x";
    const Pages built{files};
    const Pages folder_pages{files, folder.path()};
    CHECK(folder_pages.answer("index.html", "gzip")->body == "from the folder");
    CHECK(header(*folder_pages.answer("index.html", ""), "Cache-Control") == "no-store");
    for (const char* name : {"", "other.js", "../index.html", "in/secret", ".hidden", "in", ".."}) {
        CAPTURE(name);
        CHECK_FALSE(built.answer(name, ""));
        if (std::string_view(name) != "in") CHECK_FALSE(folder_pages.answer(name, ""));
    }
}

TEST_CASE("each file that a build makes is served from the folder, too", "[regress]") {
    const test::TempFolder folder;
    const std::string name = "server_de-Q4O52DQH.js";
    std::ofstream(folder.path() + "/" + name) << "the sentences of a language";
    const Pages pages{files, folder.path()};
    REQUIRE(pages.answer(name, ""));
    CHECK(pages.answer(name, "")->body == "the sentences of a language");
}

}  // namespace flagfall::web
