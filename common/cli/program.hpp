// A program's command line as a table: its input, --help, the manual pages, the shells'
// completion and the keys of the configuration file all come from here
// (docs/decisions/0001-command-line.md explains why we have our own).
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace flagfall::cli {

enum class Kind : std::uint8_t {
    flag,      // no value; true or false in the configuration file
    text,
    number,    // a whole number in [least, most]; an integer in the file
    duration,  // "30s", "10m", "1h"; a string in the file
    time,      // on a clock: "1:30:00", "5:00", "-0:30", "90"
    side,      // "white" or "black"; capitals, "w" and "b" mean the same
    file,      // a path; "-" is standard input if the command's help says so
    folder,
};

struct Option {
    std::string name;         // "port": --port on the command line
    Kind kind = Kind::text;
    std::string value{};      // placeholder: "PORT"; empty for a flag
    std::string otherwise{};  // default; empty: none
    std::string help{};       // one sentence, without the default
    std::string environment{};  // "ARBITERD_PORT"; empty: no variable
    std::string key{};          // "http.port" in the configuration file; empty: no key
    std::vector<std::string> choices{};  // the only values, if any are named
    std::int64_t least = 0;  // of a number; of a duration in microseconds
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    bool required = false;
    bool repeated = false;  // may be given more than once; an array in the file
    bool secret = false;    // its value is never printed
};

// A word that is not an option, known by its place. If there are fewer words than arguments,
// optional ones are left out, the last ones first.
struct Argument {
    std::string name;  // "DIR"; its value is found under this name
    Kind kind = Kind::text;
    std::string help{};
    std::vector<std::string> choices{};  // the only values, if any are named
    std::int64_t least = 0;              // of a number
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    bool optional = false;
    bool repeated = false;  // the last one only
};

struct Example {
    std::string command;
    std::string help;
};

struct Call;
class Values;

struct Subcommand {
    std::string name;        // "serve"
    std::string summary;     // one line, no full stop
    std::string text{};      // paragraphs; lines that begin with a space stay as they are
    std::vector<Argument> arguments{};
    std::vector<Option> options{};
    std::vector<Subcommand> commands{};  // "desk" has "queue", "penalise" ...
    std::vector<Example> examples{};
    std::string usual_config{};  // the configuration file that is read if it exists
    // What is wrong with the values together, or what an option cannot check on its own; empty:
    // nothing. Such a command is refused before `run`, and --check-config says the same.
    std::function<std::string(const Values&)> wrong{};
    // Carries the command out and returns the exit code. A command without it that is inside
    // another one is carried out by the outer one's.
    std::function<int(const Call&)> run{};
};

struct Program {
    std::string name;     // "arbiterd"
    std::string summary;  // after its name: "keeps the chess clocks of a playing hall"
    std::vector<Subcommand> commands;
};

// The command of this name; nullptr if there is none.
const Subcommand* find(const std::vector<Subcommand>& commands, std::string_view name);

// Carries out a command line: --help, --version, man and completion by itself, anything else by
// the command's `run`. Returns the exit code.
int run(const Program& program, const std::vector<std::string>& args);

// Prints "NAME: WHAT" and how to get help; returns exit_code::usage. `name` is "arbiterd serve".
int usage_error(const std::string& name, const std::string& what, std::FILE* err = stderr);

}  // namespace flagfall::cli
