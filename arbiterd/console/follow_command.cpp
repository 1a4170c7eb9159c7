#include "arbiterd/console/follow_command.hpp"

#include "arbiterd/console/follower.hpp"
#include "arbiterd/console/limits.hpp"
#include "arbiterd/console/remote.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/net/loop.hpp"

namespace flagfall::console {

cli::Subcommand follow_command() {
    using cli::Kind;
    return {.name = "follow",
            .summary = "enter the results of a round from PGN that another system writes",
            .text = "SOURCE is a file, a folder (its *.pgn files), or the URL of a PGN. Each look "
                    "enters the results of boards that have none and no game at a Flagfall clock, "
                    "and prints a line for each; its moves are kept for review. A result that "
                    "is there never changes: what differs is said once, on standard error, and so "
                    "is what cannot be read. A "
                    "game counts when it was the same at two looks in a row and has its result "
                    "after the moves. docs/event.md has the details.",
            .arguments = {{.name = "EVENT", .help = "its id, as in URLs"},
                          {.name = "SOURCE", .kind = Kind::file,
                           .help = "file, folder, or https://HOST/PATH"}},
            .options = {{.name = "round", .kind = Kind::number, .value = "N",
                         .help = "the round; games of others are left out", .least = 1,
                         .most = limits::event_rounds, .required = true},
                        {.name = "every", .kind = Kind::duration, .value = "TIME",
                         .otherwise = "5s", .help = "time from one look to the next",
                         .least = milliseconds(limits::follow_every_least_ms).us,
                         .most = milliseconds(limits::follow_every_most_ms).us},
                        {.name = "once", .kind = Kind::flag,
                         .help = "look once, take what is there, and end"},
                        {.name = "source-ca", .kind = Kind::file, .value = "FILE",
                         .help = "CA bundle for a SOURCE at https; default: the system's"}},
            .examples = {{"arbiterd event follow open /srv/pgn --round 3 --by \"A. Arbiter\"",
                          "a folder that another program writes"},
                         {"arbiterd event follow open https://hall.local/games.pgn --round 3 "
                          "--once",
                          "a URL, once"}}};
}

int follow(const cli::Call& call) {
    for (const char* option : {"id", "if-revision"})
        if (call.values.has(option))
            return call.usage("--" + std::string(option) +
                              ": this command sends many acts, and chooses it for each");
    auto source = source_of(call.values);
    if (!source) return call.usage(source.error());
    if (const auto request = request_of(call, {}); !request) return call.usage(request.error());
    net::ignore_sigpipe();
    net::Loop loop;
    Follower follower(loop, call, std::move(*source));
    // With --once, a signal has its usual effect.
    if (!call.values.flag("once")) net::on_stop_signal(loop, [&](int) { loop.stop(); });
    follower.look();
    loop.run();
    return follower.exit_code();
}

}  // namespace flagfall::console
