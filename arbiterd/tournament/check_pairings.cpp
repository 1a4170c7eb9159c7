// Games and byes of a round, and the terms of play.
#include <algorithm>
#include <map>
#include <set>

#include "arbiterd/game/state/profile.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::tournament {
namespace {

constexpr Duration longest_default_time = minutes(24 * 60);

MaybeRefusal check_rules(const wire::PlayTerms& terms, const std::string& at) {
    game::Settings settings;
    for (std::size_t i = 0; i < terms.rules.size(); ++i)
        if (const auto why = game::set(settings, terms.rules[i].name, terms.rules[i].value))
            return refuse("bad_rules", terms.rules[i].name + ": " + *why,
                          item(at + "/rules", i));
    return std::nullopt;
}

MaybeRefusal check_player_of(const Tournament& event, std::uint32_t round, std::uint32_t number,
                             bool absent, const std::string& at) {
    const auto player = event.players.find(number);
    if (player == event.players.end())
        return refuse("unknown_player", "the event has no player " + std::to_string(number), at);
    FF_CHECK(player->second.number == number);
    const std::uint32_t from = player->second.withdrawn_from;
    if (from > 0 && round >= from && !absent)
        return refuse("withdrawn", player->second.name + " has withdrawn from round " +
                                       std::to_string(from) + " on: reinstate the player first",
                      at);
    return std::nullopt;
}

MaybeRefusal check_bye(const Tournament& event, std::uint32_t round, const EventPairing& bye,
                       const std::string& at) {
    FF_CHECK(bye.bye.has_value());
    if (bye.board != Board{})
        return refuse("bad_board", "a bye has no board", at + "/board");
    if (bye.black != 0)
        return refuse("bad_bye", "a bye has one player, in white", at + "/black");
    if (bye.entered)
        return refuse("bad_bye", "a bye is its own result", at + "/entered");
    return check_player_of(event, round, bye.white, bye.bye == wire::Bye::zero, at + "/white");
}

}  // namespace

MaybeRefusal check_terms(const wire::PlayTerms& terms, const std::string& at) {
    if (!terms.time_control.empty())
        if (const auto control = parse_time_control(terms.time_control); !control)
            return refuse("bad_time_control", text(control.error()), at + "/time_control");
    if (!terms.profile.empty() && !game::profile_named(terms.profile))
        return refuse("bad_profile", "there is no rules profile of this name: arbiterd profile "
                                     "list", at + "/profile");
    if (auto no = check_rules(terms, at)) return no;
    if (terms.default_time &&
        (*terms.default_time < Duration{} || *terms.default_time > longest_default_time))
        return refuse("bad_default_time", "from 0 to " + std::to_string(longest_default_time.us) +
                                              " microseconds", at + "/default_time_us");
    if (!terms.fen.empty()) {
        const auto variant = terms.variant.value_or(Variant::chess);
        if (const auto start = chess::parse_position(terms.fen, variant); !start)
            return refuse("bad_fen", chess::text(start.error()), at + "/fen");
    }
    return std::nullopt;
}

MaybeRefusal check_pairing(const Tournament& event, std::uint32_t round,
                           const EventPairing& pairing, const std::string& at) {
    if (auto no = check_terms(pairing.terms, at + "/terms")) return no;
    if (pairing.bye) return check_bye(event, round, pairing, at);
    if (pairing.board == Board{} || pairing.board.number > limits::boards)
        return refuse("bad_board", "a game has a board, from 1 to " +
                                       std::to_string(limits::boards) +
                                       "; one player alone has a bye", at + "/board");
    if (auto no = check_player_of(event, round, pairing.white, false, at + "/white")) return no;
    if (auto no = check_player_of(event, round, pairing.black, false, at + "/black")) return no;
    if (pairing.white == pairing.black)
        return refuse("same_player", "nobody plays against himself", at + "/black");
    if (pairing.entered) return check_entered(*pairing.entered, at + "/entered");
    return std::nullopt;
}

MaybeRefusal check_once(const std::vector<EventPairing>& pairings, const std::string& at) {
    std::set<Board> boards;
    std::map<std::uint32_t, std::size_t> seen;
    for (std::size_t i = 0; i < pairings.size(); ++i) {
        const EventPairing& p = pairings[i];
        if (p.board != Board{} && !boards.insert(p.board).second)
            return refuse("board_twice", "board " + std::to_string(p.board.number) +
                                             " is given twice", item(at, i) + "/board");
        for (const auto& [player, name] : {std::pair(p.white, "/white"), {p.black, "/black"}})
            if (player != 0 && !seen.emplace(player, i).second)
                return refuse("player_twice", "player " + std::to_string(player) +
                                                  " is paired twice in this round",
                              item(at, i) + name);
    }
    return std::nullopt;
}

MaybeRefusal check_byes(const Tournament& event, std::uint32_t round,
                        const std::vector<EventPairing>& pairings,
                        const std::vector<EventPairing>& given, const std::string& at) {
    const auto allocated = std::ranges::count(pairings, wire::Bye::allocated, &EventPairing::bye);
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i].bye != wire::Bye::allocated) continue;
        FF_CHECK(allocated >= 1);  // `pairings` includes `given`
        if (allocated > 1)
            return refuse("second_bye", "a round has one pairing-allocated bye; others are F, H "
                                        "or Z", item(at, i) + "/bye");
        for (const auto& [number, other] : event.rounds)
            for (const EventPairing& had : other.pairings)
                if (number != round && had.bye == wire::Bye::allocated &&
                    had.white == given[i].white)
                    return refuse("second_bye",
                                  "the player had the pairing-allocated bye in round " +
                                      std::to_string(number) + "; F gives a full point without it",
                                  item(at, i) + "/bye");
    }
    return std::nullopt;
}

}  // namespace flagfall::tournament
