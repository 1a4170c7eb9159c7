#include "clockd/client/replay.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "clockd/client/game_files.hpp"
#include "clockd/client/plan.hpp"
#include "clockd/client/player.hpp"
#include "clockd/client/tally.hpp"
#include "common/base/exit_codes.hpp"
#include "common/net/loop.hpp"

namespace flagfall::client {

namespace {

constexpr int games_failed = 1;
constexpr Duration progress_every = milliseconds(500);
constexpr int quiet_turns = 20;  // without progress, before we ask whether an arbiter rules

std::string where(const Address& address) {
    return address.host + ":" + std::to_string(address.port);
}

// Everything of one run: connects, lets the boards play, and ends with an exit code.
class Session {
public:
    Session(const ReplayOptions& options, Plan plan, Tally tally)
        : options_(options),
          plan_(std::move(plan)),
          tally_(tally),
          line_(options.quiet),
          progress_(loop_),
          patience_(loop_),
          room_{loop_, options.connect, desk_, tally_, {}, false, options.speed, options.arbiter,
                options.office,
                [this](const std::string& text) { line_.say(text); },
                [this] { on_finished(); }},
          desk_(loop_, options.connect, "arbiter", "replay", desk_handler()) {}

    int run() {
        be_patient();
        loop_.run();
        if (!tally_.done()) return exit_code_;
        line_.show(tally_);
        line_.end();
        std::printf("%s\n", summary(tally_).c_str());
        if (tally_.failed > 0) return games_failed;
        return tally_.unread > 0 ? exit_code::bad_input : exit_code::ok;
    }

private:
    LinkHandler desk_handler() {
        LinkHandler handler;
        handler.on_welcome = [this](const wire::Welcome& welcome) { on_welcome(welcome); };
        handler.on_lost = [this] { be_patient(); };
        handler.on_trouble = [this](std::string_view why) {
            give_up(exit_code::unavailable, std::string(why));
        };
        return handler;
    }

    void on_welcome(const wire::Welcome& welcome) {
        patience_.cancel();
        patient_ = false;
        if (!players_.empty()) {
            if (welcome.log != room_.log)
                give_up(exit_code::wrong_log, "clockd keeps another log than before");
            return;
        }
        room_.log = welcome.log;
        room_.virtual_time = welcome.time == "virtual";
        for (BoardPlan& board : plan_.boards)
            players_.push_back(std::make_unique<Player>(room_, std::move(board.scripts)));
        tick();
    }

    void on_finished() {
        if (tally_.done()) loop_.stop();
    }

    void tick() {
        line_.show(tally_);
        ask_for_arbiter();
        progress_.wake_in(progress_every, [this] { tick(); });
    }

    // Once, when nothing has moved for long and all remaining boards wait for decisions.
    void ask_for_arbiter() {
        const std::uint64_t now = tally_.played + tally_.finished();
        still_ = now == last_seen_ ? still_ + 1 : 0;
        last_seen_ = now;
        if (still_ != quiet_turns) return;
        std::size_t waiting = 0;
        std::string example;
        for (const auto& player : players_) {
            if (!player->waits_for_arbiter() && !player->waits_for_office()) continue;
            ++waiting;
            if (example.empty()) example = player->place();
        }
        if (waiting > 0)
            line_.say(std::to_string(waiting) + " boards wait for the arbiter (" + example +
                      (options_.office
                           ? "): is the round started (arbiterd event start), and of --event?"
                           : "): does arbiterd run? --no-arbiter plays without it"));
    }

    void be_patient() {
        if (patient_) return;
        patient_ = true;
        patience_.wake_in(options_.connect_timeout, [this] {
            give_up(exit_code::unavailable,
                    "no clockd at " + where(options_.connect) + "; start it (clockd serve) or "
                    "name another one with --connect");
        });
    }

    void give_up(int code, const std::string& why) {
        line_.say("clockd replay: " + why);
        exit_code_ = code;
        loop_.stop();
    }

    const ReplayOptions& options_;
    Plan plan_;
    Tally tally_;
    ProgressLine line_;
    net::Loop loop_;
    net::Timer progress_;
    net::Timer patience_;
    bool patient_ = false;
    int still_ = 0;
    std::uint64_t last_seen_ = 0;
    int exit_code_ = exit_code::ok;
    Room room_;
    Link desk_;
    std::vector<std::unique_ptr<Player>> players_;
};

Tally tally_of(const Plan& plan, std::size_t unread) {
    Tally tally;
    for (const BoardPlan& board : plan.boards)
        for (const Script& script : board.scripts) {
            ++tally.games;
            tally.moves += script.plies;
        }
    tally.unread = unread + plan.problems.size();
    return tally;
}

}  // namespace

int run_replay(const ReplayOptions& options) {
    const GameFiles files = read_games(options.files);
    const std::string event =
        options.event.empty() ? event_of_file(options.files.front()) : options.event;
    Plan plan = plan_of(files.games, {event, options.time_control, options.boards});
    for (const std::string& problem : files.problems)
        std::fprintf(stderr, "%s\n", problem.c_str());
    for (const std::string& problem : plan.problems) std::fprintf(stderr, "%s\n", problem.c_str());
    const Tally tally = tally_of(plan, files.problems.size());
    if (tally.games == 0) {
        std::fprintf(stderr, "clockd replay: no game to play\n");
        return exit_code::bad_input;
    }
    net::ignore_sigpipe();
    return Session(options, std::move(plan), tally).run();
}

}  // namespace flagfall::client
