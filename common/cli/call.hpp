// A command as it was called: the input of its `run`.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/program.hpp"
#include "common/cli/values.hpp"

namespace flagfall::cli {

// Where a command reads and prints: the process's own streams, except in tests.
struct Streams {
    std::FILE* in = stdin;
    std::FILE* out = stdout;
    std::FILE* err = stderr;
};

struct Call {
    std::string name;  // "arbiterd desk penalise": its messages begin with it
    Subcommand command;   // with the options of the commands around it
    std::vector<std::string> args;  // its words, to read them again at SIGHUP
    Values values;
    Streams streams;

    // Prints what is wrong with the command line and how to get help; returns exit_code::usage.
    int usage(const std::string& why) const;
    // Prints "NAME: WHY" on the error stream; returns `code`.
    int fail(int code, const std::string& why) const;
    // Prints the text; returns exit_code::commit_failed if not all of it could be written.
    int print(std::string_view text) const;
};

// Carries out one of a program's commands, or a command inside it, by the words after its name:
// prints its help, or what is wrong with the words, or calls `run`. Returns the exit code.
int run_command(const std::string& program, const Subcommand& command,
                const std::vector<std::string>& args, const Streams& streams = {});

}  // namespace flagfall::cli
