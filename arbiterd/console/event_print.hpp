// Prints the API's JSON answers about events as text for a terminal.
#pragma once

#include <string>

namespace flagfall::console {

std::string print_events(const std::string& body);
std::string print_event(const std::string& body);
std::string print_players(const std::string& body);
std::string print_round(const std::string& body);
std::string print_results(const std::string& body);

// What an act did: its status, the event's revision, and the lines about it.
std::string print_act(const std::string& body);

}  // namespace flagfall::console
