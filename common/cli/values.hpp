// The values of a command's options and arguments, from its words, the environment, the
// configuration file and the defaults; an earlier one overrides later ones. All are checked.
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

// The value of one option or argument, and its source.
struct Value {
    std::vector<std::string> texts;  // one, unless it may be repeated; a flag: "true"
    std::string from;  // "--port", "DIR", "ARBITERD_PORT", "hall.toml:3:8", "default"
};

// Values by name: an option "port", an argument "FILE".
class Values {
public:
    // Is there a value, even the default?
    bool has(std::string_view name) const { return values_.contains(name); }
    bool flag(std::string_view name) const;
    // Each of these requires an option or argument that has a value of its kind.
    const std::string& text(std::string_view name) const;
    std::int64_t number(std::string_view name) const;
    Duration duration(std::string_view name) const;
    Duration time(std::string_view name) const;
    // Empty when there is no value.
    std::string text_or_empty(std::string_view name) const;
    // All values of a repeated option or argument; none if it was not given.
    std::vector<std::string> all(std::string_view name) const;

    const std::map<std::string, Value, std::less<>>& values() const { return values_; }

    // Adds a value if there is none yet: sources of higher priority come first.
    void put(const std::string& name, Value value) { values_.try_emplace(name, value); }

private:
    std::map<std::string, Value, std::less<>> values_;
};

// What is wrong, one sentence each, and the exit code for it.
struct Wrong {
    int exit_code = 0;
    std::vector<std::string> texts;
};

// Returns the value of an environment variable, or nullptr; the process's own, except in tests.
using Environment = const char* (*)(const char* name);
const char* own_environment(const char* name);

// Reads the words with Boost.Program_options and merges the other sources. If the command has an
// option "config", reads that file as TOML; otherwise its `usual_config`, if that exists.
std::expected<Values, Wrong> read_values(const Subcommand& command,
                                         const std::vector<std::string>& args,
                                         Environment environment = own_environment);

// The values of all the command's options of this kind, such as every file that was named.
std::vector<std::string> texts_of(const Subcommand& command, const Values& values, Kind kind);

// "30s", "10m", "1h30m", "250ms"; empty for anything else.
std::optional<Duration> duration_from(std::string_view text);

// What is wrong with a value of this option: "expected a number from 0 to 65535, not \"x\"".
std::optional<std::string> wrong_value(const Option& option, const std::string& text);

// --config, --check-config, --print-config, --debuggable, --log-format, --log-level of a daemon;
// `environment` is the beginning of its variables: "ARBITERD".
std::vector<Option> daemon_options(const std::string& environment);

}  // namespace flagfall::cli
