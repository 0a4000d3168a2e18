/* Worst errors that have become smaller than tests/accuracy has them: until the files say so, a
 * kernel can fall back to what it was, and nobody sees it.
 * SPDX-License-Identifier: MIT
 */
#include "results/tighter.h"

#include <ctype.h>
#include <stdio.h>

#include "results/packed.h"
#include "results/read.h"

/* Names may be another machine's, and stand in a command. */
static void put_name(FILE *f, const char *name)
{
    for (; *name; name++)
        fputc(isalnum((unsigned char)*name) ? *name : '_', f);
}

/* kernels: of each name, an object of its ISAs. */
static void add_row(struct json_object *kernels, struct json_object *row)
{
    struct json_object *list = xl_read_array(row, "kernels");
    for (size_t i = 0; list && i < json_object_array_length(list); i++) {
        struct json_object *kernel = json_object_array_get_idx(list, i), *isas = NULL;
        const char *name = xl_read_text(kernel, "kernel");
        if (!xl_read_get(kernel, "better_than", json_type_double) || !*name)
            continue;
        if (!json_object_object_get_ex(kernels, name, &isas)) {
            isas = json_object_new_object();
            json_object_object_add(kernels, name, isas);
        }
        json_object_object_add(isas, xl_read_text(kernel, "variant"), NULL);
    }
}

static void put_kernels(FILE *f, struct json_object *kernels)
{
    const char *between = "";
    json_object_object_foreach(kernels, name, isas)
    {
        const char *comma = "";
        fputs(between, f);
        put_name(f, name);
        fputs(" (", f);
        json_object_object_foreach(isas, isa, unused)
        {
            (void)unused;
            fputs(comma, f);
            put_name(f, isa);
            comma = ", ";
        }
        fputc(')', f);
        between = ", ";
    }
}

static void put_sentence(FILE *f, struct json_object *kernels, const char *baseline)
{
    fprintf(f, "%s can be tightened, or what is better now may fall back unseen: ",
            baseline ? baseline : "tests/accuracy");
    put_kernels(f, kernels);
    if (baseline)
        return;
    fputs("; ./crosslane accuracy --update --tier full", f);
    json_object_object_foreach(kernels, name, isas)
    {
        (void)isas;
        fputs(" --kernel ", f);
        put_name(f, name);
    }
}

char *xl_tighter(struct json_object *rows, const char *baseline)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    struct json_object *kernels = json_object_new_object();
    if (f) {
        for (size_t i = 0; i < json_object_array_length(rows); i++)
            add_row(kernels, xl_row_told(rows, i));
        if (json_object_object_length(kernels))
            put_sentence(f, kernels, baseline);
        fclose(f);
    }
    json_object_put(kernels);
    return text;
}
