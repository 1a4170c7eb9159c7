#include "common/cli/values.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "common/base/ascii.hpp"
#include "common/base/check.hpp"
#include "common/base/clock_time.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/number.hpp"
#include "common/cli/config.hpp"
#include "common/cli/print.hpp"

namespace flagfall::cli {

namespace {

namespace po = boost::program_options;

const Option& option_named(const Subcommand& command, std::string_view name) {
    const auto found = std::ranges::find(command.options, name, &Option::name);
    FF_CHECK(found != command.options.end());
    return *found;
}

bool fits(const Option& option, const std::string& text) {
    if (!option.choices.empty())
        return std::ranges::find(option.choices, text) != option.choices.end();
    switch (option.kind) {
        case Kind::flag: return text == "true" || text == "false";
        case Kind::number:
            return whole_number(text, option.least, option.most).has_value();
        case Kind::duration: {
            const auto time = duration_from(text);
            return time && time->us >= option.least && time->us <= option.most;
        }
        case Kind::time: return clock_time_from(text).has_value();
        case Kind::side: return text == "white" || text == "black";
        case Kind::text:
        case Kind::file:
        case Kind::folder: return !text.empty();
    }
    return false;
}

po::options_description described(const Subcommand& command) {
    po::options_description all;
    for (const Option& option : command.options)
        all.add_options()(option.name.c_str(),
                          new po::untyped_value(option.kind == Kind::flag), "");
    all.add_options()("words", new po::untyped_value(false), "");
    return all;
}

// Lower case, and one of the two characters that people take for the same.
std::string plain(std::string word) {
    std::ranges::transform(word, word.begin(), [](char c) {
        return c == '_' ? '-' : lower(c);
    });
    return word;
}

// The choice or side that a text means: capitals, and "_" for "-", make no difference.
std::string as_meant(const Option& option, std::string text) {
    if (option.kind == Kind::side) {
        const std::string side = plain(text);
        return side == "w" ? "white" : side == "b" ? "black" : side;
    }
    for (const std::string& choice : option.choices)
        if (plain(choice) == plain(text)) return choice;
    return text;
}

// Adds a word to the value; returns what is wrong with it.
std::optional<std::string> add_word(const Option& option, const std::string& word, Value& value) {
    value.texts.push_back(as_meant(option, word));
    if (const auto wrong = wrong_value(option, value.texts.back()))
        return value.from + ": " + *wrong;
    return std::nullopt;
}

std::string wrong_words(const Subcommand& command) {
    std::string names;
    for (const Argument& argument : command.arguments)
        names += " " + argument.name + (argument.repeated ? " ..." : "");
    return names.empty() ? "it takes options only" : "it takes" + names;
}

// Assigns the words that are no options by their places; returns what is wrong with them.
std::optional<std::string> place_words(const Subcommand& command,
                                       const std::vector<std::string>& words, Values& values) {
    const auto needed = static_cast<std::size_t>(
        std::ranges::count(command.arguments, false, &Argument::optional));
    const bool endless = !command.arguments.empty() && command.arguments.back().repeated;
    if (words.size() < needed || (!endless && words.size() > command.arguments.size()))
        return wrong_words(command);
    std::size_t spare = words.size() - needed;  // for optional ones
    auto word = words.begin();
    for (const Argument& argument : command.arguments) {
        if (argument.optional && (spare == 0 || spare-- == 0)) continue;
        const Option shape{.name = argument.name, .kind = argument.kind,
                           .choices = argument.choices, .least = argument.least,
                           .most = argument.most};
        Value value{{}, argument.name};
        do {
            if (auto wrong = add_word(shape, *word++, value)) return wrong;
        } while (argument.repeated && word != words.end());
        values.put(argument.name, std::move(value));
    }
    return std::nullopt;
}

// The library's error. The value is not repeated: it may be a secret in a wrong place.
std::string said_by(const po::error_with_option_name& error) {
    std::string name = error.get_option_name();
    name = "--" + name.substr(std::min(name.find_first_not_of('-'), name.size()));
    name.resize(std::min(name.find('='), name.size()));
    if (dynamic_cast<const po::unknown_option*>(&error)) return "unknown option " + name;
    using Syntax = po::invalid_syntax;
    const auto* syntax = dynamic_cast<const Syntax*>(&error);
    if (!syntax) return name + " cannot be read";
    return name + (syntax->kind() == Syntax::missing_parameter ? " needs a value"
                                                               : " takes no value");
}

// Reads the words of the command line; returns what is wrong with them.
std::optional<std::string> read_words(const Subcommand& command,
                                      const std::vector<std::string>& args, Values& values) {
    using Style = po::command_line_style::style_t;
    constexpr int style = Style::allow_long | Style::long_allow_adjacent | Style::long_allow_next;
    const po::options_description all = described(command);
    po::positional_options_description places;
    places.add("words", -1);
    std::map<std::string, Value> given;
    std::vector<std::string> words;
    try {
        for (const po::option& found :
             po::command_line_parser(args).options(all).positional(places).style(style).run()
                 .options) {
            if (found.string_key == "words") {
                words.insert(words.end(), found.value.begin(), found.value.end());
                continue;
            }
            const Option& option = option_named(command, found.string_key);
            Value& value = given[option.name];
            value.from = "--" + option.name;
            if (!value.texts.empty() && !option.repeated) return value.from + " is given twice";
            const bool flag = option.kind == Kind::flag;
            if (auto wrong = add_word(option, flag ? "true" : found.value.front(), value))
                return wrong;
        }
    } catch (const po::error_with_option_name& error) {
        return said_by(error);
    }
    for (auto& [name, value] : given) values.put(name, std::move(value));
    return place_words(command, words, values);
}

std::optional<std::string> read_environment(const Subcommand& command, Environment environment,
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
    std::string text = "--" + option.name + " " + option.value + " is required";
    if (!option.environment.empty()) text += ", or " + option.environment;
    if (!option.key.empty()) text += ", or " + option.key + " in the configuration file";
    return text;
}

// The file to read; empty if there is none.
std::string config_file(const Subcommand& command, const Values& values) {
    if (values.has("config")) return values.text("config");
    std::error_code error;
    return std::filesystem::exists(command.usual_config, error) ? command.usual_config : "";
}

}  // namespace

bool Values::flag(std::string_view name) const {
    const auto found = values_.find(name);
    return found != values_.end() && found->second.texts.front() == "true";
}

const std::string& Values::text(std::string_view name) const {
    const auto found = values_.find(name);
    FF_CHECK(found != values_.end());
    return found->second.texts.front();
}

std::int64_t Values::number(std::string_view name) const {
    return whole_number(text(name), std::numeric_limits<std::int64_t>::min()).value();
}

Duration Values::duration(std::string_view name) const {
    return duration_from(text(name)).value();
}

Duration Values::time(std::string_view name) const { return clock_time_from(text(name)).value(); }

std::string Values::text_or_empty(std::string_view name) const {
    return has(name) ? text(name) : std::string();
}

std::vector<std::string> Values::all(std::string_view name) const {
    const auto found = values_.find(name);
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
        const auto number = whole_number<std::int64_t>(text.substr(0, digits));
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
        case Kind::time: return "a time such as 1:30:00, 5:00 or 90";
        case Kind::side: return "white or black";
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

// No thread here sets variables. NOLINTNEXTLINE(concurrency-mt-unsafe)
const char* own_environment(const char* name) { return std::getenv(name); }

std::expected<Values, Wrong> read_values(const Subcommand& command,
                                         const std::vector<std::string>& args,
                                         Environment environment) {
    Values values;
    if (auto wrong = read_words(command, args, values))
        return std::unexpected(Wrong{exit_code::usage, {*wrong}});
    if (auto wrong = read_environment(command, environment, values))
        return std::unexpected(Wrong{exit_code::bad_config, {*wrong}});
    if (const std::string file = config_file(command, values); !file.empty()) {
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

std::vector<std::string> texts_of(const Subcommand& command, const Values& values, Kind kind) {
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
         .help = "TOML file for what neither the command line nor the environment gives",
         .environment = environment + "_CONFIG"},
        {.name = "check-config", .kind = Kind::flag,
         .help = "check the configuration and exit with 0, or 78 and what is wrong with it"},
        {.name = "print-config", .kind = Kind::flag,
         .help = "print the values in force as TOML, with the source of each, and exit"},
        {.name = "debuggable", .kind = Kind::flag,
         .help = "keep all rights at the start: debuggers can attach, and core dumps are written "
                 "with all secrets in them; only for finding a fault",
         .environment = environment + "_DEBUGGABLE", .key = "debuggable"},
        {.name = "log-format", .value = "FORMAT", .otherwise = "text",
         .help = "format of log lines on standard error: level=info msg=\"...\", or one JSON "
                 "object each",
         .environment = environment + "_LOG_FORMAT", .key = "log.format",
         .choices = {"text", "json"}},
        {.name = "log-level", .value = "LEVEL", .otherwise = "info",
         .help = "minimum log level: debug, info, warn or error",
         .environment = environment + "_LOG_LEVEL", .key = "log.level",
         .choices = {"debug", "info", "warn", "error"}}};
}

}  // namespace flagfall::cli
