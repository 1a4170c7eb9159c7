// Calls a running arbiterd over HTTP: shared by `arbiterd desk` and `arbiterd event`. Errors are
// printed here; the result is then the exit code.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/call.hpp"
#include "common/net/http_client.hpp"

namespace flagfall::console {

// Exit code: the act needs a confirmation, and nothing was done.
constexpr int needs_yes = 3;

// --url, --ca, --data, --token-file, --insecure-lan, --by, --reason, --id and --json.
std::vector<cli::Option> remote_options();

// --yes and --confirm, for acts that are shown before they are carried out.
std::vector<cli::Option> confirm_options();

// A request with its token and address from the options.
struct Request {
    net::Origin origin;
    net::Ask ask;
};
// For callers with their own loop. The error is for Call::usage.
std::expected<Request, std::string> request_of(const cli::Call& call, net::Ask what);

// The response, with any status. The error says why it is not from arbiterd.
std::expected<net::Response, std::string> answer_of(net::Answer answer);

// Why arbiterd refused: the text, and the code for programs in brackets.
std::string why(const net::Response& refusal);

// Sends the request with the token from the options. Returns the response with any status; an error
// means that the connection failed.
std::expected<net::Response, int> ask(const cli::Call& call, net::Ask what);

// The body of a JSON answer for this path.
std::expected<std::string, int> get(const cli::Call& call, const std::string& path);

// Prints why arbiterd refused, with the fields or lines of a file. Returns the exit code:
// unavailable when the server failed, else bad_input.
int refused(const cli::Call& call, const net::Response& answer);

// The notes beside a file, about what its format cannot express (X-Flagfall-Note).
std::vector<std::string> notes_of(const net::Response& answer);

// Prints notes on the error stream, so that they get into no file.
void print_notes(const cli::Call& call, const std::vector<std::string>& notes);

// Formats the body of an answer for people.
using Print = std::string (*)(const std::string& body);

// Requests this path and prints the answer, unchanged with --json or without `print`. Notes on a
// file go to the error stream.
int show(const cli::Call& call, const std::string& path, Print print);

// How an act is shown, or refused, before it is confirmed.
struct Doubt {
    std::string_view preview;   // the field with the lines of the preview
    std::string_view question;  // "Carry it out?"
    bool always = false;        // also an act that arbiterd would carry out at once
};

// For acts and files of an event.
inline constexpr Doubt of_event{"says", "Carry it out?"};

// Makes the request with this confirming token; "": not confirmed yet.
using AskWith = std::function<net::Ask(const std::string& confirm)>;

// Sends the request, and again once it is confirmed by --yes, --confirm, or at the terminal.
// Returns what was carried out; errors are printed.
std::expected<net::Response, int> ask_first(const cli::Call& call, const Doubt& doubt,
                                            const AskWith& what);

// An act as JSON, and how to show it.
struct RemoteAct {
    std::string path;
    std::string body;            // a JSON object, to which id, by, reason and confirm are added
    std::string_view id_prefix;  // of a generated id: "desk-"
    Doubt doubt;
    Print done;
};

// Sends the act by ask_first and prints what was done.
int send(const cli::Call& call, const RemoteAct& act);

}  // namespace flagfall::console
