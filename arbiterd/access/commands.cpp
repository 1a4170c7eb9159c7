#include "arbiterd/access/commands.hpp"

namespace flagfall::access {

namespace {

const CommandOption sector{"sector", "NAME", "one of the event's sectors; without, all boards",
                           true};
const CommandOption password_stdin{
    "password-stdin", "", "read from standard input, one a line, instead of the terminal"};
const CommandOption json{"json", "", "as JSON"};

std::vector<Command> of_persons() {
    return {
        {"person add", "NAME",
         {{"role", "ROLE", "chief_arbiter, arbiter, pairing_program or broadcaster"},
          sector,
          {"password-stdin", "",
           "the password, and the PIN on the next line, from standard input"}},
         "somebody who logs in; asks for the password and the PIN"},
        {"person change", "NAME",
         {{"rename", "NAME", "another name"},
          {"role", "ROLE", "another role"},
          sector,
          {"all-sectors", "", "no limit to sectors any more"}},
         "another name, role or sectors, from the next request on"},
        {"person password", "NAME", {password_stdin}, "another password; ends the sessions"},
        {"person pin", "NAME", {password_stdin}, "another PIN"},
        {"person disable", "NAME", {}, "ends the sessions and tokens, and no new ones begin"},
        {"person enable", "NAME", {}, "the password and the tokens are good again"},
        {"person list", "", {json}, "everybody, also who is disabled"},
    };
}

std::vector<Command> of_tokens() {
    return {
        {"token create", "NAME",
         {{"role", "ROLE",
           "chief_arbiter, arbiter, pairing_program, broadcaster, clock_daemon or device"},
          {"person", "NAME", "a person's: acts as this person, with the rights the person has"},
          {"event", "EVENT", "good for this event only"},
          sector,
          {"expires", "TIME", "such as 30d, 12h or 90m; without, it lasts until it is revoked"},
          {"vouches", "", "an arbiter's desk: each act says whose it is"}},
         "a token for a program or a device, printed this once"},
        {"token revoke", "ID", {}, "ends it, from the next request on"},
        {"token list", "", {json}, "all tokens, without what opens anything"},
        {"token owner", "", {}, "a new token in DIR/owner.token; the old one is revoked"},
        {"audit", "",
         {{"limit", "NUMBER", "how many lines; 50 without"},
          {"before", "NUMBER", "those older than the line with this number"},
          json},
         "who changed what, who logged in, who tried; newest first"},
    };
}

}  // namespace

std::span<const Command> commands() {
    static const std::vector<Command> all = [] {
        std::vector<Command> list = of_persons();
        for (Command& command : of_tokens()) list.push_back(std::move(command));
        return list;
    }();
    return all;
}

std::span<const CommandOption> common_options() {
    static const std::vector<CommandOption> all{
        {"data", "DIR", "folder of the record, where access.db is"},
        {"help", "", "this text"},
    };
    return all;
}

}  // namespace flagfall::access
