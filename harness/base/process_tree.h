/* A program that ends with all that it has started, whatever becomes of who started it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_PROCESS_TREE_H
#define XL_HARNESS_BASE_PROCESS_TREE_H

/* In the process that is to become the program, before it does: makes another one of it, and
 * returns there, with 0, or -1 with errno. The first process stays between that and its own parent,
 * as one to whom the orphans below it fall. When the program has ended, it kills what is left, and
 * ends as the program did. When it is asked to end (SIGTERM), or its parent is gone, it asks its
 * process group, waits for a while, and kills what has not ended: also what has a group or a
 * session of its own, as ninja's compilers have. After fork: only async-signal-safe calls. */
int xl_process_tree_begin(void);

/* A process that is held: it signals itself alone, and nothing that it starts gets away. */

/* Holds the calling process, which leads its process group, and what it starts, for good, whatever
 * programs they become. A signal that it sends to another process makes it die of SIGSYS instead;
 * no process leaves the group, which is killed with it; and it is the parent of those whose own
 * parent has ended. Where Linux has no seccomp filters, or this is another CPU, only the last.
 * Between fork and exec: async-signal-safe. */
void xl_confine_process(void);

#endif
