// Past, of a log in its file.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/past.hpp"
#include "common/store/sqlite.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// The daemon's own log, by a connection of its own. Used by one thread at a time.
class LogPast : public Past {
public:
    static std::expected<std::unique_ptr<LogPast>, OpenError> open(const std::string& path);

    Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) override;
    Lookup<std::vector<Opening>> last_openings() override;
    Lookup<std::vector<Row>> of_command(std::string_view sender, std::string_view id) override;
    Lookup<bool> was_opened(std::string_view game) override;

    // Of arbiterd's log: the first row of this type with this act's id; nothing: there is none.
    Lookup<std::optional<Row>> of_act(std::string_view type, std::string_view id);

private:
    explicit LogPast(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

}  // namespace flagfall::store
