/* docs/reference/command-line.md: every command with its options.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_COMMAND_PAGE_H
#define XL_HARNESS_CLI_COMMAND_PAGE_H

#include <stddef.h>

/* The whole page, for the caller to free; NULL without memory. */
char *xl_cli_command_page(size_t *size);

#endif
