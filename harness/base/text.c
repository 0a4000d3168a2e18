/* Text: bounded fields, growing text, similar names, words of commands.
 * SPDX-License-Identifier: MIT
 */
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/unicode.h"

static const char cut[] = "...";
enum { XL_CUT = sizeof cut - 1, XL_LONGEST_CHARACTER = 4 /* of UTF-8, in bytes */ };

/* Whether something appended before did not fit. */
static bool is_cut(const char *field, size_t length, size_t size)
{
    return length >= XL_CUT && length + XL_LONGEST_CHARACTER >= size &&
           strcmp(field + length - XL_CUT, cut) == 0;
}

/* Cuts between two UTF-8 characters. */
static void end_cut(char *field, size_t size)
{
    size_t end = size > sizeof cut ? size - sizeof cut : 0;
    while (end > 0 && ((unsigned char)field[end] & 0xC0) == 0x80)
        end--;
    snprintf(field + end, size - end, "%s", cut);
}

void xl_append(char *field, size_t size, const char *fmt, ...)
{
    const size_t length = size ? strnlen(field, size) : 0;
    va_list args;
    if (length >= size || is_cut(field, length, size))
        return;
    va_start(args, fmt);
    const int more = vsnprintf(field + length, size - length, fmt, args);
    va_end(args);
    if (more < 0)
        field[length] = '\0';
    else if ((size_t)more >= size - length)
        end_cut(field, size);
}

void xl_text_add_bytes(struct xl_text *text, const char *bytes, size_t count)
{
    if (text->room - text->used <= count) {
        text->room = 2 * text->room + count + 64;
        text->at = (char *)xl_resize(text->at, text->room, 1);
    }
    memcpy(text->at + text->used, bytes, count);
    text->used += count;
    text->at[text->used] = '\0';
}

enum { XL_NAMED = 5 };

void xl_append_name(char *field, size_t size, size_t *count, const char *name)
{
    if ((*count)++ < XL_NAMED)
        xl_append(field, size, "%s%s", *field ? ", " : "", name);
}

void xl_append_rest(char *field, size_t size, size_t count)
{
    if (count > XL_NAMED)
        xl_append(field, size, " and %zu more", count - XL_NAMED);
}

char *xl_last_line(char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    const char *newline = strrchr(text, '\n');
    if (newline)
        memmove(text, newline + 1, strlen(newline));
    return text;
}

int xl_compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *xl_replaced(const char *text, const char *from, const char *to)
{
    struct xl_text out = {0};
    xl_text_add_bytes(&out, "", 0);
    for (const char *at; (at = strstr(text, from)); text = at + strlen(from))
        xl_text_add(&out, "%.*s%s", (int)(at - text), text, to);
    xl_text_add(&out, "%s", text);
    return out.at;
}

void xl_text_add(struct xl_text *text, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *piece = xl_vformat(fmt, args);
    va_end(args);
    xl_text_add_bytes(text, piece, strlen(piece));
    free(piece);
}

/* ---- Similar names ---- */

enum { XL_MAX_COMPARED = 80, XL_MAX_SIMILAR = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance of the first XL_MAX_COMPARED characters, where two that are exchanged count
 * as one. If a ends in *, the least distance of the rest to a beginning of b. */
static size_t distance(const char *a, const char *b)
{
    size_t row[XL_MAX_COMPARED + 1], before[XL_MAX_COMPARED + 1], twice[XL_MAX_COMPARED + 1] = {0};
    size_t length = least(strlen(b), XL_MAX_COMPARED);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; i < XL_MAX_COMPARED && a[i]; i++) {
        if (a[i] == '*' && !a[i + 1]) {
            for (size_t j = 0; j < length; j++)
                row[length] = least(row[length], row[j]);
            break;
        }
        size_t diagonal = row[0];
        memcpy(before, row, sizeof row);
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], diagonal) + 1);
            if (i && j && a[i] == b[j - 1] && a[i - 1] == b[j])
                row[j + 1] = least(row[j + 1], twice[j - 1] + 1);
        }
        memcpy(twice, before, sizeof twice);
    }
    return row[length];
}

bool xl_has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *(list += strspn(list, " ")); list += strcspn(list, " "))
        if (strcspn(list, " :") == length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

void xl_similar_names(const char *unknown, const char *const *names, size_t count, char *text,
                      size_t size)
{
    const size_t length = strlen(unknown), most = (length + 2) / 3;
    const char *similar[XL_MAX_SIMILAR] = {0};
    text[0] = '\0';
    for (size_t k = 0; length && k < XL_MAX_SIMILAR && k < count; k++) {
        size_t best = (size_t)-1;
        for (size_t i = 0; i < count; i++) {
            size_t d = strstr(names[i], unknown) ? 0 : distance(unknown, names[i]);
            int taken = 0;
            for (size_t s = 0; s < k; s++)
                taken |= strcmp(names[i], similar[s]) == 0;
            if (d < best && d <= most && !taken) {
                best = d;
                similar[k] = names[i];
            }
        }
        if (!similar[k])
            return;
        xl_append(text, size, "%s%s", k ? ", " : "", similar[k]);
    }
}

/* ---- Words of commands ---- */

char *xl_take_word(char **rest)
{
    char *from = *rest + strspn(*rest, " \n"), *to = from, *word = from;
    char quote = '\0';
    if (!*from)
        return NULL;
    for (; *from && (quote || (*from != ' ' && *from != '\n')); from++) {
        if (quote ? *from == quote : *from == '\'' || *from == '"')
            quote = quote ? '\0' : *from;
        else if (*from == '\\' && quote != '\'' && from[1])
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *rest = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

void xl_words_add(struct xl_words *words, const char *word)
{
    words->at = xl_resize(words->at, words->count + 2, sizeof *words->at);
    words->at[words->count++] = xl_copy_text(word);
    words->at[words->count] = NULL;
}

void xl_words_add_text(struct xl_words *words, const char *text)
{
    char *copy = xl_copy_text(text);
    for (char *rest = copy, *word; (word = xl_take_word(&rest));)
        xl_words_add(words, word);
    free(copy);
}

void xl_words_free(struct xl_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->at[i]);
    free(words->at);
    *words = (struct xl_words){NULL, 0};
}

char *xl_glob_of(const char *name)
{
    struct xl_text glob = {0};
    xl_text_add_bytes(&glob, "", 0);
    for (const char *end = name + strlen(name); name < end;) {
        const char *from = name;
        const int32_t code = xl_utf8_next(&name, end);
        name += code < 0;
        if (code < 0 || xl_is_unprintable(code)) {
            xl_text_add_bytes(&glob, "*", 1);
            continue;
        }
        if (code < 0x80 && strchr("*?[\\", (char)code))
            xl_text_add_bytes(&glob, "\\", 1);
        xl_text_add_bytes(&glob, from, (size_t)(name - from));
    }
    return glob.at;
}

void xl_put_quoted(FILE *f, const char *word)
{
    fputc('\'', f);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", f);
        else
            fputc(*word, f);
    fputc('\'', f);
}

void xl_put_word(FILE *f, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+,./:@%";
    if (*word && !word[strspn(word, plain)])
        fputs(word, f);
    else
        xl_put_quoted(f, word);
}

const char *xl_included_file(char *line)
{
    static const char include[] = "#include \"";
    char *file = strncmp(line, include, strlen(include)) == 0 ? line + strlen(include) : NULL;
    char *end = file ? strchr(file, '"') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    return file;
}
