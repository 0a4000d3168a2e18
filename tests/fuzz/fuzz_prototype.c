/* libFuzzer: arbitrary bytes as a prototype, and as a source or a header that has a function.
 * SPDX-License-Identifier: MIT
 *
 * The C compiler reads what xl_prototype_begin accepts; here it is not started. -max_len=8192
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/init.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is accepted stays where it is put: it has no end of a statement and no directive. */
static void check_prototype(const char *text)
{
    struct xl_prototype p;
    struct xl_refusal why;
    if (xl_prototype_begin(&p, text, &why) == 0) {
        if (!*p.name || strpbrk(p.text, "#;{}\"'\\\n") || strstr(p.text, "%:") ||
            strlen(p.text) > XL_PROTOTYPE_BYTES)
            abort();
        (void)xl_prototype_array(p.text, p.name);
        (void)xl_prototype_includes(&p);
    } else if (!*why.what.text || !*why.help.text) {
        abort();
    }
    xl_prototype_free(&p);
}

static void check_source(const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    if (xl_defined_at(text, "f") > lines || xl_declared_at(text, "f") > lines)
        abort();
    struct xl_words isas = {0};
    xl_project_isas(text, &isas);
    xl_words_free(&isas);
    char *path = xl_relative_path("/a/b", text);
    free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    check_prototype(text);
    check_source(text);
    free(text);
    return 0;
}
