#include <functional>

#include "common/cli/print.hpp"

namespace flagfall::cli {

namespace {

// A place of the command line where something can follow: "", "/serve", "/desk/penalise".
struct Place {
    std::string path;
    const std::vector<Subcommand>* commands = nullptr;
    std::vector<const Option*> options;  // its own and those of the commands around it
    const std::vector<Argument>* arguments = nullptr;
};

void collect(std::vector<Place>& places, const Place& outer, const Subcommand& command) {
    Place place{outer.path + "/" + command.name, &command.commands, outer.options,
                &command.arguments};
    for (const Option& option : command.options) place.options.push_back(&option);
    places.push_back(place);
    for (const Subcommand& inner : command.commands) collect(places, place, inner);
}

std::vector<Place> places_of(const Program& program) {
    std::vector<Place> places{{"", &program.commands, {}, nullptr}};
    for (const Subcommand& command : program.commands) collect(places, places.front(), command);
    return places;
}

bool is_file(Kind kind) { return kind == Kind::file || kind == Kind::folder; }

bool takes_files(const Place& place) {
    if (!place.arguments) return false;
    for (const Argument& argument : *place.arguments)
        if (is_file(argument.kind)) return true;
    return false;
}

// Every word that can follow, with its meaning.
void each_word(const Place& place,
               const std::function<void(const std::string&, const std::string&)>& word) {
    for (const Subcommand& command : *place.commands) word(command.name, command.summary);
    if (place.arguments)
        for (const Argument& argument : *place.arguments)
            for (const std::string& choice : argument.choices) word(choice, argument.name);
    for (const Option* option : place.options) word("--" + option->name, option->help);
    if (place.path.empty()) word("--version", "print the version");
    word("--help", "print help");
}

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
    return out;
}

// In single quotes, for bash and zsh.
std::string shell_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string all_paths(const std::vector<Place>& places, std::string_view between) {
    std::string out;
    for (const Place& place : places)
        if (!place.path.empty()) out += (out.empty() ? "" : std::string(between)) + place.path;
    return out;
}

// ---- bash -----------------------------------------------------------------------------------

std::string bash_values(const std::vector<Place>& places) {
    std::string out;
    for (const Place& place : places)
        for (const Option* option : place.options) {
            if (option->kind == Kind::flag) continue;
            std::string action;
            if (!option->choices.empty())
                action = "compgen -W " + shell_quoted(joined(option->choices)) + " -- \"$cur\"";
            else if (is_file(option->kind))
                action = std::string("compgen ") + (option->kind == Kind::file ? "-f" : "-d") +
                         " -- \"$cur\"";
            out += "        \"" + place.path + " --" + option->name + "\")\n";
            if (!action.empty()) out += "            mapfile -t COMPREPLY < <(" + action + ")\n";
            out += "            return ;;\n";
        }
    return out;
}

std::string bash(const Program& program) {
    const auto places = places_of(program);
    std::string words;
    std::string files;
    for (const Place& place : places) {
        std::vector<std::string> all;
        each_word(place, [&](const std::string& word, const std::string&) { all.push_back(word); });
        words += "        \"" + place.path + "\") words=" + shell_quoted(joined(all)) + " ;;\n";
        if (takes_files(place)) files += (files.empty() ? "" : "|") + place.path;
    }
    const std::string name = "_" + program.name;
    std::string out = "# bash completion of " + program.name + "; source it, or keep it in\n" +
                      "# /usr/share/bash-completion/completions/" + program.name + "\n" + name +
                      "() {\n"
                      "    local cur=\"${COMP_WORDS[COMP_CWORD]}\" path=\"\" words=\"\" i\n"
                      "    COMPREPLY=()\n"
                      "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                      "        case \"$path/${COMP_WORDS[i]}\" in\n"
                      "            " +
                      all_paths(places, "|") +
                      ") path+=\"/${COMP_WORDS[i]}\" ;;\n"
                      "        esac\n"
                      "    done\n"
                      "    case \"$path ${COMP_WORDS[COMP_CWORD - 1]}\" in\n" +
                      bash_values(places) + "    esac\n    case \"$path\" in\n" + words +
                      "    esac\n"
                      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n";
    if (!files.empty())
        out += "    case \"$path\" in\n        " + files +
               ")\n            mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- "
               "\"$cur\") ;;\n    esac\n";
    return out + "}\ncomplete -o filenames -F " + name + " " + program.name + "\n";
}

// ---- zsh ------------------------------------------------------------------------------------

// "name:meaning" for _describe.
std::string described(const std::string& word, const std::string& meaning) {
    return shell_quoted(word + ":" + meaning);
}

std::string zsh(const Program& program) {
    const auto places = places_of(program);
    std::string values;
    std::string words;
    std::string files;
    for (const Place& place : places) {
        for (const Option* option : place.options) {
            if (option->kind == Kind::flag) continue;
            std::string action = "_message " + shell_quoted(option->value);
            if (!option->choices.empty()) action = "compadd -- " + joined(option->choices);
            else if (option->kind == Kind::file) action = "_files";
            else if (option->kind == Kind::folder) action = "_files -/";
            values += "        \"" + place.path + " --" + option->name + "\") " + action +
                      "; return ;;\n";
        }
        words += "        \"" + place.path + "\") found=(\n";
        each_word(place, [&](const std::string& word, const std::string& meaning) {
            words += "            " + described(word, meaning) + "\n";
        });
        words += "        ) ;;\n";
        if (takes_files(place)) files += (files.empty() ? "" : "|") + place.path;
    }
    std::string out = "#compdef " + program.name + "\n_" + program.name +
                      "() {\n"
                      "    local place=\"\" i\n"
                      "    local -a found\n"
                      "    for ((i = 2; i < CURRENT; i++)); do\n"
                      "        case \"$place/${words[i]}\" in\n"
                      "            " +
                      all_paths(places, "|") +
                      ") place+=\"/${words[i]}\" ;;\n"
                      "        esac\n"
                      "    done\n"
                      "    case \"$place ${words[CURRENT - 1]}\" in\n" +
                      values + "    esac\n    case \"$place\" in\n" + words +
                      "    esac\n    _describe " + program.name + " found\n";
    if (!files.empty())
        out += "    case \"$place\" in\n        " + files + ") _files ;;\n    esac\n";
    return out + "}\ncompdef _" + program.name + " " + program.name + "\n";
}

// ---- fish -----------------------------------------------------------------------------------

std::string fish_option(const std::string& head, const Option& option) {
    std::string out = head + " -l " + option.name;
    if (!option.choices.empty())
        out += " -x -a " + fish_quoted(joined(option.choices));
    else if (option.kind == Kind::file) out += " -r -F";
    else if (option.kind == Kind::folder) out += " -x -a '(__fish_complete_directories)'";
    else if (option.kind != Kind::flag) out += " -x";
    return out + " -d " + fish_quoted(option.help) + "\n";
}

std::string fish(const Program& program) {
    const auto places = places_of(program);
    const std::string at = "__" + program.name + "_at";
    std::string out = "function " + at +
                      "\n    set -l place ''\n"
                      "    for word in (commandline -opc)[2..]\n"
                      "        switch \"$place/$word\"\n"
                      "            case " +
                      all_paths(places, " ") +
                      "\n                set place \"$place/$word\"\n"
                      "        end\n    end\n"
                      "    test \"$place\" = \"$argv[1]\"\nend\n"
                      "complete -c " +
                      program.name + " -f\n";
    for (const Place& place : places) {
        const std::string head = "complete -c " + program.name + " -n '" + at + " \"" +
                                 place.path + "\"'";
        for (const Subcommand& command : *place.commands)
            out += head + " -a " + command.name + " -d " + fish_quoted(command.summary) + "\n";
        if (place.arguments)
            for (const Argument& argument : *place.arguments)
                if (!argument.choices.empty())
                    out += head + " -a " + fish_quoted(joined(argument.choices)) + "\n";
        if (takes_files(place)) out += head + " -F\n";
        for (const Option* option : place.options) out += fish_option(head, *option);
        out += head + " -l help -d help\n";
    }
    return out + "complete -c " + program.name + " -n '" + at + " \"\"' -l version -d version\n";
}

}  // namespace

std::optional<std::string> completion(const Program& program, std::string_view shell) {
    if (shell == "bash") return bash(program);
    if (shell == "zsh") return zsh(program);
    if (shell == "fish") return fish(program);
    return std::nullopt;
}

}  // namespace flagfall::cli
