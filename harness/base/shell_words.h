/* A command as a shell splits it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SHELL_WORDS_H
#define XL_HARNESS_BASE_SHELL_WORDS_H

#include <stddef.h>
#include <stdio.h>

/* Takes the next word off a text, in place, without its apostrophes, quotes and backslashes;
 * nothing is expanded. Returns NULL at the end. */
char *xl_take_word(char **rest);

/* Words of any number, copied; at[count] is NULL, as argv has it. Begins as {NULL, 0}. */
struct xl_words {
    char **at;
    size_t count;
};

void xl_words_add(struct xl_words *words, const char *word);
void xl_words_add_text(struct xl_words *words, const char *text); /* those of a command */
void xl_words_free(struct xl_words *words);

/* Writes a word so that a shell reads it back: in apostrophes. And without them, if it needs none.
 */
void xl_put_quoted(FILE *f, const char *word);
void xl_put_word(FILE *f, const char *word);

#endif
