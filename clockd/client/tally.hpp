// What a replay has achieved so far: the numbers of its last line and of its progress.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::client {

struct Tally {
    std::uint64_t moves = 0;       // of all files
    std::uint64_t played = 0;
    std::uint64_t games = 0;
    std::uint64_t over = 0;        // games that reached their end
    std::uint64_t unfinished = 0;  // "*" in the file: left as they stand
    std::uint64_t failed = 0;
    std::uint64_t unread = 0;      // in the files, but not legal PGN
    std::uint64_t corrections = 0;  // readings set because no thinking explains the record
    std::uint64_t differing = 0;   // results that are not the file's

    std::uint64_t finished() const { return over + unfinished + failed; }
    bool done() const { return finished() == games; }
};

// "1234 of 15231 moves, 57 of 180 games over"
std::string progress(const Tally& tally);

// "180 games over, 2 unfinished, 1 failed, 15231 moves, 23 readings corrected": what is zero is
// left out, except games over and moves.
std::string summary(const Tally& tally);

// Progress for people: on a terminal at each call, over the same line; elsewhere a line for
// every tenth of the moves. Standard error.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    bool terminal() const { return terminal_; }

    // Call it regularly.
    void show(const Tally& tally);
    // Prints a line of its own that stays.
    void say(std::string_view text);
    // Ends the line; nothing more is reported.
    void end();

private:
    bool quiet_;
    bool terminal_;
    bool open_ = false;         // the cursor stands behind a progress line
    std::uint64_t tenths_ = 0;  // shown so far
};

}  // namespace flagfall::client
