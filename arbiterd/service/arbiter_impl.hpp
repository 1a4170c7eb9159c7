// The private part of ArbiterService, for the files that implement it.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/service/arbiter_service.hpp"
#include "arbiterd/service/outbox.hpp"
#include "arbiterd/service/past_games.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/auth/heads.hpp"
#include "common/ops/log.hpp"
#include "common/store/until_durable.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::arbiterd {

inline void log_unreadable(const game::PastUnreadable& no) {
    ops::log(ops::Level::error, "the record cannot be read", {{"text", no.what()}});
}

// What was decided and passed the trial; or how the software failed.
using Attempt = std::expected<std::vector<wire::GameEvent>, std::string>;

struct ArbiterService::Impl {
    Impl(Ports& p, std::optional<auth::Key> key, auth::Carrier carrier)
        : ports(p), caller("arbiterd", "arbiterd", std::move(key), 0, carrier), past(p) {
        games.past = &past;
    }

    struct Unsaid {
        Pos pos;  // of the last row that it led to
        ActAnswer answer;
        Answered done;
    };
    // Row type and id. Desk and office have separate ids, so that a program that may only
    // acknowledge results cannot take an arbiter's.
    using ActKey = std::pair<std::string_view, std::string>;
    struct Done {
        Pos pos;                           // of its first row
        std::string print;                 // of what was sent, and of the person
        std::vector<wire::AtBoard> games;  // of an act for many boards, for a retry
        std::vector<Told> says;
    };
    // What an act would do.
    struct Decided {
        std::vector<wire::GameEvent> events;
        std::vector<Told> says;
        std::vector<wire::AtBoard> games;
        Consequences consequences;  // of an act of the desk
        std::string token;  // without it the act is only shown; empty: not needed
    };
    struct Stamp {  // of the clock event that is answered
        Instant at;
        std::string boot;
        std::int64_t wall_ms = 0;
    };

    Ports& ports;
    auth::Caller caller;
    bool let_in = false;      // clockd has accepted us on this link
    bool was_let_in = false;  // on any link since the start
    int turned_away = 0;      // links without a welcome since the last welcome
    ReadGames past;
    game::Games games;
    tournament::Tournaments tournaments;
    Pos followed;           // how far clockd's log has been decided on
    std::optional<EventMark> mark;  // of the event there
    bool comparing = false;         // clockd has not sent that event again on this link
    std::string clock_log;  // the id of the linked log; empty without a link
    bool in_real_time = false;  // clockd keeps real time
    bool subscribed = false;
    Outbox outbox;
    std::optional<Instant> ticked;  // the last call of on_tick
    std::deque<Unsaid> unsaid;
    store::UntilDurable<ActKey, Done> acts_lately;
    store::UntilDurable<std::string, std::monostate> games_lately;  // with rows, by id
    store::UntilDurable<std::string, Pos> results_lately;           // their positions, by game
    EquipmentRound equipment;
    AwayRound away;
    auth::HeadsSent heads_sent;                         // of our record, to clockd
    auth::HeadsKept heads_kept;                         // of clockd's log
    std::optional<wire::SignedHead> early_head;         // it came before the log's first event
    Instant last_at;  // the last clock event that was decided on
    Pos last;         // of our own log
    Pos durable;      // durable up to here

    void on_line(std::string_view line);
    void on_challenge(const wire::Challenge& challenge);
    void on_not_let_in(const wire::Refused& refused);
    void not_linked(const std::string& why);
    void on_welcome(const wire::Welcome& welcome);
    void on_subscribed();
    void on_compared(const wire::EventFrame& frame);
    void begin();
    void on_event(const wire::EventFrame& frame);
    void on_refused(const wire::Refused& refused);
    void on_ack(const wire::Ack& ack);
    void on_head(const wire::SignedHead& head);
    // A piece of a list that was asked for; `round` waits for it.
    template <class Round, class State>
    void on_piece(Round& round, const State& state);
    template <class Request>
    void ask(const std::optional<Request>& question);
    void on_tick();
    // Puts commands to a person whose effect should have shown in clockd's log by now.
    void check_effects();
    void lost(const std::string& id, game::Lost how);
    std::vector<wire::GameEvent> hall_lost(const std::string& id, game::Lost how,
                                           std::string_view code);
    void act(const Act& act, Answered done, const Permit& permit);
    template <class Command>
    ActAnswer answer_to(const Command& command, const Permit& permit);
    template <class Command>
    ActAnswer carry_out(const Command& command, std::string print, const Permit& permit);
    bool permits(const wire::EventCommand& command, const Permit& permit) const;
    static bool permits(const wire::DeskCommand&, const Permit&) { return true; }
    // These throw game::PastUnreadable; nothing has changed then.
    Attempt attempt(const std::function<std::vector<wire::GameEvent>()>& decide);
    std::vector<wire::GameEvent> failed(const game::Input& input, const std::string& what);
    bool is_lost(const std::string& cmd_id);
    std::vector<wire::GameEvent> decide(const game::Input& input);
    std::vector<wire::GameEvent> decide(const game::Refusal& refusal);
    std::expected<Decided, tournament::EventRefusal> decide(const wire::DeskCommand& command,
                                                            Instant at);
    std::expected<Decided, tournament::EventRefusal> decide(const wire::EventCommand& command,
                                                            Instant at);
    static std::optional<std::pair<ActKey, Done>> done_of(const wire::GameEvent& event, Pos pos);
    // The outcome of the act if it came before; else nothing.
    store::Lookup<std::optional<Done>> done_before(const ActKey& key);
    Pos record(std::vector<wire::GameEvent> all, const Stamp& stamp);
    void on_committed(Pos up_to);
    void note_lately(const wire::GameEvent& event, Pos pos);
    // Removes from memory the games that nothing waits for any more.
    void put_away();
    // The position of the game's last result in the log; 0: none. Throws PastUnreadable.
    Pos result_of(const std::string& game);
    void send_commands();
    bool virtual_time() const { return games.time == "virtual"; }
};

}  // namespace flagfall::arbiterd
