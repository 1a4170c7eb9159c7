// The life of a round: planned, paired, published, prepared, started, finished, confirmed.
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/pgn.hpp"

namespace flagfall::tournament {

using enum RoundState;

namespace {

MaybeRefusal check_state(const EventRound& round, std::initializer_list<RoundState> allowed,
                         const std::string& what) {
    FF_CHECK(round.number >= 1);
    if (std::ranges::find(allowed, round.state) != allowed.end()) return std::nullopt;
    return refuse("wrong_state", "round " + std::to_string(round.number) + " is " +
                                     std::string(name(round.state)) + ": " + what);
}

std::vector<Board> boards_where(const EventRound& round,
                                const std::function<bool(const EventPairing&)>& is) {
    std::vector<Board> boards;
    for (const EventPairing& p : round.pairings)
        if (p.board != Board{} && is(p)) boards.push_back(p.board);
    return boards;
}

const game::Live* live_of(const Case& c, const EventPairing& pairing) {
    const game::Game* game = game::find(c.games, pairing.game);
    return game ? &game->live : nullptr;
}

bool same_game(const EventPairing& a, const EventPairing& b) {
    return a.board == b.board && a.white == b.white && a.black == b.black && a.bye == b.bye &&
           a.terms == b.terms;
}

// Unchanged pairings keep their game and result; an act cannot set them.
MaybeRefusal keep(const Tournament& event, const EventRound& round, EventPairing& next,
                  const std::string& at) {
    const auto before = std::ranges::find_if(
        round.pairings, [&](const EventPairing& old) { return same_game(old, next); });
    const EventPairing none;
    const EventPairing& old = before == round.pairings.end() ? none : *before;
    if (!next.game.empty() && next.game != old.game)
        return refuse("not_yours", "arbiterd names the games at the clocks", at + "/game");
    const bool same = old.entered && next.entered && same_result(*old.entered, *next.entered);
    if (next.entered && !same)
        return refuse("not_yours", "enter results with enter_result, one board at a time",
                      at + "/entered");
    next.game = old.game;
    next.entered = old.entered;
    next.revision = revision_of(event, round.number, at_board(round, next.board), next);
    FF_CHECK(next.revision >= old.revision);
    return std::nullopt;
}

// The round becomes `next`: games of other pairings are taken back.
MaybeRefusal replace(Case& c, const EventRound& round, const std::vector<EventPairing>& next) {
    for (const EventPairing& old : round.pairings) {
        const bool stays = std::ranges::any_of(
            next, [&](const EventPairing& p) { return same_game(old, p); });
        if (stays) continue;
        if (old.entered)
            return refuse("has_result", named({old.board}) + " has a result: withdraw it first",
                          "/pairings");
        if (old.game.empty()) continue;
        if (auto no = c.setup.may_cancel(old, "/pairings")) return no;
        c.setup.cancel(round, old);
    }
    return std::nullopt;
}

// Checks each given pairing alone and with the others; `all`: the round as it becomes.
MaybeRefusal check_given(const Case& c, const EventRound& round,
                        const std::vector<EventPairing>& given,
                        const std::vector<EventPairing>& all) {
    FF_CHECK(given.size() <= all.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string at = item("/pairings", i);
        if (auto no = check_pairing(c.event, round.number, given[i], at)) return no;
        if (given[i].bye) continue;
        if (auto no = check_board_terms(c.event, round, given[i], at + "/terms")) return no;
    }
    if (auto no = check_once(given, "/pairings")) return no;
    return check_byes(c.event, round.number, all, given, "/pairings");
}

}  // namespace

void give_back_byes(const Tournament& event, const EventRound& round,
                    std::vector<EventPairing>& next, std::vector<EventPairing>& given) {
    for (const EventPairing& bye : requested_byes(event, round.number)) {
        const auto has = [&](const EventPairing& p) { return plays(p, bye.white); };
        if (std::ranges::none_of(round.pairings, has) || std::ranges::any_of(next, has)) continue;
        given.push_back(bye);
        next.push_back(bye);
    }
    sort(next);
}

EventRefusal no_such_round() {
    return refuse("unknown_round",
                  "the event has no round of this number yet: plan it, or set its pairings, first",
                  "/round");
}

bool same_result(const wire::EnteredResult& a, const wire::EnteredResult& b) {
    return a.score == b.score && a.kind == b.kind &&
           (a.article == b.article || a.article.empty() || b.article.empty());
}

MaybeRefusal act(Case& c, wire::PlanRound& a) {
    if (auto no = check_round_number(c.event, a.number, "/number")) return no;
    if (auto no = check_starts(a.starts, "/starts")) return no;
    if (auto no = check_terms(a.terms, "/terms")) return no;
    EventRound planned;
    planned.number = a.number;
    planned.terms = a.terms;
    if (auto no = check_board_terms(c.event, planned, {}, "/terms/rules")) return no;
    const EventRound* round = find(c.event, a.number);
    if (!round) return std::nullopt;
    if (auto no = check_state(*round, {drafted, published}, "its plan stands")) return no;
    const auto set_up = boards_where(*round, [](const auto& p) { return !p.game.empty(); });
    if (set_up.empty() || round->terms == a.terms) return std::nullopt;
    return refuse("has_game", named(set_up) + ": set up at the clocks with other terms; "
                                              "withdraw the publication first",
                  "/terms");
}

MaybeRefusal act(Case& c, wire::SetPairings& a) {
    if (auto no = check_round_number(c.event, a.round, "/round")) return no;
    EventRound fresh;
    fresh.number = a.round;
    const EventRound* known = find(c.event, a.round);
    const EventRound& round = known ? *known : fresh;
    if (auto no = check_state(round, {drafted, published},
                              "change the pairings of single boards"))
        return no;
    if (a.pairings.empty() && round.state == published)
        return refuse("no_pairings", "a published round needs pairings", "/pairings");
    for (std::size_t i = 0; i < a.pairings.size(); ++i)
        if (auto no = keep(c.event, round, a.pairings[i], item("/pairings", i))) return no;
    const std::vector<EventPairing> given = a.pairings;
    a.pairings = with_requested_byes(c.event, a.round, std::move(a.pairings));
    if (auto no = check_given(c, round, given, a.pairings)) return no;
    return replace(c, round, a.pairings);
}

MaybeRefusal act(Case& c, wire::ChangePairing& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {drafted, published, started},
                              "its pairings stand; reopen the round first"))
        return no;
    if (a.pairings.empty())
        return refuse("nothing_to_change", "there are no pairings in it", "/pairings");
    for (std::size_t i = 0; i < a.pairings.size(); ++i)
        if (auto no = keep(c.event, *round, a.pairings[i], item("/pairings", i))) return no;
    std::vector<EventPairing> next = changed(round->pairings, a.pairings);
    give_back_byes(c.event, *round, next, a.pairings);
    if (auto no = check_given(c, *round, a.pairings, next)) return no;
    return replace(c, *round, next);
}

