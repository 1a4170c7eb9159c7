#include "common/cli/program.hpp"

#include <fstream>
#include <map>

#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/cli/config.hpp"
#include "common/cli/print.hpp"
#include "common/cli/values.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::cli {

namespace {

Subcommand toy() {
    return {.name = "serve",
            .summary = "do it",
            .text = "First.\n\n.second line with a \\ and -\n as it stands",
            .arguments = {{.name = "FILE", .kind = Kind::file, .help = "read it",
                           .optional = true, .repeated = true}},
            .options = {{.name = "port", .kind = Kind::number, .value = "PORT",
                         .otherwise = "80", .help = "where", .environment = "TOY_PORT",
                         .key = "http.port", .most = 65535},
                        {.name = "data", .kind = Kind::folder, .value = "DIR", .help = "what",
                         .environment = "TOY_DATA", .key = "data", .required = true},
                        {.name = "mode", .value = "MODE", .otherwise = "real", .help = "which",
                         .key = "mode", .choices = {"real", "virtual"}},
                        {.name = "fast", .kind = Kind::flag, .help = "quickly", .key = "fast"},
                        {.name = "every", .kind = Kind::duration, .value = "TIME",
                         .help = "how often", .key = "backup.every"},
                        {.name = "allow", .value = "NAME", .help = "which name",
                         .key = "http.allow", .repeated = true},
                        {.name = "password", .value = "TEXT", .help = "the word",
                         .environment = "TOY_PASSWORD", .key = "http.password", .secret = true},
                        {.name = "config", .kind = Kind::file, .value = "FILE",
                         .help = "the file"}}};
}

std::map<std::string, std::string> variables;

const char* environment(const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
}

std::expected<Values, Wrong> read(const std::vector<std::string>& args) {
    return read_values(toy(), args, environment);
}

// All faults, in one text.
std::string wrong(const std::vector<std::string>& args) {
    const auto values = read(args);
    REQUIRE_FALSE(values.has_value());
    std::string all;
    for (const std::string& text : values.error().texts) all += text + "\n";
    return all;
}

struct Toml {
    explicit Toml(const std::string& text) { std::ofstream("toy.toml") << text; }
    ~Toml() {
        std::remove("toy.toml");
        variables.clear();
    }
};

std::string wrong_file(const std::string& text) {
    const Toml file(text);
    return wrong({"--config", "toy.toml", "--data", "d"});
}

}  // namespace

TEST_CASE("the command line weighs more than the environment, that more than the file") {
    const Toml file("data = 'of the file'\nmode = 'virtual'\n[http]\nport = 1\nallow = ['a', 'b']\n"
                    "[backup]\nevery = '1h30m'\n");
    variables = {{"TOY_PORT", "2"}};
    const auto values = read({"--config", "toy.toml", "x", "y", "--fast"});
    REQUIRE(values.has_value());
    CHECK(values->text("data") == "of the file");
    CHECK(values->number("port") == 2);
    CHECK(values->text("mode") == "virtual");
    CHECK(values->duration("every") == seconds(5400));
    CHECK(values->all("allow") == std::vector<std::string>{"a", "b"});
    CHECK(values->flag("fast"));
    CHECK(values->all("FILE") == std::vector<std::string>{"x", "y"});
    CHECK(values->values().at("port").from == "TOY_PORT");
    CHECK(values->values().at("data").from == "toy.toml:1:8");
    const auto over = read({"--config", "toy.toml", "--port", "3"});
    REQUIRE(over.has_value());
    CHECK(over->number("port") == 3);
    variables.clear();
    CHECK(read({"--data", "d"})->number("port") == 80);
}

TEST_CASE("a command line that does not fit is refused with what was expected") {
    CHECK(wrong({"--data", "d", "--port", "65536"}) ==
          "--port: expected a number from 0 to 65535, not \"65536\"\n");
    CHECK(wrong({"--data", "d", "--port", "8o"}).contains("not \"8o\""));
    CHECK(wrong({"--data", "d", "--mode", "slow"}).contains("expected real or virtual"));
    CHECK(wrong({"--data", "d", "--every", "10"}).contains("a time such as 30s"));
    CHECK(wrong({"--data", "d", "--data", "e"}) == "--data is given twice\n");
    CHECK(wrong({}).contains("--data DIR is required, or TOY_DATA, or data in the"));
    CHECK(wrong({"--dat", "d"}) == "unknown option --dat\n");  // there is no guessing
    CHECK(wrong({"--data"}) == "--data needs a value\n");
    CHECK(wrong({"--data", "d", "--fast=1"}) == "--fast takes no value\n");
    CHECK(wrong({"--data", "d", "--pasword=hunter2"}) == "unknown option --pasword\n");
    variables = {{"TOY_PORT", "x"}};
    CHECK(wrong({"--data", "d"}).starts_with("TOY_PORT: expected"));
    variables.clear();
}

