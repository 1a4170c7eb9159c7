// The calls into the kernel that no daemon of ours makes, refused from then on.
#pragma once

namespace flagfall::ops {

// Refuses (EPERM) in all threads of this process, for good: to start programs, to look into other
// processes, to mount, to load code into the kernel, to set the clock, to reboot; and sockets
// (EAFNOSUPPORT) of families other than the internet's, local ones and netlink's. Needs
// no_new_privs. False, with errno, where the kernel has no such filter.
bool forbid_syscalls();

}  // namespace flagfall::ops
