// flagfall_judge DIR: judges the record of both daemons in a data folder.
#include <cstdio>
#include <cstring>
#include <string>

#include "common/base/exit_codes.hpp"
#include "tests/oracle/load.hpp"

namespace {

constexpr const char* usage =
    "usage: flagfall_judge DIR [--story BOARD] [--unfinished] [--clock-only] [--deep]\n"
    "Judges DIR/clockd.db and DIR/arbiterd.db by the Laws. Exit code 1: it has complaints.\n"
    "  --story BOARD  print what happened at this board and what was made of it, judge nothing\n"
    "  --unfinished   games may be under way, and arbiterd may be behind\n"
    "  --clock-only   judge clockd's log alone\n"
    "  --deep         ask again whether a mate is possible wherever the record says it is not\n";

struct Arguments {
    std::string folder;
    int story = 0;
    flagfall::oracle::Options options;
};

bool parse(int argc, char** argv, Arguments& out) {
    out.options.finished = true;
    for (int at = 1; at < argc; ++at) {
        const std::string argument = argv[at];
        if (argument == "--unfinished") {
            out.options.finished = false;
        } else if (argument == "--clock-only") {
            out.options.clock_only = true;
        } else if (argument == "--deep") {
            out.options.deep = true;
        } else if (argument == "--story" && at + 1 < argc) {
            out.story = std::atoi(argv[++at]);
            if (out.story <= 0) return false;
        } else if (out.folder.empty() && argument.front() != '-') {
            out.folder = argument;
        } else {
            return false;
        }
    }
    return !out.folder.empty();
}

}  // namespace

int main(int argc, char** argv) {
    using namespace flagfall;
    Arguments arguments;
    if (!parse(argc, argv, arguments)) {
        std::fputs(usage, stderr);
        return exit_code::usage;
    }
    const auto logs = oracle::load(arguments.folder);
    if (!logs) {
        std::fprintf(stderr, "%s\n", logs.error().c_str());
        return exit_code::bad_store;
    }
    if (arguments.story > 0) {
        const Board board{static_cast<std::uint32_t>(arguments.story)};
        std::fputs(oracle::story(logs->clock, logs->record, board).c_str(), stdout);
        return exit_code::ok;
    }
    arguments.options.followed = logs->followed;
    const auto complaints = oracle::judge(logs->clock, logs->record, arguments.options);
    for (const oracle::Complaint& complaint : complaints)
        std::printf("%s\n", oracle::text(complaint).c_str());
    std::printf("%zu rows of clockd, %zu rows of arbiterd: %zu complaints\n", logs->clock.size(),
                logs->record.size(), complaints.size());
    return complaints.empty() ? 0 : 1;
}