MaybeRefusal act(Case& c, wire::PublishRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {drafted}, "it is published already")) return no;
    if (round->pairings.empty())
        return refuse("no_pairings", "set its pairings first", "/round");
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::WithdrawPublication& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {published}, "only a published round that has not started "
                                                     "is withdrawn"))
        return no;
    for (const EventPairing& p : round->pairings) {
        if (p.game.empty()) continue;
        if (auto no = c.setup.may_cancel(p, "/round")) return no;
        c.setup.cancel(*round, p);
    }
    return std::nullopt;
}

// ---- at the clocks --------------------------------------------------------------------------

namespace {

// What to do before the round's games can be at the clocks.
std::string before_clocks(const EventRound& round) {
    if (round.state != drafted) return "reopen it first";
    return round.pairings.empty() ? "set its pairings and publish it first" : "publish it first";
}

}  // namespace

std::expected<std::vector<EventPairing>, EventRefusal> chosen(const EventRound& round,
                                                              const std::vector<Board>& boards) {
    std::vector<EventPairing> games;
    if (boards.empty()) {
        std::ranges::copy_if(round.pairings, std::back_inserter(games), [](const auto& p) {
            return p.board != Board{} && !p.entered;
        });
        return games;
    }
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const EventPairing* pairing = at_board(round, boards[i]);
        const std::string at = item("/boards", i);
        if (!pairing)
            return std::unexpected(
                refuse("unknown_board", "the round has no game at board " +
                                            std::to_string(boards[i].number), at));
        if (std::ranges::count(boards, boards[i]) > 1)
            return std::unexpected(refuse("board_twice", "this board is listed twice", at));
        if (pairing->entered)
            return std::unexpected(refuse("has_result", "the board has a result", at));
        games.push_back(*pairing);
    }
    FF_CHECK(games.size() == boards.size());
    return games;
}

MaybeRefusal act(Case& c, wire::PrepareRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {published, started}, before_clocks(*round))) return no;
    auto games = chosen(*round, a.boards);
    if (!games) return games.error();
    if (auto no = check_neighbour(c, *games)) return no;
    for (EventPairing& pairing : *games)
        if (auto no = c.setup.open(*round, pairing, "/boards")) return no;
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::StartRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {published, started}, before_clocks(*round))) return no;
    if (round->state == started && a.boards.empty())
        return refuse("wrong_state", "it has started: say which late boards start now", "/boards");
    auto games = chosen(*round, a.boards);
    if (!games) return games.error();
    if (!a.without_clocks)
        if (auto no = check_neighbour(c, *games)) return no;
    if (auto no = check_start(c, *round, *games, a)) return no;
    a.terms.reset();
    if (round->state == published) a.terms = terms_of(c.event, *round, {});
    FF_CHECK(a.terms.has_value() == (round->state == published));
    for (EventPairing& pairing : *games) {
        const game::Live* live = live_of(c, pairing);
        if (live && live->began && !a.boards.empty())
            return refuse("game_begun", named({pairing.board}) + " has started", "/boards");
        if (a.without_clocks) {
            if (!pairing.game.empty())
                return refuse("has_game", named({pairing.board}) + " is set up at a clock",
                              "/without_clocks");
            continue;
        }
        if (auto no = c.setup.open(*round, pairing, "/boards")) return no;
        c.setup.start(*round, pairing);
    }
    return std::nullopt;
}

