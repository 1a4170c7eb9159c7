// What a command was told: its words, then the environment, the configuration file and the
// defaults, in this order of weight, each value checked against the command's table.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time.hpp"
#include "common/cli/program.hpp"

namespace flagfall::cli {

// Of one option: what it is, and where that came from.
struct Value {
    std::vector<std::string> texts;  // one, unless the option may be repeated; a flag: "true"
    std::string from;  // "--port", "ARBITERD_PORT", "hall.toml:3:8", "default"
};

class Values {
public:
    // Is there a value, be it the default?
    bool has(std::string_view option) const { return values_.contains(option); }
    bool flag(std::string_view option) const;
    // Each of these wants an option that has a value of its kind.
    const std::string& text(std::string_view option) const;
    std::int64_t number(std::string_view option) const;
    Duration duration(std::string_view option) const;
    // All values of a repeated option; none if it was not given.
    std::vector<std::string> all(std::string_view option) const;

    const std::vector<std::string>& arguments() const { return arguments_; }
    const std::map<std::string, Value, std::less<>>& values() const { return values_; }

    // Puts a value where there is none yet: lighter sources come later.
    void put(const std::string& option, Value value) { values_.try_emplace(option, value); }
    void put_argument(std::string word) { arguments_.push_back(std::move(word)); }

private:
    std::map<std::string, Value, std::less<>> values_;  // by the option's name
    std::vector<std::string> arguments_;
};

// What is wrong, one sentence each, and the exit code that it means.
struct Wrong {
    int exit_code = 0;
    std::vector<std::string> texts;
};

// Gives the value of an environment variable, or null; the process's own but in tests.
using Environment = const char* (*)(const char* name);
const char* own_environment(const char* name);

// Reads the words with Boost.Program_options and merges the other sources. A command with an
// option "config" reads that file as TOML; without one, `usual_file` if it exists.
std::expected<Values, Wrong> read_values(const Command& command,
                                         const std::vector<std::string>& args,
                                         Environment environment,
                                         const std::string& usual_file = {});

// The same for a program's main: prints what is wrong, carries out --check-config and
// --print-config where the command has them, and then gives the exit code instead. `name` is
// "arbiterd serve".
std::expected<Values, int> values_or_exit(const std::string& name, const Command& command,
                                          const std::vector<std::string>& args,
                                          const std::string& usual_file = {});

// The values of all the command's options of this kind, such as every file that was named.
std::vector<std::string> texts_of(const Command& command, const Values& values, Kind kind);

// "30s", "10m", "1h30m", "250ms"; nothing for anything else.
std::optional<Duration> duration_from(std::string_view text);

// What is wrong with a value of this option: "expected a number from 0 to 65535, not \"x\"".
std::optional<std::string> wrong_value(const Option& option, const std::string& text);

// --config, --check-config, --print-config, --debuggable, --log-format, --log-level of a daemon;
// `environment` is the beginning of its variables: "ARBITERD".
std::vector<Option> daemon_options(const std::string& environment);

}  // namespace flagfall::cli
