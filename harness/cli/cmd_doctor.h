/* What rows need of this machine, and what of that is there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_CMD_DOCTOR_H
#define XL_HARNESS_CLI_CMD_DOCTOR_H

#include <stdbool.h>

#include "matrix/known_issues.h"

enum { XL_MOST_REQUIREMENTS = 64, XL_MOST_BUGS = 128 };

struct xl_requirement {
    char name[64];
    char state[400];
    bool is_lacking;   /* runs do not mend it themselves: exit 3 */
    size_t rows;       /* that it costs */
    char costs[100];   /* what it costs besides; "" */
    char command[200]; /* that mends it; "": none does, or nothing is to be mended */
};

struct xl_health {
    struct xl_requirement things[XL_MOST_REQUIREMENTS];
    size_t count;
    struct xl_known_bugs known;
    const struct xl_known_bug *bugs[XL_MOST_BUGS]; /* that are in the versions found, ... */
    char versions[XL_MOST_BUGS][64];               /* ... these */
    size_t bug_count;
};

/* Prints all of it. rows: of the matrix. */
void xl_health_print(const struct xl_health *h, size_t rows);

/* The three that ask the machine, with what it says: bytes free in the cache's directory and
 * available in memory, and the limit of a process's addresses, UINT64_MAX for none. */
void xl_health_disk(struct xl_health *h, const char *directory, uint64_t free_bytes, size_t rows);
void xl_health_memory(struct xl_health *h, uint64_t bytes);
void xl_health_addresses(struct xl_health *h, uint64_t bytes, const struct xl_row_list *rows);

#endif
