#include "tests/sim/outputs.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/check.hpp"
#include "common/chess/pgn.hpp"
#include "common/store/store.hpp"
#include "tests/support/feed_reader.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::sim {

namespace {

using nlohmann::json;

// A board of a round, as one output has it.
struct Line {
    std::uint32_t white = 0;  // players' numbers, by colours as played
    std::uint32_t black = 0;
    std::string score;  // "1-0"; empty while there is none
    friend bool operator==(const Line&, const Line&) = default;
};
using Lines = std::map<std::uint32_t, Line>;  // by the lower number of the two

// The same of an output that says names only, which several players may have.
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

// The record of the world in a file of its own, as arbiterd writes it.
class Written {
public:
    explicit Written(std::span<const store::Row> record) {
        store::StoreOptions options;
        options.path = folder_.file("arbiterd.db");
        options.application_id = store::arbiterd_application_id;
        options.projection_sql = std::string(embed::arbiterd_sql);
        options.projector = &projector_;
        auto store = store::Store::open(std::move(options));
        FF_CHECK(store.has_value());
        (*store)->start();
        std::vector<store::Row> rows(record.begin(), record.end());
        FF_CHECK((*store)->append(rows, [](store::Database& db) {
            db.run("INSERT OR REPLACE INTO follow VALUES (1, 'log', 1)");
        }));
    }

    record::Record open() const {
        auto record = record::Record::open(folder_.path());
        FF_CHECK(record.has_value());
        return std::move(*record);
    }

private:
    test::TempFolder folder_;
    record::RecordProjector projector_;
};

// What an output says of one round, compared with what it must say.
class Round {
public:
    Round(World& world, record::Record& record, const record::CommittedTournaments& tournaments,
          const tournament::Tournament& tournament, const tournament::EventRound& round,
          const game::Games& games)
        : world_(world),
          record_(record),
          tournament_(tournament),
          round_(round),
          data_(record::round_data(record, tournaments,
                                   {tournament.id, std::to_string(round.number)})),
          boards_(data_.boards) {
        results_[round.number] = record::results_of(boards_);
        for (const wire::EventPairing& pairing : round.pairings)
            if (pairing.bye.empty()) expect(pairing, game::find(games, pairing.game));
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
    // From the states of both offices, which know nothing of the tables.
    void expect(const wire::EventPairing& pairing, const game::Game* game) {
        if (!game) {
            std::optional<Score> score;
            if (pairing.entered) score = pairing.entered->score;
            return add(must_, pairing.white, pairing.black, score);
        }
        std::optional<Score> score;
        if (game->live.result) score = game->live.result->score;
        const wire::GameTerms& terms = game->terms;
        const bool paired = seats(terms, pairing.white, pairing.black);
        const bool other_way = seats(terms, pairing.black, pairing.white);
        // When both have the same name, the rulings say who had which colour (7.3).
        const bool swapped = paired == other_way ? game->reversed : other_way;
        const std::uint32_t white = swapped ? pairing.black : pairing.white;
        const std::uint32_t black = swapped ? pairing.white : pairing.black;
        names_[terms.white].insert(white);
        names_[terms.black].insert(black);
        add(must_, white, black, score);
    }

    // A name may have been corrected since, but not both.
    bool seats(const wire::GameTerms& terms, std::uint32_t white, std::uint32_t black) const {
        return numbers_of(terms.white).contains(white) || numbers_of(terms.black).contains(black);
    }

    // Of all who have, or had at their game, this name.
    Numbers numbers_of(std::string_view name) const {
        Numbers numbers;
        if (const auto found = names_.find(name); found != names_.end()) numbers = found->second;
        for (const auto& [number, player] : tournament_.players)
            if (player.name == name) numbers.insert(number);
        return numbers;
    }

    // `partial`: the output says nothing of some results.
    void hold(const char* output, const Lines& said, bool partial = false) {
        world_.marks.add(std::string("output_held_") + output);
        for (const auto& [key, line] : must_) {
            const auto found = said.find(key);
            if (partial && (found == said.end() || found->second.score.empty())) continue;
            if (found != said.end() && found->second == line) continue;
            differs(output, found == said.end() ? "nothing" : text_of(found->second), line);
        }
        if (said.size() > must_.size())
            world_.found(Board{}, std::string(output) + " has boards that nobody paired");
    }

    bool names(const NamedLine& line, std::uint32_t white, std::uint32_t black) const {
        return numbers_of(line.white).contains(white) && numbers_of(line.black).contains(black);
    }

    void hold(const char* output, NamedLines said, bool partial = false) {
        world_.marks.add(std::string("output_held_") + output);
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
        if (more) world_.found(Board{}, std::string(output) + " has boards that nobody paired");
    }

    void differs(const char* output, const std::string& said, const Line& must) {
        world_.found(Board{}, std::string(output) + " of round " + std::to_string(round_.number) +
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

    // What is read back of the files that have a reader.
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
            return world_.found(Board{}, std::string(output) + " is not read back: " +
                                             formats::text(file.error()));
        Lines said;
        for (const tournament::EventRound& round : file->rounds)
            if (round.number == round_.number)
                for (const wire::EventPairing& pairing : round.pairings) {
                    if (!pairing.bye.empty()) continue;
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
        using Kind = tournament::BoardResult::Kind;
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
        if (!file) return world_.found(Board{}, "Vega's file: " + file.error().text);
        std::istringstream lines(file->text);
        std::string head;
        std::getline(lines, head);
        Lines said;
        for (std::uint32_t white = 0, black = 0, code = 0; lines >> white >> black >> code;)
            add(said, white, black, scores.at(code));
        hold("vega", said, true);
    }

    void of_livechess() {
        const json document = json::parse(formats::livechess_round(
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
        const std::string file = record::round_pgn(
            boards_, {}, [&](const record::GameRow& game) { return record_.moves(game.game); },
            [&](const record::BoardRow& board) {
                return formats::pgn_tags(tournament_, round_, board.player);
            });
        NamedLines said;
        chess::PgnReader reader(file);
        while (const auto game = reader.next()) {
            if (!*game) {
                world_.found(Board{}, "PGN is not read back: " + game->error().what);
                continue;
            }
            const std::string_view ours = (*game)->tag("FlagfallResult");
            said.push_back({std::string((*game)->tag("White")), std::string((*game)->tag("Black")),
                            text_of(score_from(ours.empty() ? (*game)->tag("Result") : ours))});
        }
        hold("pgn", said);
    }

    // Who only follows the changes knows every result in the words of the results.
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
                world_.found(at, "the feed has " + known->score + " " + known->kind + " " +
                                     known->approval + " where the results have " + board.dump());
        }
        world_.marks.add("output_held_feed");
    }

    World& world_;
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

void check_outputs(World& world, const tournament::Tournaments& tournaments,
                   const game::Games& games, std::span<const store::Row> rows) {
    const Written written(rows);
    record::Record record = written.open();
    record::CommittedTournaments committed;
    committed.update(record);
    for (const auto& [id, event] : tournaments.by_id) {
        const tournament::Tournament* tournament = committed.find(id);
        if (!tournament) {
            world.found(Board{}, "the record does not have event " + id);
            continue;
        }
        for (const auto& [number, round] : tournament->rounds)
            if (!round.pairings.empty())
                Round(world, record, committed, *tournament, round, games).check();
    }
}

}  // namespace flagfall::sim
