// See round_outputs.hpp.
#include "tests/support/round_outputs.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/check.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/feed_reader.hpp"
#include "tests/support/joined.hpp"

namespace flagfall::test {

namespace {

using nlohmann::json;

// A board of a round in one output.
struct Line {
    std::uint32_t white = 0;  // players' numbers, by colours as played
    std::uint32_t black = 0;
    std::string score;  // "1-0"; empty if there is none yet
    friend bool operator==(const Line&, const Line&) = default;
};
using Lines = std::map<std::uint32_t, Line>;  // by the lower number of the two

// The same for an output that has only names, which several players may share.
struct NamedLine {
    std::string white;
    std::string black;
    std::string score;
};
using NamedLines = std::vector<NamedLine>;
using Numbers = std::set<std::uint32_t>;

std::string text_of(const Line& line) {
    return std::to_string(line.white) + "-" + std::to_string(line.black) + " " +
           (line.score.empty() ? "without a result" : line.score);
}

std::string text_of(const NamedLine& line) {
    return line.white + " - " + line.black + " " +
           (line.score.empty() ? "without a result" : line.score);
}

std::string text_of(const std::optional<Score>& score) {
    return score ? std::string(text(*score)) : "";
}

void add(Lines& lines, std::uint32_t white, std::uint32_t black,
         const std::optional<Score>& score) {
    lines[std::min(white, black)] = {white, black, text_of(score)};
}

// The content of an output for one round, compared with what it must be.
class Round {
public:
    Round(const OutputsOf& of, const std::vector<PlayedBoard>& played, OutputsJudge& judge)
        : judge_(judge),
          record_(of.record),
          tournament_(of.tournament),
          round_(of.round),
          data_(record::round_data(of.record, of.tournaments,
                                   {of.tournament.id, std::to_string(of.round.number)})),
          boards_(data_.boards) {
        results_[round_.number] = record::results_of(boards_);
        for (const PlayedBoard& board : played) {
            if (!board.names[Side::white].empty())
                names_[board.names[Side::white]].insert(board.white);
            if (!board.names[Side::black].empty())
                names_[board.names[Side::black]].insert(board.black);
            add(must_, board.white, board.black, board.score);
        }
    }

    void check() {
        of_json();
        of_files();
        of_vega();
        of_livechess();
        of_pgn();
        of_feed();
    }

private:
    // All players who have, or had in their game, this name.
    Numbers numbers_of(std::string_view name) const {
        Numbers numbers;
        if (const auto found = names_.find(name); found != names_.end()) numbers = found->second;
        for (const auto& [number, player] : tournament_.players)
            if (player.name == name) numbers.insert(number);
        return numbers;
    }

    // `partial`: the output lacks some results.
    void hold(const char* output, const Lines& said, bool partial = false) {
        judge_.held(output);
        for (const auto& [key, line] : must_) {
            const auto found = said.find(key);
            if (partial && (found == said.end() || found->second.score.empty())) continue;
            if (found != said.end() && found->second == line) continue;
            differs(output, found == said.end() ? "nothing" : text_of(found->second), line);
        }
        if (said.size() > must_.size())
            judge_.differs(Board{}, std::string(output) + " has boards that nobody paired");
    }

    bool names(const NamedLine& line, std::uint32_t white, std::uint32_t black) const {
        return numbers_of(line.white).contains(white) && numbers_of(line.black).contains(black);
    }

    void hold(const char* output, NamedLines said, bool partial = false) {
        judge_.held(output);
        const bool more = said.size() > must_.size();
        std::vector<Line> left;
        for (const auto& [key, line] : must_) {
            const auto found = std::ranges::find_if(said, [&](const NamedLine& each) {
                return each.score == line.score && names(each, line.white, line.black);
            });
            if (found == said.end()) left.push_back(line);
            else said.erase(found);
        }
        for (const Line& line : left) {
            const auto found = std::ranges::find_if(said, [&](const NamedLine& each) {
                return names(each, line.white, line.black) || names(each, line.black, line.white);
            });
            if (partial && (found == said.end() || found->score.empty())) continue;
            differs(output, found == said.end() ? "nothing" : text_of(*found), line);
        }
        if (more) judge_.differs(Board{}, std::string(output) + " has boards that nobody paired");
    }

    void differs(const char* output, const std::string& said, const Line& must) {
        judge_.differs(Board{}, std::string(output) + " of round " + std::to_string(round_.number) +
                                  " has " + said + " where " + text_of(must) + " was played");
    }

    void of_json() {
        Lines said;
        const json results = json::parse(record::results_json(data_));
        for (const json& board : results.at("boards"))
            add(said, board.at("white").value("number", 0U), board.at("black").value("number", 0U),
                score_from(board.at("result").at("code").get<std::string>()));
        hold("json", said);
    }

