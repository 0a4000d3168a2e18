/* The compilers of builds: toolchains/compilers.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_COMPILERS_H
#define XL_HARNESS_MATRIX_COMPILERS_H

#include <stdbool.h>
#include <stddef.h>

struct xl_compiler {
    const char *name;   /* gcc, gcc16 */
    const char *family; /* gcc or llvm */
    bool has_tree;      /* of its own: sysroots/mk-compiler */
};

enum { XL_MAX_COMPILERS = 8 };

extern const struct xl_compiler xl_compilers[];
extern const size_t xl_compiler_count;

/* Their names, in this order. */
extern const char *const xl_compiler_names[];

/* NULL if there is none. */
const struct xl_compiler *xl_compiler_find(const char *name);

/* Whether the compiler is of gcc's family, which decides its options. */
bool xl_compiler_is_gcc(const char *name);

/* Whether the compiler has a tree of its own. */
bool xl_compiler_has_tree(const char *name);

/* Whether a word, of a selector or a known bug, means the compiler: its name or its family's. */
bool xl_compiler_is_meant(const char *word, const char *name);

/* Levels of optimisation. */
extern const char *const xl_levels[];
extern const size_t xl_level_count;

/* Whether the level is with link-time optimisation, so that an object is not yet its code. */
bool xl_level_is_lto(const char *level);

/* The compiler's options, with blanks between them: "-O2 -flto". Returns text. */
enum { XL_LEVEL_OPTIONS = 32 };
const char *xl_level_options(const char *level, char text[XL_LEVEL_OPTIONS]);

#endif
