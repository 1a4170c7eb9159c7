// One exit code for each class of failure, the same for both daemons (after sysexits.h).
#pragma once

namespace flagfall::exit_code {

inline constexpr int ok = 0;
inline constexpr int usage = 2;         // the command line was not understood
inline constexpr int bad_input = 65;    // a file has the wrong format or cannot be read
inline constexpr int unavailable = 69;  // a port is taken, or the other side cannot be reached
inline constexpr int no_resources = 71;  // the system refused descriptors, memory or threads
inline constexpr int bad_store = 73;    // the record cannot be opened, locked or trusted
// The results of verify when it finds no changed row, but cannot prove the record either:
inline constexpr int not_signed = 80;     // rows, and no signature
inline constexpr int unsigned_tail = 81;  // rows after the last signature, and no daemon that runs
inline constexpr int other_key = 82;      // signed with a key other than those named
inline constexpr int other_head = 83;     // a head that was kept elsewhere is not in it
inline constexpr int signed_gap = 84;     // a person accepted a gap that no key vouches for
inline constexpr int commit_failed = 74;  // the disk refused; nothing unrecorded was acknowledged
inline constexpr int not_trusted = 77;  // one daemon does not have the hall key of the other
inline constexpr int wrong_log = 78;    // the other daemon keeps another log than the one followed
inline constexpr int bad_config = 78;  // the environment or the configuration file is wrong: both
                                      // 78s are fixed by configuring (EX_CONFIG)

}  // namespace flagfall::exit_code
