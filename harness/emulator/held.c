/* A process that is held: it signals itself alone, and nothing that it starts gets away.
 * SPDX-License-Identifier: MIT
 */
#include "emulator/held.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define XL_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define XL_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/* Since Linux 4.17; without it, older ones switch off speculation, which costs an emulator much. */
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW 4
#endif

#ifdef XL_AUDIT_ARCH

#define XL_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Goes on with the next instruction, or skips so many. */
#define XL_SKIP_UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define XL_SKIP_IF(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skip), 0)
#define XL_END(how) BPF_STMT(BPF_RET | BPF_K, (how))

/* The 32 low bits of the first argument, which is a process on little-endian machines. */
static void filter(uint32_t self)
{
    struct sock_filter code[] = {
        XL_LOAD(arch),
        XL_SKIP_UNLESS(XL_AUDIT_ARCH, 9),
        XL_LOAD(nr),
        XL_SKIP_IF(__NR_setsid, 8),
        XL_SKIP_IF(__NR_setpgid, 7),
        XL_SKIP_IF(__NR_pidfd_send_signal, 11),
        XL_SKIP_IF(__NR_kill, 6),
        XL_SKIP_IF(__NR_tkill, 5),
        XL_SKIP_IF(__NR_tgkill, 4),
        XL_SKIP_IF(__NR_rt_sigqueueinfo, 3),
        XL_SKIP_IF(__NR_rt_tgsigqueueinfo, 2),
        XL_END(SECCOMP_RET_ALLOW),
        XL_END(SECCOMP_RET_ERRNO | EPERM),
        XL_LOAD(args[0]), /* a process, or a group as a negative number; 0: its own group */
        XL_SKIP_IF(self, 3),
        XL_SKIP_IF(-self, 2),
        XL_SKIP_IF(0, 1),
        XL_END(SECCOMP_RET_TRAP),
        XL_END(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof code / sizeof code[0], code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

#else

static void filter(uint32_t self __attribute__((unused)))
{
}

#endif

void xl_held_begin(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    filter((uint32_t)getpid());
}
