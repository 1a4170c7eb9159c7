// The body of a request, from a caller of any role, to every route that takes one, through the
// real API: it is answered, never with 500; the text that an act brings to the office can be
// shown, and is written to the log and read from it unchanged.
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "common/wire/codec.hpp"
#include "common/wire/texts.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/web_kit.hpp"

using namespace flagfall;

namespace {

constexpr int kept_for = 500;  // inputs; then everything that they made is discarded

void check_written(const wire::GameEvent& event) {
    const std::string body = wire::encode_body(event);
    const auto again = wire::decode_game_event(wire::type_of(event), body);
    FF_CHECK(again.has_value());
    FF_CHECK(wire::encode_body(*again) == body);
}

wire::GameEvent acted(const wire::DeskCommand& command) {
    wire::DeskActed acted;
    acted.game = command.game;
    acted.id = command.id;
    acted.by = command.by;
    acted.article = command.article;
    acted.reason = command.reason;
    acted.act = command.act;
    return acted;
}

wire::GameEvent acted(const wire::EventCommand& command) {
    return wire::EventActed{command.event, command.id, command.by, command.reason, "",
                            command.act};
}

// Parses every act, and carries none out.
void refuse(const arbiterd::Act& act, const arbiterd::Permit&,
            const arbiterd::Answered& done) {
    std::visit(
        [](const auto& command) {
            FF_CHECK(!wire::bad_text(command));
            check_written(acted(command));
        },
        act);
    arbiterd::ActAnswer answer;
    const bool desk = std::holds_alternative<wire::DeskCommand>(act);
    answer.refusal.code = desk ? "unknown_game" : "unknown_event";
    answer.refusal.text = "this is a test";
    done(std::move(answer));
}

const std::vector<const api::Route*>& routes_with_bodies() {
    static const auto all = [] {
        std::vector<const api::Route*> found;
        for (const api::Route& route : api::routes())
            if (!route.body.empty()) found.push_back(&route);
        return found;
    }();
    return all;
}

// The route's path with existing parts of the record.
std::string path_of(std::string_view route) {
    std::string path(route);
    for (const auto& [name, value] : std::initializer_list<std::pair<std::string, std::string>>{
             {"{event}", "o"}, {"{game}", "o/1/1"}, {"{round}", "1"}, {"{board}", "1"}})
        if (const auto at = path.find(name); at != std::string::npos)
            path.replace(at, name.size(), value);
    return path;
}

struct Web {
    fuzz::WebKit kit{refuse};
    std::array<std::string, 4> tokens{"", kit.token(access::Role::chief_arbiter),
                                      kit.token(access::Role::pairing_program),
                                      kit.token(access::Role::broadcaster)};
};

void check_answer(const net::Response& response) {
    static const std::set<unsigned> known{200, 201, 202, 204, 400, 401, 403, 404, 409, 412,
                                          413, 415, 422, 428, 429, 503};
    FF_CHECK(known.contains(response.status));
    if (response.content_type.ends_with("json"))
        FF_CHECK(nlohmann::json::accept(response.body));
}

}  // namespace

FUZZ_TARGET(http_body) {
    static std::unique_ptr<Web> web;
    static int used = 0;
    if (!web || ++used % kept_for == 0) web = std::make_unique<Web>();
    fuzz::Bytes bytes(input);
    const api::Route& route = *bytes.pick(routes_with_bodies());
    const auto& token = web->tokens.at(bytes.below(8) % 4);  // of the chief arbiter in one of 4
    net::Request request;
    request.method = std::string(route.method());
    request.target = request.path = path_of(route.path);
    request.peer = "127.0.0.1:1";
    request.headers = {{"Host", "localhost"},
                       {"Content-Type", std::string(bytes.pick(route.body).type)},
                       {"Idempotency-Key", "key-" + std::to_string(bytes.below(4))},
                       {"If-Match", "*"}};
    if (!token.empty()) request.headers.emplace_back("Authorization", "Bearer " + token);
    request.body = std::string(bytes.rest());
    check_answer(web->kit.answer_later(std::move(request)));
}
