/* Process trees that end together, and processes that cannot reach others.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_PROCESS_TREE_H
#define XL_HARNESS_BASE_PROCESS_TREE_H

/* Call it between fork and exec. It forks again: the new process returns here and becomes the
 * program. Returns 0, or -1 with errno. The calling process stays as the program's parent and
 * adopts its orphans.
 *
 * When the program ends, the parent kills what is left and ends with the same status. On SIGTERM,
 * or if its own parent ends, it sends SIGTERM to its process group, waits for a while and kills
 * what still runs, also processes with a group or session of their own, such as ninja's compilers.
 * Uses async-signal-safe calls only. */
int xl_process_tree_begin(void);

/* Confines the calling process, which leads its process group, and all that it starts, for good. If
 * one of them signals another process, it dies of SIGSYS. None can leave the group, which is killed
 * with the leader. The leader adopts orphans. Without seccomp filters, or on other CPUs than x86-64
 * and AArch64, it adopts orphans only. Call it between fork and exec; async-signal-safe. */
void xl_confine_process(void);

#endif
