#include "arbiterd/api/route.hpp"

#include "arbiterd/api/handlers.hpp"
#include "arbiterd/formats/limits.hpp"

namespace flagfall::api {

namespace {

using access::Role;
using access::Roles;
using enum Scope;
using enum Form;

constexpr Roles everybody = access::everybody;
constexpr Roles arbiters = access::arbiters;
constexpr Roles chief = Role::chief_arbiter;
// The roles that may send players and pairings.
constexpr Roles pairers = Role::chief_arbiter | Role::pairing_program;
// For acts of an event; the table of acts (act_rules.cpp) says which of them each role may do.
constexpr Roles office = access::of_office;
// The roles that may acknowledge a result.
constexpr Roles readers = Role::chief_arbiter | Role::pairing_program | Role::broadcaster;

constexpr Verb get = Verb::get();
constexpr Verb (&post)(Guard) = Verb::post;
constexpr Verb (&put)(Guard) = Verb::put;
constexpr Verb (&remove)(Guard) = Verb::remove;

std::vector<ResponseDoc> ok(std::string_view says, std::string_view schema) {
    return {{200, says, {{"application/json", schema}}}};
}

std::vector<ResponseDoc> file(std::string_view says, std::string_view type) {
    return {{200, says, {{type}}}};
}

const Field cursor{"cursor", "string", "Where the next page begins, from the Link header."};
const Field page{"limit", "integer", "Maximum number of entries, up to 1000; default 200."};
const Field delay{"delay", "integer",
                  "Seconds: only moves made at least this long ago; rounded up (docs/formats.md)."};
const Field first_board{"firstBoard", "integer", "The first board of a pairing engine's output; "
                                                 "default: 1."};
const Field confirmed{"confirm", "string", "The token of the first answer: yes, carry it out."};
const Field by{"by", "string", "The person who acts, if the token may act for others."};
const Field hidden{"hidden", "boolean", "Include hidden events; not for everybody."};
const Field slice{"slice", "string", "Boards, such as 1-4,11-15; default: all."};

// The media types of an import.
std::vector<Media> formats() {
    return {{"application/json", "import"}, {"application/x-trf"},
            {"application/x-trf16"},        {"application/x-trf26"},
            {"text/csv"},                   {"application/x-chess-pgn"},
            {"application/vnd.chess-pgn"},  {"text/plain"},
            {"application/octet-stream"}};
}

#define EVENTS "/api/v1/events"
#define EVENT EVENTS "/{event}"
#define ROUND EVENT "/rounds/{round}"
#define BOARD ROUND "/boards/{board}"

void add_events(std::vector<Route>& all) {
    const auto done = ok("Done, and durable.", "event_answer");
    all.insert(
        all.end(),
        {{get, "/", "getRoot", "events",
          "Where to begin: the pages for a browser (Accept: text/html), else the list of events.",
          everybody, listed, get_root, {cursor, page, hidden}, {},
          {{200, "The events, or the page.", {{"application/json", "events"}, {"text/html"}}}},
          tagged},
         {get, EVENTS, "listEvents", "events", "All events with their rounds.", everybody, listed,
          list_events, {cursor, page, hidden}, {}, ok("The events.", "events"), tagged},
         {post(Guard::key), EVENTS, "createEvent", "events", "Create an event.", pairers, of_act,
          create_event, {}, {{"application/json", "new_event"}}, {{201, "Created.",
          {{"application/json", "event_answer"}}}}},
         {get, EVENT, "getEvent", "events", "One event: its details and its rounds.",
          everybody, of_event, get_event, {}, {}, ok("The event.", "event"), tagged},
         {put(Guard::if_match), EVENT, "changeEvent", "events",
          "Replace an event's details.", pairers, of_event, put_event, {},
          {{"application/json", "event_change"}}, done},
         {post(Guard::key_or_id), EVENT "/acts", "actOnEvent", "events",
          "One act on an event, from entering players to confirming a round.", office,
          of_event, post_act, {}, {{"application/json", "office.command"}},
          ok("Done, and durable; an act for many boards is shown before it is done.",
             "event_answer"), untagged,
          limits::import_bytes},
         {put(Guard::if_match), EVENT "/import", "importEvent", "events",
          "Take players, rounds and pairings from a file: TRF, JSON, CSV, PGN.", office, of_event,
          import_event,
          {by, {"round", "integer", "The round that pairings in the file are for."}, first_board,
           {"replace", "boolean", "Take pairings and results of rounds that have started, too: "
                                  "the first answer (status `confirm`) shows what changes."},
           confirmed},
          formats(), ok("Taken whole.", "import_answer"), untagged, limits::import_bytes},
         {get, EVENT "/players", "listPlayers", "events", "The players by number.", everybody,
          of_event, list_players, {cursor, page}, {}, ok("The players.", "players"), tagged},
         {put(Guard::if_match), EVENT "/players", "importPlayers", "events",
          "Take players from a file; those with a known number or FIDE id are changed.", pairers,
          of_event, put_players, {by}, formats(), ok("Taken whole.", "import_answer"), untagged,
          limits::import_bytes},
         {get, EVENT "/players.csv", "getPlayersCsv", "events", "The players as CSV.", everybody,
          of_event, get_players_csv, {}, {}, file("The players.", "text/csv"), tagged},
         {get, EVENT "/rounds", "listRounds", "events", "The rounds and how far they are.",
          everybody, of_event, list_rounds, {}, {}, ok("The rounds.", "rounds"), tagged},
         {get, ROUND, "getRound", "events", "One round with its pairings.", everybody, of_event,
          get_round, {}, {}, ok("The round.", "round"), tagged},
         {put(Guard::if_match), ROUND "/pairings", "importPairings", "events",
          "Take a round's pairings from a file, such as a pairing engine's output.", office,
          of_event, put_pairings, {by, first_board, confirmed}, formats(),
          ok("Taken whole.", "import_answer"), untagged, limits::import_bytes}});
}

void add_results(std::vector<Route>& all) {
    all.insert(
        all.end(),
        {{get, ROUND "/results", "getResults", "results", "A round's results, board by board.",
          everybody, of_event, get_results, {}, {}, ok("The results.", "results"), kept},
         {put(Guard::if_match), BOARD "/result", "enterResult", "results",
          "Enter or withdraw the result of a board without a Flagfall clock.", arbiters, of_event,
          put_result, {}, {{"application/json", "entered_result"}}, ok("Entered.", "event_answer")},
         {post(Guard::key), ROUND "/results/ack", "acknowledgeRound", "results",
          "Acknowledge the results of a round.", readers, of_event, acknowledge, {},
          {{"application/json", "acknowledgement"}}, ok("Noted.", "event_answer")},
         {post(Guard::key), ROUND "/results/{board}/ack", "acknowledgeBoard", "results",
          "Acknowledge the result of a board.", readers, of_event, acknowledge, {},
          {{"application/json", "acknowledgement"}}, ok("Noted.", "event_answer")},
         {get, ROUND "/games.pgn", "getGames", "results", "A round's games as PGN, in order.",
          everybody, of_event, get_games_pgn, {delay, slice}, {}, file("The games.",
          "application/x-chess-pgn"), kept},
         {get, BOARD "/game.pgn", "getGame", "results", "One game as PGN.", everybody, of_event,
          get_game_pgn, {delay}, {}, file("The game.", "application/x-chess-pgn"), kept},
         {get, BOARD "/scoresheet", "getScoresheet", "results",
          "One game move by move with its clock times.", everybody, of_event, get_scoresheet, {},
          {}, ok("The scoresheet.", "scoresheet"), tagged},
         {get, ROUND "/results.csv", "getResultsCsv", "results", "The results as CSV.", everybody,
          of_event, get_results_csv, {}, {}, file("The results.", "text/csv"), kept},
         {get, ROUND "/results.res", "getResultsVega", "results", "The results as Vega's .res.",
          everybody, of_event, get_vega, {{"codes", "string",
          "Code of each result, such as 1-0=1,0-1=2; default: the configured codes."}}, {},
          file("The results.", "text/plain"), kept},
         {get, ROUND "/results.html", "getTable", "results",
          "The results as a page, in the pairing program's order, for retyping.",
          everybody, of_event, get_table, {{"order", "string",
          "pairings (the default) or players: the order of the rows."}}, {}, file("The table.",
          "text/html"), kept},
         {get, ROUND "/pairings.txt", "getPairs", "results",
          "The pairings as a pairing engine writes them: how many, then white and black.",
          everybody, of_event, get_pairs, {}, {}, file("The pairings.", "text/plain"), kept},
         {get, EVENT "/trf", "getTrf", "results", "The event as FIDE's tournament report.",
          everybody, of_event, get_trf, {{"version", "integer", "26 (the default) or 16."}}, {},
          file("The report.", "application/x-trf"), kept},
         {get, ROUND "/trf", "getPairingTrf", "results",
          "What a pairing engine needs to pair this round: the rounds before it, the byes and who "
          "has withdrawn.",
          pairers, of_event, get_pairing_trf,
          {{"for", "string", "What it is for: pairing, and nothing else."},
           {"version", "integer", "26 (the default) or 16."},
           {"colour", "string", "The colour drawn for the highest ranked player of round 1: white "
                                "(the default) or black."}},
          {}, file("The report.", "application/x-trf"), kept},
         {get, ROUND "/rulings", "getRulings", "results",
          "Every ruling of a round with its article and evidence.", arbiters, of_event, get_rulings,
          {}, {}, ok("The rulings.", "rulings"), tagged},
         {get, BOARD "/rulings", "getBoardRulings", "results", "The rulings at one board.",
          arbiters, of_event, get_board_rulings, {}, {}, ok("The rulings.", "rulings"), tagged},
         {get, "/get/{event}/tournament.json", "getCloudTournament", "results",
          "The event as LiveChess Cloud writes it.", everybody, of_event, get_cloud_tournament, {},
          {}, ok("The document.", "document"), kept},
         {get, "/get/{event}/round-{round}/index.json", "getCloudRound", "results",
          "A round as LiveChess Cloud writes it.", everybody, of_event, get_cloud_round, {}, {},
          ok("The document.", "document"), kept},
         {get, "/get/{event}/round-{round}/game-{board}.json", "getCloudGame", "results",
          "A game as LiveChess Cloud writes it.", everybody, of_event, get_cloud_game, {delay}, {},
          ok("The document.", "document"), kept}});
}

void add_changes(std::vector<Route>& all) {
    const Field after{"after", "integer", "The seq after which to begin."};
    const std::vector<ResponseDoc> empty{{204, "Done."}};
    all.insert(
        all.end(),
        {{get, EVENT "/changes", "getChanges", "changes",
          "What happened after a position, oldest first; with wait, as soon as something happens.",
          everybody, of_event, get_changes, {after, {"limit", "integer",
          "Maximum number of changes, up to 1000; default 100."}, {"wait", "integer",
          "Seconds to wait for a change, up to 60."}}, {}, {{200, "What happened.",
          {{"application/json", "changes"}}}, {204, "Nothing happened in that time."}}},
         {get, EVENT "/stream", "streamChanges", "changes",
          "The same as Server-Sent Events; Last-Event-ID resumes where a stream ended.", everybody,
          of_event, get_stream, {after}, {}, file("Events until the end.", "text/event-stream")},
         {get, EVENT "/ws", "socketChanges", "changes", "The same over a WebSocket.", everybody,
          of_event, get_socket, {after}, {}, {{101, "Switching to WebSocket."}}},
         {get, "/api/v1/webhooks", "listWebhooks", "changes", "The webhooks and their state.",
          chief, office_wide, list_webhooks, {}, {}, ok("The webhooks.", "webhooks")},
         {post(Guard::pin), "/api/v1/webhooks", "createWebhook", "changes",
          "Send each change to a URL, signed with a secret that is shown only once.", chief,
          office_wide, create_webhook, {}, {{"application/json", "new_webhook"}}, {{201, "Made.",
          {{"application/json", "made_webhook"}}}}},
         {remove(Guard::pin), "/api/v1/webhooks/{webhook}", "deleteWebhook", "changes",
          "Remove a webhook.", chief, office_wide, delete_webhook, {}, {}, empty},
         {get, "/api/v1/webhooks/{webhook}/dead-letters", "listDeadLetters", "changes",
          "What could not be delivered.", chief, office_wide, list_dead_letters, {}, {},
          ok("The letters.", "dead_letters")},
         {post(Guard::pin), "/api/v1/webhooks/{webhook}/retry", "retryWebhook", "changes",
          "Retry at once what could not be delivered.", chief, office_wide, retry_webhook, {},
          {}, {{202, "It is being sent."}}}});
}

// Anybody may load a page; the data that it shows comes from the other routes.
void add_pages(std::vector<Route>& all) {
    const std::vector<Field> filters{
        {"round", "string", "The round; default: the one that is played."},
        {"sector", "string", "Only the boards of this sector."},
        {"state", "string", "Only boards in this state."},
        {"q", "string", "Only boards with this number or name."}};
    const std::vector<ResponseDoc> html = file("The page.", "text/html");
    all.insert(
        all.end(),
        {{get, "/login", "getLogInPage", "pages", "Log in.", everybody, no_event, get_page,
          {{"to", "string", "The page to go on to."}}, {}, html, kept},
         {get, "/events", "getEventsPage", "pages", "All events.", everybody, no_event, get_page,
          {}, {}, html, kept},
         {get, "/keys", "getKeysPage", "pages", "The keys of the pages.", everybody, no_event,
          get_page, {}, {}, html, kept},
         {get, "/equipment", "getEquipmentPage", "pages", "The electronic boards of the hall.",
          everybody, no_event, get_page, {}, {}, html, kept},
         {get, "/setup", "getSetupPage", "pages", "A new event.", everybody, no_event, get_page, {},
          {}, html, kept},
         {get, "/setup/{event}", "getEventSetupPage", "pages",
          "An event's players, pairings and start.", everybody, no_event, get_page, {}, {}, html,
          kept},
         {get, "/hall/{event}", "getHallPage", "pages", "The hall.", everybody, no_event, get_page,
          filters, {}, html, kept},
         {get, "/hall/{event}/{board}", "getBoardPage", "pages", "A board.", everybody, no_event,
          get_page, filters, {}, html, kept},
         {get, "/a/{file}", "getPageFile", "pages",
          "A script, style sheet or picture of the pages; a name is used for one content only.",
          everybody, no_event, get_page_file, {}, {},
          {{200, "The file.", {{"text/javascript"}, {"text/css"}, {"image/svg+xml"},
                            {"application/manifest+json"}}}}, kept}});
}

void add_desk(std::vector<Route>& all) {
    all.insert(
        all.end(),
        {{get, EVENT "/hall", "getHall", "desk",
          "All boards of a round as arbiters watch them, in one answer.", arbiters, of_event,
          get_hall,
          {{"round", "string", "The round; default: the one that is played."},
           {"after", "integer", "Only boards that have changed after this seq."},
           {"positions", "boolean", "With the position on each board."}}, {},
          ok("The hall.", "hall"), kept},
         {get, "/api/v1/equipment", "listEquipment", "desk",
          "Electronic boards and their clocks as they are now: link, battery, what they show.",
          arbiters, office_wide, get_equipment, {}, {}, ok("By serial number.", "equipment")},
         {put(Guard::none), EVENT "/hall/cases/{board}", "takeCase", "desk",
          "Take what waits at a board, so that others see who goes there; or hand it back.",
          arbiters, of_event, put_case, {}, {{"application/json", "case_change"}},
          ok("Who goes where.", "cases")},
         {get, "/api/v1/desk/queue", "getQueue", "desk",
          "Open questions, oldest first; those of the caller's sector.", arbiters, listed,
          get_queue, {{"sector", "string", "all: those of every board."}}, {}, ok("The queue.",
          "desk_queue"), kept},
         {get, "/api/v1/desk/boards/{board}", "getDeskBoard", "desk",
          "The games that a board's number may mean now: usually one.", arbiters, listed,
          get_desk_board, {}, {}, ok("The games.", "desk_board")},
         {get, "/api/v1/desk/games/{game}", "getDeskGame", "desk",
          "One game with its questions and rulings.", arbiters, of_game, get_desk_game, {}, {},
          ok("The game.", "desk_game")},
         {get, "/api/v1/desk/games/{game}/history", "getDeskHistory", "desk",
          "What was to be seen at its board at each instant.", arbiters, of_game, get_desk_history,
          {}, {}, ok("The game's instants.", "desk_history")},
         {get, "/api/v1/desk/games/{game}/sheets", "getDeskSheets", "desk",
          "Its scoresheets, compared with the record.", arbiters, of_game, get_desk_sheets, {}, {},
          ok("The sheets.", "desk_sheets")},
         {post(Guard::key_or_id), "/api/v1/desk/acts", "actAtDesk", "desk", "An arbiter rules.",
          arbiters, of_act, post_desk_act, {}, {{"application/json", "desk.command"}},
          ok("Done, or shown before it is done.", "desk_answer")}});
}

void add_access(std::vector<Route>& all) {
    const std::vector<ResponseDoc> empty{{204, "Done."}};
    const Roles logged_in = access::of_persons;
    all.insert(
        all.end(),
        {{get, "/api/v1/session", "getSession", "access", "Who am I?", everybody, no_event,
          get_session, {}, {}, ok("You.", "session")},
         {post(Guard::none), "/api/v1/session", "logIn", "access", "Log in with name and password.",
          everybody, no_event, log_in, {}, {{"application/json", "log_in"}},
          ok("Logged in; the cookie comes with it.", "session")},
         {remove(Guard::none), "/api/v1/session", "logOut", "access", "Log out.", logged_in,
          no_event, log_out, {}, {}, empty},
         {get, "/api/v1/people", "listPeople", "access", "The people who may log in.", chief,
          office_wide, list_people, {}, {}, ok("The people.", "people")},
         {post(Guard::pin), "/api/v1/people", "createPerson", "access",
          "Add a person who may log in.",
          chief, office_wide, create_person, {}, {{"application/json", "new_person"}}, {{201,
          "Made.", {{"application/json", "person"}}}}},
         {put(Guard::pin), "/api/v1/people/{person}", "changePerson", "access",
          "Change a person's password, PIN or sectors, or disable them.", chief, office_wide,
          change_person, {}, {{"application/json", "person_change"}}, ok("Changed.", "person")},
         {get, "/api/v1/tokens", "listTokens", "access", "The tokens, without their secrets.",
          chief, office_wide, list_tokens, {}, {}, ok("The tokens.", "tokens")},
         {post(Guard::pin), "/api/v1/tokens", "createToken", "access",
          "Make a token for a program; its secret is shown only once.", chief, office_wide,
          create_token, {}, {{"application/json", "new_token"}}, {{201, "Made.",
          {{"application/json", "made_token"}}}}},
         {remove(Guard::pin), "/api/v1/tokens/{token}", "revokeToken", "access",
          "Revoke a token at once.", chief, office_wide, revoke_token, {}, {}, empty},
         {get, "/api/v1/audit", "listAudit", "access",
          "Log-ins, tokens and refusals, newest first.", chief, office_wide, list_audit, {cursor,
          page}, {}, ok("The entries.", "audit")}});
}

void add_system(std::vector<Route>& all) {
    all.insert(
        all.end(),
        {{get, "/healthz", "getHealth", "system", "Does the process answer?", everybody, no_event,
          get_health, {}, {}, ok("It does.", "health")},
         {get, "/readyz", "getReady", "system", "Can the record be read, and is clockd followed?",
          everybody, no_event, get_ready, {}, {}, ok("Both are.", "ready")},
         {get, "/version", "getVersion", "system", "Which program is this?", everybody, no_event,
          get_version, {}, {}, ok("The version.", "version")},
         {get, "/api/v1/time-control", "explainTimeControl", "system",
          "What does a time control mean, and in which class does it fall?", everybody, no_event,
          get_time_control,
          {{"control", "string", "A time control, such as 40/5400+30:1800+30, or the name of a "
                                 "preset.", true},
           {"trigger", "string", "How a period ends: moves (default) or zero."}},
          {}, ok("In plain words.", "time_control")},
         {get, "/api/v1/time-controls", "listTimeControls", "system",
          "Time controls that people know by a name.", everybody, no_event, list_presets, {}, {},
          ok("The presets.", "time_controls")},
         {get, "/metrics", "getMetrics", "system",
          "Metrics for Prometheus: from this machine, or with a token.", access::everybody,
          no_event, get_metrics, {}, {}, file("The metrics.", "text/plain")},
         {get, "/openapi.json", "getOpenApi", "system", "This description, for programs.",
          everybody, no_event, get_openapi, {}, {}, ok("The description.", "document"), kept},
         {get, "/docs", "getDocs", "system", "This description, for people.", everybody, no_event,
          get_docs, {}, {}, file("The page.", "text/html"), kept},
         {get, "/ca.pem", "getAuthority", "system",
          "The CA certificate of this hall, for tablets to trust.", everybody,
          no_event, get_authority, {}, {}, file("The certificate.", "application/x-x509-ca-cert")},
         {get, "/trust", "getTrust", "system",
          "How a tablet comes to trust that CA, with its fingerprint.", everybody, no_event,
          get_trust, {}, {}, file("The page.", "text/html"), untagged},
         {get, "/.well-known/security.txt", "getSecurity", "system",
          "Where to report a weakness of this server (RFC 9116).", everybody, no_event,
          get_security, {}, {}, file("The contact.", "text/plain")}});
}

#undef EVENTS
#undef EVENT
#undef ROUND
#undef BOARD

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> table = [] {
        std::vector<Route> all;
        add_events(all);
        add_results(all);
        add_changes(all);
        add_desk(all);
        add_access(all);
        add_system(all);
        add_pages(all);
        return all;
    }();
    return table;
}

std::string_view name(Scope scope) {
    switch (scope) {
        case Scope::no_event: return "no_event";
        case Scope::office_wide: return "office_wide";
        case Scope::of_event: return "of_event";
        case Scope::of_game: return "of_game";
        case Scope::of_act: return "of_act";
        case Scope::listed: return "listed";
    }
    return {};
}

std::vector<std::string> names_of(access::Roles roles) {
    std::vector<std::string> names;
    for (const auto& [role, name] : access::role_names)
        if (roles.contains(role)) names.emplace_back(name);
    return names;
}

}  // namespace flagfall::api
