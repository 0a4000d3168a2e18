/* Text: bounded fields, growing text, similar names, words of commands.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TEXT_H
#define XL_HARNESS_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Appends to the string in a field of `size` bytes. If it does not fit, the field ends in "...",
 * and later calls append nothing. */
__attribute__((format(printf, 3, 4))) void xl_append(char *field, size_t size, const char *fmt,
                                                     ...);

/* Names in a field, which starts as "": "a, b and 3 more". Adds the next one, if it is among the
 * first five, and counts it; then the number of the rest. */
void xl_append_name(char *field, size_t size, size_t *count, const char *name);
void xl_append_rest(char *field, size_t size, size_t count);

/* The word for a number of things: "" and "s", "is" and "are". */
static inline const char *xl_plural(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* The end of a noun: "%zu row%s". "1 of 1 rows" needs none. */
static inline const char *xl_s(size_t count)
{
    return xl_plural(count, "", "s");
}

/* A growing text. Starts as zeros. `at` is NULL until something is added, and then ends in a NUL.
 * The caller frees `at`. */
struct xl_text {
    char *at;
    size_t used, room;
};

__attribute__((format(printf, 2, 3))) void xl_text_add(struct xl_text *text, const char *fmt, ...);
void xl_text_add_bytes(struct xl_text *text, const char *bytes, size_t count);

/* Reduces the text to its last line, without its end, in place. Returns the text. */
char *xl_last_line(char *text);

/* Orders texts, for qsort and bsearch of char *. */
int xl_compare_texts(const void *a, const void *b);

/* A copy with each `from` replaced. The caller frees it. */
char *xl_replaced(const char *text, const char *from, const char *to);

/* Whether a list of words, with blanks between them, has this one; "WORD:..." is one of those too.
 */
bool xl_has_word(const char *list, const char *word);

/* Writes up to three names, the most similar first, as "a, b, c"; "" if there is none. A name is
 * similar if it contains the unknown one or differs from it in at most a third of its characters,
 * rounded up. A * at the end of the unknown name stands for any end. */
void xl_similar_names(const char *unknown, const char *const *names, size_t count, char *text,
                      size_t size);

/* Takes the next word off a shell command, in place. Removes quotes and backslashes, and expands
 * nothing. Returns NULL at the end. */
char *xl_take_word(char **rest);

/* Copied words, as argv: at[count] is NULL. Starts as {NULL, 0}. */
struct xl_words {
    char **at;
    size_t count;
};

void xl_words_add(struct xl_words *words, const char *word);
void xl_words_add_text(struct xl_words *words, const char *text); /* words of a command */
void xl_words_free(struct xl_words *words);

/* A pattern of fnmatch that this name matches. It can be shown: an asterisk stands for what cannot.
 * The caller frees it. */
char *xl_glob_of(const char *name);

/* Writes a word in apostrophes, for a shell. */
void xl_put_quoted(FILE *f, const char *word);

/* The same, without apostrophes if the word needs none. */
void xl_put_word(FILE *f, const char *word);

/* The FILE of a line `#include "FILE"`, in place. NULL if it is another line. */
const char *xl_included_file(char *line);

#endif
