// Random histories of an office, its desk and its clocks: acts sensible and not, files of others,
// withdrawals, rulings taken back, restarts. A ledger is kept from the events alone, which knows
// neither office: every output agrees with it for every player by number, points change only by a
// named act that concerns the player, and nothing that was recorded is lost.
#include <array>
#include <cstdlib>
#include <set>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/overload.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/event_files.hpp"
#include "tests/support/round_outputs.hpp"
#include "tests/unit/record/folder.hpp"
#include "tests/unit/tournament/clerk.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using Numbers = std::set<std::uint32_t>;

// ---- what is done ------------------------------------------------------------------------------

class Office {
public:
    explicit Office(std::uint64_t seed) : clerk_(seed), dice_(seed * 31 + 5) {}

    void step(Hotel& hotel) {
        switch (dice_.below(8)) {
            case 0: result(hotel); break;
            case 1: at_desk(hotel); break;
            case 2: if (dice_.one_in(2)) file(hotel); break;
            case 3: if (dice_.one_in(2)) players(hotel); break;
            default: clerk_.work(hotel, 1);
        }
        if (dice_.one_in(2)) hotel.deliver();
        hotel.obey();
        if (dice_.one_in(25)) restart(hotel);
    }
    int files = 0;

private:
    void rule(Hotel& hotel, const wire::EventAct& act) {
        hotel.by = "Jørgen Kontor";
        hotel.rule(act);
        if (hotel.no.confirm.empty() || dice_.one_in(3)) return;
        hotel.confirm = hotel.no.confirm;
        hotel.rule(act);
        hotel.confirm.clear();
    }

    void result(Hotel& hotel) {
        constexpr std::array kinds{ResultKind::played, ResultKind::played, ResultKind::forfeit,
                                   ResultKind::unrated};
        const std::array scores{win_of(Side::white), win_of(Side::black), drawn(), Score{}};
        std::optional<wire::EnteredResult> given;
        if (!dice_.one_in(5)) given = entered(scores[dice_.below(4)], kinds[dice_.below(4)]);
        rule(hotel, flagfall::test::result(1 + dice_.below(3), 1 + dice_.below(5), given));
    }

    void at_desk(Hotel& hotel) {
        at_the_desk_of_one(hotel, dice_, "d" + std::to_string(++acts_),
                           [this](const game::Live& live) { return desk_act(live); });
    }

    wire::DeskAct desk_act(const game::Live& live) {
        const Side any = dice_.one_in(2) ? Side::white : Side::black;
        switch (dice_.below(10)) {
            case 0: return wire::GiveResult{win_of(any), ""};
            case 1: return wire::GiveResult{win_of(any), "forfeit"};
            case 2: return wire::GiveResult{drawn(), "agreement"};
            case 3:
            case 4: return wire::UndoRuling{1 + dice_.below(std::max(live.rulings, 1U))};
            case 5: return wire::ReverseColours{};
            case 6: return wire::RestartGame{dice_.one_in(2), ""};
            case 7: {
                wire::Penalise penalty;
                penalty.side = any;
                penalty.kind =
                    dice_.one_in(2) ? wire::PenaltyKind::loss : wire::PenaltyKind::both_lose;
                return penalty;
            }
            case 8: return wire::ResumeClock{};
            default: return wire::Note{"seen"};
        }
    }

    // Of the event as it stands, with a change; or a pairing program's, which knows no results.
    void file(Hotel& hotel) {
        constexpr std::array formats{formats::Format::trf16, formats::Format::trf26,
                                     formats::Format::csv, formats::Format::json};
        const formats::Format format = formats[dice_.below(4)];
        tournament::Tournament told = hotel.open();
        const auto changed = told.rounds.find(1 + dice_.below(3));
        if (changed != told.rounds.end() && dice_.one_in(2))
            for (wire::EventPairing& pairing : changed->second.pairings) {
                if (pairing.bye) continue;
                if (dice_.one_in(5)) std::swap(pairing.white, pairing.black);
                if (dice_.one_in(4)) pairing.entered = entered(win_of(Side::black));
            }
        if (dice_.one_in(4)) told.players.begin()->second.name += " jr";
        const auto results = dice_.one_in(2) ? formats::entered_results(told) : formats::Results{};
        const auto read = formats::read(format, written(format, told, results), &hotel.open(), 0);
        if (!read) return;  // of CSV without a round there is nothing
        wire::ImportEvent act = formats::import_of(*read);
        act.replace = dice_.one_in(3);
        rule(hotel, act);
        files += hotel.no.code.empty() ? 1 : 0;
    }

