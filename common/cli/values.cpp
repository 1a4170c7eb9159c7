#include "common/cli/values.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/config.hpp"
#include "common/cli/print.hpp"

namespace flagfall::cli {

namespace {

namespace po = boost::program_options;

std::optional<std::int64_t> number_from(std::string_view text) {
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

const Option& option_named(const Command& command, std::string_view name) {
    const auto found = std::ranges::find(command.options, name, &Option::name);
    FF_CHECK(found != command.options.end());
    return *found;
}

bool fits(const Option& option, const std::string& text) {
    if (!option.choices.empty())
        return std::ranges::find(option.choices, text) != option.choices.end();
    switch (option.kind) {
        case Kind::flag: return text == "true" || text == "false";
        case Kind::number: {
            const auto number = number_from(text);
            return number && *number >= option.least && *number <= option.most;
        }
        case Kind::duration: {
            const auto time = duration_from(text);
            return time && time->us >= option.least && time->us <= option.most;
        }
        case Kind::text:
        case Kind::file:
        case Kind::folder: return !text.empty();
    }
    return false;
}

po::options_description described(const Command& command) {
    po::options_description all;
    for (const Option& option : command.options)
        all.add_options()(option.name.c_str(),
                          new po::untyped_value(option.kind == Kind::flag), "");
    all.add_options()("words", new po::untyped_value(false), "");
    return all;
}

// The choice that is meant: capitals, and "_" for "-", are no other one.
std::string as_choice(const Option& option, std::string text) {
    const auto plain = [](std::string word) {
        std::ranges::transform(word, word.begin(), [](char c) {
            return c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        return word;
    };
    for (const std::string& choice : option.choices)
        if (plain(choice) == plain(text)) return choice;
    return text;
}

// The words themselves; what is wrong with them.
std::optional<std::string> read_words(const Command& command, const std::vector<std::string>& args,
                                      Values& values) {
    const po::options_description all = described(command);
    po::positional_options_description places;
    places.add("words", -1);
    std::map<std::string, Value> given;
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    try {
        for (const po::option& found :
             po::command_line_parser(args).options(all).positional(places).style(style).run()
                 .options) {
            if (found.string_key == "words") {
                for (const std::string& word : found.value) values.put_argument(word);
                continue;
            }
            const Option& option = option_named(command, found.string_key);
            Value& value = given[option.name];
            value.from = "--" + option.name;
            if (!value.texts.empty() && !option.repeated) return value.from + " is given twice";
            value.texts.push_back(option.kind == Kind::flag
                                      ? "true"
                                      : as_choice(option, found.value.front()));
            if (const auto wrong = wrong_value(option, value.texts.back()))
                return value.from + ": " + *wrong;
        }
    } catch (const po::error& error) {
        return error.what();
    }
    for (auto& [name, value] : given) values.put(name, std::move(value));
    return std::nullopt;
}

std::optional<std::string> wrong_count(const Command& command, std::size_t words) {
    std::size_t least = 0;
    bool endless = false;
    for (const Argument& argument : command.arguments) {
        least += argument.optional ? 0 : 1;
        endless = endless || argument.repeated;
    }
    if (words >= least && (endless || words <= command.arguments.size())) return std::nullopt;
    std::string names;
    for (const Argument& argument : command.arguments) names += " " + argument.name;
    return names.empty() ? "it takes options only" : "it takes" + names;
}

std::optional<std::string> read_environment(const Command& command, Environment environment,
                                            Values& values) {
    for (const Option& option : command.options) {
        if (option.environment.empty()) continue;
        const char* text = environment(option.environment.c_str());
        if (!text || *text == '\0') continue;
        if (const auto wrong = wrong_value(option, text)) return option.environment + ": " + *wrong;
        values.put(option.name, {{text}, option.environment});
    }
    return std::nullopt;
}

std::string ways_to_give(const Option& option) {
    std::string text = "--" + option.name + " " + option.value + " is needed";
    if (!option.environment.empty()) text += ", or " + option.environment;
    if (!option.key.empty()) text += ", or " + option.key + " in the configuration file";
    return text;
}

// The file to read; empty: none.
std::string config_file(const Values& values, const std::string& usual_file) {
    if (values.has("config")) return values.text("config");
    std::error_code error;
    return !usual_file.empty() && std::filesystem::exists(usual_file, error) ? usual_file : "";
}

}  // namespace

bool Values::flag(std::string_view option) const {
    const auto found = values_.find(option);
    return found != values_.end() && found->second.texts.front() == "true";
}

const std::string& Values::text(std::string_view option) const {
    const auto found = values_.find(option);
    FF_CHECK(found != values_.end());
    return found->second.texts.front();
}

std::int64_t Values::number(std::string_view option) const {
    return number_from(text(option)).value();
}

Duration Values::duration(std::string_view option) const {
    return duration_from(text(option)).value();
}

std::vector<std::string> Values::all(std::string_view option) const {
    const auto found = values_.find(option);
    return found == values_.end() ? std::vector<std::string>{} : found->second.texts;
}

std::optional<Duration> duration_from(std::string_view text) {
    constexpr std::int64_t most_us = std::int64_t{366} * 24 * 3600 * 1'000'000;
    static const std::vector<std::pair<std::string_view, std::int64_t>> units{
        {"ms", 1'000}, {"s", 1'000'000}, {"m", 60'000'000}, {"h", 3'600'000'000},
        {"d", 86'400'000'000}};
    std::int64_t us = 0;
    bool any = false;
    while (!text.empty()) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        const auto number = number_from(text.substr(0, digits));
        text.remove_prefix(digits);
        const std::size_t letters = std::min(text.find_first_of("0123456789"), text.size());
        const auto unit = std::ranges::find(units, text.substr(0, letters),
                                            &std::pair<std::string_view, std::int64_t>::first);
        if (!number || digits == 0 || unit == units.end() || *number > most_us / unit->second)
            return std::nullopt;
        us += *number * unit->second;
        if (us > most_us) return std::nullopt;
        text.remove_prefix(letters);
        any = true;
    }
    return any ? std::optional(Duration{us}) : std::nullopt;
}

std::string expected(const Option& option) {
    if (!option.choices.empty()) {
        std::string text;
        for (std::size_t i = 0; i < option.choices.size(); ++i)
            text += (i == 0 ? "" : i + 1 == option.choices.size() ? " or " : ", ") +
                    option.choices[i];
        return text;
    }
    switch (option.kind) {
        case Kind::flag: return "true or false";
        case Kind::number:
            return "a number from " + std::to_string(option.least) +
                   (option.most == std::numeric_limits<std::int64_t>::max()
                        ? " on"
                        : " to " + std::to_string(option.most));
        case Kind::duration:
            return "a time such as 30s, 10m or 1h" +
                   (option.least > 0 ? ", not below " + std::to_string(option.least / 1000) + "ms"
                                     : std::string());
        case Kind::text: return "a text that is not empty";
        case Kind::file: return "the name of a file";
        case Kind::folder: return "the name of a folder";
    }
    return "another value";
}

std::optional<std::string> wrong_value(const Option& option, const std::string& text) {
    if (fits(option, text)) return std::nullopt;
    return "expected " + expected(option) +
           (option.secret ? std::string() : ", not \"" + text + "\"");
}

const char* own_environment(const char* name) { return std::getenv(name); }

std::expected<Values, Wrong> read_values(const Command& command,
                                         const std::vector<std::string>& args,
                                         Environment environment,
                                         const std::string& usual_file) {
    Values values;
    if (auto wrong = read_words(command, args, values))
        return std::unexpected(Wrong{exit_code::usage, {*wrong}});
    if (auto wrong = wrong_count(command, values.arguments().size()))
        return std::unexpected(Wrong{exit_code::usage, {*wrong}});
    if (auto wrong = read_environment(command, environment, values))
        return std::unexpected(Wrong{exit_code::bad_config, {*wrong}});
    if (const std::string file = config_file(values, usual_file); !file.empty()) {
        auto wrong = read_config(command, file, values);
        if (!wrong.empty()) return std::unexpected(Wrong{exit_code::bad_config, std::move(wrong)});
    }
    for (const Option& option : command.options) {
        if (!option.otherwise.empty()) values.put(option.name, {{option.otherwise}, "default"});
        if (option.required && !values.has(option.name))
            return std::unexpected(Wrong{exit_code::usage, {ways_to_give(option)}});
    }
    return values;
}

std::expected<Values, int> values_or_exit(const std::string& name, const Command& command,
                                          const std::vector<std::string>& args,
                                          const std::string& usual_file) {
    auto values = read_values(command, args, own_environment, usual_file);
    if (!values) {
        const Wrong& wrong = values.error();
        const bool checking = std::ranges::find(args, "--check-config") != args.end();
        if (wrong.exit_code == exit_code::usage && !checking)
            return std::unexpected(usage_error(name, wrong.texts.front()));
        for (const std::string& text : wrong.texts)
            std::fprintf(stderr, "%s: %s\n", name.c_str(), text.c_str());
        return std::unexpected(exit_code::bad_config);
    }
    if (values->flag("print-config")) {
        std::fputs(print_config(command, *values).c_str(), stdout);
        return std::unexpected(exit_code::ok);
    }
    if (values->flag("check-config")) return std::unexpected(exit_code::ok);
    return std::move(*values);
}

std::vector<std::string> texts_of(const Command& command, const Values& values, Kind kind) {
    std::vector<std::string> out;
    for (const Option& option : command.options) {
        const auto found = values.values().find(option.name);
        if (option.kind != kind || found == values.values().end()) continue;
        out.insert(out.end(), found->second.texts.begin(), found->second.texts.end());
    }
    return out;
}

std::vector<Option> daemon_options(const std::string& environment) {
    return {
        {.name = "config", .kind = Kind::file, .value = "FILE",
         .help = "read this TOML file for what neither the command line nor the environment says",
         .environment = environment + "_CONFIG"},
        {.name = "check-config", .kind = Kind::flag,
         .help = "say what is wrong with the configuration, and end: 0 or 78"},
        {.name = "print-config", .kind = Kind::flag,
         .help = "print the values in force as TOML with where each came from, and end"},
        {.name = "debuggable", .kind = Kind::flag,
         .help = "give up nothing at the start: debuggers may attach and cores are written, with "
                 "all secrets in them; only to look for a fault",
         .environment = environment + "_DEBUGGABLE", .key = "debuggable"},
        {.name = "log-format", .value = "FORMAT", .otherwise = "text",
         .help = "how the lines on standard error look: level=info msg=\"...\", or one JSON "
                 "object each",
         .environment = environment + "_LOG_FORMAT", .key = "log.format",
         .choices = {"text", "json"}},
        {.name = "log-level", .value = "LEVEL", .otherwise = "info",
         .help = "the least weighty lines to write: debug, info, warn or error",
         .environment = environment + "_LOG_LEVEL", .key = "log.level",
         .choices = {"debug", "info", "warn", "error"}}};
}

}  // namespace flagfall::cli
