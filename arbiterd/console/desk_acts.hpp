// The table of the desk's acts: their commands, and their form on the wire.
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

// Fields of an act are named after its options and arguments: "sealed-by" becomes "sealed_by", a
// time "white" becomes "white_us".
struct DeskAct {
    std::string_view type;  // "set_clock"
    cli::Subcommand command;   // its first argument is GAME
    PlyOption ply{};
    bool shown_first = false;  // what it changes is shown before it is carried out, always
};

std::span<const DeskAct> desk_acts();

// The act as a JSON object, without --move and --side of a ply. The error is for people. The file
// "-" is read from `in`.
std::expected<std::string, std::string> act_of(const DeskAct& act, const cli::Values& values,
                                               std::FILE* in);

}  // namespace flagfall::console