    void players(Hotel& hotel) {
        const std::uint32_t number = 1 + dice_.below(10);
        switch (dice_.below(4)) {
            case 0: return rule(hotel, wire::SeedPlayers{});
            case 1: return rule(hotel, wire::RemovePlayer{number});
            default: {
                wire::EnterPlayers enter;
                enter.players = {player(number, "Sein " + std::to_string(number))};
                rule(hotel, enter);
            }
        }
    }

    // Both offices again from the log, as after a start.
    static void restart(Hotel& hotel) {
        game::Games games;
        tournament::Tournaments tournaments;
        Pos pos;
        for (const wire::GameEvent& event : hotel.log) {
            game::apply(games, event);
            tournament::apply(tournaments, event, Pos{++pos.value});
        }
        REQUIRE(games == hotel.games);
        REQUIRE(tournaments.by_id == hotel.tournaments.by_id);
        hotel.games = std::move(games);
        hotel.tournaments = std::move(tournaments);
    }

    Clerk clerk_;
    Dice dice_;
    int acts_ = 0;
};

// ---- what is written down ----------------------------------------------------------------------

// Two players of a round, by the colours that they were paired with.
using Pair = std::array<std::uint32_t, 3>;

class Ledger {
public:
    // Of events that came since, with the pairings as they stood before them and stand now.
    void see(const wire::GameEvent& event) {
        std::visit(Overload{
                       [&](const wire::EventActed& e) { acted(e); },
                       [&](const wire::GameRecorded& e) {
                           games_[e.game].names = {{e.terms.white, e.terms.black}};
                       },
                       [&](const wire::ResultRecorded& e) {
                           named(e.by);
                           games_[e.game].score = e.outcome.score;
                           touched_games.insert(e.game);
                       },
                       [&](const wire::ResultWithdrawn& e) {
                           named(e.by);
                           games_[e.game].score.reset();
                           touched_games.insert(e.game);
                       },
                       [&](const wire::ColoursReversed& e) { seated(e); },
                       [&](const wire::GameRestarted& e) { seated(e); },
                       [&](const wire::MovesRestored& e) { seated(e); },
                       [&](const wire::RulingGiven& e) { ++games_[e.game].rulings; },
                       [](const auto&) {},
                   },
                   event);
    }

    // The pairings as they stand now, to know the players of a board that a later act names.
    void remember(const tournament::Tournament& event) {
        at_.clear();
        for (const auto& [number, round] : event.rounds)
            for (const wire::EventPairing& pairing : round.pairings)
                at_[{number, pairing.board.number, pairing.white}] = pairing;
    }

    std::vector<PlayedBoard> played(const wire::EventRound& round) const {
        std::vector<PlayedBoard> all;
        for (const wire::EventPairing& pairing : round.pairings) {
            if (pairing.bye) continue;
            PlayedBoard board{pairing.white, pairing.black, {}, {}};
            const auto game = games_.find(pairing.game);
            if (!pairing.game.empty() && game != games_.end()) {
                board.score = game->second.score;
                board.names = game->second.names;
                if (game->second.reversed) std::swap(board.white, board.black);
            } else if (pairing.entered) {
                const auto said = entered_.find(Pair{round.number, pairing.white, pairing.black});
                INFO("round " << round.number << " board " << pairing.board.number);
                REQUIRE(said != entered_.end());
                CHECK(said->second == pairing.entered->score);
                board.score = said->second;
            }
            all.push_back(board);
        }
        return all;
    }

    // Half points of each player, as the ledger adds them up.
    std::map<std::uint32_t, std::uint32_t> points(const tournament::Tournament& event) const {
        std::map<std::uint32_t, std::uint32_t> sums;
        for (const auto& [number, player] : event.players) sums[number] = 0;
        for (const auto& [number, round] : event.rounds) {
            for (const PlayedBoard& board : played(round)) {
                if (!board.score) continue;
                sums[board.white] += board.score->half_points[Side::white];
                sums[board.black] += board.score->half_points[Side::black];
            }
            for (const wire::EventPairing& pairing : round.pairings)
                if (pairing.bye == wire::Bye::allocated || pairing.bye == wire::Bye::full)
                    sums[pairing.white] += 2;
                else if (pairing.bye == wire::Bye::half) sums[pairing.white] += 1;
        }
        return sums;
    }

    std::size_t rulings(const std::string& game) const {
        const auto found = games_.find(game);
        return found == games_.end() ? 0 : found->second.rulings;
    }

    Numbers touched;                      // players that an act of this step concerns
    std::set<std::string> touched_games;  // games whose result or colours a ruling changed
    std::set<std::uint32_t> reopened;     // rounds

private:
    struct Game {
        std::optional<Score> score;
        bool reversed = false;
        Both<std::string> names;
        std::size_t rulings = 0;
    };

    static void named(const std::string& by) { REQUIRE(!by.empty()); }

