#include "common/cli/terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <random>
#include <string>

#include "common/base/text.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

// The bytes that reach a pipe in place of standard output.
template <class Print>
std::string printed(Print print) {
    int ends[2] = {};
    REQUIRE(::pipe(ends) == 0);
    std::fflush(stdout);
    const int before = ::dup(STDOUT_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    print();
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    ::close(ends[1]);
    std::string out;
    char bytes[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], bytes, sizeof bytes)) > 0;)
        out.append(bytes, static_cast<std::size_t>(got));
    ::close(ends[0]);
    return out;
}

}  // namespace

TEST_CASE("whatever a command prints, no control character reaches the terminal") {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int i = 0; i < 200; ++i) {
            switch (random() % 4) {
                case 0: text += static_cast<char>(random() % 256); break;
                case 1: text += "\xC2\x9B"; break;
                case 2: text += "\xE2\x80\xAE"; break;
                default: text += "\xF0\x9F\x98\x80\r\n"; break;
            }
        }
        cli::Cleaner cleaner;
        std::string out;
        for (std::string_view left = text; !left.empty();) {
            const std::size_t size = std::min<std::size_t>(random() % 5, left.size());
            out += cleaner.take(left.substr(0, size));
            left.remove_prefix(size);
        }
        out += cleaner.rest();
        CHECK(out == printable(text, Lines::many));
        CHECK(is_printable(out, Lines::many));
    }
}

TEST_CASE("printing goes through the cleaner, our own sequences past it") {
    const std::string out = printed([] {
        const cli::CleanOutput clean;
        std::printf("claim: %s\n", "\x1B]0;title\x07");
        cli::print_unchanged(stdout, "\x1B[0m");
        std::fputs("\xC3", stdout);
        std::fflush(stdout);
        std::fputs("\xA9 \xC3", stdout);
    });
    CHECK(out == "claim: \xEF\xBF\xBD]0;title\xEF\xBF\xBD\n\x1B[0m\xC3\xA9 \xEF\xBF\xBD");
}

TEST_CASE("a write that fails is reported as usual") {
    const int before = ::dup(STDOUT_FILENO);
    std::FILE* full = std::fopen("/dev/full", "w");
    if (full == nullptr) return;
    std::fflush(stdout);
    ::dup2(::fileno(full), STDOUT_FILENO);
    {
        const cli::CleanOutput clean;
        std::fputs("text", stdout);
        const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
        ::dup2(before, STDOUT_FILENO);
        CHECK(failed);
    }
    ::close(before);
    std::fclose(full);
}
