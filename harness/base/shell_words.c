/* A command as a shell splits it.
 * SPDX-License-Identifier: MIT
 */
#include "base/shell_words.h"

#include <string.h>

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
