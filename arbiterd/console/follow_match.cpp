#include "arbiterd/console/follow_match.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/follow_moves.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "common/base/digest.hpp"

namespace flagfall::console {

namespace {

using tournament::BoardResult;

std::uint32_t number_in(const Answer& json, std::string_view name) {
    return static_cast<std::uint32_t>(json.value(name, std::int64_t{0}));
}

FollowedBoard board_of(const Answer& json) {
    FollowedBoard board;
    board.number = static_cast<std::uint32_t>(json.at("board").number());
    board.clocked = json.at("gameId").is_text();
    for (const auto& [side, colour] : {std::pair(Side::white, "white"), {Side::black, "black"}}) {
        board.player[side] = number_in(json.at(colour), "number");
        board.name[side] = json.at(colour).value("name", "");
    }
    const Answer result = json.at("result");
    board.result.score = score_from(result.value("code", ""));
    board.result.kind = wire::from_name<wire::ResultKind>(result.value("kind", ""))
                            .value_or(wire::ResultKind::pending);
    return board;
}

void add_player(tournament::Tournament& players, const Answer& json) {
    const std::uint32_t number = number_in(json, "number");
    if (number == 0) return;
    tournament::EventPlayer& player = players.players[number];
    player.number = number;
    player.name = json.value("name", "");
    player.fide_id = json.value("fideId", "");
}

// "board 3", or "boards 1, 4".
std::string boards_text(const std::vector<std::size_t>& places, const FollowedRound& round) {
    std::string text = places.size() == 1 ? "board " : "boards ";
    for (const std::size_t place : places)
        text += (place == places.front() ? "" : ", ") + std::to_string(round.boards[place].number);
    return text;
}

std::string players_text(const Both<std::string>& name) {
    return "\"" + name[Side::white] + "\" - \"" + name[Side::black] + "\"";
}

class Planner {
public:
    Planner(const FollowedRound& round, const std::vector<SourceGame>& games)
        : round_(round),
          takes_results_(round.state != "drafted" && round.state != "confirmed"),
          said_(round.boards.size()) {
        for (std::size_t place = 0; place < round.boards.size(); ++place)
            for (const Side side : {Side::white, Side::black})
                if (const std::uint32_t player = round.boards[place].player[side]; player > 0)
                    seats_[player] = {place, side};
        for (const SourceGame& each : games) seat(each);
    }

    FollowPlan plan() {
        if (!takes_results_) {
            const std::string text = "the round is " + round_.state + ": nothing is entered";
            plan_.remarks.push_back({text, text});
        }
        for (std::size_t place = 0; place < said_.size(); ++place)
            if (!said_[place].empty()) compare(round_.boards[place], said_[place]);
        return std::move(plan_);
    }

private:
    struct Seat {
        std::size_t place = 0;  // of the board among the boards
        Side side{};
    };

    // The boards where one of the players who may be meant plays one of the possible opponents.
    std::vector<std::size_t> boards_with(const formats::TaggedGame& game, Side whites_side) const {
        const auto& opponents = game.players[Side::black];
        std::vector<std::size_t> places;
        for (const std::uint32_t player : game.players[Side::white]) {
            const auto seat = seats_.find(player);
            if (seat == seats_.end() || seat->second.side != whites_side) continue;
            const std::uint32_t other_player =
                round_.boards[seat->second.place].player[other(whites_side)];
            if (std::ranges::binary_search(opponents, other_player))
                places.push_back(seat->second.place);
        }
        std::ranges::sort(places);
        return places;
    }

    void seat(const SourceGame& each) {
        const formats::TaggedGame& game = each.game;
        std::vector<std::size_t> places = boards_with(game, Side::white);
        if (places.size() > 1) {
            std::vector<std::size_t> named;
            std::ranges::copy_if(places, std::back_inserter(named), [&](std::size_t place) {
                return round_.boards[place].number == game.board;
            });
            if (!named.empty()) places = named;
        }
        if (places.size() != 1) return remark(each, why_none(game, places));
        if (game.entered) said_[places.front()].push_back(&each);
    }

    std::string why_none(const formats::TaggedGame& game,
                         const std::vector<std::size_t>& places) const {
        if (places.size() > 1)
            return "it may be of " + boards_text(places, round_) + ", and its tag Board names none "
                   "of them";
        if (const auto turned = boards_with(game, Side::black); !turned.empty())
            return boards_text(turned, round_) + " has them with the other colours";
        std::string unknown;
        for (const Side side : {Side::white, Side::black})
            if (game.players[side].empty())
                unknown += (unknown.empty() ? "\"" : " and \"") + game.name[side] + "\"";
        return unknown.empty() ? "they do not play each other in this round"
                               : "the round does not have " + unknown;
    }

    void remark(const SourceGame& each, const std::string& why) {
        plan_.remarks.push_back({players_text(each.game.name) + ": " + why,
                                 each.where + ": " + players_text(each.game.name) + ": " + why +
                                     "; the game is left out"});
    }

