// Lookups in a record that is a list of rows in memory, for tests whose disk is such a list.
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
#include "tests/support/followed_rows.hpp"

namespace flagfall::test {

// Reads the rows as they are at each call.
class RowsRecordPast : public store::RecordPast {
public:
    explicit RowsRecordPast(const std::vector<store::Row>& rows) : rows_(rows) {}

    // The answer to a lookup while the file cannot be read.
    std::optional<store::LookupError> unreadable;

    store::Lookup<std::vector<Pos>> present() override {
        Index& known = rows_.index();
        std::set<std::string> games;
        for (const auto& [board, game] : known.latest) games.insert("game/" + game);
        for (const auto& [id, game] : known.commands) games.insert("game/" + game);
        if (!rows_.rows().empty()) games.insert(rows_.rows().back().stream);
        std::vector<Pos> all = known.office;
        for (const std::string& stream : games)
            std::ranges::copy(known.streams[stream], std::back_inserter(all));
        std::ranges::sort(all);
        all.erase(std::ranges::unique(all).begin(), all.end());
        return all;
    }
    store::Lookup<std::optional<store::Row>> of_act(std::string_view type,
                                                    std::string_view id) override {
        if (unreadable) return std::unexpected(*unreadable);
        Index& known = rows_.index();
        const auto act = known.acts.find({std::string(type), std::string(id)});
        if (act == known.acts.end()) return std::optional<store::Row>();
        return row_at(act->second);
    }
    store::Lookup<std::vector<store::Row>> rows_of(std::string_view stream) override {
        if (unreadable) return std::unexpected(*unreadable);
        Index& known = rows_.index();
        std::vector<store::Row> all;
        for (const Pos pos : known.streams[std::string(stream)]) all.push_back(row_at(pos));
        return all;
    }
    store::Lookup<Pos> last_of(std::string_view stream, std::string_view type) override {
        if (unreadable) return std::unexpected(*unreadable);
        Index& known = rows_.index();
        Pos last;
        for (const Pos pos : known.streams[std::string(stream)])
            if (row_at(pos).type == type) last = pos;
        return last;
    }
    store::Lookup<std::vector<store::Row>> openings_in(std::string_view event) override {
        if (unreadable) return std::unexpected(*unreadable);
        Index& known = rows_.index();
        std::vector<store::Row> all;
        for (const Pos pos : known.openings[std::string(event)]) all.push_back(row_at(pos));
        return all;
    }

private:
    struct Index {
        std::vector<Pos> office;  // of no game
        std::map<std::string, std::vector<Pos>> streams;
        std::map<std::string, std::vector<Pos>> openings;         // by event
        std::map<Board, std::string> latest;                      // game of each board
        std::map<std::string, std::string> commands;              // not settled: id, game
        std::map<std::pair<std::string, std::string>, Pos> acts;  // by type and id

        void add(const store::Row& row) {
            streams[row.stream].push_back(row.pos);
            if (!row.stream.starts_with("game/")) office.push_back(row.pos);
            const auto event = wire::decode_game_event(row.type, row.body);
            if (!event) return;
            if (const auto* desk = std::get_if<wire::DeskActed>(&*event))
                acts.emplace(std::pair(row.type, desk->id), row.pos);
            if (const auto* office_act = std::get_if<wire::EventActed>(&*event))
                acts.emplace(std::pair(row.type, office_act->id), row.pos);
            if (const auto* opened = std::get_if<wire::GameRecorded>(&*event)) {
                openings[opened->terms.event].push_back(row.pos);
                latest[opened->board] = opened->game;
            }
            if (const auto* issued = std::get_if<wire::CommandIssued>(&*event))
                std::visit([&](const auto& c) { commands[c.id] = issued->game; },
                           issued->command);
            if (const auto* settled = std::get_if<wire::CommandSettled>(&*event))
                commands.erase(settled->id);
        }
    };

    const store::Row& row_at(Pos pos) const {
        return rows_.rows().at(static_cast<std::size_t>(pos.value - 1));
    }

    FollowedRows<Index> rows_;
};

}  // namespace flagfall::test
