// Command lines that call a running arbiterd over HTTP: the shared parts of `arbiterd desk` and
// `arbiterd event`. They print every error; the result is then the exit code.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/call.hpp"
#include "common/net/http_client.hpp"

namespace flagfall::console {

// Of an act that waits for a yes; nothing was carried out.
constexpr int needs_yes = 3;

// --url, --ca, --data, --token-file, --insecure-lan, --by, --reason, --id and --json.
std::vector<cli::Option> remote_options();

// --yes and --confirm, of acts whose effect is shown before they are carried out.
std::vector<cli::Option> confirm_options();

// A request with the token that the options name, and where it goes.
struct Request {
    net::Origin origin;
    net::Ask ask;
};
// For those who send it from a loop. The error is for Call::usage.
std::expected<Request, std::string> request_of(const cli::Call& call, net::Ask what);

// What came back, with any status; the error says why it is no answer of arbiterd.
std::expected<net::Response, std::string> answer_of(net::Answer answer);

// Why arbiterd refused: its text, with the code for programs in brackets.
std::string why(const net::Response& refusal);

// Sends the request with the token that the options name. An error is a failed connection; an
// answer of arbiterd is returned with any status.
std::expected<net::Response, int> ask(const cli::Call& call, net::Ask what);

// The body of a JSON object at this path.
std::expected<std::string, int> get(const cli::Call& call, const std::string& path);

// Prints why arbiterd refused, and where: the fields, or the lines of a file. Returns the exit
// code: unavailable for a fault of the server, else bad_input.
int refused(const cli::Call& call, const net::Response& answer);

// What a file could not say, as arbiterd notes it beside the file (X-Flagfall-Note).
std::vector<std::string> notes_of(const net::Response& answer);

// Prints notes on the error stream, where they are in no file.
void print_notes(const cli::Call& call, const std::vector<std::string>& notes);

// How an answer's body is shown to people.
using Print = std::string (*)(const std::string& body);

// Asks for this path and prints the answer; as it came with --json or without `print`. Notes on a
// file go to the error stream.
int show(const cli::Call& call, const std::string& path, Print print);

// What is shown, or refused, until somebody says yes.
struct Doubt {
    std::string_view preview;   // the field with the lines that say what it would do
    std::string_view question;  // "Carry it out?"
};

// Of acts and files of an event.
inline constexpr Doubt of_event{"says", "Carry it out?"};

// A request with the token that confirms it; "": it is not confirmed yet.
using AskWith = std::function<net::Ask(const std::string& confirm)>;

// Asks, and again when it is confirmed: with --yes, --confirm, or at the terminal. What was carried
// out; an error is printed.
std::expected<net::Response, int> ask_first(const cli::Call& call, const Doubt& doubt,
                                            const AskWith& what);

// An act as JSON, and how to talk about it.
struct RemoteAct {
    std::string path;
    std::string body;            // a JSON object; id, by, reason and confirm are added
    std::string_view id_prefix;  // of an id that is made up: "desk-"
    Doubt doubt;
    Print done;
};

// Sends the act by ask_first, and prints what was done.
int send(const cli::Call& call, const RemoteAct& act);

}  // namespace flagfall::console
