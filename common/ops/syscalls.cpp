#include "common/ops/syscalls.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iterator>
#include <vector>

namespace flagfall::ops {

namespace {

#if defined(__x86_64__)
constexpr unsigned own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned own_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned own_architecture = 0;
#endif

// Lists what is refused, not what is allowed: a later C library may use other calls, and a
// hall's clocks must not stop because of that.
constexpr unsigned forbidden[] = {
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev,
    __NR_kcmp, __NR_pidfd_getfd, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd,
    __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register, __NR_add_key,
    __NR_request_key, __NR_keyctl, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot,
    __NR_move_mount, __NR_open_tree, __NR_fsopen, __NR_fsmount, __NR_mount_setattr, __NR_unshare,
    __NR_setns, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load,
    __NR_reboot, __NR_swapon, __NR_swapoff, __NR_acct, __NR_quotactl, __NR_syslog,
    __NR_settimeofday, __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex, __NR_sethostname,
    __NR_setdomainname, __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_fanotify_init,
    __NR_personality, __NR_vhangup, __NR_nfsservctl, __NR_lookup_dcookie,
#if defined(__x86_64__)
    __NR_kexec_file_load, __NR_iopl, __NR_ioperm, __NR_modify_ldt, __NR_uselib, __NR_ustat,
    __NR__sysctl, __NR_create_module, __NR_query_module, __NR_get_kernel_syms,
#endif
};

constexpr unsigned families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};  // of sockets: allowed

sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset));
}
sock_filter give(unsigned verdict) { return BPF_STMT(BPF_RET | BPF_K, verdict); }
sock_filter refuse(unsigned error) { return give(SECCOMP_RET_ERRNO | error); }
sock_filter skip_unless_equal(unsigned value) {  // the next instruction
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
}
sock_filter skip_if_equal(unsigned value, std::size_t count) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<unsigned char>(count), 0);
}

std::vector<sock_filter> program() {
    std::vector<sock_filter> code{load(offsetof(seccomp_data, arch)),
                                  skip_if_equal(own_architecture, 1), refuse(EPERM),
                                  load(offsetof(seccomp_data, nr))};
#if defined(__x86_64__)  // the same calls under other numbers
    constexpr unsigned x32_bit = 0x40000000;
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32_bit, 0, 1));
    code.push_back(refuse(EPERM));
#endif
    for (const unsigned number : forbidden) {
        code.push_back(skip_unless_equal(number));
        code.push_back(refuse(EPERM));
    }
    constexpr std::size_t count = std::size(families);
    code.push_back(skip_if_equal(__NR_socket, 1));
    code.push_back(give(SECCOMP_RET_ALLOW));
    code.push_back(load(offsetof(seccomp_data, args)));  // its lower half
    for (std::size_t i = 0; i < count; ++i)
        code.push_back(skip_if_equal(families[i], count - i));
    code.push_back(refuse(EAFNOSUPPORT));
    code.push_back(give(SECCOMP_RET_ALLOW));
    return code;
}

}  // namespace

bool forbid_syscalls() {
    if (own_architecture == 0) {
        errno = ENOSYS;
        return false;
    }
    std::vector<sock_filter> code = program();
    const sock_fprog filter{static_cast<unsigned short>(code.size()), code.data()};
    return ::syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) ==
           0;
}

}  // namespace flagfall::ops
