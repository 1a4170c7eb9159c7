// Archives byte by byte: whatever is altered in the file, it never passes for another content.
#include "common/store/archive.hpp"

#include <fstream>
#include <iterator>

#include "arbiterd/record/file.hpp"
#include "common/store/reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;

namespace {

// Two logs, and some rows of both in an archive.
class Sample {
public:
    Sample() {
        testing::make_log(folder_.file("arbiterd.db"), 3000);
        testing::make_log(folder_.file("clockd.db"), 40);
        auto archive = make_archive(path(), record::archive_script(), {"open", 1'790'000, "1"});
        REQUIRE(archive);
        copy(**archive, Part::record, "arbiterd.db", {{2}, {3}, {4}, {9}, {1023}, {1024}, {2048}});
        copy(**archive, Part::clocks, "clockd.db", {{39}, {40}});
        REQUIRE_FALSE((*archive)->error());
        digest = *archive_digest(path());
        seal(**archive, Part::record, "arbiterd.db");
        seal(**archive, Part::clocks, "clockd.db");
    }

    std::string path() const { return folder_.file("archive"); }
    std::string file(const std::string& name) const { return folder_.file(name); }
    SigningKey key(const std::string& log) const {
        return std::move(*SigningKey::load(folder_.file(log + ".key")));
    }
    std::expected<ArchiveReport, OpenError> verified() const {
        return verify_archive(path(), record::archive_script());
    }

    Digest digest{};

private:
    void copy(Database& archive, Part part, const std::string& log,
              const std::vector<Pos>& positions) {
        auto reader = Reader::open(folder_.file(log));
        REQUIRE(reader);
        archive.execute("BEGIN");
        copy_part((*reader)->database(), archive, part, positions);
        archive.execute("COMMIT");
    }
    void seal(Database& archive, Part part, const std::string& log) {
        REQUIRE(seal_archive(archive, part, digest, key(log)));
    }

    test::TempFolder folder_;
};

std::vector<Row> rows_in(const std::string& path) {
    std::vector<Row> all;
    for (const Part part : {Part::record, Part::clocks}) {
        auto database = open_part(path, part);
        REQUIRE(database);
        Statement rows = (*database)->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                              " FROM event ORDER BY pos");
        while (rows.step()) all.push_back(row_of(rows));
    }
    return all;
}

}  // namespace

TEST_CASE("an archive proves its rows, and whose they are", "[record]") {
    const Sample sample;
    const auto report = sample.verified();
    REQUIRE(report);
    CHECK(report->verdict() == Verdict::unchanged);
    CHECK(report->digest == sample.digest);
    CHECK(report->title.event == "open");
    CHECK(report->record.rows == 7);
    CHECK(report->clocks.rows == 2);
    CHECK(report->record.sealed_by == fingerprint(sample.key("arbiterd.db").public_key()));
    CHECK(report->clocks.sealed_by == fingerprint(sample.key("clockd.db").public_key()));
    const std::string key = report->record.sealed_by;
    const auto named = verify_archive(sample.path(), record::archive_script(), {key});
    CHECK(named->verdict() == Verdict::unchanged);
    const auto other =
        verify_archive(sample.path(), record::archive_script(), {std::string(32, '0')});
    CHECK(other->verdict() == Verdict::other_key);
    auto archive = Database::open(sample.path(), Database::Mode::create);
    const auto head = sealed_head(**archive);
    REQUIRE(head);
    CHECK(head->pos == Pos{2048});
}

TEST_CASE("an archive is sealed by the last key of its log alone", "[record]") {
    const Sample sample;
    auto archive = Database::open(sample.path(), Database::Mode::create);
    (*archive)->execute("DELETE FROM seal");
    CHECK_FALSE(seal_archive(**archive, Part::record, sample.digest, sample.key("clockd.db")));
    CHECK(sample.verified()->verdict() == Verdict::not_signed);
    CHECK(seal_archive(**archive, Part::clocks, sample.digest, sample.key("clockd.db")));
    CHECK(sample.verified()->verdict() == Verdict::not_signed);  // the record's is what counts
    (*archive)->execute("DELETE FROM seal");
    CHECK(seal_archive(**archive, Part::record, sample.digest, sample.key("arbiterd.db")));
    CHECK(sample.verified()->verdict() == Verdict::unchanged);
    CHECK(sample.verified()->clocks.sealed_by.empty());
}

TEST_CASE("a row that is moved to another run, or chained again, is found", "[record]") {
    const Sample sample;
    auto archive = Database::open(sample.path(), Database::Mode::create);
    Database& db = **archive;
    const auto found = [&](const std::string& script) {
        db.execute("BEGIN; DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete;" + script);
        REQUIRE_FALSE(db.error());
        db.execute("CREATE TRIGGER event_no_update BEFORE UPDATE ON event\nBEGIN SELECT"
                   " raise(ABORT, 'event is append-only'); END;"
                   "CREATE TRIGGER event_no_delete BEFORE DELETE ON event\nBEGIN SELECT"
                   " raise(ABORT, 'event is append-only'); END; COMMIT");
        REQUIRE_FALSE(db.error());
        return sample.verified()->verdict();
    };
    CHECK(found("") == Verdict::unchanged);
    SECTION("cut out of the middle, with its run made two") {
        CHECK(found("DELETE FROM event WHERE pos = 3; UPDATE run SET last = 2 WHERE first = 2;"
                    "INSERT INTO run SELECT 'arbiterd', 4, 4, chain FROM event WHERE pos = 2") ==
              Verdict::changed);
    }
    SECTION("the whole run is gone") {
        CHECK(found("DELETE FROM event WHERE pos = 9; DELETE FROM run WHERE first = 9") ==
              Verdict::changed);
    }
    SECTION("a run begins later") {
        CHECK(found("DELETE FROM event WHERE pos = 2; UPDATE run SET first = 3 WHERE first = 2") ==
              Verdict::changed);
    }
    SECTION("rows stand at other positions") {
        CHECK(found("UPDATE event SET pos = 10 WHERE pos = 9;"
                    "UPDATE run SET first = 10, last = 10 WHERE first = 9") == Verdict::changed);
    }
    SECTION("a signature is gone with nothing else") {
        CHECK(found("DROP TRIGGER checkpoint_no_delete; DELETE FROM checkpoint") ==
              Verdict::changed);
    }
}

TEST_CASE("flipped bytes in an archive never pass as another content", "[record]") {
    const Sample sample;
    std::ifstream file(sample.path(), std::ios::binary);
    const std::string good{std::istreambuf_iterator<char>(file), {}};
    const std::vector<Row> rows = rows_in(sample.path());
    const std::string copy = sample.file("copy");
    test::Dice dice(16);
    for (int i = 0; i < 400; ++i) {
        std::string bytes = good;
        const std::size_t at = dice.below(static_cast<std::uint32_t>(bytes.size()));
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << dice.below(8)));
        std::ofstream(copy, std::ios::binary | std::ios::trunc) << bytes;
        const auto report = verify_archive(copy, record::archive_script());
        if (!report || report->verdict() != Verdict::unchanged) continue;
        INFO("byte " << at);
        REQUIRE(report->digest == sample.digest);
        REQUIRE(rows_in(copy) == rows);  // the byte is one that nothing reads
    }
}
