// The games of a TRF file: two lines describe each, and they must agree.
#include <algorithm>
#include <tuple>

#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/trf.hpp"

namespace flagfall::formats {

namespace {

using Kind = wire::ResultKind;

struct Half {
    Kind kind = Kind::pending;
    std::uint8_t half_points = 0;
};

// One side's result for the code of a game with an opponent; nothing for codes of byes.
std::optional<Half> half_of(char code) {
    switch (code) {
        case '1': return Half{Kind::played, 2};
        case '=': return Half{Kind::played, 1};
        case '0': return Half{Kind::played, 0};
        case '+': return Half{Kind::forfeit, 2};
        case '-': return Half{Kind::forfeit, 0};
        case 'W': return Half{Kind::unrated, 2};
        case 'D': return Half{Kind::unrated, 1};
        case 'L': return Half{Kind::unrated, 0};
        case '?':
        case ' ': return Half{Kind::pending, 0};
        default: return std::nullopt;
    }
}

// The codes that the opponent may have (10.2: a game gives at most one point).
std::string against(const Half& half, char code) {
    if (half.kind == Kind::pending) return {code};
    constexpr std::string_view played[]{"01=", "0=", "0"};
    constexpr std::string_view unrated[]{"LWD", "LD", "L"};
    if (half.kind == Kind::played) return std::string(played[half.half_points]);
    if (half.kind == Kind::unrated) return std::string(unrated[half.half_points]);
    return half.half_points == 0 ? "+-" : "-";
}

// What fits to `other` in line `line`.
Told fitting(std::string_view codes, std::uint32_t line, char other, std::string_view shown) {
    std::string list;
    for (const char code : codes) list += (list.empty() ? "'" : ", '") + std::string(1, code) + "'";
    if (other == ' ') return {wanted::fitting_blank, {{"codes", list}, {"line", line}}};
    return {codes.size() > 1 ? wanted::fitting_one : wanted::fitting,
            {{"codes", list}, {"line", line}, {"other", shown}}};
}

class Games {
public:
    Games(const std::vector<TrfPlayer>& players, Notes& notes)
        : players_(players), notes_(notes) {
        for (const TrfPlayer& player : players) {
            const std::uint32_t number = player.player.number;
            if (by_number_.size() <= number) by_number_.resize(number + 1);
            by_number_[number] = &player;
        }
    }

    void add_to(Rounds& rounds) {
        std::size_t most = 0;
        for (const TrfPlayer& player : players_) most = std::max(most, player.games.size());
        for (std::uint32_t round = 1; round <= most; ++round) add_round(rounds, round);
    }

private:
    using Found = std::pair<tournament::EventPairing, PairingPlaces>;

    static const TrfGame& game_of(const TrfPlayer& player, std::uint32_t round) {
        static constexpr TrfGame none;
        return round <= player.games.size() ? player.games[round - 1] : none;
    }

    void add_round(Rounds& rounds, std::uint32_t round) {
        std::vector<Found> found;
        std::uint32_t allocated = 0;
        for (const TrfPlayer& player : players_) {
            const TrfGame& game = game_of(player, round);
            if (game.opponent == 0) {
                add_bye(found, player, round);
                allocated += !found.empty() && found.back().first.white == player.player.number &&
                             found.back().first.bye == wire::Bye::allocated;
                continue;
            }
            const TrfPlayer& other = check(player, round);
            if (is_white(player, other, round)) found.push_back(pairing(player, other, round));
        }
        if (allocated > 1)
            notes_.add({noted::byes_allocated, {{"round", round}, {"byes", allocated}}});
        // TRF has no boards: the pair with the lowest starting rank sits first.
        std::ranges::stable_sort(found, {}, [](const Found& each) {
            return each.first.bye ? each.first.white
                                  : std::min(each.first.white, each.first.black);
        });
        for (auto& [pairing, places] : found) rounds.add(round, std::move(pairing), places);
    }

    // Also understands codes that older programs write without an opponent, with a note.
    void add_bye(std::vector<Found>& found, const TrfPlayer& player, std::uint32_t round) {
        const TrfGame& game = game_of(player, round);
        const TextPosition at{player.line, trf_at::result(round).first};
        std::optional<wire::Bye> bye;
        switch (game.result) {
            case ' ': return;
            case 'H':
            case 'F':
            case 'U':
            case 'Z': bye = wire::from_name<wire::Bye>({&game.result, 1}); break;
            case '+': bye = wire::Bye::allocated; break;
            case '-': bye = wire::Bye::zero; break;
            case '=': bye = wire::Bye::half; break;
            default:
                refuse(at, wanted::bye_code, {&game.result, 1});
        }
        const std::string code(name(bye));
        if (code != std::string_view(&game.result, 1))
            notes_.add({noted::read_as_bye,
                        {{"line", player.line},
                         {"code", std::string_view(&game.result, 1)},
                         {"round", round},
                         {"bye", code}}});
        tournament::EventPairing pairing;
        pairing.white = player.player.number;
        pairing.bye = bye;
        found.emplace_back(std::move(pairing), PairingPlaces{at, at, at});
    }