    // The files that have a reader, read back.
    void of_files() {
        formats::TrfOptions options;
        for (const bool trf26 : {false, true}) {
            options.trf26 = trf26;
            const auto file = formats::trf(tournament_, results_, options);
            FF_CHECK(file.has_value());
            read(trf26 ? "trf26" : "trf16", trf26 ? formats::Format::trf26 : formats::Format::trf16,
                 file->text, nullptr);
        }
        read("csv", formats::Format::csv,
             formats::results_csv(tournament_, results_, round_.number).text, &tournament_);
    }

    void read(const char* output, formats::Format format, const std::string& text,
              const tournament::Tournament* present) {
        const auto file = formats::read(format, text, present, round_.number);
        if (!file)
            return judge_.differs(Board{}, std::string(output) + " is not read back: " +
                                             formats::text(file.error()));
        Lines said;
        for (const tournament::EventRound& round : file->rounds)
            if (round.number == round_.number)
                for (const wire::EventPairing& pairing : round.pairings) {
                    if (pairing.bye) continue;
                    std::optional<Score> score;
                    if (pairing.entered) score = pairing.entered->score;
                    add(said, pairing.white, pairing.black, score);
                }
        // TRF has no half points by forfeit, and no 1/2-0 of unrated games.
        hold(output, said, true);
    }

    void of_vega() {
        formats::VegaCodes codes;
        std::map<std::uint32_t, Score> scores;
        using Kind = wire::ResultKind;
        constexpr std::array<std::uint8_t, 3> halves{0, 1, 2};
        for (const std::uint8_t white : halves)
            for (const std::uint8_t black : halves)
                for (const Kind kind : {Kind::played, Kind::forfeit, Kind::unrated}) {
                    tournament::BoardResult result;
                    result.kind = kind;
                    result.score = Score{{{white, black}}};
                    const auto code = static_cast<std::uint32_t>(scores.size() + 1);
                    codes.emplace(formats::result_text(result), std::to_string(code));
                    scores[code] = *result.score;
                }
        const auto file = formats::vega(round_, results_[round_.number], codes);
        if (!file) return judge_.differs(Board{}, "Vega's file: " + file.error().text);
        std::istringstream lines(file->text);
        std::string head;
        std::getline(lines, head);
        Lines said;
        for (std::uint32_t white = 0, black = 0, code = 0; lines >> white >> black >> code;)
            add(said, white, black, scores.at(code));
        hold("vega", said, true);
    }

    void of_livechess() {
        const json document = json::parse(livechess_round(
            tournament_, round_.number, results_[round_.number], {}));
        NamedLines said;
        for (const json& pairing : document.at("pairings")) {
            const auto word = formats::read_result(pairing.at("result").get<std::string>());
            said.push_back({pairing.at("white").at("lname").get<std::string>(),
                            pairing.at("black").at("lname").get<std::string>(),
                            text_of(word ? word->score : std::nullopt)});
        }
        hold("livechess", said, true);
    }

    void of_pgn() {
        const std::string file = round_pgn(
            boards_, {}, [&](const record::GameRow& game) { return record_.moves(game.game); },
            [&](const record::BoardRow& board) {
                return formats::pgn_tags(tournament_, round_, board.player);
            });
        NamedLines said;
        chess::PgnReader reader(file);
        while (const auto game = reader.next()) {
            if (!*game) {
                judge_.differs(Board{}, "PGN is not read back: " + game->error().what);
                continue;
            }
            const std::string_view ours = (*game)->tag("FlagfallResult");
            said.push_back({std::string((*game)->tag("White")), std::string((*game)->tag("Black")),
                            text_of(score_from(ours.empty() ? (*game)->tag("Result") : ours))});
        }
        hold("pgn", said);
    }

    // A reader who only follows the changes knows every result in the words of the results.
    void of_feed() {
        test::FeedReader reader;
        for (const auto& change : record_.changes(tournament_.id, Pos{}, 1'000'000))
            reader.hear(change);
        const json results = json::parse(record::results_json(data_));
        for (const json& board : results.at("boards")) {
            const Board at{board.at("board").get<std::uint32_t>()};
            const json& game = board.at("gameId");
            const auto known = reader.find(data_.id.round, at.number,
                                           game.is_null() ? "" : game.get<std::string>());
            if (!known) continue;
            const json& result = board.at("result");
            const bool same = known->score == result.at("code") &&
                              known->kind == result.at("kind") &&
                              known->rated == result.at("rated") &&
                              known->approval == board.at("approval") &&
                              known->version <= board.at("version");
            if (!same)
                judge_.differs(at, "the feed has " + known->score + " " + known->kind + " " +
                                     known->approval + " where the results have " + board.dump());
        }
        judge_.held("feed");
    }

    OutputsJudge& judge_;
    record::Record& record_;
    const tournament::Tournament& tournament_;
    const tournament::EventRound& round_;
    record::RoundData data_;
    std::vector<record::BoardRow> boards_;
    formats::Results results_;
    Lines must_;
    std::map<std::string, Numbers, std::less<>> names_;  // as the games have them
};

}  // namespace

void check_round(const OutputsOf& of, const std::vector<PlayedBoard>& played,
                 OutputsJudge& judge) {
    Round(of, played, judge).check();
}

}  // namespace flagfall::test
