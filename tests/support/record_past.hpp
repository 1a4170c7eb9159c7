// What stands in a record that is a list of rows in memory, for tests whose disk is one.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/store/past.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::test {

// Looks at the rows as they are when it is asked.
class RowsRecordPast : public store::RecordPast {
public:
    explicit RowsRecordPast(const std::vector<store::Row>& rows) : rows_(rows) {}
    RowsRecordPast(const RowsRecordPast&) = delete;
    RowsRecordPast& operator=(const RowsRecordPast&) = delete;

    // What a lookup is answered while the file cannot be read.
    std::optional<store::LookupError> unreadable;

    store::Lookup<std::vector<Pos>> present() override {
        look();
        std::set<std::string> games;
        for (const auto& [board, game] : index_.latest) games.insert("game/" + game);
        for (const auto& [id, game] : index_.commands) games.insert("game/" + game);
        if (!rows_.empty()) games.insert(rows_.back().stream);
        std::vector<Pos> all = index_.office;
        for (const std::string& stream : games)
            std::ranges::copy(index_.streams[stream], std::back_inserter(all));
        std::ranges::sort(all);
        all.erase(std::ranges::unique(all).begin(), all.end());
        return all;
    }
    store::Lookup<std::optional<store::Row>> of_act(std::string_view type,
                                                    std::string_view id) override {
        if (unreadable) return std::unexpected(*unreadable);
        look();
        const auto act = index_.acts.find({std::string(type), std::string(id)});
        if (act == index_.acts.end()) return std::optional<store::Row>();
        return row_at(act->second);
    }
    store::Lookup<std::vector<store::Row>> rows_of(std::string_view stream) override {
        if (unreadable) return std::unexpected(*unreadable);
        look();
        std::vector<store::Row> all;
        for (const Pos pos : index_.streams[std::string(stream)]) all.push_back(row_at(pos));
        return all;
    }
    store::Lookup<Pos> last_of(std::string_view stream, std::string_view type) override {
        if (unreadable) return std::unexpected(*unreadable);
        look();
        Pos last;
        for (const Pos pos : index_.streams[std::string(stream)])
            if (row_at(pos).type == type) last = pos;
        return last;
    }
    store::Lookup<std::vector<store::Row>> openings_in(std::string_view event) override {
        if (unreadable) return std::unexpected(*unreadable);
        look();
        std::vector<store::Row> all;
        for (const Pos pos : index_.openings[std::string(event)]) all.push_back(row_at(pos));
        return all;
    }

private:
    struct Index {
        std::size_t rows = 0;
        store::Row last;
        std::vector<Pos> office;  // of no game
        std::map<std::string, std::vector<Pos>> streams;
        std::map<std::string, std::vector<Pos>> openings;         // by event
        std::map<Board, std::string> latest;                      // game of each board
        std::map<std::string, std::string> commands;              // not settled: id, game
        std::map<std::pair<std::string, std::string>, Pos> acts;  // by type and id
    };

    const store::Row& row_at(Pos pos) const {
        return rows_.at(static_cast<std::size_t>(pos.value - 1));
    }

    // Takes the rows that came since; all again when some went with a crash.
    void look() {
        const std::size_t known = index_.rows;
        if (known > rows_.size() || (known > 0 && rows_[known - 1] != index_.last)) index_ = {};
        for (; index_.rows < rows_.size(); ++index_.rows) add(rows_[index_.rows]);
        if (!rows_.empty()) index_.last = rows_.back();
    }
    void add(const store::Row& row) {
        index_.streams[row.stream].push_back(row.pos);
        if (!row.stream.starts_with("game/")) index_.office.push_back(row.pos);
        const auto event = wire::decode_game_event(row.type, row.body);
        if (!event) return;
        if (const auto* desk = std::get_if<wire::DeskActed>(&*event))
            index_.acts.emplace(std::pair(row.type, desk->id), row.pos);
        if (const auto* office = std::get_if<wire::EventActed>(&*event))
            index_.acts.emplace(std::pair(row.type, office->id), row.pos);
        if (const auto* opened = std::get_if<wire::GameRecorded>(&*event)) {
            index_.openings[opened->terms.event].push_back(row.pos);
            index_.latest[opened->board] = opened->game;
        }
        if (const auto* issued = std::get_if<wire::CommandIssued>(&*event))
            std::visit([&](const auto& c) { index_.commands[c.id] = issued->game; },
                       issued->command);
        if (const auto* settled = std::get_if<wire::CommandSettled>(&*event))
            index_.commands.erase(settled->id);
    }

    const std::vector<store::Row>& rows_;
    Index index_;
};

}  // namespace flagfall::test
