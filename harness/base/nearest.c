/* The names nearest to one that is not there, for the message that says so.
 * SPDX-License-Identifier: MIT
 */
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { XL_NAME_MOST = 80, XL_SHOWN = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance; what is past XL_NAME_MOST characters does not count. */
static size_t distance(const char *a, const char *b)
{
    size_t row[XL_NAME_MOST + 1];
    size_t length = least(strlen(b), XL_NAME_MOST);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; i < XL_NAME_MOST && a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], diagonal) + 1);
        }
    }
    return row[length];
}

void xl_nearest(const char *wanted, const char *const *names, size_t count, char *text, size_t size)
{
    const char *shown[XL_SHOWN] = {0};
    text[0] = '\0';
    for (size_t k = 0; k < XL_SHOWN && k < count; k++) {
        size_t best = (size_t)-1;
        for (size_t i = 0; i < count; i++) {
            size_t d = strstr(names[i], wanted) ? 0 : distance(wanted, names[i]);
            int taken = 0;
            for (size_t s = 0; s < k; s++)
                taken |= strcmp(names[i], shown[s]) == 0;
            if (d < best && !taken) {
                best = d;
                shown[k] = names[i];
            }
        }
        if (!shown[k])
            return;
        xl_append(text, size, "%s%s", k ? ", " : "", shown[k]);
    }
}
