/* What findings of mutants must state: tests/mutants/stated.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MUTANTS_STATED_H
#define XL_TESTS_MUTANTS_STATED_H

#include <stdbool.h>
#include <stddef.h>

struct json_object;

/* A line of the table; texts end with NULL. */
struct xl_stated {
    const char *mutant, *isa;
    const char *texts[8];
};

extern const struct xl_stated xl_stated[];
extern const size_t xl_stated_count;

/* Compares the findings of a mutant with its line. row and name: of the results. Returns NULL, or
 * the text that is missing or, with its "!", must not be there. */
const char *xl_stated_wrong(const struct xl_stated *line, struct json_object *results,
                            const char *row, const char *name);

#endif
