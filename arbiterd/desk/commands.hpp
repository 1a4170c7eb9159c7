// The command line's words for the acts of the desk, as a table: what arbiterd desk reads, what it
// sends, and what its help says come from here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::desk {

enum class Kind { text, number, time, flag, file, side, word, ending, score, ply };

// One value of an act: its field in JSON, and what it is.
struct Value {
    std::string_view field;  // "white_us"; the option is "--white"
    Kind kind = Kind::text;
    std::string_view help;
    bool required = false;  // of an option
    // Of a ply, which may be given as --move N --side SIDE as well: what happens there, "back to
    // before".
    std::string_view there = {};
};

struct Command {
    std::string_view word;  // "penalise"
    std::string_view act;   // the act's type on the wire
    std::vector<Value> positional;
    std::vector<Value> options;
    std::string_view help;
};

std::span<const Command> commands();

// "white_us" -> "white", "raised_by" -> "raised-by".
std::string option_name(std::string_view field);

}  // namespace flagfall::desk
