// What stands in a log that is a list of rows in memory, for tests whose disk is one.
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

namespace flagfall::test {

// Looks at the rows as they are when it is asked.
class RowsPast : public store::Past {
public:
    explicit RowsPast(const std::vector<store::Row>& rows) : rows_(rows) {}
    RowsPast(const RowsPast&) = delete;
    RowsPast& operator=(const RowsPast&) = delete;

    store::Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) override {
        look();
        std::vector<Pos> all = index_.streams[std::string(stream)];
        std::erase_if(all, [&](Pos pos) { return pos < from; });
        return all;
    }
    store::Lookup<std::vector<store::Opening>> last_openings() override {
        look();
        std::vector<store::Opening> all;
        for (const auto& [stream, pos] : index_.openings) all.push_back({stream, pos});
        return all;
    }
    store::Lookup<std::vector<store::Row>> of_command(std::string_view sender,
                                                      std::string_view id) override {
        if (unreadable) return std::unexpected(*unreadable);
        look();
        return index_.commands[{std::string(sender), std::string(id)}];
    }
    store::Lookup<bool> was_opened(std::string_view game) override {
        if (unreadable_games) return std::unexpected(*unreadable_games);
        look();
        return index_.games.contains(std::string(game));
    }

    // What a lookup of commands, and of games, is answered while the file cannot be read.
    std::optional<store::LookupError> unreadable;
    std::optional<store::LookupError> unreadable_games;

private:
    struct Index {
        std::size_t rows = 0;
        store::Row last;
        std::map<std::string, std::vector<Pos>> streams;
        std::map<std::string, Pos> openings;  // by stream
        std::map<std::pair<std::string, std::string>, std::vector<store::Row>> commands;
        std::set<std::string> games;
    };

    // Takes the rows that came since; all again when some went with a crash.
    void look() {
        const std::size_t known = index_.rows;
        if (known > rows_.size() || (known > 0 && rows_[known - 1] != index_.last)) index_ = {};
        for (; index_.rows < rows_.size(); ++index_.rows) add(rows_[index_.rows]);
        if (!rows_.empty()) index_.last = rows_.back();
    }
    void add(const store::Row& row) {
        index_.streams[row.stream].push_back(row.pos);
        if (!row.cmd_id.empty()) index_.commands[{row.sender, row.cmd_id}].push_back(row);
        if (row.type != wire::GameOpened::type) return;
        index_.openings[row.stream] = row.pos;
        if (const auto event = wire::decode_clock_event(row.type, row.body))
            index_.games.insert(std::get<wire::GameOpened>(*event).game);
    }

    const std::vector<store::Row>& rows_;
    Index index_;
};

}  // namespace flagfall::test
