/* A process that is held: it signals itself alone, and nothing that it starts gets away.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EMULATOR_HELD_H
#define XL_HARNESS_EMULATOR_HELD_H

/* Holds the calling process, which leads its process group, and what it starts, for good, whatever
 * programs they become. A signal that it sends to another process makes it die of SIGSYS instead;
 * no process leaves the group, which is killed with it; and it is the parent of those whose own
 * parent has ended. Where Linux has no seccomp filters, or this is another CPU, only the last.
 * Between fork and exec: async-signal-safe. */
void xl_held_begin(void);

#endif
