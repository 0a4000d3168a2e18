/* Where an agent's instructions come from: source lines, with the calls inlined into them.
 * SPDX-License-Identifier: MIT
 *
 * DWARF 5, sections 6.2 (line numbers) and 3.3.8 (inlined calls).
 */
#include "code/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

pthread_mutex_t xl_source_lock = PTHREAD_MUTEX_INITIALIZER;

enum { XL_DEEPEST = 256 }; /* nesting of entries that is followed; a hostile file may have more */

/* A line of the table. It ends where the next one begins. */
struct line {
    uint64_t address;
    struct xl_frame frame;
    size_t unit;
    size_t order; /* of several at one address, the last counts */
    bool is_end;  /* the end of a sequence: no line follows */
};

/* One range of an inlined call. */
struct inlined {
    uint64_t from, to;
    struct xl_frame call;
};

/* The inlined calls of a compilation unit, each before those within it. */
struct unit {
    const char *directory; /* of relative names; NULL: unknown */
    struct inlined *at;
    size_t count, room;
};

/* A file of this repository in the debug information, or one with a relative name, and where it is.
 */
struct own_file {
    const char *named;
    char *path;
};

struct xl_source {
    Dwarf *dwarf;
    struct {
        struct own_file *at;
        size_t count, room;
    } own;
    struct {
        struct line *at;
        size_t count, room;
    } lines;
    struct {
        struct unit *at;
        size_t count, room;
    } units;
};

/* Compilers get this name for the repository's directory (harness/build/kernels.cmake), so that a
 * checkout's place is not in what they write. */
static const char root_name[] = "/crosslane-root";

/* Takes NAME/../ out of a path, as the compiler writes it for #include "../FILE". */
static void shorten(char *path)
{
    for (char *up; (up = strstr(path, "/../"));) {
        char *name = up;
        while (name > path && name[-1] != '/')
            name--;
        if (name == path || name == up)
            return;
        memmove(name, up + strlen("/../"), strlen(up + strlen("/../")) + 1);
    }
}

/* The path of a file that the debug information names. */
static const char *path_of(struct xl_source *s, const struct unit *unit, const char *named)
{
    const bool is_own = named && strncmp(named, root_name, sizeof root_name - 1) == 0,
               is_relative = named && named[0] != '/' && unit->directory;
    if (!is_own && !is_relative)
        return named;
    for (size_t i = s->own.count; i-- > 0;) /* most often, the last one */
        if (s->own.at[i].named == named)
            return s->own.at[i].path;
    /* A prefix of the name: a directory "ROOT-tests" beside the repository's has it, too. */
    struct own_file file = {named, is_own
                                       ? xl_format("%s%s", xl_root(), named + sizeof root_name - 1)
                                       : xl_join_path(unit->directory, "%s", named)};
    shorten(file.path);
    xl_push(&s->own, file);
    return file.path;
}

static void take_lines(struct xl_source *s, Dwarf_Die *die)
{
    Dwarf_Lines *lines;
    size_t count = 0;
    if (dwarf_getsrclines(die, &lines, &count))
        return; /* a unit without code has none */
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        struct line taken = {.unit = s->units.count - 1, .order = s->lines.count};
        int number = 0;
        if (dwarf_lineaddr(line, &taken.address) || dwarf_lineno(line, &number) ||
            dwarf_lineendsequence(line, &taken.is_end))
            continue;
        taken.frame =
            (struct xl_frame){path_of(s, &s->units.at[taken.unit], dwarf_linesrc(line, NULL, NULL)),
                              (unsigned)number};
        xl_push(&s->lines, taken);
    }
}

static unsigned number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word value;
    return dwarf_attr(die, attribute, &a) && !dwarf_formudata(&a, &value) ? (unsigned)value : 0;
}

static void take_inlined(struct xl_source *s, struct unit *unit, Dwarf_Die *die, Dwarf_Files *files)
{
    const char *named = dwarf_filesrc(files, number_of(die, DW_AT_call_file), NULL, NULL);
    struct xl_frame call = {path_of(s, unit, named), number_of(die, DW_AT_call_line)};
    Dwarf_Addr base, from, to;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &from, &to)) > 0;) {
        xl_push(unit, ((struct inlined){from, to, call}));
    }
}

