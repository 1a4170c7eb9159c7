#include "tests/support/drawn.hpp"

#include <array>

namespace flagfall::test {

std::string extreme_text(Dice& dice) {
    // Letters, what JSON escapes, scripts of two to four bytes, and characters that Normalization
    // Form C makes longer, or joins.
    constexpr std::string_view characters[]{
        "a", "0", "\"", "\\", "é", "将", "😀", "\u0958", "\uFB2C", "\U0001D160", "e\u0301"};
    constexpr std::uint32_t sizes[]{1,   11,  12,   48,   49,   64,   65,   128,
                                    129, 200, 201, 1020, 1024, 1025, 5000, 8192};
    if (dice.one_in(5)) return {};
    const std::string_view character = dice.of(characters);
    const std::size_t size = dice.of(sizes);
    std::string text;
    while (text.size() + character.size() <= size) text += character;
    return text;
}

std::int64_t Drawing::extreme_number() {
    constexpr std::int64_t widest = std::int64_t{1} << 61;
    constexpr std::int64_t all[]{0,
                                 1,
                                 -1,
                                 limits::game_plies - 1,
                                 limits::game_plies,
                                 limits::game_plies + 1,
                                 limits::player_number,
                                 std::numeric_limits<std::int32_t>::max(),
                                 std::numeric_limits<std::uint32_t>::max() - 1,
                                 std::numeric_limits<std::uint32_t>::max(),
                                 24LL * 3600 * 1'000'000,
                                 8LL * 24 * 3600 * 1'000'000,
                                 -24LL * 3600 * 1'000'000,
                                 widest,
                                 -widest};
    return dice_.of(all);
}

std::uint32_t Drawing::usual_number() {
    if (field_ == "question" || field_ == "appeal")
        return dice_.one_in(8) ? dice_.below(9) : known_.question;
    if (field_ == "ruling") return 1 + dice_.below(known_.rulings + 1);
    if (field_.starts_with("round") || field_ == "from_round")
        return dice_.below(known_.rounds + 2);
    if (field_ == "number") return 1 + dice_.below(known_.players + 1);
    if (field_.ends_with("period"))
        return dice_.one_in(6) ? std::numeric_limits<std::uint32_t>::max() : dice_.below(3);
    return dice_.below(4);
}

Duration Drawing::usual_time() {
    if (field_ == "age_us" || field_ == "uncertainty_us") return milliseconds(dice_.below(20'000));
    if (dice_.one_in(4)) return {};
    return seconds(dice_.below(dice_.one_in(2) ? 60 : 6000));
}

std::string Drawing::usual_text() {
    using Names = std::vector<std::string>;
    static const Names controls{"300", "5400+30", "2/20:10+2", "10b3",    "W10+1-B1/5:5", "60h",
                                "0u",  "2/30",    "20:10y5",   "20:3/9c", "1/10:1/20",    "0g9"};
    static const std::vector<std::pair<std::string_view, Names>> all{
        {"time_control", controls},
        {"profile", {"", "", "fide-standard", "fide-rapid-a5", "fide-blitz", "uschess-regular",
                     "uschess-blitz", "none"}},
        {"ending", {"", "", "checkmate", "agreement", "forfeit", "time-forfeit", "resignation"}},
        {"whose", {"white", "black", "arbiter"}},
        {"language", {"english", ""}},
        {"notation", {"algebraic", ""}},
        {"squares", {"e2", "e1 h1", "g1", "d7 d8"}},
        {"starts", {"", "2026-11-21", "2026-11-21T14:00:00+01:00"}},
        {"begins", {"", "2026-11-21"}},
        {"ends", {"", "2026-11-28"}},
        {"federation", {"", "NOR", "GER"}},
        {"sector", {"", "A"}},
        {"serial", {"s1", "s2", "s3"}},
        {"battery", {"", "good", "low"}},
        {"clock", {"", "connected", "none"}},
        {"guessed", {"", "", "", "e2e4 e7e5", "g1f3 g8f6 e2e4"}},
        {"sender", {"device", "arbiter"}},
        {"placement", {"", "8/8/8/8/8/8/8/8"}},
        {"trf_records", {"XXA 1 2", "260 1 2"}},
        {"article", {"", "12.9", "7.5.5", "6.7.1"}},
        {"event", {"open"}},
        {"round", {"1", "2"}}};
    if (field_ == "id") return known_.id;
    if (field_ == "game") return known_.game;
    if (field_ == "fen") return any(known_.fens);
    if (field_ == "option") return any(known_.options);
    if (field_ == "sheet") return known_.sheet;
    if (field_ == "move" || (field_ == "text" && dice_.one_in(2))) return any(known_.moves);
    for (const auto& [name, texts] : all)
        if (name == field_) return any(texts);
    return dice_.one_in(3) ? "" : "a word";
}

void Drawing::draw(wire::Pairs& value) {
    constexpr std::string_view rules[][2]{
        {"penalty_seconds", "30"},          {"draw_offers", "never"},
        {"resignation_from_move", "3"},     {"illegal_move_window", "next-move"},
        {"illegal_actions_to_lose", "1"},   {"quickplay_finish", "true"},
        {"flag_call", "players"},           {"freeze", "true"},
        {"automatic_resume", "false"},      {"left_to_players_below_seconds", "9999"},
        {"offers_and_claims_to_ask", "2"},  {"illegal_move_raised_by", "arbiter"},
        {"period_trigger", "zero"},         {"speed", "9"}};
    std::uint32_t count = dice_.below(3);
    if (extreme()) count = static_cast<std::uint32_t>(limits::tags) - dice_.below(2);
    value.clear();
    const auto& one = dice_.of(rules);
    for (const bool same = dice_.one_in(2); count > 0; --count) {
        const auto& rule = same ? one : dice_.of(rules);
        value.push_back({std::string(rule[0]), std::string(rule[1])});
        if (extreme()) value.back().name = extreme_text(dice_);
        if (extreme()) value.back().value = extreme_text(dice_);
        if (extreme()) value.back().value = std::string(300, '0') + std::string(rule[1]);
    }
}

void Drawing::draw(wire::EventPlayer& player) {
    player.number = item_ + 1;
    player.name = "P" + std::to_string(player.number);
    if (!extreme()) return;
    wire::EventPlayer::describe(player, *this);
}

void Drawing::draw(wire::EventPairing& pairing) {
    const std::uint32_t at = item_;
    if (extreme()) wire::EventPairing::describe(pairing, *this);
    item_ = at;
    if (extreme()) return;
    pairing.board = Board{at + 1};
    pairing.white = 2 * at + 1;
    pairing.black = 2 * at + 2;
    pairing.bye.reset();
    pairing.game.clear();
    if (dice_.one_in(2)) std::swap(pairing.white, pairing.black);
}

void Drawing::draw(wire::EventSector& sector) {
    sector.name = "A";
    sector.first = Board{1};
    sector.last = Board{2};
    if (extreme()) wire::EventSector::describe(sector, *this);
}

}  // namespace flagfall::test
