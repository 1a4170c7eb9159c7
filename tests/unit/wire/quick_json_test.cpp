// The short cut for plain JSON: what it reads is what the thorough reader reads, whatever comes.
#include "common/wire/quick_json.hpp"
#include "tests/unit/wire/visitors.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

bool same(const wire::Json& a, const wire::Json& b) {
    const auto member = [](const wire::JsonMember& x, const wire::JsonMember& y) {
        return x.name == y.name && same(x.value, y.value);
    };
    return a.kind == b.kind && a.truth == b.truth && a.integer == b.integer && a.text == b.text &&
           std::ranges::equal(a.items, b.items, same) &&
           std::ranges::equal(a.members, b.members, member);
}

std::string random_json(Random& random, int depth = 0) {
    switch (below(random, depth < 4 ? 9 : 7)) {
        case 0: return "null";
        case 1: return "true";
        case 2: return "false";
        case 3: return std::to_string(static_cast<std::int64_t>(random()) >> below(random, 63));
        case 4: return below(random, 2) == 0 ? "-0" : "1.5e3";
        case 5: return "\"a \\u00e9 \xC3\xA9\"";
        case 6: return "\"plain " + std::to_string(below(random, 100)) + "\"";
        case 7: {
            std::string list = "[";
            for (std::size_t i = below(random, 4); i > 0; --i)
                list += random_json(random, depth + 1) + (i > 1 ? ", " : "");
            return list + "]";
        }
        default: {
            std::string object = "{ ";
            for (std::size_t i = below(random, 4); i > 0; --i)
                object += "\"k" + std::to_string(below(random, 5)) +
                          "\":" + random_json(random, depth + 1) + (i > 1 ? "," : " ");
            return object + "}\n";
        }
    }
}

bool agree(const std::string& text, const wire::JsonBounds& bounds) {
    const auto quick = wire::quick_json(text, bounds);
    if (!quick) return true;
    const auto thorough = wire::thorough_json(text, bounds);
    return thorough && same(*quick, *thorough);
}

}  // namespace

TEST_CASE("plain JSON is read as by the thorough reader", "[wire]") {
    Random random(16);
    std::size_t plain = 0;
    for (int i = 0; i < 40'000; ++i) {
        std::string text = random_json(random);
        if (below(random, 2) == 0 && !text.empty())
            text[below(random, text.size())] = "{}[]\",:\\0-9e.\0\x80 t"[below(random, 17)];
        const wire::JsonBounds bounds{below(random, 4), below(random, 12), below(random, 2) == 0};
        INFO(text);
        REQUIRE(agree(text, {}));
        REQUIRE(agree(text, bounds));
        plain += wire::quick_json(text, {}) ? 1 : 0;
    }
    CHECK(plain > 5'000);
}

TEST_CASE("plain JSON has the thorough reader's bounds", "[wire]") {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK(wire::quick_json(nested(limits::json_depth), {}));
    CHECK_FALSE(wire::quick_json(nested(limits::json_depth + 1), {}));
    CHECK_FALSE(wire::quick_json(nested(100'000), {}));
    CHECK(wire::quick_json("999999999999999999", {})->integer == 999'999'999'999'999'999);
    for (const char* text :
         {"", " ", "-", "01", "-01", "1.0", "1e3", "1000000000000000000", "\"\x7F\"", "\"\n\"",
          "\"a", "\"\\n\"", "\"\xC3\xA9\"", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\":1,\"a\":2}",
          "{\"a\" 1}", "{a:1}", "tru", "truex", "1 2", "[1 2]", "{}}", "\xEF\xBB\xBF{}"}) {
        INFO(text);
        CHECK_FALSE(wire::quick_json(text, {}));
    }
}

TEST_CASE("an event of a move is read the short way", "[wire]") {
    const std::string line = wire::event_frame(
        Pos{77}, Instant{1'000'000}, "3f0f2a5e-6f0e-4f4e-9d2b-2f7a1d3c5b6a", 1'790'000'000'000,
        "12-press-7", "device/12", "pressed",
        R"({"board":12,"game":"open-r1-b12","epoch":0,"side":"white","move":"e4","draw":false})");
    REQUIRE(wire::quick_json(line, wire::from_outside));
    CHECK(agree(line, wire::from_outside));
}