/* Reads the inlined calls below an entry, the outer ones first. */
static void take_children(struct xl_source *s, struct unit *unit, Dwarf_Die *parent,
                          Dwarf_Files *files, int depth)
{
    Dwarf_Die die;
    if (depth == XL_DEEPEST || dwarf_child(parent, &die))
        return;
    do {
        if (dwarf_tag(&die) == DW_TAG_inlined_subroutine)
            take_inlined(s, unit, &die, files);
        take_children(s, unit, &die, files, depth + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
}

static void take_unit(struct xl_source *s, Dwarf_Die *die)
{
    Dwarf_Files *files = NULL;
    size_t count = 0;
    Dwarf_Attribute directory;
    const struct unit unit = {.directory =
                                  dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &directory))};
    xl_push(&s->units, unit);
    take_lines(s, die);
    if (dwarf_getsrcfiles(die, &files, &count) == 0)
        take_children(s, &s->units.at[s->units.count - 1], die, files, 0);
}

/* At one address, the end of a sequence comes before the start of another. */
static int by_address(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->is_end != y->is_end)
        return x->is_end ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

struct xl_source *xl_source_read(struct Elf *elf, struct xl_error *err)
{
    struct xl_source *s = xl_alloc(1, sizeof *s);
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    s->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    while (s->dwarf && dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0)
        take_unit(s, &die);
    if (s->lines.count) {
        qsort(s->lines.at, s->lines.count, sizeof *s->lines.at, by_address);
        return s;
    }
    xl_error_set(err, "it has no line numbers: compile it with -g1");
    xl_source_free(s);
    return NULL;
}

void xl_source_each(const struct xl_source *s,
                    void (*each)(void *data, const struct xl_frame *line, uint64_t from,
                                 uint64_t to),
                    void *data)
{
    for (size_t i = 0; i + 1 < s->lines.count; i++) {
        const struct line *l = &s->lines.at[i];
        if (!l->is_end && l->frame.file && l->frame.line && l[1].address > l->address)
            each(data, &l->frame, l->address, l[1].address);
    }
}

/* The line of an address; NULL: none. */
static const struct line *find_line(const struct xl_source *s, uint64_t address)
{
    const size_t begun = xl_count_up_to(s->lines.at, s->lines.count, sizeof *s->lines.at, address);
    return begun && !s->lines.at[begun - 1].is_end ? &s->lines.at[begun - 1] : NULL;
}

/* Line 0 means code without a line. */
static void add_frame(struct xl_frame *frames, size_t *count, const struct xl_frame *frame)
{
    if (*count < XL_MAX_FRAMES && frame->file && frame->line)
        frames[(*count)++] = *frame;
}

size_t xl_source_frames(const struct xl_source *source, uint64_t address,
                        struct xl_frame frames[XL_MAX_FRAMES])
{
    const struct line *line = source ? find_line(source, address) : NULL;
    size_t count = 0;
    if (!line)
        return 0;
    add_frame(frames, &count, &line->frame);
    const struct unit *unit = &source->units.at[line->unit];
    for (size_t i = unit->count; i-- > 0;)
        if (address >= unit->at[i].from && address < unit->at[i].to)
            add_frame(frames, &count, &unit->at[i].call);
    return count;
}

void xl_source_free(struct xl_source *source)
{
    if (!source)
        return;
    for (size_t i = 0; i < source->units.count; i++)
        free(source->units.at[i].at);
    for (size_t i = 0; i < source->own.count; i++)
        free(source->own.at[i].path);
    free(source->own.at);
    free(source->units.at);
    free(source->lines.at);
    dwarf_end(source->dwarf);
    free(source);
}

void xl_source_text(const struct xl_frame *frame, char *text, size_t size)
{
    FILE *f = fopen(frame->file, "re");
    unsigned line = 0;
    text[0] = '\0';
    while (f && line < frame->line && fgets(text, (int)size, f))
        line += strchr(text, '\n') != NULL || feof(f);
    if (f)
        fclose(f);
    if (line < frame->line)
        text[0] = '\0';
    text[strcspn(text, "\r\n")] = '\0';
}

const char *xl_source_path(const char *file)
{
    size_t length = strlen(xl_root());
    if (strncmp(file, xl_root(), length) == 0 && file[length] == '/')
        return file + length + 1;
    const char *name = strrchr(file, '/');
    bool is_compilers = strstr(file, "/lib/gcc") || strstr(file, "/lib/clang/");
    return name && is_compilers ? name + 1 : xl_display_path(file);
}
