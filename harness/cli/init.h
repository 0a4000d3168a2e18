/* What `init` makes a first kernel of, or the description of a test suite.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_INIT_H
#define XL_HARNESS_CLI_INIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "contract.h"

/* init_prototype.c: a function's prototype, as somebody writes it: its name, its parameters and
 * their types. */

/* Why something is refused, and the way out. */
struct xl_refusal {
    struct xl_error what, help;
};

/* Sets both. Always -1. */
__attribute__((format(printf, 3, 4))) int xl_refuse(struct xl_refusal *why, const char *help,
                                                    const char *fmt, ...);

enum {
    XL_PROTOTYPE_BYTES = 4000,
    XL_PROTOTYPE_PARAMETERS = XL_MAX_ARGS - 1,
    XL_PROTOTYPE_INCLUDES = 8
};

/* A parameter, or what is returned. */
struct xl_declared {
    const char *name;     /* "": none */
    const char *c_type;   /* "uint8_t", also of a pointer's elements; NULL: nothing is returned */
    size_t array;         /* 16 of `float a[16]`; 0: none is given */
    enum xl_type type;    /* of the number, or of a pointer's elements */
    bool is_pointer;      /* to elements */
    bool is_const;        /* they are not written */
    bool is_bytes;        /* a pointer to void */
    bool is_bool;         /* 0 or 1 */
    bool is_pointer_wide; /* size_t, ptrdiff_t, long: as wide as a pointer on each target */
    bool is_signed;
};

struct xl_prototype {
    struct xl_arena memory; /* of all text */
    const char *text;       /* on one line, without comments, storage class and semicolon */
    const char *name;       /* of the kernel: "scale", "vec_scale_float" */
    const char *called;     /* the function: "scale", "vec::scale<float>"; it stands in text */
    const char *word;       /* what sources call it: "scale" */
    size_t at;              /* where it stands in text */
    bool is_cxx;            /* C++ reads it; the caller may set it if the text is C too */
    struct xl_declared returns;
    struct xl_declared parameters[XL_PROTOTYPE_PARAMETERS];
    size_t count;
};

/* Sets all but the parameters. Returns 0, or -1 if this cannot be one prototype of a function. The
 * caller calls xl_prototype_free in both cases. */
int xl_prototype_begin(struct xl_prototype *p, const char *text, struct xl_refusal *why);

/* N of `NAME[N]` or `NAME[static N]` in the text, or 0. Debug information has it no more. */
size_t xl_prototype_array(const char *text, const char *name);

/* A header that declares the function, and where it and what it includes are found. */
struct xl_prototype_header {
    const char *include; /* of #include "..." */
    const char *directory;
};

/* Has the host's compiler read the text, and sets the parameters. With a header, which can be
 * NULL, the header must declare this function with these types. Returns 0, or -1. */
int xl_prototype_read(struct xl_prototype *p, const struct xl_prototype_header *header,
                      struct xl_refusal *why);

/* Lines of #include that the text needs beside kernel.h, or "". */
const char *xl_prototype_includes(const struct xl_prototype *p);

/* The declaration, in its namespace. The caller frees it. */
char *xl_prototype_declaration(const struct xl_prototype *p);

void xl_prototype_free(struct xl_prototype *p);

/* init_project.c: what a project has of a function, and new files: all of them are written, or
 * none. */

/* The git work tree that has this existing directory; else the working directory if that has it,
 * else NULL. The caller frees it. */
char *xl_project_root(const char *directory);

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

/* Whether a file of the directory that matches one of the patterns has the word. */
bool xl_project_has(const char *dir, const char *word, const char *const *patterns);

/* Where text defines a function that other files can call, or declares one; 0: nowhere. Comments
 * and strings do not count. */
unsigned xl_defined_at(const char *text, const char *name);
unsigned xl_declared_at(const char *text, const char *name);

/* Where a header defines a function; 0: nowhere. */
unsigned xl_defined_inline_at(const char *text, const char *name);

/* The text with blanks for comments, strings and characters; lines stay. The caller frees it. */
char *xl_without_comments(const char *text);

bool xl_has_suffix(const char *file, const char *suffix);
bool xl_is_assembly(const char *file);
bool xl_is_header(const char *file);
bool xl_is_cxx(const char *file);

/* The number of functions in a text without comments that other files can call, and whose names end
 * so. */
size_t xl_project_functions(const char *plain, const char *ending);

/* The path of an absolute file, seen from an absolute directory. The caller frees it. */
char *xl_relative_path(const char *from, const char *file);

struct xl_new_file {
    char *path; /* absolute; its directories are made */
    struct xl_text text;
};

/* Starts as zeros. */
struct xl_new_files {
    struct xl_new_file *at;
    size_t count, room;
};

/* Adds an empty one, and takes the path. Returns its text. */
struct xl_text *xl_new_files_add(struct xl_new_files *files, char *path);

/* Writes them; none may exist. Returns 0, or -1 with err; then none of them exists, and no
 * directory that was made for one. */
int xl_new_files_write(const struct xl_new_files *files, struct xl_error *err);

void xl_new_files_free(struct xl_new_files *files);

/* init_isas.c: the ISAs that sources have vector code for. */

/* Adds the ISAs whose intrinsics or macros a source has, each once. */
void xl_project_isas(const char *text, struct xl_words *isas);

enum { XL_INIT_ISAS = 12, XL_INIT_ENDS = 4, XL_INIT_END = 16 };

/* What a project's sources have for an ISA. */
struct xl_isa_code {
    const char *isa;
    size_t files; /* with its vector code */
    char *file;   /* the first of them, else the first that names it; NULL: there is none */
    char *last;   /* the last with code; of the scan */
    /* Functions by the ends of their names, in small and in capital letters. */
    size_t counts[XL_INIT_ENDS][2];
    size_t functions;      /* of the most frequent end, which other files can call */
    char end[XL_INIT_END]; /* "_neon"; "": there are too few */
};

/* Reads all sources below the directory. The caller gives the array to xl_project_scan_free. */
void xl_project_scan(const char *dir, struct xl_isa_code codes[XL_INIT_ISAS]);
void xl_project_scan_free(struct xl_isa_code codes[XL_INIT_ISAS]);

/* init_record.c: the file of a kernel that calls a function: what its record says is guessed from
 * the prototype. */

/* What is known of the function from elsewhere. */
struct xl_first_record {
    const char *include; /* of #include "...", which declares it; NULL: the file declares it */
    const char *only;    /* ISAs with vector code; "": any */
};

/* Adds the file's content to `file`, and a line for each guess to `guesses`. Returns 0, or -1 if
 * no record has these parameters. */
int xl_first_record_add(struct xl_prototype *p, const struct xl_first_record *how,
                        struct xl_text *file, struct xl_text *guesses, struct xl_refusal *why);

/* init_suite.c: the part `suite:` of crosslane.yml, guessed from a project's build system. */

/* Appends it to DIR/crosslane.yml and prints the guesses. Returns the exit status, with a message
 * on standard error. */
int xl_init_suite(const char *dir);

#endif
