// Which acts a record that is a list of rows in memory has, for tests whose disk is one.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "common/store/past.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::test {

inline store::Lookup<std::optional<store::Row>> row_of_act(const std::vector<store::Row>& rows,
                                                           std::string_view type,
                                                           std::string_view id) {
    const auto has_id = [&](const store::Row& row) {
        if (row.type != type || !row.body.contains(id)) return false;
        const auto event = wire::decode_game_event(row.type, row.body);
        if (!event) return false;
        const auto* desk = std::get_if<wire::DeskActed>(&*event);
        const auto* office = std::get_if<wire::EventActed>(&*event);
        return (desk && desk->id == id) || (office && office->id == id);
    };
    const auto found = std::ranges::find_if(rows, has_id);
    if (found == rows.end()) return std::optional<store::Row>();
    return *found;
}

}  // namespace flagfall::test
