/* Fingerprints of what a program was linked from: each kernel's code with all that it calls, and
 * the rest.
 * SPDX-License-Identifier: MIT
 */
#include "build/link_reading.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "code/elf.h"
#include "oracle/module.h"

/* The object whose symbols are read. */
struct object {
    struct xl_link_reading *r;
    size_t number;
};

static void add_symbol(void *data, const GElf_Sym *symbol, const char *name)
{
    const struct object *o = data;
    if (!*name || GELF_ST_BIND(symbol->st_info) == STB_LOCAL)
        return;
    const uint64_t half = xl_digest_text(name).low;
    struct xl_link_symbols *to = symbol->st_shndx == SHN_UNDEF ? &o->r->undefined : &o->r->defined;
    xl_push(to, ((struct xl_link_symbol){half, o->number}));
}

static void read_symbols(struct xl_link_reading *r, const char *path, size_t object)
{
    struct xl_elf file = xl_elf_open(path);
    xl_elf_each_symbol(file.elf, SHT_SYMTAB, add_symbol, &(struct object){r, object});
    xl_elf_close(&file);
}

static bool is_changed(const struct xl_link_reading *r, size_t object)
{
    return r->changed && xl_names_has(r->changed, r->linked->kernels[object].name);
}

/* No cached result has the new digest. */
static void set_changed(const struct xl_link_reading *r, size_t object)
{
    struct xl_digest *code = &r->linked->kernels[object].code;
    *code = xl_digest_combine(*code, xl_digest_text("changed"));
}

static int add_kernel(struct xl_link_reading *r, const char *path, struct xl_digest digest)
{
    xl_link_reading_add(r, path, digest);
    read_symbols(r, path, r->linked->count - 1);
    return 0;
}

static int note_symbol(void *context, const char *name, bool is_defined)
{
    struct xl_link_reading *r = context;
    struct xl_link_symbols *to = is_defined ? &r->defined : &r->undefined;
    xl_push(to, ((struct xl_link_symbol){xl_digest_text(name).low, r->linked->count - 1}));
    return 0;
}

/* Adds a file of a unit. Its text is included, because sections have no lines and types. */
static int add_member(struct xl_link_reading *r, struct xl_sections *sections, const char *path)
{
    struct xl_digest text, code;
    if (xl_link_reading_digest(r, path, &text))
        return -1;
    struct xl_link_fingerprint_kernel *k = xl_link_reading_add(r, path, text);
    if (xl_sections_of(sections, r->linked->files, k->name, &code, note_symbol, r))
        return -1;
    k->code = xl_digest_combine(k->code, code);
    return 0;
}

/* Gives the symbols of the last file of a unit, from index `from` on, to the unit's other files. */
static void share_symbols(struct xl_link_symbols *of, size_t from, size_t first, size_t last)
{
    const size_t end = of->count;
    for (size_t i = from; i < end; i++)
        for (size_t object = first; object < last; object++)
            xl_push(of, ((struct xl_link_symbol){of->at[i].name, object}));
}

/* Sections of a unit that no kernel of its files reaches belong to each of them. */
static int add_rest_of_unit(struct xl_link_reading *r, struct xl_sections *sections, size_t first)
{
    const size_t undefined = r->undefined.count, defined = r->defined.count;
    struct xl_digest rest;
    if (r->linked->count == first || xl_sections_rest(sections, &rest, note_symbol, r))
        return -1;
    for (size_t i = first; i < r->linked->count; i++)
        r->linked->kernels[i].code = xl_digest_combine(r->linked->kernels[i].code, rest);
    const size_t last = r->linked->count - 1;
    share_symbols(&r->undefined, undefined, first, last);
    share_symbols(&r->defined, defined, first, last);
    return 0;
}

static int add_members(struct xl_link_reading *r, struct xl_sections *sections, FILE *unit)
{
    const size_t first = r->linked->count;
    char *line = NULL;
    size_t room = 0;
    int failed = 0;
    while (!failed && getline(&line, &room, unit) >= 0) {
        const char *path = xl_included_file(line);
        if (path)
            failed = add_member(r, sections, path);
    }
    free(line);
    return failed || add_rest_of_unit(r, sections, first) ? -1 : 0;
}

