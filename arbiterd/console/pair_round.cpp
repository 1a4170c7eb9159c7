#include "arbiterd/console/pair_round.hpp"

#include <fstream>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/engine_output.hpp"
#include "arbiterd/console/event_print.hpp"
#include "arbiterd/console/event_wish.hpp"
#include "arbiterd/console/remote.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "common/cli/child.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

constexpr std::size_t most_output_bytes = 16 * 1024 * 1024;  // of each file that an engine writes
constexpr std::size_t most_words_bytes = 2000;  // of its messages that an error quotes
constexpr Duration longest_run = seconds(3600);

std::string round_path(const cli::Values& values) {
    return event_path(values.text("EVENT")) + "/rounds/" + std::to_string(values.number("ROUND"));
}

// May the round be paired? It is new or has only byes, or --again allows replacing its pairings.
std::expected<void, int> may_pair(const cli::Call& call) {
    const auto answer = console::ask(call, {.path = round_path(call.values)});
    if (!answer) return std::unexpected(answer.error());
    if (answer->status == 404) return {};  // no such round yet, or no such event
    if (answer->status != 200) return std::unexpected(console::refused(call, *answer));
    const wire::Json json = answer_json(answer->body);
    const Answer round = Answer(json).object("round");
    for (const Answer& pairing : round.items("pairings"))
        if (!pairing.contains("bye") && !call.values.flag("again"))
            return std::unexpected(call.fail(
                exit_code::bad_input,
                "round " + call.values.text("ROUND") + " is paired already (" +
                    round.value("state", "") +
                    "): --again replaces its pairings, if it has not started"));
    return {};
}

// What the engine is given.
struct Question {
    std::string trf;
    std::vector<std::string> notes;
    std::string etag;  // the event's, when the file was made
};

std::expected<Question, int> question_for(const cli::Call& call) {
    const cli::Values& values = call.values;
    const auto event = console::ask(call, {.path = event_path(values.text("EVENT"))});
    if (!event) return std::unexpected(event.error());
    if (event->status != 200) return std::unexpected(console::refused(call, *event));
    std::string path = round_path(values) + "/trf?version=" + values.text("trf");
    if (values.has("colour")) path += "&colour=" + values.text("colour");
    auto file = console::ask(call, {.path = path});
    if (!file) return std::unexpected(file.error());
    if (file->status != 200) return std::unexpected(console::refused(call, *file));
    const wire::Json json = answer_json(event->body);
    const std::int64_t revision =
        values.has("if-revision") ? values.number("if-revision")
                                  : Answer(json).value("revision", std::int64_t{0});
    return Question{std::move(file->body), notes_of(*file),
                    "\"e" + std::to_string(revision) + "\""};
}

// The engine's output, or why there is none.
std::expected<std::string, std::string> answer_of(const cli::Values& values,
                                                  const std::string& trf) {
    const cli::WorkFolder folder;
    if (folder.path().empty())
        return std::unexpected("no folder can be made for the engine's files: see TMPDIR");
    const std::string in = folder.path() + "/round.trf";
    const std::string out = folder.path() + "/pairs.txt";
    const std::string said = folder.path() + "/said.txt";
    std::ofstream file(in, std::ios::binary);
    file << trf;
    file.close();
    if (!file) return std::unexpected(in + " cannot be written");
    cli::Child child{{values.text("engine")}, said, values.duration("patience"),
                     most_output_bytes};
    for (const std::string& word : values.all("engine-option")) child.words.push_back(word);
    if (values.all("engine-option").empty()) child.words.emplace_back("--dutch");
    for (const std::string& word : {in, std::string("-p"), out}) child.words.push_back(word);
    const auto ran = cli::run(child);
    const auto words = cli::read_file(said, most_output_bytes);
    const auto with_words = [&](std::string why) {
        if (words && !words->empty()) why += "; it said:\n" + words->substr(0, most_words_bytes);
        return std::unexpected(std::move(why));
    };
    if (!ran) return with_words(ran.error());
    auto text = cli::read_file(out, most_output_bytes);
    if (!text) return with_words(values.text("engine") + " wrote no pairings");
    return std::move(*text);
}

int no_pairings(const cli::Call& call, const Question& question, const std::string& why) {
    const int exit = call.fail(exit_code::bad_input, why + "\nNothing was changed.");
    print_notes(call, question.notes);
    return exit;
}

}  // namespace

cli::Subcommand pair_round_command() {
    using cli::Kind;
    const auto number = [](std::string name, std::string help, std::int64_t most) {
        return cli::Argument{.name = std::move(name), .kind = Kind::number,
                             .help = std::move(help), .least = 1, .most = most};
    };
    return {.name = "pair-round",
            .summary = "pair a round with a pairing engine, in one step",
            .text = "Runs PROGRAM OPTIONS FILE -p OUT, as bbpPairings and JaVaFo are called, "
                    "checks the output, and enters it as the round's pairings, a draft until you "
                    "publish it. If anything is wrong, nothing is changed. The engine runs on this "
                    "machine, with your rights and without the token.",
            .arguments = {{.name = "EVENT", .help = "its id, as in URLs"},
                          number("ROUND", "its number", limits::event_rounds)},
            .options = {{.name = "engine", .value = "PROGRAM", .help = "the pairing engine",
                         .environment = "FLAGFALL_ENGINE", .required = true},
                        {.name = "engine-option", .value = "WORD",
                         .help = "a word before the file; default: --dutch. For JaVaFo: --engine "
                                 "java --engine-option=-jar --engine-option=javafo.jar",
                         .repeated = true},
                        {.name = "trf", .value = "VERSION", .otherwise = "26",
                         .help = "version of TRF that the engine reads", .choices = {"26", "16"}},
                        {.name = "colour", .kind = Kind::side, .value = "SIDE",
                         .help = "colour drawn for the highest ranked player in round 1"},
                        {.name = "first-board", .kind = Kind::number, .value = "N",
                         .help = "board of the first pair, where an adjourned game or another "
                                 "event has those before it; default: 1",
                         .least = 1, .most = limits::boards},
                        {.name = "patience", .kind = Kind::duration, .value = "TIME",
                         .otherwise = "60s", .help = "how long the engine may take",
                         .least = seconds(1).us, .most = longest_run.us},
                        {.name = "again", .kind = Kind::flag,
                         .help = "replace the pairings of a round that is paired and has not "
                                 "started"}}};
}

int pair_round(const cli::Call& call) {
    if (const auto may = may_pair(call); !may) return may.error();
    const auto question = question_for(call);
    if (!question) return question.error();
    const auto text = answer_of(call.values, question->trf);
    if (!text) return no_pairings(call, *question, text.error());
    const auto round = static_cast<std::uint32_t>(call.values.number("ROUND"));
    if (const auto right = check_output(question->trf, *text, round); !right)
        return no_pairings(call, *question, "the engine's output is not used: " + right.error());
    const auto answer = console::ask_first(call, of_event, [&](const std::string& confirm) {
        return net::Ask{
            .method = "PUT",
            .path = round_path(call.values) + "/pairings" + import_query(call.values, confirm),
            .headers = {{"Content-Type", "text/plain"}, {"If-Match", question->etag}},
            .body = *text};
    });
    if (!answer) return answer.error();
    if (call.values.flag("json")) return call.print(answer->body + "\n");
    print_notes(call, question->notes);
    if (const int printed = call.print(print_act(answer->body)); printed != 0) return printed;
    return console::show(call, round_path(call.values), print_round);
}

}  // namespace flagfall::console
