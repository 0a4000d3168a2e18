/* A file that is written whole or not at all.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_WRITTEN_H
#define XL_HARNESS_BASE_WRITTEN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct xl_written {
    FILE *f;          /* NULL where it cannot be opened: xl_written_end says why */
    const char *file; /* "-": standard output */
    char *temporary;  /* what is written in place of it; NULL: itself */
    int why;          /* errno of the opening */
};

enum { XL_BESIDE_MOST = 16 }; /* bytes that the name of what is written first has more */

/* Whether Linux takes such names. */
bool xl_has_room_for(const char *file);

/* Whether it is there and cannot be replaced by a file: a device, a pipe, a folder, and "-". */
bool xl_is_special_file(const char *file);

/* Opens a file beside this one, which takes its place in the end. A device or a pipe is written to
 * as far as it goes. file must live until the end. */
void xl_written_begin(struct xl_written *w, const char *file);

/* Returns 0; or -1 with err, where not everything could be written: then the file is as it was. */
int xl_written_end(struct xl_written *w, struct xl_error *err);

/* Closes a stream that was written to. Returns 0; or -1 with errno where not everything could be
 * written, now or by an earlier flush, whose own errno is forgotten: EIO. */
int xl_close_written(FILE *f);

#endif
