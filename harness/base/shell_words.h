/* A command as a shell splits it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SHELL_WORDS_H
#define XL_HARNESS_BASE_SHELL_WORDS_H

/* Takes the next word off a text, in place, without its apostrophes, quotes and backslashes;
 * nothing is expanded. Returns NULL at the end. */
char *xl_take_word(char **rest);

#endif