TEST_CASE("a configuration file that does not fit is refused with line and column") {
    CHECK(wrong_file("x = 1\n") == "toy.toml:1:1: there is no key x; there are http.port, data, "
                                   "mode, fast, backup.every, http.allow, http.password\n");
    CHECK(wrong_file("[http]\n\n  prot = 1\n") ==
          "toy.toml:3:3: there is no key http.prot; there are http.port, http.allow, "
          "http.password\n");
    CHECK(wrong_file("[http]\nport = '80'\n") ==
          "toy.toml:2:8: http.port: expected an integer, found a string\n");
    CHECK(wrong_file("[http]\nport = 65536\n").contains("expected a number from 0 to 65535"));
    CHECK(wrong_file("fast = 1\n").contains("fast: expected true or false, found an integer"));
    CHECK(wrong_file("mode = 1979-05-27\n").contains("found a date or time"));
    CHECK(wrong_file("http = 1\n").contains("http: expected a table, found an integer"));
    CHECK(wrong_file("[http]\nallow = 'a'\n").contains("expected an array, found a string"));
    CHECK(wrong_file("[http]\nallow = ['a', 2]\n").starts_with("toy.toml:2:15: http.allow"));
    CHECK(wrong_file("mode = \n").starts_with("toy.toml:1:"));
    CHECK(wrong_file("x = 1\ny = 2\n").contains("toy.toml:2:1"));  // all faults are reported
    CHECK(wrong({"--config", "none.toml", "--data", "d"}).contains("cannot be read"));
    CHECK(read({"--config", "none.toml"}).error().exit_code == exit_code::bad_config);
}

TEST_CASE("a secret is never shown") {
    const Toml file("data = 'a\"b'\n[http]\npassword = 'not for you'\n");
    const auto values = read({"--config", "toy.toml"});
    REQUIRE(values.has_value());
    const std::string printed = print_config(toy(), *values);
    CHECK_FALSE(printed.contains("nobody"));
    CHECK(printed.contains("password = \"***\"  # toy.toml:3:12"));
    CHECK(printed.contains("data = \"a\\\"b\"  # toy.toml:1:8"));
    CHECK(printed.contains("port = 80  # default"));
    CHECK(printed.contains("fast = false"));
    CHECK_FALSE(wrong_value(toy().options[6], "").value().contains("not \""));
    {  // the printed text is read again
        const Toml again(printed);
        const auto same = read({"--config", "toy.toml"});
        REQUIRE(same.has_value());
        CHECK(same->text("data") == "a\"b");
    }
}

