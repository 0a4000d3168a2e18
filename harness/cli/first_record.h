/* The file of a kernel that calls a function: what its record says is guessed from the prototype.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_FIRST_RECORD_H
#define XL_HARNESS_CLI_FIRST_RECORD_H

#include "base/text.h"
#include "cli/prototype.h"

/* What is known of the function from elsewhere. */
struct xl_first_record {
    const char *include; /* of #include "...", which declares it; NULL: the file declares it */
    const char *only;    /* ISAs with vector code; "": any */
};

/* Adds the file's content to `file`, and a line for each guess to `guesses`. Returns 0, or -1 if
 * no record has these parameters. */
int xl_first_record_add(struct xl_prototype *p, const struct xl_first_record *how,
                        struct xl_text *file, struct xl_text *guesses, struct xl_refusal *why);

#endif
