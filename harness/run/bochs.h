/* Runs a program in a machine that Bochs emulates (ring.h).
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_BOCHS_H
#define XL_HARNESS_RUN_BOCHS_H

/* The host tool's first argument for it: no command for users. */
#define XL_BOCHS_ARGUMENT "--bochs"

enum { XL_BOCHS_NO_MACHINE = 70, XL_BOCHS_LOST = 76 };

/* argv: XL_BOCHS_ARGUMENT; the tree of sysroots/mk-bochs; Bochs' name of the CPU; a static program,
 * and its arguments. Standard input and output are the program's.
 *
 * A machine that runs already serves if nobody else uses it: it ends when nobody has for a while.
 * Returns the program's exit status, or XL_BOCHS_NO_MACHINE or XL_BOCHS_LOST with words on
 * standard error. */
int xl_bochs(int argc, char **argv);

#endif