    // Uses what the source has of a board only if it is one result.
    void compare(const FollowedBoard& board, const std::vector<const SourceGame*>& games) {
        const SourceGame& first = *games.front();
        const std::string result = text_of(first);
        const std::string at = "board " + std::to_string(board.number) + ": ";
        for (const SourceGame* each : games) {
            if (text_of(*each) == result) continue;
            const std::string both = result + " (" + first.where + ") and " + text_of(*each) +
                                     " (" + each->where + ")";
            plan_.remarks.push_back({at + result + " and " + text_of(*each),
                                     at + "the source has " + both + "; nothing is entered"});
            return;
        }
        keep_moves(board, games, at);
        if (board.result.score) return compare(board, first, at);
        if (board.clocked || !takes_results_) return;
        plan_.enter.push_back({.board = board.number, .player = board.player, .name = board.name,
                               .theirs = first.game.name, .entered = *first.game.entered,
                               .where = first.where, .decided = first.game.decided});
    }

    // Keeps the moves only if the games, which have the same result, also have the same moves.
    void keep_moves(const FollowedBoard& board, const std::vector<const SourceGame*>& games,
                    const std::string& at) {
        if (board.clocked || round_.state == "drafted") return;
        const SourceGame& first = *games.front();
        const ReviewMoves moves = review_moves(first.text);
        for (const SourceGame* each : games) {
            if (each == &first || review_moves(each->text).sheet == moves.sheet) continue;
            const std::string text = at + "the source has other moves in " + first.where +
                                     " than in " + each->where + "; none are kept";
            plan_.remarks.push_back({text, text});
            return;
        }
        if (!moves.fault.empty()) {
            const std::string text = at + moves.fault + "; the moves before it are kept";
            plan_.remarks.push_back({text, first.where + ": " + text});
        }
        if (!moves.sheet.empty())
            plan_.keep.push_back({board.number, board.player, board.name, first.game.name,
                                  moves.sheet, moves.plies, first.where});
    }

    // A PGN cannot express that less than a move was made, and most programs write no forfeits.
    void compare(const FollowedBoard& board, const SourceGame& theirs, const std::string& at) {
        const BoardResult result = tournament::result_of(*theirs.game.entered);
        const bool forfeit_there = result.kind == wire::ResultKind::forfeit &&
                                   board.result.kind != wire::ResultKind::forfeit;
        if (result.score == board.result.score && !forfeit_there) return;
        const std::string differs = formats::result_text(board.result) + " stays, the source has " +
                                    text_of(theirs);
        plan_.remarks.push_back({at + differs, at + differs + " (" + theirs.where + ")"});
    }

    static std::string text_of(const SourceGame& each) {
        return formats::result_text(tournament::result_of(*each.game.entered));
    }

    const FollowedRound& round_;
    bool takes_results_;
    std::map<std::uint32_t, Seat> seats_;               // by player number
    std::vector<std::vector<const SourceGame*>> said_;  // by board: its games with a result
    FollowPlan plan_;
};

}  // namespace

std::expected<FollowedRound, std::string> round_of(const std::string& results) {
    const wire::Json parsed = json_of(results).value_or(wire::Json());
    const Answer json(parsed);
    if (!json.contains("boards")) return std::unexpected(NotArbiterd().what());
    if (!json.contains("state"))
        return std::unexpected("the event is known from its games only: create it, to enter "
                               "results in it");
    FollowedRound round;
    round.state = json.at("state").text();
    for (const Answer& each : json.items("boards")) {
        round.boards.push_back(board_of(each));
        for (const char* colour : {"white", "black"}) add_player(round.players, each.at(colour));
    }
    for (const Answer& bye : json.at("byes").items()) add_player(round.players, bye);
    return round;
}

FollowPlan plan_of(const FollowedRound& round, const std::vector<SourceGame>& games) {
    return Planner(round, games).plan();
}

namespace {

std::string number(std::int64_t value) { return " " + std::to_string(value); }

// What an act is about: the board, its players, and the source's content. Includes the names that
// the source has, since numbers may belong to other players later; ours may be fixed.
template <class Followed>
std::string digest_of(std::string_view event, std::int64_t round, const Followed& of,
                      const std::string& said) {
    Digest digest;
    digest.add(event);
    digest.add(number(round) + number(of.board));
    for (const Side side : {Side::white, Side::black})
        digest.add(number(of.player[side]) + " " + of.theirs[side]);
    digest.add(said);
    return digest.text();
}

}  // namespace

std::string act_id(std::string_view event, std::int64_t round, const FollowedResult& result) {
    return "pgn-" + digest_of(event, round, result,
                              formats::result_text(tournament::result_of(result.entered)));
}

std::string act_id(std::string_view event, std::int64_t round, const FollowedMoves& moves,
                   const std::string& before) {
    return "moves-" + digest_of(event, round, moves, before + " " + moves.sheet);
}

}  // namespace flagfall::console