    template <class Event>
    void seated(const Event& e) {
        named(e.by);
        games_[e.game].reversed = e.reversed;
        games_[e.game].names = {{e.white, e.black}};
        touched_games.insert(e.game);
    }

    void pairing_given(std::uint32_t round, const wire::EventPairing& pairing) {
        touched.insert({pairing.white, pairing.black});
        if (pairing.entered)
            entered_[{round, pairing.white, pairing.black}] = pairing.entered->score;
    }

    // Everyone of the round, which is another one now.
    void round_touched(std::uint32_t round) {
        for (const auto& [at, pairing] : at_)
            if (at[0] == round) touched.insert({pairing.white, pairing.black});
    }

    void acted(const wire::EventActed& e) {
        named(e.by);
        const auto given = [&](std::uint32_t round, const auto& pairings) {
            round_touched(round);
            for (const wire::EventPairing& pairing : pairings) pairing_given(round, pairing);
        };
        std::visit(Overload{
                       [&](const wire::SetPairings& act) { given(act.round, act.pairings); },
                       [&](const wire::ChangePairing& act) { given(act.round, act.pairings); },
                       [&](const wire::ImportEvent& act) {
                           for (const wire::EventRound& round : act.rounds)
                               given(round.number, round.pairings);
                       },
                       [&](const wire::EnterResult& act) { result_entered(act); },
                       [&](const wire::UndoStart& act) { round_touched(act.round); },
                       [&](const wire::PrepareRound& act) { round_touched(act.round); },
                       [&](const wire::StartRound& act) { round_touched(act.round); },
                       [&](const wire::RequestBye& act) { touched.insert(act.number); },
                       [&](const wire::WithdrawPlayer& act) { touched.insert(act.number); },
                       [&](const wire::ReopenRound& act) { reopened.insert(act.round); },
                       [](const auto&) {},
                   },
                   e.act);
    }

    void result_entered(const wire::EnterResult& act) {
        for (const auto& [at, pairing] : at_) {
            if (at[0] != act.round || pairing.board != act.board) continue;
            touched.insert({pairing.white, pairing.black});
            const Pair pair{act.round, pairing.white, pairing.black};
            if (act.entered) entered_[pair] = act.entered->score;
            else entered_.erase(pair);
        }
    }

    std::map<std::string, Game> games_;
    std::map<Pair, Score> entered_;
    std::map<Pair, wire::EventPairing> at_;
};

// ---- what must be true -------------------------------------------------------------------------

class Judge : public OutputsJudge {
public:
    void held(const std::string& output) override { compared.insert(output); }
    void differs(Board, const std::string& text) override { FAIL_CHECK(text); }
    std::set<std::string> compared;
};

// The points that a TRF says, by number: columns 5 to 8 and 81 to 84, in tenths.
std::map<std::uint32_t, std::uint32_t> points_in_trf(const std::string& text) {
    std::map<std::uint32_t, std::uint32_t> points;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find("\r\n", begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        begin = end + 2;
        if (!line.starts_with("001")) continue;
        const double said = std::stod(line.substr(80, 4));
        points[static_cast<std::uint32_t>(std::stoul(line.substr(4, 4)))] =
            static_cast<std::uint32_t>(said * 2 + 0.25);
    }
    return points;
}

// What a TRF says of each player in this round: opponent, colour and result.
std::map<std::uint32_t, std::string> cells_in_trf(const std::string& text, std::uint32_t round) {
    std::map<std::uint32_t, std::string> cells;
    const std::size_t at = 91 + 10 * (round - 1);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find("\r\n", begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        begin = end + 2;
        if (!line.starts_with("001") || line.size() < at) continue;
        cells[static_cast<std::uint32_t>(std::stoul(line.substr(4, 4)))] = line.substr(at, 8);
    }
    return cells;
}

class Audit {
public:
    explicit Audit(Hotel& hotel) : hotel_(hotel) {}

    // After a step of the office.
    void follow() {
        ledger_.touched.clear();
        ledger_.touched_games.clear();
        for (; read_ < hotel_.log.size(); ++read_) {
            folder_.put(hotel_.log[read_]);
            ledger_.see(hotel_.log[read_]);
        }
        const tournament::Tournament& event = hotel_.open();
        for (const auto& [number, round] : event.rounds)
            for (const wire::EventPairing& pairing : round.pairings)
                if (ledger_.touched_games.contains(pairing.game)) {
                    ledger_.touched.insert({pairing.white, pairing.black});
                    ledger_.reopened.insert(number);
                }
        const auto points = ledger_.points(event);
        if (points.size() == points_.size())  // else players were entered, removed or seeded
            for (const auto& [number, sum] : points)
                if (const auto before = points_.find(number);
                    before != points_.end() && before->second != sum) {
                    INFO("player " << number << " had " << before->second << " half points, now "
                                   << sum);
                    CHECK(ledger_.touched.contains(number));
                }
        points_ = points;
        ledger_.remember(event);
        for (const std::uint32_t reopened : std::exchange(ledger_.reopened, {}))
            confirmed_.erase(reopened);
    }