TEST_CASE("durations") {
    CHECK(duration_from("250ms") == Duration{250'000});
    CHECK(duration_from("1h30m") == seconds(5400));
    CHECK(duration_from("366d").has_value());
    for (const char* bad : {"", "10", "m", "1y", "-1s", "1 s", "999999999999d", "367d"})
        CHECK_FALSE(duration_from(bad).has_value());
}

namespace {

// Counts; also shows the purpose of options of the outer command.
Subcommand outer() {
    const auto count = [](const Call& call) {
        return call.print(call.name + ": " + call.values.text_or_empty("GAME") + "/" +
                          call.values.text("SIDE") + "/" + call.values.text_or_empty("N") + " " +
                          call.values.text("url") + "\n");
    };
    return {.name = "desk",
            .summary = "rule",
            .options = {{.name = "url", .value = "URL", .otherwise = "here", .help = "where"}},
            .commands = {{.name = "count",
                          .summary = "count them",
                          .arguments = {{.name = "GAME", .optional = true},
                                        {.name = "SIDE", .kind = Kind::side},
                                        {.name = "N", .kind = Kind::number, .least = 1,
                                         .most = 9, .optional = true}},
                          .options = {{.name = "time", .kind = Kind::time, .value = "H:MM:SS",
                                       .help = "how long"}}}},
            .run = count};
}

struct Ran {
    int code = 0;
    std::string out, err;
};

Ran ran(const std::vector<std::string>& args, const Subcommand& command = outer()) {
    const auto text_of = [](std::FILE* file) {
        std::rewind(file);
        std::string text;
        for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
        std::fclose(file);
        return text;
    };
    Streams streams{nullptr, std::tmpfile(), std::tmpfile()};
    const int code = run_command("toy", command, args, streams);
    return {code, text_of(streams.out), text_of(streams.err)};
}

}  // namespace

TEST_CASE("a command inside another one takes the outer one's options, before it and after it") {
    CHECK(ran({"count", "white"}).out == "toy desk count: /white/ here\n");
    CHECK(ran({"--url", "count", "count", "W"}).out == "toy desk count: /white/ count\n");
    CHECK(ran({"--url=there", "count", "B"}).out == "toy desk count: /black/ there\n");
    CHECK(ran({"count", "b", "--url", "there"}).out == "toy desk count: /black/ there\n");
    CHECK(ran({"count", "--help"}).out.starts_with("toy desk count [GAME] SIDE [N]"));
    CHECK(ran({"count", "--help"}).out.contains("Options of toy desk"));
}

TEST_CASE("words have places, kinds and bounds as options have") {
    CHECK(ran({"count", "g", "white"}).out.contains(": g/white/ "));
    CHECK(ran({"count", "g", "white", "3"}).out.contains(": g/white/3 "));
    CHECK(ran({"count", "g", "white", "10"}).err ==
          "toy desk count: N: expected a number from 1 to 9, not \"10\"\n"
          "Try: toy desk count --help\n");
    CHECK(ran({"count", "g", "whit"}).err.contains("SIDE: expected white or black"));
    CHECK(ran({"count"}).err.contains("it takes GAME SIDE N"));
    CHECK(ran({"count", "w", "--time", "-2:00"}).code == exit_code::ok);
    CHECK(ran({"count", "w", "--time", "5m"}).err.contains("expected a time such as 1:30:00"));
    CHECK(ran({"count", "-:+", "w"}).out.contains(": -:+/white/"));  // a minus is not an option
}

TEST_CASE("a command that is not there is not carried out") {
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{}, {"fly"}, {"--url", "x"}, {"count", "w", "--fly"}}) {
        const Ran told = ran(args);
        CHECK(told.code == exit_code::usage);
        CHECK(told.out.empty());
    }
    CHECK(ran({"fly"}).err.contains("unknown command fly; there are count"));
    CHECK(ran({}).err.contains("say what to do: count"));
    CHECK(ran({"--url", "x"}).err.contains("say what to do: count"));
    CHECK(ran({"--pasword=hunter2", "count"}).err.contains("unknown option --pasword\n"));
}

TEST_CASE("what a start refuses, --check-config says in the same words", "[regress]") {
    const Subcommand fly{
        .name = "fly",
        .summary = "fly there",
        .options = {{.name = "to", .value = "PLACE", .otherwise = "home", .help = "where"},
                    {.name = "check-config", .kind = Kind::flag, .help = "only say what is wrong"},
                    {.name = "print-config", .kind = Kind::flag, .help = "only print it"}},
        .wrong = [](const Values& values) -> std::string {
            return values.text("to") == "moon" ? "--to moon: too far" : "";
        },
        .run = [](const Call& call) { return call.print("it flies\n"); }};
    CHECK(ran({}, fly).out == "it flies\n");
    CHECK(ran({"--check-config"}, fly).code == exit_code::ok);
    CHECK(ran({"--check-config"}, fly).out.empty());
    const Ran started = ran({"--to", "moon"}, fly);
    CHECK(started.code == exit_code::usage);
    CHECK(started.out.empty());
    CHECK(started.err == "toy fly: --to moon: too far\nTry: toy fly --help\n");
    const Ran checked = ran({"--to", "moon", "--check-config"}, fly);
    CHECK(checked.code == exit_code::bad_config);
    CHECK(checked.err == "toy fly: --to moon: too far\n");
}

TEST_CASE("help, manual page and completion come from the table") {
    const Program program{.name = "toy", .summary = "plays", .commands = {toy()}};
    const Subcommand& serve = program.commands.front();
    CHECK(help(program).contains("toy serve"));
    const std::string text = help("toy", {&serve});
    CHECK(text.starts_with("toy serve [FILE ...] --data DIR [OPTION ...]\n"));
    CHECK(text.contains("default: 80; TOY_PORT; key http.port"));
    const std::string page = man_page(program, {&serve});
    CHECK(page.starts_with(".TH \"TOY\\-SERVE\" 1"));
    CHECK(page.contains("\\&.second line with a \\e and \\-\n"));
    CHECK(page.contains(".nf\n as it stands\n.fi\n"));
    CHECK(completion(program, "bash")->contains("--password"));
    CHECK(completion(program, "zsh")->starts_with("#compdef toy\n"));
    CHECK(completion(program, "fish")
              ->contains("complete -c toy -n '__toy_at \"/serve\"' -l fast"));
    CHECK_FALSE(completion(program, "tcsh").has_value());
}

}  // namespace flagfall::cli
