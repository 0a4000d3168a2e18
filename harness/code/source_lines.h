/* Where an agent's instructions come from: source lines, with the calls inlined into them, by
 * DWARF.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_SOURCE_LINES_H
#define XL_HARNESS_CODE_SOURCE_LINES_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct Elf;

enum { XL_MAX_FRAMES = 32 };

/* A line of a source file. */
struct xl_frame {
    const char *file; /* absolute, as the compiler had it */
    unsigned line;
};

struct xl_source;

/* Reads the debug information of an ELF file, which must outlive what is returned. NULL with err:
 * there is none. */
struct xl_source *xl_source_read(struct Elf *elf, struct xl_error *err);

/* The lines of an instruction: the innermost first, then each call that was inlined around it.
 * Returns how many. */
size_t xl_source_frames(const struct xl_source *source, uint64_t address,
                        struct xl_frame frames[XL_MAX_FRAMES]);

/* Calls back with each line that has code, and the addresses from its first byte to behind its
 * last. */
void xl_source_each(const struct xl_source *source,
                    void (*each)(void *data, const struct xl_frame *line, uint64_t from,
                                 uint64_t to),
                    void *data);

void xl_source_free(struct xl_source *source);

/* Must be held while the lines of an agent are read: rows share its image. */
extern pthread_mutex_t xl_source_lock;

/* The text of a line; "" if the file does not exist. */
void xl_source_text(const struct xl_frame *frame, char *text, size_t size);

/* A file's path for messages: relative to Crosslane's directory, if it is in it; only the name of a
 * compiler's header. */
const char *xl_source_path(const char *file);

#endif
