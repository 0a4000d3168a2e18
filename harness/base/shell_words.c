/* A command as a shell splits it.
 * SPDX-License-Identifier: MIT
 */
#include "base/shell_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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
