// A record in a folder of its own, with the tables that its events lead to.
#pragma once

#include <string>

#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/record.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::test {

inline std::string stream_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> std::string {
            using Event = std::decay_t<decltype(e)>;
            if constexpr (std::is_same_v<Event, wire::LinkFollowed> ||
                          std::is_same_v<Event, wire::HeadKept>)
                return "office";
            else if constexpr (requires { e.cause; }) return "game/" + e.game;
            else return "event/" + e.event;
        },
        event);
}

class Folder {
public:
    const std::string& path() const { return folder_.path(); }
    record::Record open() const {
        auto record = record::Record::open(folder_.path());
        REQUIRE(record);
        return std::move(*record);
    }

protected:
    store::StoreOptions options() {
        store::StoreOptions options;
        options.path = folder_.file("arbiterd.db");
        options.application_id = store::arbiterd_application_id;
        options.projection_sql = std::string(embed::arbiterd_sql);
        options.projector = &projector_;
        return options;
    }

    record::RecordProjector projector_;

private:
    TempFolder folder_;
};

// Events go in one by one, without the disk's syncs and the log's chain.
class Projected : public Folder {
public:
    Projected() {
        REQUIRE(store::Store::open(options()));
        auto opened = store::Database::open(path() + "/arbiterd.db",
                                            store::Database::Mode::create);
        REQUIRE(opened);
        db_ = std::move(*opened);
        db_->execute("PRAGMA synchronous = OFF;"
                     "INSERT OR REPLACE INTO follow VALUES (1, 'log', 1)");
    }

    void put(const wire::GameEvent& event) {
        store::Row row;
        row.pos = Pos{++pos_};
        row.wall_ms = wall_ms;
        row.type = std::string(wire::type_of(event));
        row.body = wire::encode_body(event);
        db_->execute("BEGIN");
        db_->run("INSERT INTO event SELECT ?1, ?2, 1 + (SELECT coalesce(max(seq), 0) FROM event"
                 " WHERE stream = ?2), '', '', 0, 0, '', 0, ?3, ?4, zeroblob(32)",
                 pos_, stream_of(event), row.type, row.body);
        projector_.project(*db_, row);
        db_->execute("COMMIT");
        INFO((db_->error() ? db_->error()->text : ""));
        REQUIRE(!db_->error());
    }

    std::int64_t wall_ms = 0;  // of the events to come

    std::string text(const std::string& sql, const std::string& of) {
        auto query = db_->prepare(sql);
        REQUIRE(query.bind(of).step());
        return query.text(0);
    }

private:
    std::unique_ptr<store::Database> db_;
    std::int64_t pos_ = 0;
};

}  // namespace flagfall::test
