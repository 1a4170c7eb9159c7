#include "arbiterd/formats/livechess.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/formats/text.hpp"
#include "arbiterd/record/boards.hpp"
#include "common/base/now.hpp"
#include "common/chess/chess960.hpp"
#include "common/chess/setup.hpp"

namespace flagfall::formats {

namespace {

using nlohmann::ordered_json;
using Kind = wire::ResultKind;

constexpr std::uint32_t orthodox = 518;
constexpr std::int64_t us_a_second = 1'000'000;

std::string dump(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json or_null(const std::string& text) {
    return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

// "Last, First": what is before the comma is the last name.
ordered_json player_json(const tournament::Tournament& tournament, std::uint32_t number) {
    const auto found = tournament.players.find(number);
    if (found == tournament.players.end()) return nullptr;
    const tournament::EventPlayer& player = found->second;
    const std::size_t comma = std::min(player.name.find(','), player.name.size());
    const std::string first =
        comma == player.name.size() ? "" : tidy(std::string_view(player.name).substr(comma + 1));
    ordered_json json{{"fname", or_null(first)},
                      {"mname", nullptr},
                      {"lname", tidy(std::string_view(player.name).substr(0, comma))},
                      {"title", or_null(player.title)},
                      {"federation", or_null(player.federation)}};
    const auto id = whole(player.fide_id, 4'000'000'000);
    json["fideid"] = id ? ordered_json(*id) : ordered_json(nullptr);
    return json;
}

// The number of the start position; null when it is not one of the 960.
ordered_json start_number(const record::GameRow& game) {
    if (game.fen.empty()) return orthodox;
    const auto start = chess::parse_position(game.fen, chess::Variant::chess960);
    const auto number = start ? chess::chess960_number(*start) : std::nullopt;
    return number ? ordered_json(*number) : ordered_json(nullptr);
}

// `elapsed` does not include time that was added to the clock, so both are written.
std::string move_text(const record::MoveRow& move) {
    const Side side = move.side == name(Side::white) ? Side::white : Side::black;
    const std::int64_t left = move.reading_us[side] / us_a_second;
    if (move.completed_by == "sheet" && left == 0) return move.san;
    return move.san + ' ' + std::to_string(left) + '+' +
           std::to_string(move.elapsed_us / us_a_second);
}

}  // namespace

std::string_view livechess_result(const tournament::BoardResult& result) {
    if (!result.score || result.kind == Kind::pending || result.kind == Kind::adjourned)
        return "*";
    if (*result.score == win_of(Side::white)) return "WHITEWIN";
    if (*result.score == win_of(Side::black)) return "BLACKWIN";
    if (*result.score == drawn()) return "DRAW";
    return result.kind == Kind::forfeit && *result.score == Score{} ? "NOTPLAYED" : "*";
}

std::string livechess_tournament(const tournament::Tournament& tournament, const LiveBoards& live) {
    ordered_json rounds = ordered_json::array();
    const std::uint32_t last = tournament.rounds.empty() ? 0 : tournament.rounds.rbegin()->first;
    for (std::uint32_t number = 1; number <= std::max(last, tournament.info.rounds); ++number) {
        const auto round = tournament.rounds.find(number);
        const auto boards = live.find(number);
        const auto count = round == tournament.rounds.end()
                               ? 0
                               : std::ranges::count_if(round->second.pairings,
                                                       [](const tournament::EventPairing& pairing) {
                                                           return !pairing.bye;
                                                       });
        rounds.push_back({{"count", count},
                          {"live", boards == live.end() ? 0 : boards->second.size()}});
    }
    return dump({{"id", tournament.id},
                 {"name", tournament.info.name},
                 {"location", tournament.info.place},
                 {"country", tournament.info.federation},
                 {"timecontrol", tournament.info.terms.time_control},
                 {"rounds", std::move(rounds)},
                 {"eboards", ordered_json::array()}});
}

std::string livechess_round_head(const tournament::EventRound& round) {
    const auto date = date_from(cut(round.starts, 10));
    std::string text = dump({{"date", date ? ordered_json(*date) : ordered_json(nullptr)}});
    text.pop_back();  // drops the closing brace: more members follow
    return text + ",\"pairings\":[";
}

std::string livechess_pairing(const tournament::Tournament& tournament,
                              const tournament::EventPairing& pairing,
                              const tournament::BoardResult& result, bool live) {
    const auto [white, black] = tournament::players_of(pairing, result).values;
    return dump({{"white", player_json(tournament, white)},
                 {"black", player_json(tournament, black)},
                 {"result", livechess_result(result)},
                 {"live", live}});
}

std::string livechess_round_foot() { return "]}"; }

std::string livechess_game(const record::GameRow& game, const std::vector<record::MoveRow>& moves) {
    const tournament::BoardResult result = record::result_of(game);
    ordered_json list = ordered_json::array();
    std::string comment;
    if (result.score && livechess_result(result) == "*" && result.kind != Kind::pending)
        comment = "the result is " + game.result;
    if (result.kind == Kind::forfeit) comment = "forfeit, " + game.result;
    for (const record::MoveRow& move : moves) {
        if (!move.set_up.empty() || move.completed_by == "stood") {
            comment += comment.empty() ? "" : "; ";
            comment += move.set_up.empty() ? "an illegal move stood: " + move.san
                                           : "the arbiter set up another position";
            break;
        }
        list.push_back(move_text(move));
    }
    const bool timed = !moves.empty() && !game.game.empty();  // by one of our clocks
    const auto last = timed ? from_rfc3339(moves.back().at) : std::nullopt;
    const auto first = timed ? from_rfc3339(moves.front().at) : std::nullopt;
    using enum wire::GameStatus;
    ordered_json json{{"live", game.status == playing || game.status == question},
                      {"serialNr", nullptr},
                      {"firstMove", first ? ordered_json(*first) : ordered_json(nullptr)},
                      {"chess960", start_number(game)},
                      {"result", livechess_result(result)},
                      {"comment", or_null(comment)}};
    json["clock"] = nullptr;
    if (last)
        json["clock"] = {{"white", game.reading_us[Side::white] / us_a_second},
                         {"black", game.reading_us[Side::black] / us_a_second},
                         {"time", *last}};
    json["moves"] = std::move(list);
    return dump(json);
}

}  // namespace flagfall::formats