    // The opponent, after checking that their line agrees.
    const TrfPlayer& check(const TrfPlayer& player, std::uint32_t round) {
        const TrfGame& game = game_of(player, round);
        const TextPosition at{player.line, trf_at::opponent(round).first};
        const TrfPlayer* const entry =
            game.opponent < by_number_.size() ? by_number_[game.opponent] : nullptr;
        if (entry == nullptr || entry == &player)
            refuse(at, wanted::other_player, std::to_string(game.opponent));
        const TrfPlayer& other = *entry;
        const TrfGame& mirror = game_of(other, round);
        if (mirror.opponent != player.player.number) refuse_opponent(player, other, round);
        if (other.line < player.line) check_codes(other, player, round);
        return other;
    }

    [[noreturn]] static void refuse_opponent(const TrfPlayer& player, const TrfPlayer& other,
                                             std::uint32_t round) {
        const bool later = player.line > other.line;
        const TrfPlayer& wrong = later ? player : other;
        const TrfPlayer& first = later ? other : player;
        const std::uint32_t says = game_of(first, round).opponent;
        const Wording& expected = !later      ? wanted::opponent_by
                                  : says == 0 ? wanted::same_no_opponent
                                              : wanted::same_opponent;
        refuse({wrong.line, trf_at::opponent(round).first},
               {expected,
                {{"line", first.line},
                 {"other", says},
                 {"round", round},
                 {"player", first.player.number}}},
               std::to_string(game_of(wrong, round).opponent));
    }

    // Checks that `second`, the later line, agrees with `first`.
    static void check_codes(const TrfPlayer& first, const TrfPlayer& second, std::uint32_t round) {
        const TrfGame& one = game_of(first, round);
        const TrfGame& two = game_of(second, round);
        const TextPosition result{second.line, trf_at::result(round).first};
        const auto half = half_of(one.result);
        if (!half)
            refuse({first.line, trf_at::result(round).first}, wanted::game_code, {&one.result, 1});
        const char colour = one.colour == 'w' ? 'b' : one.colour == 'b' ? 'w' : '-';
        if (two.colour != colour)
            refuse({second.line, trf_at::colour(round).first},
                   fitting({&colour, 1}, first.line, one.colour,
                           std::string("'") + one.colour + "'"),
                   {&two.colour, 1});
        if (colour == '-' && half->kind != Kind::forfeit)
            refuse({first.line, trf_at::colour(round).first}, wanted::game_colour,
                   {&one.colour, 1});
        const std::string codes = against(*half, one.result);
        if (codes.find(two.result) == std::string::npos)
            refuse(result, fitting(codes, first.line, one.result, {&one.result, 1}),
                   {&two.result, 1});
    }

    // Without colours (as some programs write forfeits), the lower number has White.
    static bool is_white(const TrfPlayer& player, const TrfPlayer& other, std::uint32_t round) {
        const char colour = game_of(player, round).colour;
        return colour == 'w' || (colour == '-' && player.player.number < other.player.number);
    }

    static std::vector<ToldValue> of_game(std::uint32_t round,
                                          const tournament::EventPairing& pairing) {
        return {{"round", round}, {"white", pairing.white}, {"black", pairing.black}};
    }

    Found pairing(const TrfPlayer& white, const TrfPlayer& black, std::uint32_t round) {
        const TrfGame& game = game_of(white, round);
        Found found;
        tournament::EventPairing& pairing = found.first;
        pairing.white = white.player.number;
        pairing.black = black.player.number;
        const auto one = half_of(game.result);
        const auto two = half_of(game_of(black, round).result);
        if (one && two && one->kind != Kind::pending)
            pairing.entered =
                entered_of({Score{{{one->half_points, two->half_points}}}, one->kind});
        else if (game.result == '?')
            notes_.add({noted::no_result, of_game(round, pairing)});
        if (game.colour == '-')
            notes_.add({noted::no_colours, of_game(round, pairing)});
        found.second = {{white.line, trf_at::opponent(round).first},
                        {white.line, trf_at::opponent(round).first},
                        {black.line, trf_at::opponent(round).first}};
        return found;
    }

    const std::vector<TrfPlayer>& players_;
    Notes& notes_;
    std::vector<const TrfPlayer*> by_number_;
};

}  // namespace

void add_trf_rounds(const std::vector<TrfPlayer>& players, Rounds& rounds, Notes& notes) {
    Games(players, notes).add_to(rounds);
}

std::uint32_t trf_points(char code, const wire::EventScoring& scoring) {
    switch (code) {
        case '1':
        case '+':
        case 'W':
        case 'F': return scoring.win;
        case '=':
        case 'D':
        case 'H':
        case '?': return scoring.draw;
        case '0':
        case 'L': return scoring.loss;
        case 'U': return scoring.pairing_bye;
        default: return scoring.absent;
    }
}

}  // namespace flagfall::formats
