/* The part `suite:` of crosslane.yml, guessed from a project's build system.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_INIT_SUITE_H
#define XL_HARNESS_CLI_INIT_SUITE_H

/* Appends it to DIR/crosslane.yml and prints the guesses. Returns the exit status, with a message
 * on standard error. */
int xl_init_suite(const char *dir);

#endif
