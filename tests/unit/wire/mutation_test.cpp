// Damaged lines: bytes flipped, lines cut, pieces doubled. In every case the answer is a message
// or one of the three codes, and accepted messages can be written and read again.
#include <set>

#include "tests/unit/wire/visitors.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr int mutations = 20'000;

std::string damaged(std::string line, Random& random) {
    for (std::size_t times = 1 + below(random, 4); times > 0 && !line.empty(); --times) {
        const std::size_t at = below(random, line.size());
        switch (below(random, 6)) {
            case 0: line[at] = static_cast<char>(random()); break;
            case 1: line[at] = static_cast<char>(line[at] ^ (1 << below(random, 8))); break;
            case 2: line.resize(at); break;
            case 3: line.erase(at, 1 + below(random, 8)); break;
            case 4: line.insert(at, line.substr(below(random, line.size()), 12)); break;
            default: line.insert(at, 1, "{}[]\",:\\0-9e.\0\x80"[below(random, 15)]); break;
        }
    }
    return line;
}

template <class Variant>
std::vector<std::string> good_lines(Random& random) {
    std::vector<std::string> lines;
    for_each_type<Variant>([&]<class T>(std::type_identity<T>) {
        const T message = filled<T>(random, folder_of<Variant>(), Filler::Optional::all);
        if constexpr (requires(wire::ClockCommand c) { c = message; })
            lines.push_back(wire::encode(Variant{wire::ClockCommand{message}}));
        else
            lines.push_back(wire::encode(Variant{message}));
    });
    return lines;
}

template <class Message>
void check_mutations(std::uint64_t seed,
                     std::expected<Message, wire::DecodeError> (*decode)(std::string_view)) {
    Random random(seed);
    const auto lines = good_lines<Message>(random);
    std::set<std::string> codes;
    for (int i = 0; i < mutations; ++i) {
        const std::string line = damaged(lines[below(random, lines.size())], random);
        const auto message = decode(line);
        if (message) {
            const std::string again = wire::encode(*message);
            const auto twice = decode(again);
            INFO("seed " << seed << ", mutation " << i << ": " << line);
            REQUIRE(twice);
            REQUIRE(wire::encode(*twice) == again);
            codes.insert("good");
        } else {
            // An unknown word has a code of its own; which ones occur is random.
            codes.insert(message.error().word ? "bad_field" : message.error().code);
            if (message.error().text.empty()) FAIL("a refusal without a text: " << line);
        }
    }
    CHECK(codes == std::set<std::string>{"bad_field", "good", "malformed", "unknown_type"});
}

}  // namespace

TEST_CASE("damaged lines to clockd") {
    check_mutations<wire::ToClockd>(GENERATE(1, 2), wire::decode_to_clockd);
}

TEST_CASE("damaged lines from clockd") {
    check_mutations<wire::FromClockd>(3, wire::decode_from_clockd);
}
