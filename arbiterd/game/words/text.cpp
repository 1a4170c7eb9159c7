#include "arbiterd/game/words/text.hpp"

#include <algorithm>

#include "arbiterd/game/words/limits.hpp"
#include "arbiterd/sheets/reading.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {

std::string_view say(Side side) { return side == Side::white ? "White" : "Black"; }

std::string result_text(const Live& live) {
    if (!live.result) return "*";
    FF_CHECK(live.result->ending != Ending::none);
    const wire::Outcome& outcome = *live.result;
    return sentence({text(outcome.score), " ", name(outcome.ending), " ", outcome.article});
}

void change_from(const Live& live, wire::Effect& effect) {
    FF_CHECK(!live.result || live.ends > 0);
    effect.gives_result = true;
    effect.result_before = live.result;
}

std::string penalty_text(const Profile& profile) { return seconds_text(profile.penalty); }

std::string seconds_text(Duration time) {
    FF_CHECK(time >= Duration{});
    const std::int64_t seconds = time.us / 1'000'000;
    if (seconds % 60 != 0) return std::to_string(seconds) + " seconds";
    return seconds == 60 ? "1 minute" : std::to_string(seconds / 60) + " minutes";
}

std::string_view own_article(const Profile& profile, std::string_view article) {
    struct Same {
        std::string_view laws;
        std::string_view us;
    };
    // Where US Chess has no rule of its own, the article of the Laws is named.
    static constexpr Same all[]{
        {"4.2", "10A"},   {"4.3", "10B"},   {"4.3.1", "10B"}, {"4.3.2", "10B"},
        {"4.3.3", "10B"}, {"4.4.1", "10I"}, {"4.4.2", "10I2"}, {"4.4.3", "10I"},
        {"5.1.1", "13A"}, {"5.1.2", "13B"},
        {"5.2.1", "14A"}, {"5.2.2", "14D"}, {"5.2.3", "14B"}, {"6.4", "13C"},
        {"6.7.1", "13D"}, {"6.8", "13C"},   {"6.9", "13C"},   {"7.2.1", "11F"},
        {"7.3", "11G"},   {"7.5.1", "11A"}, {"7.5.2", "11A"}, {"7.5.3", "11A"},
        {"7.5.4", "11A"}, {"7.5.5", "11D"}, {"9.1.1", "14B"}, {"9.1.2.1", "14B"},
        {"9.2", "14C"},   {"9.2.1", "14C"}, {"9.2.2", "14C"}, {"9.3", "14F"},
        {"9.3.1", "14F"}, {"9.3.2", "14F"}, {"9.5.3", "14C"}, {"III.3.1", "14G"}};
    if (profile.edition != us_edition) return article;
    for (const Same& same : all)
        if (same.laws == article) return same.us;
    return article;
}

std::string own_articles(const Profile& profile, std::string text,
                         const std::vector<std::string>& said) {
    if (profile.edition != us_edition) return text;
    std::size_t quoted = 0;
    for (const std::string& words : said)
        if (text.ends_with(words)) quoted = std::max(quoted, words.size());
    const std::string quote = text.substr(text.size() - quoted);
    text.resize(text.size() - quoted);
    const auto of_article = [](char c) { return c == '.' || (c >= '0' && c <= '9') ||
                                                (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    std::string own;
    for (auto at = text.begin(); at != text.end();) {
        auto end = std::find_if_not(at, text.end(), of_article);
        const auto next = end;
        while (end != at && *std::prev(end) == '.') --end;  // the sentence's full stop
        own += own_article(profile, {at, end});
        own.append(end, next);
        at = next;
        if (at != text.end()) own += *at++;
    }
    return own + quote;
}

std::string penalty_articles(const Profile& profile, std::string_view article) {
    std::string articles(own_article(profile, article));
    if (!profile.penalty_article.empty()) articles += sentence({", ", profile.penalty_article});
    return articles;
}

void add_penalty_article(wire::Pairs& evidence, const Profile& profile) {
    if (profile.penalty_article.empty()) return;
    evidence.push_back(fact("penalty_article", profile.penalty_article));
}

std::string moves_after(const Game& game, Ply ply) {
    const Live& live = game.live;
    const std::uint32_t from = ply > game.base ? ply.count - game.base.count : 0;
    const auto all = static_cast<std::uint32_t>(game.moves.size());
    FF_CHECK(all == game.history.ply());
    const bool presses = live.presses && all <= from;
    const Ply counted = presses ? *live.presses : live.ply;
    std::string text;
    if (counted > ply)
        text = std::to_string(counted.count - ply.count) + (presses ? " presses" : " plies");
    for (std::uint32_t at = from; at < all; ++at) {
        const std::uint32_t done = at - from;
        if (done == limits::first_moves_named && all - at > limits::last_moves_named) {
            text += " ...";
            FF_CHECK(all - limits::last_moves_named > at);  // it goes on
            at = all - limits::last_moves_named;
        }
        const std::uint32_t number = sheets::first_ply(game.history.at(0)) + at;
        if (at == from) text += text.empty() ? "" : ": ";
        else text += ' ';
        if (number % 2 == 1 || at == from) text += sheets::move_label(number) + " ";
        text += chess::san(game.history.at(at), game.moves[at].move);
    }
    for (const Pending& made : live.pending)
        text += sentence({text.empty() ? "" : "; ", made.text, " was made, not pressed"});
    return text;
}

std::string plies_of_last(const chess::History& history, Ply base) {
    std::string plies;
    for (const std::ptrdiff_t ply : history.plies_of_current()) {
        if (!plies.empty()) plies += ' ';
        plies += std::to_string(static_cast<std::ptrdiff_t>(base.count) + ply);
    }
    FF_CHECK(!plies.empty());  // at least the last position
    return plies;
}

}  // namespace flagfall::game