// An adjourned game continues later: it does not keep the round open.
MaybeRefusal act(Case& c, wire::FinishRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {started}, "only a started round is finished")) return no;
    const auto unfinished = boards_where(*round, [&](const EventPairing& p) {
        const game::Live* live = live_of(c, p);
        return !p.game.empty() && !(live && (live->result || live->adjourned));
    });
    if (unfinished.empty()) return std::nullopt;
    return refuse("games_unfinished", named(unfinished) + ": the games are not over", "/round");
}

MaybeRefusal act(Case& c, wire::ConfirmRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {finished}, "only a finished round is confirmed"))
        return no;
    const auto missing = boards_where(*round, [&](const EventPairing& p) {
        const game::Live* live = live_of(c, p);
        return p.game.empty() ? !p.entered : !(live && live->result);
    });
    if (missing.empty()) return std::nullopt;
    return refuse("results_missing", named(missing) + ": there is no result", "/round");
}

MaybeRefusal act(Case& c, wire::ReopenRound& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    return check_state(*round, {finished, confirmed},
                       "only a finished or confirmed round is reopened");
}

namespace {

// The pairing at this board, if it has no game at a clock; `instead`: what to do if it has one.
std::expected<const EventPairing*, EventRefusal> without_clock(const EventRound& round,
                                                               Board board,
                                                               const std::string& instead) {
    const EventPairing* pairing = at_board(round, board);
    if (!pairing)
        return std::unexpected(
            refuse("unknown_board", "the round has no game at this board", "/board"));
    if (!pairing->game.empty())
        return std::unexpected(
            refuse("has_game", "the board has a game at a clock" + instead, "/board"));
    return pairing;
}

}  // namespace

MaybeRefusal act(Case& c, wire::EnterResult& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    const bool withdraws_draft = round->state == drafted && !a.entered;  // to pair it again
    if (!withdraws_draft)
        if (auto no = check_state(*round, {published, started, finished},
                                  round->state == confirmed ? "reopen the round first"
                                                            : "publish it first"))
            return no;
    const auto found = without_clock(*round, a.board, ": its result is given at the desk");
    if (!found) return found.error();
    const EventPairing* const pairing = *found;
    FF_CHECK(!pairing->bye);
    if (a.entered) a.entered->by = c.by;  // in no other name
    if (a.entered)
        if (auto no = check_entered(*a.entered, "/entered")) return no;
    if (a.entered == pairing->entered)
        return refuse("nothing_to_change", a.entered ? "the board has this result"
                                                     : "the board has no result", "/entered");
    a.revision = last_revision(c.event, a.round, a.board) + 1;
    FF_CHECK(a.revision > pairing->revision);
    return std::nullopt;
}

namespace {

// The moves of the only game in the text, without tags or comments.
std::expected<chess::PgnGame, std::string> moves_of(std::string_view sheet) {
    using Read = chess::PgnReader::Read;
    chess::PgnReader reader(sheet);
    chess::PgnGame game;
    const Read first = reader.read_into(game);
    if (first == Read::error) return std::unexpected(reader.error().what);
    if (first == Read::end || game.moves.empty()) return std::unexpected("it has no moves");
    chess::PgnGame other;
    if (reader.read_into(other) != Read::end) return std::unexpected("it has more than one game");
    return chess::moves_only(game);
}

}  // namespace

MaybeRefusal act(Case& c, wire::KeepMoves& a) {
    const EventRound* round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (auto no = check_state(*round, {published, started, finished, confirmed},
                              "publish it first"))
        return no;
    const auto found =
        without_clock(*round, a.board, ", with its own moves: enter a sheet at the desk");
    if (!found) return found.error();
    const EventPairing* const pairing = *found;
    if (auto no = check_name(a.source, "/source")) return no;
    const auto game = moves_of(a.sheet);
    if (!game) return refuse("bad_moves", "sheet: " + game.error(), "/sheet");
    const wire::PlayTerms terms = terms_of(c.event, *round, *pairing);
    const auto start = terms.fen.empty()
                           ? chess::start_position()
                           : chess::parse_position(terms.fen, terms.variant.value_or(
                                                                  Variant::chess)).value();
    if (game->start != start)
        return refuse("bad_moves", "sheet: the game begins with another position than this board",
                      "/sheet");
    a.sheet = chess::write_pgn(*game);
    if (a.sheet.size() > limits::evidence_bytes)
        return refuse("bad_moves", "sheet: at most " + std::to_string(limits::evidence_bytes) +
                                       " bytes", "/sheet");
    a.white = pairing->white;
    a.black = pairing->black;
    FF_CHECK(a.white >= 1);
    FF_CHECK(a.black >= 1);
    FF_CHECK(a.white != a.black);
    return std::nullopt;
}

}  // namespace flagfall::tournament
