// One reader for the results of all formats.
#include "arbiterd/formats/result_text.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using Kind = wire::ResultKind;

namespace {

ResultText of(std::uint8_t white, std::uint8_t black, Kind kind = Kind::played) {
    return {Score{{{white, black}}}, kind};
}

}  // namespace

TEST_CASE("results are read from many spellings", "[formats]") {
    const auto [text, expected] = GENERATE(table<const char*, ResultText>({
        {"1-0", of(2, 0)},
        {" 1 : 0 ", of(2, 0)},
        {"0\u20131", of(0, 2)},
        {"\u00BD-\u00BD", of(1, 1)},
        {"1/2-1/2", of(1, 1)},
        {"0.5-0.5", of(1, 1)},
        {"0,5:0,5", of(1, 1)},
        {".5-.5", of(1, 1)},
        {"=", of(1, 1)},
        {"=-=", of(1, 1)},
        {"\u00BD", of(1, 1)},
        {"1.0-0.0", of(2, 0)},
        {"0-0", of(0, 0)},
        {"\u00BD-0", of(1, 0)},
        {"0-1/2", of(0, 1)},
        {"WHITEWIN", of(2, 0)},
        {"BlackWin", of(0, 2)},
        {"DRAW", of(1, 1)},
        {"+:-", of(2, 0, Kind::forfeit)},
        {"+--", of(2, 0, Kind::forfeit)},
        {"- - +", of(0, 2, Kind::forfeit)},
        {"---", of(0, 0, Kind::forfeit)},
        {"-:-", of(0, 0, Kind::forfeit)},
        {"1-0F", of(2, 0, Kind::forfeit)},
        {"0 - 0 f", of(0, 0, Kind::forfeit)},
        {"W-L", of(2, 0, Kind::unrated)},
        {"d:d", of(1, 1, Kind::unrated)},
        {"L-L", of(0, 0, Kind::unrated)},
        {"*", {}},
        {"?", {}},
        {"", {}},
        {"NOTPLAYED", {}},
    }));
    CAPTURE(text);
    CHECK(read_result(text) == expected);
}

TEST_CASE("what no game can end with is no result", "[formats]") {
    const char* text = GENERATE("1-1", "1-\u00BD", "+:+", "W-W", "W-D", "1--", "+-0", "2-0", "1",
                                "1-", "-1", "won", "1-0x", "+:-F", "f", "--");
    CAPTURE(text);
    CHECK_FALSE(read_result(text).has_value());
}

TEST_CASE("our own spelling of every result is read back as the same", "[formats]") {
    std::size_t count = 0;
    for (const Kind kind : {Kind::played, Kind::forfeit, Kind::unrated})
        for (std::uint8_t white = 0; white <= 2; ++white)
            for (std::uint8_t black = 0; white + black <= 2; ++black) {
                tournament::BoardResult result;
                result.kind = kind;
                result.score = Score{{{white, black}}};
                CAPTURE(result_text(result));
                CHECK(read_result(result_text(result)) == ResultText{result.score, kind});
                ++count;
            }
    CHECK(count == 18);
}

TEST_CASE("results are shown as pairing programs show them", "[formats]") {
    const auto shown = [](std::string_view text) {
        const auto read = read_result(text);
        tournament::BoardResult result;
        result.kind = read->kind;
        result.score = read->score;
        return shown_result(result);
    };
    CHECK(shown("1-0") == "1 - 0");
    CHECK(shown("1/2-1/2") == "\u00BD - \u00BD");
    CHECK(shown("+:-") == "+ - -");
    CHECK(shown("-:+") == "- - +");
    CHECK(shown("-:-") == "- - -");
    CHECK(shown("0-0") == "0 - 0");
    CHECK(shown("W-L") == "1 - 0 (not rated)");
    CHECK(shown("*").empty());
}
