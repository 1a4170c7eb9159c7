// Judges a disk after something happened to it: the store must open, hold exactly what it held
// after some commit, everything announced among it, and go on working.
#pragma once

#include <string>

#include "tests/disk/play.hpp"
#include "tests/disk/power.hpp"

namespace flagfall::disk {

enum class Verdict { good, lost, corrupt };

struct Judgement {
    Verdict verdict = Verdict::good;
    std::string text{};
};

struct Expected {
    const Told& reference;     // a performance on a healthy disk, with digests
    std::size_t acknowledged;  // commits that were announced
    std::size_t extras = 0;    // announced appends of Play::extra after them, at least
};

// Opens the store on the mounted disk with the product's own code and looks at all of it, appends
// Play::extra, closes, and has the file verified. Raises Disk::acknowledged with the extra row.
Judgement check(const Play& play, const Expected& expected);

// FLAGFALL_SEED of the environment, or 1.
std::uint64_t seed();

// How much of what can fail is tried: FLAGFALL_DISK in the environment.
enum class Share {
    sample,  // a part of the slice
    slice,   // without the variable
    part,    // what the slow suite tries
    whole,
};
Share share();

}  // namespace flagfall::disk
