// The rights that a daemon drops at its start, so that a security hole gains an attacker less: the
// daemon can start no program, gain no right, be read by no debugger, leave no core with secrets,
// and use no files but its own. If a kernel lacks one of these, the daemon runs without it,
// and the log reports that.
#pragma once

#include <string>
#include <vector>

#include "common/ops/log.hpp"

namespace flagfall::ops {

// The files that the daemon needs, beside those of the system that every program reads.
struct Reach {
    std::string own;  // the data folder, which exists: read and written, with all below
    // Likewise, but may be missing, made again, or on a disk that comes and goes: a mount that is
    // made while the daemon runs is covered when it is below the same top-level folder (/mnt,
    // /media ...).
    std::vector<std::string> targets;
    std::vector<std::string> files;  // each with its folder, in which it may be replaced
};

// Confines this process for good. Call it before there is a second thread, and once. Returns what
// is in force, for the log: "no_new_privileges", "undumpable", "no_core", "no_exec_gain" and
// "seccomp" are on, "landlock" is the version of its rules; each explains why if it is off.
Fields confine(const Reach& reach);

// The folder that the rules name for a target: the one it is in, or the top-level one; absolute.
std::string covering(const std::string& target);

}  // namespace flagfall::ops
