// The handlers of the API's routes, by the file that has them.
#pragma once

#include "arbiterd/api/route.hpp"

namespace flagfall::api {

// system.cpp
void get_health(Api&, const CallPtr&);
void get_time_control(Api&, const CallPtr&);
void list_presets(Api&, const CallPtr&);
void get_ready(Api&, const CallPtr&);
void get_version(Api&, const CallPtr&);
void get_metrics(Api&, const CallPtr&);
void get_openapi(Api&, const CallPtr&);
void get_docs(Api&, const CallPtr&);
void get_authority(Api&, const CallPtr&);
void get_trust(Api&, const CallPtr&);
void get_security(Api&, const CallPtr&);

// pages.cpp
void get_root(Api&, const CallPtr&);
void get_page(Api&, const CallPtr&);
void get_page_file(Api&, const CallPtr&);

// hall.cpp
void get_hall(Api&, const CallPtr&);
void put_case(Api&, const CallPtr&);
void get_equipment(Api&, const CallPtr&);

// events.cpp
void list_events(Api&, const CallPtr&);
void get_event(Api&, const CallPtr&);
void create_event(Api&, const CallPtr&);
void put_event(Api&, const CallPtr&);
void post_act(Api&, const CallPtr&);
void list_players(Api&, const CallPtr&);
void list_rounds(Api&, const CallPtr&);
void get_round(Api&, const CallPtr&);

// imports.cpp
void put_players(Api&, const CallPtr&);
void put_pairings(Api&, const CallPtr&);
void import_event(Api&, const CallPtr&);

// results.cpp
void get_results(Api&, const CallPtr&);
void get_rulings(Api&, const CallPtr&);
void get_scoresheet(Api&, const CallPtr&);
void get_board_rulings(Api&, const CallPtr&);
void put_result(Api&, const CallPtr&);
void acknowledge(Api&, const CallPtr&);

// exports.cpp
void get_games_pgn(Api&, const CallPtr&);
void get_game_pgn(Api&, const CallPtr&);
void get_trf(Api&, const CallPtr&);
void get_pairing_trf(Api&, const CallPtr&);
void get_results_csv(Api&, const CallPtr&);
void get_players_csv(Api&, const CallPtr&);
void get_vega(Api&, const CallPtr&);
void get_table(Api&, const CallPtr&);
void get_pairs(Api&, const CallPtr&);
void get_cloud_tournament(Api&, const CallPtr&);
void get_cloud_round(Api&, const CallPtr&);
void get_cloud_game(Api&, const CallPtr&);

// changes.cpp
void get_changes(Api&, const CallPtr&);
void get_stream(Api&, const CallPtr&);
void get_socket(Api&, const CallPtr&);
void list_webhooks(Api&, const CallPtr&);
void create_webhook(Api&, const CallPtr&);
void delete_webhook(Api&, const CallPtr&);
void list_dead_letters(Api&, const CallPtr&);
void retry_webhook(Api&, const CallPtr&);

// desk.cpp
void get_queue(Api&, const CallPtr&);
void get_desk_board(Api&, const CallPtr&);
void get_desk_game(Api&, const CallPtr&);
void get_desk_history(Api&, const CallPtr&);
void get_desk_sheets(Api&, const CallPtr&);
void post_desk_act(Api&, const CallPtr&);

// people.cpp
void log_in(Api&, const CallPtr&);
void get_session(Api&, const CallPtr&);
void log_out(Api&, const CallPtr&);
void list_people(Api&, const CallPtr&);
void create_person(Api&, const CallPtr&);
void change_person(Api&, const CallPtr&);
void list_tokens(Api&, const CallPtr&);
void create_token(Api&, const CallPtr&);
void revoke_token(Api&, const CallPtr&);
void list_audit(Api&, const CallPtr&);

}  // namespace flagfall::api
