#include "arbiterd/console/event_command.hpp"

#include <nlohmann/json.hpp>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/event_print.hpp"
#include "arbiterd/console/event_wish.hpp"
#include "arbiterd/console/follow_command.hpp"
#include "arbiterd/console/pair_round.hpp"
#include "arbiterd/console/remote.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/text.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

std::string path_of(const cli::Call& call) { return event_path(call.values.text("EVENT")); }

// The present state of an event in arbiterd.
struct Present {
    std::string event;  // the answer
    std::int64_t revision = 0;
};

std::expected<Present, int> present(const cli::Call& call) {
    auto body = console::get(call, path_of(call));
    if (!body) return std::unexpected(body.error());
    const wire::Json json = answer_json(*body);
    if (!Answer(json).contains("info")) throw NotArbiterd();
    const std::int64_t revision = Answer(json).at("revision").number();
    return Present{std::move(*body), revision};
}

int act(const cli::Call& call) {
    const cli::Values& values = call.values;
    std::optional<std::int64_t> revision;
    if (values.has("if-revision")) revision = values.number("if-revision");
    std::string event;
    if (call.command.name == "change") {  // it must not change between reading and replacing
        const auto known = present(call);
        if (!known) return known.error();
        event = known->event;
        if (!revision) revision = known->revision;
    }
    const auto made = act_of(call.command.name, values, event);
    if (!made) return call.usage(made.error());
    ordered_json body{{"event", values.text("EVENT")}, {"act", ordered_json::parse(*made)}};
    if (revision) body["ifMatch"] = *revision;
    return console::send(
        call, {.path = path_of(call) + "/acts",
               .body = body.dump(-1, ' ', false, ordered_json::error_handler_t::replace),
               .id_prefix = "event-",
               .doubt = of_event,
               .done = print_act});
}

int import(const cli::Call& call) {
    const cli::Values& values = call.values;
    const std::string& path = values.text("FILE");
    const auto text = cli::read_file(path, cli::any_size, call.streams.in);
    if (!text) return call.usage(text.error());
    const auto known = present(call);
    if (!known) return known.error();
    const std::int64_t revision =
        values.has("if-revision") ? values.number("if-revision") : known->revision;
    const auto answer = console::ask_first(call, of_event, [&](const std::string& confirm) {
        return net::Ask{.method = "PUT",
                        .path = path_of(call) + "/import" + import_query(values, confirm),
                        .headers = {{"Content-Type", media_type_of(path)},
                                    {"If-Match", "\"e" + std::to_string(revision) + "\""}},
                        .body = *text};
    });
    if (!answer) return answer.error();
    return call.print(values.flag("json") ? answer->body + "\n" : print_act(answer->body));
}

}  // namespace

int run_event(const cli::Call& call) {
    if (const auto question = question_of(call.command.name, call.values)) {
        if (!*question) return call.usage(question->error());
        return console::show(call, (*question)->path, (*question)->print);
    }
    if (call.command.name == "pair-round") return pair_round(call);
    if (call.command.name == "follow") return follow(call);
    return call.command.name == "import" ? import(call) : act(call);
}

}  // namespace flagfall::console
