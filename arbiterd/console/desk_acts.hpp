// The acts of the desk, as a table: their commands, and what they are on the wire.
#pragma once

#include <cstdio>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "common/cli/program.hpp"
#include "common/cli/values.hpp"

namespace flagfall::console {

// The option of an act that names a ply; --move N --side SIDE is added to it and means the same.
struct PlyOption {
    std::string_view name = {};   // "ply"; empty: the act has none
    std::string_view there = {};  // what happens at that ply: "The offence belongs to"
};

// A field of the act is named as its option or argument: "sealed-by" is "sealed_by", a time
// "white" is "white_us".
struct DeskAct {
    std::string_view type;  // "set_clock"
    cli::Subcommand command;   // its first argument is GAME
    PlyOption ply{};
};

std::span<const DeskAct> desk_acts();

// The act as a JSON object, except --move and --side of a ply. The error is for people. "-" as a
// file is `in`.
std::expected<std::string, std::string> act_of(const DeskAct& act, const cli::Values& values,
                                               std::FILE* in);

}  // namespace flagfall::console
