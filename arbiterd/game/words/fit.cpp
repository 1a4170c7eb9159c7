#include "arbiterd/game/words/fit.hpp"

#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"

namespace flagfall::game {
namespace {

void shorten(std::string& text, std::size_t longest) {
    constexpr std::string_view more = " ...";
    FF_CHECK(longest > more.size());
    if (text.size() <= longest) return;
    text.resize(longest - more.size());
    text.resize(valid_until(text));
    text += more;
    FF_CHECK(text.size() <= longest);
    FF_CHECK(valid_utf8(text));
}

// The last fact gives the number of facts left out.
void fit(std::string& text, wire::Pairs& evidence) {
    FF_CHECK(!text.empty());
    constexpr std::size_t most = limits::tags - 1;  // one is left for the duration of a verdict
    shorten(text, limits::line_bytes);
    for (wire::Pair& each : evidence) shorten(each.value, limits::line_bytes);
    if (evidence.size() <= most) return;
    const std::size_t shown = most - 1;
    const auto more = static_cast<std::int64_t>(evidence.size() - shown);
    FF_CHECK(more >= 1);
    evidence.resize(shown);
    evidence.push_back(fact("more", more));
    FF_CHECK(evidence.size() == most);
}

}  // namespace

void fit(wire::RulingGiven& e) { fit(e.text, e.evidence); }
void fit(wire::QuestionPut& e) { fit(e.text, e.evidence); }

void shorten(std::string& reason) { shorten(reason, limits::text_bytes); }

}  // namespace flagfall::game
