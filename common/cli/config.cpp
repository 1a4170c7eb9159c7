#include "common/cli/config.hpp"

#include <algorithm>
#include <cstdio>

#include "common/cli/files.hpp"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace flagfall::cli {

namespace {

const Option* option_with_key(const Subcommand& command, std::string_view key) {
    const auto found = std::ranges::find(command.options, key, &Option::key);
    return found == command.options.end() || key.empty() ? nullptr : &*found;
}

// Is there a key "TABLE.something"?
bool is_table(const Subcommand& command, const std::string& name) {
    return std::ranges::any_of(command.options, [&](const Option& option) {
        return option.key.starts_with(name + ".");
    });
}

std::string type_name(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table: return "a table";
        case toml::node_type::array: return "an array";
        case toml::node_type::string: return "a string";
        case toml::node_type::integer: return "an integer";
        case toml::node_type::floating_point: return "a number with a fraction";
        case toml::node_type::boolean: return "true or false";
        default: return "a date or time";
    }
}

std::string type_wanted(const Option& option) {
    if (option.kind == Kind::flag) return "true or false";
    return option.kind == Kind::number ? "an integer" : "a string";
}

std::optional<std::string> text_of(const Option& option, const toml::node& node) {
    if (option.kind == Kind::flag) {
        const auto* yes = node.as_boolean();
        return yes ? std::optional<std::string>(yes->get() ? "true" : "false") : std::nullopt;
    }
    if (option.kind == Kind::number) {
        const auto* number = node.as_integer();
        return number ? std::optional(std::to_string(number->get())) : std::nullopt;
    }
    const auto* text = node.as_string();
    return text ? std::optional(text->get()) : std::nullopt;
}

class File {
public:
    File(const Subcommand& command, std::string path, Values& values)
        : command_(command), path_(std::move(path)), values_(values) {}

    std::vector<std::string> read() {
        const auto text = read_file(path_);
        if (!text) return {text.error()};
        const toml::parse_result parsed = toml::parse(std::string_view(*text));
        if (!parsed)
            return {place(parsed.error().source()) + std::string(parsed.error().description())};
        in_table(parsed.table(), "");
        return std::move(wrong_);
    }

private:
    std::string where(const toml::source_region& source) const {
        return path_ + ":" + std::to_string(source.begin.line) + ":" +
               std::to_string(source.begin.column);
    }
    std::string place(const toml::source_region& source) const { return where(source) + ": "; }

    void in_table(const toml::table& table, const std::string& prefix) {
        for (const auto& [name, node] : table) {
            const std::string key = prefix + std::string(name.str());
            if (const Option* option = option_with_key(command_, key)) {
                of_option(*option, node);
            } else if (is_table(command_, key) && node.is_table()) {
                in_table(*node.as_table(), key + ".");
            } else if (is_table(command_, key)) {
                wrong_.push_back(place(node.source()) + key + ": expected a table, found " +
                                 type_name(node));
            } else {
                wrong_.push_back(place(name.source()) + "there is no key " + key + known(prefix));
            }
        }
    }

    // The keys that are allowed there, for the error message.
    std::string known(const std::string& prefix) const {
        std::string names;
        for (const Option& option : command_.options)
            if (!option.key.empty() && option.key.starts_with(prefix))
                names += (names.empty() ? "; there are " : ", ") + option.key;
        return names;
    }

    void of_option(const Option& option, const toml::node& node) {
        Value value{{}, where(node.source())};
        if (!option.repeated) {
            add(option, node, value);
        } else if (const toml::array* array = node.as_array()) {
            for (const toml::node& each : *array) add(option, each, value);
        } else {
            wrong_.push_back(value.from + ": " + option.key + ": expected an array, found " +
                             type_name(node));
        }
        if (!value.texts.empty()) values_.put(option.name, std::move(value));
    }

    void add(const Option& option, const toml::node& node, Value& value) {
        const std::string head = place(node.source()) + option.key + ": ";
        auto text = text_of(option, node);
        if (!text) {
            wrong_.push_back(head + "expected " + type_wanted(option) + ", found " +
                             type_name(node));
        } else if (const auto why = wrong_value(option, *text)) {
            wrong_.push_back(head + *why);
        } else {
            value.texts.push_back(std::move(*text));
        }
    }

    const Subcommand& command_;
    const std::string path_;
    Values& values_;
    std::vector<std::string> wrong_;
};

std::string toml_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        char escaped[8];
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') out += '\\';
        if (code < 0x20 || code == 0x7f) {
            std::snprintf(escaped, sizeof escaped, "\\u%04X", unsigned{code});
            out += escaped;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string toml_value(const Option& option, const std::string& text) {
    if (option.secret) return "\"***\"";
    const bool bare = option.kind == Kind::flag || option.kind == Kind::number;
    return bare ? text : toml_string(text);
}

std::string assignment(const Option& option, const Values& values) {
    const std::string name = option.key.substr(option.key.rfind('.') + 1);
    const auto found = values.values().find(option.name);
    if (found == values.values().end())
        return option.kind == Kind::flag ? name + " = false  # default\n"
                                         : "# " + name + " is not set\n";
    std::string text;
    for (const std::string& each : found->second.texts)
        text += (text.empty() ? "" : ", ") + toml_value(option, each);
    if (option.repeated) text = "[" + text + "]";
    return name + " = " + text + "  # " + found->second.from + "\n";
}

}  // namespace

std::vector<std::string> read_config(const Subcommand& command, const std::string& path,
                                     Values& values) {
    return File(command, path, values).read();
}

std::string print_config(const Subcommand& command, const Values& values) {
    std::vector<std::string> tables{""};  // "" and "http", in the order of the command's table
    const auto table_of = [](const Option& option) {
        const std::size_t dot = option.key.rfind('.');
        return dot == std::string::npos ? std::string() : option.key.substr(0, dot);
    };
    for (const Option& option : command.options)
        if (!option.key.empty() && std::ranges::find(tables, table_of(option)) == tables.end())
            tables.push_back(table_of(option));
    std::string out;
    for (const std::string& table : tables) {
        if (!table.empty()) out += "\n[" + table + "]\n";
        for (const Option& option : command.options)
            if (!option.key.empty() && table_of(option) == table) out += assignment(option, values);
    }
    return out;
}

}  // namespace flagfall::cli
