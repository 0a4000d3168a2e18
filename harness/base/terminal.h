/* What the terminal of an output can do, and how wide it is.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TERMINAL_H
#define XL_HARNESS_BASE_TERMINAL_H

#include <stdbool.h>

/* Whether lines there can be written over: a terminal, and one that knows how (TERM). */
bool xl_is_terminal(int fd);

/* Whether colours are wanted there: on a terminal, unless NO_COLOR is set (no-color.org). */
bool xl_has_colour(int fd);

/* Of the terminal; 80 by 24 where it does not say. */
void xl_terminal_size(int fd, unsigned *columns, unsigned *lines);

#endif
