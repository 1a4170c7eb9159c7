#include "tests/sim/outputs.hpp"

#include <set>

#include "arbiterd/record/projector.hpp"
#include "common/base/check.hpp"
#include "common/store/store.hpp"
#include "tests/support/round_outputs.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::sim {

namespace {

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

class Judge : public test::OutputsJudge {
public:
    explicit Judge(World& world) : world_(world) {}
    void held(const std::string& output) override { world_.marks.add("output_held_" + output); }
    void differs(Board board, const std::string& text) override { world_.found(board, text); }

private:
    World& world_;
};

// The players who have this name, or had it in their game.
using Names = std::map<std::string, std::set<std::uint32_t>, std::less<>>;

bool has_name(const tournament::Tournament& event, const Names& names, const std::string& name,
              std::uint32_t number) {
    const auto known = names.find(name);
    const auto player = event.players.find(number);
    return (known != names.end() && known->second.contains(number)) ||
           (player != event.players.end() && player->second.name == name);
}

// From the states of both offices, which do not know the tables.
test::PlayedBoard played(const tournament::Tournament& event, Names& names,
                         const wire::EventPairing& pairing, const game::Game* game) {
    test::PlayedBoard board{pairing.white, pairing.black, {}, {}};
    if (!game) {
        if (pairing.entered) board.score = pairing.entered->score;
        return board;
    }
    if (game->live.result) board.score = game->live.result->score;
    board.names = {{game->terms.white, game->terms.black}};
    // A name may have been corrected since, but not both names.
    const auto seats = [&](std::uint32_t white, std::uint32_t black) {
        return has_name(event, names, game->terms.white, white) ||
               has_name(event, names, game->terms.black, black);
    };
    const bool paired = seats(pairing.white, pairing.black);
    const bool other_way = seats(pairing.black, pairing.white);
    // If both have the same name, the rulings show who had which colour (7.3).
    const bool swapped = paired == other_way ? game->live.reversed : other_way;
    if (swapped) std::swap(board.white, board.black);
    names[game->terms.white].insert(board.white);
    names[game->terms.black].insert(board.black);
    return board;
}

}  // namespace

void check_outputs(World& world, const tournament::Tournaments& tournaments,
                   const game::Games& games, std::span<const store::Row> rows) {
    const Written written(rows);
    record::Record record = written.open();
    record::CommittedTournaments committed;
    committed.update(record);
    Judge judge(world);
    for (const auto& [id, event] : tournaments.by_id) {
        const tournament::Tournament* tournament = committed.find(id);
        if (!tournament) {
            world.found(Board{}, "the record does not have event " + id);
            continue;
        }
        for (const auto& [number, round] : tournament->rounds) {
            if (round.pairings.empty()) continue;
            Names names;
            std::vector<test::PlayedBoard> all;
            for (const wire::EventPairing& pairing : round.pairings)
                if (!pairing.bye)
                    all.push_back(
                        played(*tournament, names, pairing, game::find(games, pairing.game)));
            test::check_round({record, committed, *tournament, round}, all, judge);
        }
    }
}

}  // namespace flagfall::sim