/* Adds the object of several kernels, whose source harness/build/kernels.cmake writes. */
static int add_unit(struct xl_link_reading *r, const char *word, const char *path)
{
    const int length = (int)(strlen(word) - strlen(r->prefix) - strlen(".o"));
    char *source = xl_join_path(r->directory, "%.*s", length, word + strlen(r->prefix));
    struct xl_digest ignored; /* it only names the members */
    FILE *unit = xl_link_reading_digest(r, source, &ignored) ? NULL : fopen(source, "re");
    free(source);
    struct xl_sections *sections = unit && r->linked->files ? xl_sections_read(path) : NULL;
    const int failed = !sections || add_members(r, sections, unit);
    if (failed)
        xl_error_set(r->err, "%s: sections of its kernels are not known", path);
    if (sections)
        xl_sections_free(sections);
    if (unit)
        fclose(unit);
    return failed ? -1 : 0;
}

static void add_rest(struct xl_link_reading *r, struct xl_digest digest)
{
    r->linked->rest = xl_digest_combine(r->linked->rest, digest);
}

/* A thin archive has only the names of its objects. */
static bool is_thin_archive(const char *path)
{
    static const char thin[] = "!<thin>";
    char begin[sizeof thin] = "";
    FILE *f = fopen(path, "re");
    if (f && fread(begin, 1, sizeof thin - 1, f) < sizeof thin - 1)
        begin[0] = '\0';
    if (f)
        fclose(f);
    return strcmp(begin, thin) == 0;
}

/* Adds a file that is linked. */
static int add_file_at(struct xl_link_reading *r, const char *word, const char *path)
{
    static const char units[] = "xl-units/";
    struct xl_digest digest;
    if (xl_link_reading_digest(r, path, &digest))
        return xl_fail(r->err, "%s: %s", path, strerror(errno));
    if (is_thin_archive(path))
        return xl_fail(r->err, "%s: a thin archive", path);
    if (strncmp(word, r->prefix, strlen(r->prefix)) == 0)
        return strncmp(word + strlen(r->prefix), units, strlen(units)) == 0
                   ? add_unit(r, word, path)
                   : add_kernel(r, path, digest);
    add_rest(r, xl_digest_text(word));
    add_rest(r, digest);
    return 0;
}

static int add_input(struct xl_link_reading *r, const char *word)
{
    char *path = word[0] == '/' ? xl_copy_text(word) : xl_join_path(r->directory, "%s", word);
    const int failed = add_file_at(r, word, path);
    free(path);
    return failed;
}

/* Takes the next word off a Ninja statement, in place, without its escapes. NULL at the line's end.
 */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " "), *to = word, *from = word;
    if (!*word)
        return NULL;
    for (; *from && *from != ' '; from++) {
        if (*from == '$' && from[1])
            from++;
        *to++ = *from;
    }
    *rest = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

/* Adds the inputs, which are between the rule's name and the order-only inputs. */
static int add_inputs(struct xl_link_reading *r, char *inputs)
{
    add_rest(r, xl_digest_text(next_word(&inputs))); /* the rule */
    for (char *word; (word = next_word(&inputs)) && strcmp(word, "||") != 0;)
        if (strcmp(word, "|") != 0 && add_input(r, word))
            return -1;
    return 0;
}

/* The statement and the variables below it, up to the next empty line. The caller frees it. */
static char *read_statement(const char *directory, const char *target)
{
    char *path = xl_join_path(directory, "build.ninja"), *begin = xl_format("build %s: ", target),
         *line = NULL;
    struct xl_text text = {0};
    size_t room = 0;
    FILE *f = fopen(path, "re");
    while (f && getline(&line, &room, f) >= 0 && !(text.used && line[0] == '\n'))
        if (text.used || strncmp(line, begin, strlen(begin)) == 0)
            xl_text_add(&text, "%s", line);
    free(line);
    free(begin);
    free(path);
    if (f)
        fclose(f);
    return text.at;
}

