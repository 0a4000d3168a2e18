/* Text in fields of a fixed size.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TEXT_H
#define XL_HARNESS_BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Appends to the string in a field of `size` bytes. What does not fit is cut, and the field then
 * ends in "..."; nothing can be appended any more. */
__attribute__((format(printf, 3, 4))) void xl_append(char *field, size_t size, const char *fmt,
                                                     ...);

/* A text that grows. Begins as zeros; `at` is NULL while it is empty, else it ends in a NUL. The
 * caller frees `at`. */
struct xl_text {
    char *at;
    size_t used, room;
};

__attribute__((format(printf, 2, 3))) void xl_text_add(struct xl_text *text, const char *fmt, ...);
void xl_text_add_bytes(struct xl_text *text, const char *bytes, size_t count);

/* The names nearest to one that is not there, for the message that says so. */

/* Writes up to three of the names, nearest first, as "a, b, c". Names that contain the wanted one
 * count as near. */
void xl_similar_names(const char *wanted, const char *const *names, size_t count, char *text,
                      size_t size);

/* A command as a shell splits it. */

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

/* Lines of files: those of a build's folder, which have one, and of C that is generated. */

/* The first line of a folder's file, without its end; NULL: there is none. The caller frees it. */
char *xl_first_line(const char *folder, const char *name);

/* The file that a line of C includes by a name in quotes, in place; NULL: none. */
const char *xl_included_file(char *line);

#endif
