/* What a project has of a function: the source that defines it, the header that declares it, the
 * ISAs of its vector code.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_INIT_PROJECT_H
#define XL_HARNESS_CLI_INIT_PROJECT_H

#include "base/text.h"
#include "cli/prototype.h"

/* The git work tree that has this existing directory; else the working directory if that has it,
 * else NULL. The caller frees it. */
char *xl_project_root(const char *folder);

struct xl_place {
    char *file; /* absolute; NULL: there is none */
    unsigned line;
};

/* The files of the project, without those below `except`, that define or declare the function.
 * git knows which are ignored. The caller frees each file, and the array. */
struct xl_places {
    struct xl_place *at;
    size_t count, room;
};

void xl_project_definitions(const char *root, const char *except, const char *name,
                            struct xl_places *places);
void xl_project_headers(const char *root, const char *except, const char *name,
                        struct xl_places *places);
void xl_places_free(struct xl_places *places);

/* Where text defines a function that other files can call, or declares one; 0: nowhere. Comments
 * and strings do not count. */
unsigned xl_defined_at(const char *text, const char *name);
unsigned xl_declared_at(const char *text, const char *name);

/* Where a header defines a function; 0: nowhere. */
unsigned xl_defined_inline_at(const char *text, const char *name);

/* Adds the ISAs whose intrinsics or macros a source has, each once. */
void xl_project_isas(const char *text, struct xl_words *isas);

/* The path of an absolute file, seen from an absolute directory. The caller frees it. */
char *xl_relative_path(const char *from, const char *file);

#endif
