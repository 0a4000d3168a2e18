/* What a process without exec lets go of.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EMULATOR_FORKED_H
#define XL_HARNESS_EMULATOR_FORKED_H

/* After fork, of what does not become another program: closes the descriptors from `first` on, for
 * others wait for the ends of their pipes, and leaves no signal handler. */
void xl_forked_let_go(int first);

#endif
