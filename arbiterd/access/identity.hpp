// Who sent a request, and what they may do.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/roles.hpp"
#include "common/base/ids.hpp"
#include "common/wire/event_messages.hpp"

namespace flagfall::access {

// By default an anonymous caller.
struct Identity {
    Role role = Role::public_viewer;
    std::string name;  // of the person, or of the token
    std::string id;    // of the person, or of a token without a person
    bool vouches_for_others = false;   // may act in anybody's name
    std::vector<std::string> sectors;  // names of the event's sectors; empty: all boards
    std::string event;                 // limited to this event; empty: all
    bool needs_pin = false;            // rulings need the person's PIN
    bool by_cookie = false;            // a browser's session, not a token
    std::string session;               // for check_pin() and log_out(); not secret
    std::string token = {};            // id of the request's token; empty: a session, or anonymous
    friend bool operator==(const Identity&, const Identity&) = default;
};

// A refusal as an HTTP answer: `code` is for programs, `text` says to people what to do.
struct Denied {
    unsigned status = 403;
    std::string code;
    std::string text;
    std::optional<std::uint32_t> retry_after_s;
    std::optional<std::uint32_t> tries_left{};  // for a PIN or password, before the session ends
    friend bool operator==(const Denied&, const Denied&) = default;
};

// Is the identity's role one of these?
bool may(const Identity& identity, Roles allowed);

// Is its role one of `of_office`?
bool in_office(const Identity& identity);

// May the identity use this event?
bool may_event(const Identity& identity, std::string_view event);

// Is the board in one of the identity's sectors, as the event defines them? True without sectors. A
// sector that the event does not have contains no boards.
bool may_board(const Identity& identity, const wire::EventInfo& info, Board board);

// Is this sector one of the identity's? True without sectors; otherwise never for an empty
// name.
bool may_sector(const Identity& identity, std::string_view sector);

// How far an act reaches.
enum class Reach : std::uint8_t {
    office,  // beyond any single event: a new event
    event,   // one event
    hall,    // all boards of an event's round
    board,   // one board of an event
};

// The target of an act.
struct ActTarget {
    std::string event;
    const wire::EventInfo* info = nullptr;  // of that event; null: not known
    Board board;                            // for Reach::board
};

// Do the identity's limits, to one event and to sectors, allow this? Always without limits. Denied:
// 403 "not_yours", with a text that says who can help.
std::expected<void, Denied> within_reach(const Identity& identity, Reach reach,
                                         const ActTarget& place);

// The name of the person who acts, for a request that names `by` (empty: nobody). Persons, and
// tokens that may not act for others, act only in their own name: 403 "acts_for_another". A token
// that may must name somebody: 422 "by_missing".
std::expected<std::string, Denied> acting_as(const Identity& identity, std::string_view by);

}  // namespace flagfall::access
