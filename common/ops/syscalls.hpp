// Refuses system calls that no daemon of ours makes.
#pragma once

namespace flagfall::ops {

// Refuses (EPERM) in all threads of this process, for good: starting programs, looking into other
// processes, mounting, loading code into the kernel, setting the clock, rebooting; and sockets
// (EAFNOSUPPORT) of families other than the internet's, local ones and netlink's. Needs
// no_new_privs. False, with errno, if the kernel has no such filter.
bool forbid_syscalls();

}  // namespace flagfall::ops
