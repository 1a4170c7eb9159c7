// Bytes as a round at three boards with the arbiter's office, which follows late and sends its
// commands late and twice. At the end everything is settled, its log gives its state, and SQLite
// has accepted every row of the record.
#include <optional>

#include "arbiterd/record/projector.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/desk.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

// The tables of the record, emptied after every input.
class Sheet {
public:
    Sheet() : db_(std::move(*store::Database::open(":memory:", store::Database::Mode::create))) {
        FF_CHECK(db_->execute(embed::arbiterd_sql));
    }

    void begin() {
        pos_ = 0;
        FF_CHECK(db_->execute("BEGIN"));
    }
    void put(const fuzz::Decided& decided) {
        for (const wire::GameEvent& event : decided.events) {
            store::Row row;
            row.pos = {++pos_};
            if (decided.cause != nullptr) row.at = decided.cause->stamped.at;
            record::project_event(*db_, row, event);
            if (db_->error()) std::fprintf(stderr, "%s\n", db_->error()->text.c_str());
            FF_CHECK(!db_->error());
        }
    }
    void end() { FF_CHECK(db_->execute("ROLLBACK")); }

private:
    std::unique_ptr<store::Database> db_;
    std::int64_t pos_ = 0;
};

}  // namespace

FUZZ_TARGET(office) {
    static Sheet sheet;
    fuzz::Bytes bytes(input.substr(0, 1024));
    sheet.begin();
    fuzz::HallPlay play(bytes.chance(2));
    fuzz::Desk desk([](const fuzz::Decided& decided) { sheet.put(decided); });
    while (!bytes.empty()) {
        any_step(bytes, play);
        switch (bytes.below(8)) {
            case 0: break;
            case 1: desk.follow(play, 1); break;
            case 2:
                desk.follow(play, 2);
                desk.send(play, bytes.below(4));
                break;
            case 3: desk.settle(play); break;
            default:
                desk.follow(play, play.log().size());
                desk.send(play, 0);
                break;
        }
    }
    desk.settle(play);
    desk.check_replay();
    play.restart();
    sheet.end();
}
