// A record that is damaged, or cannot be read for a while, says so; it never gives half an answer.
#include <filesystem>

#include "arbiterd/console/export_command.hpp"
#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/record.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;

namespace {

// A record with one game, changed behind arbiterd's back.
class Kept {
public:
    Kept() {
        store::StoreOptions options;
        options.path = path();
        options.application_id = store::arbiterd_application_id;
        options.projection_sql = std::string(embed::arbiterd_sql);
        store::testing::must_open(std::move(options))->close();
        change("INSERT INTO game (game, event, round, board, white, black, time_control, variant,"
               " fen, profile, tags, white_us, black_us, version, opened, opened_wall_ms)"
               " VALUES ('g', 'e', '1', 1, 'A', 'B', '300', 'chess', '', 'fide-standard', '[]',"
               " 1, 1, 1, 1, 1)");
    }

    std::string path() const { return folder_.file("arbiterd.db"); }
    std::string folder() const { return std::filesystem::path(path()).parent_path().string(); }
    void change(const std::string& sql) const {
        REQUIRE(store::testing::tamper(path(), sql, false));
    }
    record::Record open() const { return std::move(*record::Record::open(folder())); }
    int exported(const std::string& what) const {
        return cli::run_command("arbiterd", console::export_command(), {what, folder()});
    }

private:
    store::testing::TempFolder folder_;
};

}  // namespace

TEST_CASE("a question that SQLite cannot answer throws, and the next one is asked again") {
    const Kept kept;
    record::Record record = kept.open();
    CHECK(record.games({"e", "1"}).size() == 1);
    kept.change("ALTER TABLE game RENAME TO elsewhere");
    CHECK_THROWS_AS(record.rounds(), record::RecordError);
    CHECK_THROWS_AS(record.games({"e", "1"}), record::RecordError);
    CHECK_THROWS_AS(record.rulings({"e", "1"}), record::RecordError);
    CHECK(record.time_mode().empty());
    CHECK(record.alive());
    CHECK(kept.exported("pgn") == exit_code::bad_store);
    kept.change("ALTER TABLE elsewhere RENAME TO game");
    CHECK(record.games({"e", "1"}).size() == 1);
    CHECK(record.rounds().size() == 1);
}

TEST_CASE("an export of a damaged record ends with an error, not in the middle") {
    const Kept kept;
    CHECK(kept.exported("results") == exit_code::ok);
    SECTION("tags that are no JSON") {
        kept.change("UPDATE game SET tags = '[[\"a'");
        CHECK_THROWS_AS(kept.open().games({"e", "1"}), record::RecordError);
    }
    SECTION("tags that are other JSON") {
        kept.change("UPDATE game SET tags = '{\"a\":1}'");
        CHECK_THROWS_AS(kept.open().games({"e", "1"}), record::RecordError);
    }
    SECTION("a start that is no position") {
        kept.change("UPDATE game SET fen = 'k7/8 w - -'");
        const auto games = kept.open().games({"e", "1"});
        std::string text;
        CHECK_THROWS_AS(record::append_pgn(text, games.at(0), {}), record::RecordError);
        CHECK(kept.exported("results") == exit_code::ok);
    }
    CHECK(kept.exported("pgn") == exit_code::bad_store);
}

TEST_CASE("a read that failed once leaves no event or game out, and takes none in twice",
          "[regress]") {
    const Kept kept;
    record::Record record = kept.open();
    wire::GameRecorded recorded;
    recorded.game = "g";
    recorded.board = {1};
    recorded.cause = Pos{1};
    const wire::GameEvent event = recorded;
    const auto put = [&](int pos, const std::string& type, const std::string& body) {
        const std::string at = std::to_string(pos);
        kept.change("INSERT INTO event VALUES (" + at + ", 'game/" + at +
                    "', 1, '', '', 0, 0, '', 0, '" + type + "', '" + body +
                    "', zeroblob(32)); INSERT INTO log_topic VALUES ('players', " + at + ")");
    };
    put(1, std::string(wire::type_of(event)), wire::encode_body(event));
    kept.change("ALTER TABLE game RENAME TO elsewhere");
    record::CommittedTournaments tournaments;
    CHECK_THROWS_AS(tournaments.update(record), record::RecordError);
    kept.change("ALTER TABLE elsewhere RENAME TO game");
    tournaments.update(record);  // nothing more was committed
    REQUIRE(tournaments.find("e"));
    CHECK(tournaments.find("e")->rounds.at(1).pairings.size() == 1);
    CHECK(tournaments.find("e")->changed == Pos{1});

    wire::EventActed acted;
    acted.event = "open";
    acted.id = "a";
    acted.by = "B";
    acted.act = wire::CreateEvent{};
    put(2, std::string(wire::EventActed::type), wire::encode_body(wire::GameEvent{acted}));
    put(3, std::string(wire::EventActed::type), "{}");  // cannot be decoded
    CHECK_THROWS_AS(tournaments.update(record), record::RecordError);
    REQUIRE(tournaments.find("open"));
    CHECK_THROWS_AS(tournaments.update(record), record::RecordError);  // the act is not given twice
    CHECK(tournaments.find("open")->changed == Pos{2});
}
