/* Which groups of calls find the mutants, and which of these nothing else finds:
 * tests/mutants/groups.txt.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MUTANTS_FOUND_H
#define XL_TESTS_MUTANTS_FOUND_H

#include "oracle/inputs.h"

struct json_object;

/* What found a mutant on a row. */
struct xl_found {
    bool in[XL_MAX_GROUPS]; /* calls of these groups */
    bool elsewhere;         /* something else did: calls that are made again, evidence, ... */
    bool is_cut;            /* the guest ended: calls that came later were not made */
};

/* Of a kernel's results; NULL: nothing did. */
struct xl_found xl_found_read(struct json_object *kernel);

/* The one group that found it, or XL_NO_GROUP: several did, or something else. */
unsigned xl_found_only(const struct xl_found *found);

/* Counts a mutant on an ISA that these groups found. */
void xl_found_add(const struct xl_found *found);

/* Says that nothing but this group finds a mutant, on one ISA at least. */
void xl_found_alone(unsigned group, const char *mutant);

/* Writes what was counted and said into tests/mutants/groups.txt. An exit status. */
int xl_found_write(void);

/* Compares what was said with the file, and warns on standard error where that is old. is_open:
 * whether it is not known of a mutant that only this group finds it. Returns whether it is old. */
int xl_found_check(bool (*is_open)(unsigned group, const char *mutant));

#endif
