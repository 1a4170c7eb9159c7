#include "clockd/client/tally.hpp"

#include <unistd.h>

#include <cstdio>

#include "common/cli/terminal.hpp"

namespace flagfall::client {

namespace {

void add(std::string& text, std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += ", " + std::to_string(count) + " ";
    text += what;
}

}  // namespace

std::string progress(const Tally& tally) {
    return std::to_string(tally.played) + " of " + std::to_string(tally.moves) + " moves, " +
           std::to_string(tally.over) + " of " + std::to_string(tally.games) + " games over";
}

std::string summary(const Tally& tally) {
    std::string text = std::to_string(tally.over) + " games over";
    add(text, tally.unfinished, "unfinished in the file");
    add(text, tally.failed, "failed");
    add(text, tally.unread, "not readable");
    text += ", " + std::to_string(tally.played) + " moves";
    add(text, tally.corrections, "readings corrected");
    add(text, tally.differing, "results differ from the file");
    return text;
}

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const Tally& tally) {
    if (quiet_) return;
    const std::uint64_t tenths = tally.moves == 0 ? 10 : tally.played * 10 / tally.moves;
    if (!terminal_ && tenths <= tenths_) return;
    tenths_ = tenths;
    if (terminal_) cli::print_unchanged(stderr, "\r" + progress(tally) + "\x1b[K");
    else std::fprintf(stderr, "%s\n", progress(tally).c_str());
    open_ = terminal_;
}

void ProgressLine::say(std::string_view text) {
    end();
    std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
}

void ProgressLine::end() {
    if (open_) std::fputc('\n', stderr);
    open_ = false;
}

}  // namespace flagfall::client