    // Every output of every round.
    void check() {
        tournaments_.update(record_);
        const tournament::Tournament* event = tournaments_.find("open");
        REQUIRE(event);
        formats::Results results;
        bool pending = false;
        for (const auto& [number, round] : event->rounds) {
            INFO("round " << number);
            if (!round.pairings.empty())
                check_round({record_, tournaments_, *event, round}, ledger_.played(round), judge_);
            for (const PlayedBoard& board : ledger_.played(round)) pending |= !board.score;
            const record::RoundData data =
                record::round_data(record_, tournaments_, {"open", std::to_string(number)});
            named_as_listed(*event, data.boards);
            results[number] = record::results_of(data.boards);
        }
        const auto must = ledger_.points(*event);
        CHECK(formats::points(*event, results) == must);
        const auto trf = formats::trf(*event, results, {});
        REQUIRE(trf);
        // Of a game without a result TRF says a draw.
        if (!pending) CHECK(points_in_trf(trf->text) == must);
        confirmed_stays(*event, trf->text);
        nothing_is_lost();
    }

    std::set<std::string> compared() const { return judge_.compared; }
    int rounds_that_stayed = 0;

private:
    // Whatever the list said of the players when their game was set up.
    static void named_as_listed(const tournament::Tournament& event,
                                const std::vector<record::BoardRow>& boards) {
        for (const record::BoardRow& board : boards)
            for (const Side side : {Side::white, Side::black})
                if (const auto player = event.players.find(board.player[side]);
                    player != event.players.end())
                    CHECK(board.game.player[side] == player->second.name);
    }

    // A confirmed round says the same of everybody until it is reopened, or its games are ruled on;
    // who withdraws may say that they were absent from it.
    void confirmed_stays(const tournament::Tournament& event, const std::string& trf) {
        for (const auto& [number, round] : event.rounds) {
            if (round.state != wire::RoundState::confirmed) continue;
            const auto cells = cells_in_trf(trf, number);
            const auto [known, is_new] = confirmed_.try_emplace(number, cells);
            if (is_new) continue;
            ++rounds_that_stayed;
            INFO("confirmed round " << number);
            for (const auto& [player, cell] : std::exchange(known->second, cells)) {
                const auto now = cells.find(player);
                const bool was_blank = cell.find_first_not_of(' ') == std::string::npos;
                INFO("player " << player);
                if (now != cells.end() && !was_blank) CHECK(now->second == cell);
            }
        }
    }

    // Every game that was ever set up, with every ruling that was ever given.
    void nothing_is_lost() {
        for (const auto& [id, game] : hotel_.games.by_id) {
            INFO("game " << id);
            CHECK(folder_.text("SELECT count(*) FROM game WHERE game = ?", id) == "1");
            CHECK(folder_.text("SELECT count(*) FROM ruling WHERE game = ?", id) ==
                  std::to_string(ledger_.rulings(id)));
        }
    }

    Hotel& hotel_;
    Projected folder_;
    record::Record record_ = folder_.open();
    record::CommittedTournaments tournaments_;
    Ledger ledger_;
    Judge judge_;
    std::map<std::uint32_t, std::uint32_t> points_;
    using Cells = std::map<std::uint32_t, std::string>;  // by player
    std::map<std::uint32_t, Cells> confirmed_;           // by round
    std::size_t read_ = 0;
};

}  // namespace

TEST_CASE("the outputs, the points and a ledger of the events agree, whatever an office does",
          "[record]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
    const char* number = std::getenv("FLAGFALL_SEEDS");
    const std::uint64_t seeds = number ? std::strtoull(number, nullptr, 10) : given ? 1 : 15;
    std::set<std::string> compared;
    int files = 0;
    int stayed = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        Hotel hotel(8);
        Office office(seed);
        Audit audit(hotel);
        for (int step = 0; step < 160; ++step) {
            INFO("step " << step);
            office.step(hotel);
            audit.follow();
            if (step % 8 == 7) audit.check();
        }
        compared.merge(audit.compared());
        files += office.files;
        stayed += audit.rounds_that_stayed;
    }
    const std::set<std::string> all{"json", "trf16",     "trf26", "csv",
                                    "vega", "livechess", "pgn",   "feed"};
    if (!given) CHECK(compared == all);
    if (!given) CHECK(files > 10);
    if (!given) CHECK(stayed > 30);
}
