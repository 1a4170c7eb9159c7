// Lookups in a log that is a list of rows in memory, for tests whose disk is such a list.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/store/past.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/followed_rows.hpp"

namespace flagfall::test {

// Reads the rows as they are at each call.
class RowsPast : public store::Past {
public:
    explicit RowsPast(const std::vector<store::Row>& rows) : rows_(rows) {}

    store::Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) override {
        std::vector<Pos> all = rows_.index().streams[std::string(stream)];
        std::erase_if(all, [&](Pos pos) { return pos < from; });
        return all;
    }
    store::Lookup<std::vector<store::Opening>> last_openings() override {
        std::vector<store::Opening> all;
        for (const auto& [stream, pos] : rows_.index().openings) all.push_back({stream, pos});
        return all;
    }
    store::Lookup<std::vector<store::Row>> of_command(std::string_view sender,
                                                      std::string_view id) override {
        if (unreadable) return std::unexpected(*unreadable);
        return rows_.index().commands[{std::string(sender), std::string(id)}];
    }
    store::Lookup<bool> was_opened(std::string_view game) override {
        if (unreadable_games) return std::unexpected(*unreadable_games);
        return rows_.index().games.contains(std::string(game));
    }

    // The answer to lookups of commands, and of games, while the file cannot be read.
    std::optional<store::LookupError> unreadable;
    std::optional<store::LookupError> unreadable_games;

private:
    struct Index {
        std::map<std::string, std::vector<Pos>> streams;
        std::map<std::string, Pos> openings;  // by stream
        std::map<std::pair<std::string, std::string>, std::vector<store::Row>> commands;
        std::set<std::string> games;

        void add(const store::Row& row) {
            streams[row.stream].push_back(row.pos);
            if (!row.cmd_id.empty()) commands[{row.sender, row.cmd_id}].push_back(row);
            if (row.type != wire::GameOpened::type) return;
            openings[row.stream] = row.pos;
            if (const auto event = wire::decode_clock_event(row.type, row.body))
                games.insert(std::get<wire::GameOpened>(*event).game);
        }
    };

    FollowedRows<Index> rows_;
};

}  // namespace flagfall::test
