// Reasons not to start a round now: the act is refused first, and carried out once confirmed.
#include <algorithm>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/limits.hpp"
#include "common/base/check.hpp"
#include "common/base/digest.hpp"

namespace flagfall::tournament {
namespace {

// A player of these games still plays at this board of another round.
struct Playing {
    std::uint32_t round = 0;
    Board board;
    std::uint32_t player = 0;
    std::string game;
};

// Is the board being played now, by the record? An adjourned game continues later.
bool is_played(const Case& c, const EventRound& round, const EventPairing& p, bool earlier) {
    if (p.board == Board{} || p.entered) return false;
    if (p.game.empty()) return earlier && round.state == RoundState::started;
    const game::Game* game = game::find(c.games, p.game);
    return game && game->live.began && !game->live.result && !game->live.adjourned;
}

std::vector<Playing> still_playing(const Case& c, const EventRound& round,
                                   const std::vector<EventPairing>& games) {
    std::vector<Playing> all;
    for (const auto& [number, other] : c.event.rounds) {
        if (number == round.number) continue;
        for (const EventPairing& p : other.pairings) {
            if (!is_played(c, other, p, number < round.number)) continue;
            for (const std::uint32_t player : {p.white, p.black})
                if (std::ranges::any_of(games, [&](const auto& g) { return plays(g, player); }))
                    all.push_back({number, p.board, player, p.game});
        }
    }
    return all;
}

std::string text_of(const Tournament& event, const std::vector<Playing>& playing) {
    FF_CHECK(!playing.empty());
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, playing.size()); ++i) {
        const Playing& one = playing[i];
        const auto player = event.players.find(one.player);
        text += (i > 0 ? ", " : "") + std::to_string(one.player);
        if (player != event.players.end()) text += " (" + player->second.name + ")";
        text += " at board " + std::to_string(one.board.number) + " of round " +
                std::to_string(one.round);
    }
    if (playing.size() > most) text += " and " + std::to_string(playing.size() - most) + " more";
    return "players of this round still play: " + text;
}

// "3 hours", "2 days".
std::string length_of(std::int64_t ms) {
    FF_CHECK(ms >= limits::early_start_ms);
    constexpr std::int64_t minute = 60'000;
    constexpr std::int64_t hour = 60 * minute;
    if (ms < 2 * hour) return std::to_string(ms / minute) + " minutes";
    if (ms < 48 * hour) return std::to_string(ms / hour) + " hours";
    return std::to_string(ms / (24 * hour)) + " days";
}

// Nothing if the round starts about as planned, or if the wall clock is not known. Boards of a
// round that has started are simply late.
std::optional<std::string> too_early(const Case& c, const EventRound& round) {
    const auto planned = earliest_of(round.starts);
    if (!planned || !c.now.wall_ms || round.state == RoundState::started) return std::nullopt;
    const std::int64_t early = *planned - *c.now.wall_ms;
    if (early < limits::early_start_ms) return std::nullopt;
    return "the round is planned for " + round.starts + ", which is in " + length_of(early);
}

}  // namespace

MaybeRefusal check_start(const Case& c, const EventRound& round,
                         const std::vector<EventPairing>& games, wire::StartRound& a) {
    a.despite.clear();
    const std::vector<Playing> playing = still_playing(c, round, games);
    const auto early = too_early(c, round);
    const std::string shared = a.without_clocks ? "" : shared_late(c, round, games);
    if (playing.empty() && !early && shared.empty()) return std::nullopt;
    // The token depends on the reasons, not on the remaining time.
    Digest token;
    for (const Playing& one : playing)
        token.add(std::to_string(one.round) + "/" + std::to_string(one.board.number) + "/" +
                  std::to_string(one.player) + "/" + one.game + ";");
    if (early) token.add(round.starts);
    token.add(shared);
    const auto add = [&](const std::string& reason) {
        a.despite += (a.despite.empty() || reason.empty() ? "" : "; ") + reason;
    };
    if (!playing.empty()) add(text_of(c.event, playing));
    if (early) add(*early);
    add(shared);
    FF_CHECK(!a.despite.empty());
    if (c.command.confirm == token.text()) return std::nullopt;
    EventRefusal no = refuse(!playing.empty() ? "still_playing"
                             : early          ? "too_early"
                                              : "boards_shared",
                             a.despite + "; to start it all the same, confirm it (confirm: " +
                                 token.text() + ")",
                             "/round");
    no.confirm = token.text();
    FF_CHECK(!no.confirm.empty());
    return no;
}

}  // namespace flagfall::tournament