static int by_symbol_name(const void *a, const void *b)
{
    const struct xl_link_symbol *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

/* The objects that one refers to, directly or not. */
struct reached {
    const struct xl_link_reading *r;
    const size_t *first; /* for each object: its first undefined symbol; then their count */
    bool *marked;
    size_t *objects, count;
};

/* Adds this object and all objects that it refers to. */
static void mark(struct reached *m, size_t object)
{
    const struct xl_link_symbols *defined = &m->r->defined;
    if (m->marked[object])
        return;
    m->marked[object] = true;
    m->objects[m->count++] = object;
    for (size_t i = m->first[object]; i < m->first[object + 1] && defined->count; i++) {
        const struct xl_link_symbol *found = bsearch(&m->r->undefined.at[i], defined->at,
                                                     defined->count, sizeof *found, by_symbol_name);
        if (found)
            mark(m, found->object);
    }
}

static int by_object(const void *a, const void *b)
{
    const struct xl_link_symbol *x = a, *y = b;
    return (x->object > y->object) - (x->object < y->object);
}

/* Sorts the undefined symbols by their objects. The caller frees the result. */
static size_t *sort_undefined(const struct xl_link_reading *r)
{
    const size_t count = r->linked->count;
    size_t *first = xl_alloc(count + 1, sizeof *first), at = 0;
    if (r->undefined.count)
        qsort(r->undefined.at, r->undefined.count, sizeof *r->undefined.at, by_object);
    for (size_t i = 0; i <= count; i++) {
        while (at < r->undefined.count && r->undefined.at[at].object < i)
            at++;
        first[i] = at;
    }
    return first;
}

static int by_size(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Files of a unit share what one of them defines and another refers to. Files that share something
 * with a changed file have changed, too. */
static void spread_changes(const struct xl_link_reading *r)
{
    const struct xl_link_symbol *list = r->defined.at;
    for (size_t i = 0, end; i < r->defined.count; i = end) {
        bool has_changed = false;
        for (end = i; end < r->defined.count && list[end].name == list[i].name; end++)
            has_changed |= is_changed(r, list[end].object);
        for (size_t k = i; has_changed && k < end; k++)
            set_changed(r, list[k].object);
    }
}

static void add_names(const struct xl_link_reading *r)
{
    for (size_t i = 0; i < r->defined.count; i++)
        r->linked->kernels[r->defined.at[i].object].names += r->defined.at[i].name;
}

/* Adds the digests of the kernels that a kernel's object refers to. */
static void add_callees_of(struct reached *m, size_t object, const struct xl_digest *own)
{
    struct xl_digest *code = &m->r->linked->kernels[object].code;
    m->count = 0;
    mark(m, object);
    qsort(m->objects, m->count, sizeof *m->objects, by_size);
    for (size_t i = 0; i < m->count; i++) {
        const size_t k = m->objects[i];
        m->marked[k] = false; /* for the next object */
        if (k != object)
            *code = xl_digest_combine(*code, own[k]);
    }
}

static void add_callees(struct xl_link_reading *r)
{
    const size_t count = r->linked->count;
    struct xl_digest *own = xl_alloc(count, sizeof *own);
    size_t *first = sort_undefined(r);
    struct reached m = {r, first, xl_alloc(count, sizeof *m.marked),
                        xl_alloc(count, sizeof *m.objects), 0};
    if (r->defined.count)
        qsort(r->defined.at, r->defined.count, sizeof *r->defined.at, by_symbol_name);
    for (size_t i = 0; i < count; i++)
        if (is_changed(r, i))
            set_changed(r, i);
    spread_changes(r);
    add_names(r);
    for (size_t i = 0; i < count; i++)
        own[i] = r->linked->kernels[i].code;
    for (size_t i = 0; i < count; i++)
        add_callees_of(&m, i, own);
    free(own);
    free(first);
    free(m.marked);
    free(m.objects);
}

static int by_kernel_name(const void *a, const void *b)
{
    const struct xl_link_fingerprint_kernel *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Whether a library is linked by its name, as -lfoo, so that its file is unknown. The C library's
 * parts do not count. */
static bool has_named_library(const char *variables)
{
    static const char *const known[] = {"-lm", "-lpthread", "-lc", "-ldl", "-lrt", NULL};
    for (const char *word = variables; *(word += strspn(word, " \n"));
         word += strcspn(word, " \n")) {
        const size_t length = strcspn(word, " \n");
        bool is_known = false;
        for (size_t i = 0; known[i]; i++)
            is_known |= strlen(known[i]) == length && strncmp(word, known[i], length) == 0;
        if (!is_known && (strncmp(word, "-l", 2) == 0 || strncmp(word, "-L", 2) == 0))
            return true;
    }
    return false;
}

/* Without names of files for Windows' debugger, which differ when CMake configures a second time.
 */
static struct xl_digest digest_variables(const char *variables)
{
    struct xl_text text = {0};
    for (const char *line = variables; *line;) {
        const size_t length = strcspn(line, "\n") + 1,
                     used = line[length - 1] ? length : length - 1;
        char *copy = xl_format("%.*s", (int)used, line);
        if (!strstr(copy, "_PDB = "))
            xl_text_add(&text, "%s", copy);
        free(copy);
        line += used;
    }
    const struct xl_digest digest = xl_digest_text(text.at ? text.at : "");
    free(text.at);
    return digest;
}

static int read_linked(struct xl_link_reading *r, char *statement)
{
    struct xl_link_fingerprint *linked = r->linked;
    char *variables = statement + strcspn(statement, "\n"), *inputs = strstr(statement, ": ") + 2;
    if (has_named_library(variables))
        return xl_fail(r->err, "%s: a library is linked by its name (-l)", r->directory);
    linked->rest = digest_variables(variables);
    *variables = '\0';
    if (!*inputs)
        return xl_fail(r->err, "%s: nothing is linked", r->directory);
    return add_inputs(r, inputs);
}

/* Notes that a file of the directory is read. */
static int note_file(struct xl_link_reading *r, const char *name)
{
    char *path = xl_join_path(r->directory, "%s", name);
    struct xl_digest ignored;
    const int failed = xl_link_reading_digest(r, path, &ignored);
    free(path);
    return failed;
}

static char *read_statement_of(struct xl_link_reading *r, const char *target)
{
    if ((r->linked->files && note_file(r, "kernel-names")) || note_file(r, "build.ninja"))
        return NULL;
    return read_statement(r->directory, target);
}

/* Reads the link statement and the objects. */
static int read_objects(struct xl_link_reading *r, const char *target)
{
    char *statement = read_statement_of(r, target);
    if (!statement)
        xl_error_set(r->err, "%s has no build.ninja that links %s", r->directory, target);
    const int failed = !statement || read_linked(r, statement);
    free(statement);
    return failed ? -1 : 0;
}

static void begin(struct xl_link_reading *r, const char *objects)
{
    *r->linked = (struct xl_link_fingerprint){0};
    xl_error_set(r->err, "%s: an object cannot be read", r->directory);
    snprintf(r->prefix, sizeof r->prefix, "CMakeFiles/%s.dir/", objects);
    r->linked->files = xl_names_read(r->directory);
}

static void end(struct xl_link_reading *r)
{
    free(r->read.at);
    free(r->defined.at);
    free(r->undefined.at);
}

/* From the quickest source. */
static int read_any(struct xl_link_reading *r, const char *target)
{
    if (xl_link_reading_load(r, target) || xl_link_reading_recall(r, target))
        return 0;
    if (read_objects(r, target))
        return -1;
    if (r->linked->files) /* without, a file that appears would be missed */
        xl_link_reading_remember(r, target);
    return 0;
}

int xl_link_fingerprint_read(const char *directory, const char *target, const char *objects,
                             const char *changed, struct xl_link_fingerprint *out,
                             struct xl_error *err)
{
    struct xl_link_reading r = {
        .directory = directory, .changed = changed, .linked = out, .err = err};
    begin(&r, objects);
    const int failed = read_any(&r, target);
    if (!failed)
        add_callees(&r);
    if (!failed && out->count)
        qsort(out->kernels, out->count, sizeof *out->kernels, by_kernel_name);
    for (size_t i = 0; i < out->count; i++)
        out->all = xl_digest_combine(out->all, out->kernels[i].code);
    end(&r);
    return failed ? -1 : 0;
}

char *xl_link_fingerprint_text(const char *directory, const char *isa, size_t *size)
{
    struct xl_link_fingerprint linked;
    struct xl_error err;
    struct xl_link_reading r = {.directory = directory, .linked = &linked, .err = &err};
    char target[64], objects[64];
    snprintf(target, sizeof target, "agent-%s", isa);
    snprintf(objects, sizeof objects, "kernels-%s", isa);
    begin(&r, objects);
    char *text = read_objects(&r, target) ? NULL : xl_link_reading_text(&r, target, size);
    end(&r);
    xl_link_fingerprint_free(&linked);
    return text;
}

const struct xl_digest *xl_link_fingerprint_kernel(const struct xl_link_fingerprint *linked,
                                                   const char *name)
{
    char file[256];
    const struct xl_link_fingerprint_kernel key = {.name = file};
    if (!linked->files)
        return linked->count ? &linked->all : NULL;
    xl_names_file(linked->files, name, file, sizeof file);
    const struct xl_link_fingerprint_kernel *found =
        linked->count ? bsearch(&key, linked->kernels, linked->count, sizeof key, by_kernel_name)
                      : NULL;
    return found ? &found->code : NULL;
}

bool xl_link_fingerprint_same_names(const struct xl_link_fingerprint *part,
                                    const struct xl_link_fingerprint *whole)
{
    bool has = true;
    for (size_t i = 0; has && i < part->count; i++) {
        const struct xl_link_fingerprint_kernel *of_whole =
            whole->count ? bsearch(&part->kernels[i], whole->kernels, whole->count,
                                   sizeof *of_whole, by_kernel_name)
                         : NULL;
        has = of_whole && (!part->kernels[i].names || of_whole->names == part->kernels[i].names);
    }
    return has;
}

void xl_link_fingerprint_free(struct xl_link_fingerprint *linked)
{
    for (size_t i = 0; i < linked->count; i++)
        free(linked->kernels[i].name);
    free(linked->kernels);
    free(linked->files);
    *linked = (struct xl_link_fingerprint){0};
}
