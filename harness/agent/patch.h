/* The kernel's code with some of its instructions replaced by ones that do nothing: what is still
 * right then does not depend on them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_PATCH_H
#define XL_HARNESS_AGENT_PATCH_H

/* Does what a command line says: "nop ADDRESS BYTES", both hexadecimal, replaces the instruction
 * there; "restore" puts all of them back. Returns 1; 0: it is no such line; -1: it cannot be done,
 * and errno says why. */
int xl_patch_command(const char *line);

#endif
