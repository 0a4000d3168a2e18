/* Which vector functions programs executed, and whether they need the row's ISA.
 * SPDX-License-Identifier: MIT
 */
#include "suite/vector_evidence.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "code/disassembly.h"
#include "code/elf.h"
#include "code/source_lines.h"
#include "results/results_json.h"
#include "suite/native.h"

/* Whether a file's code is looked at. */
static bool is_wanted(const void *options, const struct xl_executed_file *f)
{
    const struct xl_evidence_options *o = options;
    const char *slash = strrchr(f->path, '/'), *name = slash ? slash + 1 : f->path;
    for (size_t i = 0; i < o->of_count; i++)
        if (fnmatch(o->of[i], f->path, 0) == 0 || fnmatch(o->of[i], name, 0) == 0)
            return true;
    return !o->of_count && !f->is_system;
}

static struct xl_evidence_file *find_file(struct xl_evidence *e, size_t file)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->at[i].file == file)
            return &e->at[i];
    return NULL;
}

/* Whether one of the patterns is of the function, or of functions of that name. */
static bool matches(const char *const *patterns, size_t count, const struct xl_vector_function *f)
{
    bool is = false;
    for (size_t i = 0; i < count && !is; i++) {
        char *copies = xl_format("%s ([0-9]*)", patterns[i]);
        is = fnmatch(patterns[i], f->name, 0) == 0 || fnmatch(copies, f->name, 0) == 0;
        free(copies);
    }
    return is;
}

/* Whether a name has the word, as sum_neon or NEON::sum has "neon". */
static bool has_word(const char *name, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = name; (at = strcasestr(at, word)); at++)
        if ((at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* Whether it is vector code of the project. What the compiler vectorized is no such code, unless
 * the project says so. Without debug information, names decide. */
static bool counts(const struct xl_evidence_options *o, const struct xl_vector_function *f)
{
    if (f->is_system)
        return false;
    return f->origin == XL_ORIGIN_WRITTEN ||
           matches(o->autovectorized, o->autovectorized_count, f) ||
           (f->origin == XL_ORIGIN_UNKNOWN &&
            (matches(o->expect, o->expect_count, f) || has_word(f->name, o->row->isa->name) ||
             has_word(f->name, o->row->isa->family)));
}

/* Disassembles the files that are new. */
static int read_code(const struct xl_evidence_options *o, struct xl_evidence *e,
                     struct xl_error *err)
{
    const enum xl_family family = xl_family_find(o->row->isa->family);
    for (size_t i = 0; i < e->code.count && family != XL_FAMILY_none; i++) {
        const struct xl_executed_file *f = &e->code.at[i];
        if (!is_wanted(o, f) || find_file(e, i))
            continue;
        struct xl_evidence_file file = {i, xl_copy_text(f->path), f->is_program, {0}};
        int failed = xl_vector_code_read(f->file, o->tools, o->row, &file.code, err);
        for (size_t k = 0; k < file.code.count; k++)
            file.code.at[k].is_system =
                o->library && xl_library_names_have(o->library, &file.code.at[k]);
        xl_vector_code_find_libraries(&file.code, f->file);
        if (!failed)
            failed = xl_vector_code_demangle(&file.code, o->tools, err);
        if (failed) {
            xl_vector_code_free(&file.code);
            free(file.path);
            return -1;
        }
        xl_vector_code_name_copies(&file.code);
        for (size_t k = 0; k < file.code.count; k++)
            file.code.at[k].counts = counts(o, &file.code.at[k]);
        xl_push(e, file);
    }
    return 0;
}

/* Functions of the group that is read. */
static size_t count_group(const struct xl_evidence *e)
{
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++)
            count += e->at[i].code.at[k].counts &&
                     xl_vector_function_has(&e->at[i].code, &e->at[i].code.at[k],
                                            &e->code.at[e->at[i].file], XL_EXECUTED_BY_GROUP);
    return count;
}

/* Counts bytes of code of the group that is read, in files that are not the sysroot's. */
static void count_bytes(const struct xl_evidence *e, struct xl_evidence_group *group)
{
    for (size_t i = 0; i < e->code.count; i++) {
        const struct xl_executed_file *f = &e->code.at[i];
        size_t executed = 0, all = 0;
        for (size_t k = 0; k < f->segment_count && !f->is_system; k++) {
            all += f->segments[k].size;
            for (uint64_t byte = 0; byte < f->segments[k].size; byte++)
                executed += (f->segments[k].executed[byte] & XL_EXECUTED_BY_GROUP) != 0;
        }
        group->bytes += executed;
        group->library_bytes += f->is_program ? 0 : executed;
        group->program_bytes += f->is_program && executed ? all : 0;
    }
}

static int by_group(const void *a, const void *b)
{
    const struct xl_started *x = a, *y = b;
    return x->group != y->group ? (x->group < y->group ? -1 : 1) : strcmp(x->log, y->log);
}

int xl_evidence_add(const struct xl_evidence_options *o, struct xl_started_list *list,
                    struct xl_evidence_group *groups, size_t group_count, struct xl_evidence *e,
                    struct xl_error *err)
{
    int failed = 0;
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, by_group);
    for (size_t i = 0; i < list->count && !failed; i++) {
        const size_t group = list->at[i].group;
        const bool is_last = i + 1 == list->count || list->at[i + 1].group != group;
        const size_t incomplete = e->code.incomplete;
        failed = xl_executed_read(&list->at[i], &o->files, &e->code, err);
        if (groups && group < group_count) {
            groups[group].programs++;
            groups[group].incomplete += e->code.incomplete - incomplete;
            if (e->code.end_trap.is_known)
                groups[group].trap = e->code.end_trap;
        }
        if (failed || !is_last)
            continue;
        failed = read_code(o, e, err);
        if (groups && group < group_count) {
            groups[group].functions += count_group(e);
            count_bytes(e, &groups[group]);
        }
        xl_executed_begin_group(&e->code);
    }
    return failed;
}

int xl_evidence_run_native(const struct xl_evidence_options *o, char *const *argv,
                           struct xl_evidence *e, struct xl_launched *launched,
                           struct xl_error *err)
{
    const struct xl_native native = {o->row, o->tools, argv, is_wanted, o};
    e->is_by_entries = true;
    snprintf(e->control, sizeof e->control, "none: this machine's CPU always has %s",
             o->row->isa->name);
    return xl_native_executed(&native, &e->code, launched, err) || read_code(o, e, err) ? -1 : 0;
}

/* A name, and whether it executed in any file. */
struct named {
    const char *name;
    bool executed, is_unknown;
};

static int compare_names(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    const int executed = y->executed - x->executed;
    return order ? order : executed ? executed : x->is_unknown - y->is_unknown;
}

static void count_names(struct xl_evidence *e)
{
    struct {
        struct named *at;
        size_t count, room;
    } all = {0};
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            const struct named n = {f->name, f->executed_vectors != 0, f->is_unknown};
            if (f->counts || (f->is_unknown && !f->is_system))
                xl_push(&all, n);
        }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, compare_names);
    e->functions = e->executed = e->unknown = 0;
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || strcmp(all.at[i - 1].name, all.at[i].name) != 0) {
            e->functions += !all.at[i].is_unknown;
            e->unknown += all.at[i].is_unknown;
            e->executed += all.at[i].executed;
        }
    free(all.at);
}

/* The executed function of this name in this file; NULL: none. */
static const struct xl_vector_function *find_executed(const struct xl_evidence *e, const char *path,
                                                      const char *name)
{
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; strcmp(e->at[i].path, path) == 0 && k < e->at[i].code.count; k++)
            if (e->at[i].code.at[k].executed_vectors && strcmp(e->at[i].code.at[k].name, name) == 0)
                return &e->at[i].code.at[k];
    return NULL;
}

/* What a comparison with the control run asks of a function; control: what it did there, or NULL.
 */
typedef bool xl_function_question(const struct xl_vector_function *f,
                                  const struct xl_vector_function *control);

static bool executed_here_only(const struct xl_vector_function *f,
                               const struct xl_vector_function *control)
{
    return f->executed_vectors && !control;
}

static bool executed_own_here_only(const struct xl_vector_function *f,
                                   const struct xl_vector_function *control)
{
    return f->executed_own && !(control && control->executed_own);
}

static bool executed_own(const struct xl_vector_function *f,
                         const struct xl_vector_function *control)
{
    (void)control;
    return f->executed_own;
}

/* Whether a function is meant for the ISA alone. */
static bool has_own(const struct xl_vector_function *f, const struct xl_vector_function *control)
{
    (void)control;
    return f->own && !f->is_beyond;
}

/* Names the functions for which the answer is yes. Returns their number. */
static size_t name_functions(const struct xl_evidence *e, const struct xl_evidence *control,
                             xl_function_question *ask, char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            if (f->counts && ask(f, find_executed(control, e->at[i].path, f->name)))
                xl_append_name(text, size, &count, f->name);
        }
    xl_append_rest(text, size, count);
    return count;
}

bool xl_evidence_has_own(const struct xl_evidence *e)
{
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            if (f->counts && (f->executed_own || has_own(f, NULL)))
                return true;
        }
    return false;
}

/* The same functions executed on the control CPU. Decides by the instructions that only the ISA
 * has. An ISA that extends none has no such instructions: it is not needed. */
static void compare_instructions(const struct xl_evidence_options *o, struct xl_evidence *e,
                                 const struct xl_evidence *control)
{
    const char *cpu = o->row->isa->control, *isa = o->row->isa->name;
    const struct xl_isa *before = xl_isa_before(o->row->isa);
    char names[400];
    if (!before)
        snprintf(
            e->defect, sizeof e->defect,
            "the same vector functions executed on QEMU_CPU \"%s\", which lacks %s: either they "
            "do not need it, or nothing asks the CPU for it",
            cpu, isa);
    else if (name_functions(e, control, executed_own_here_only, names, sizeof names))
        snprintf(e->control, sizeof e->control,
                 "QEMU_CPU \"%s\": did not execute the instructions that only %s has, in %s", cpu,
                 isa, names);
    else if (!name_functions(e, control, executed_own, names, sizeof names) &&
             name_functions(e, control, has_own, names, sizeof names))
        snprintf(
            e->defect, sizeof e->defect,
            "no instruction that only %s has executed, though %s %s some: nothing asks the CPU "
            "for it",
            isa, names, strchr(names, ',') ? "have" : "has");
    else {
        e->needs_less = true;
        snprintf(e->control, sizeof e->control,
                 "QEMU_CPU \"%s\": executed the same vector functions; they need %s only", cpu,
                 before->name);
    }
}

/* The function with vector code that has the trap; NULL: none. */
static const struct xl_vector_function *trap_function(const struct xl_evidence *e,
                                                      const struct xl_trap *trap)
{
    const struct xl_evidence_file *file = NULL;
    for (size_t i = 0; i < e->count; i++)
        if (e->at[i].file == trap->file)
            file = &e->at[i];
    for (size_t k = 0; file && k < file->code.count; k++)
        if (file->code.at[k].address <= trap->address && trap->address <= file->code.at[k].last)
            return &file->code.at[k];
    return NULL;
}

/* Where the first trap was: " in FUNCTION+0xOFFSET of FILE". */
static void describe_trap(const struct xl_evidence *e, char *text, size_t size)
{
    const struct xl_trap *trap = &e->code.first_trap;
    text[0] = '\0';
    if (!trap->is_known)
        return;
    const struct xl_vector_function *f = trap_function(e, trap);
    if (f)
        snprintf(text, size, " in %.200s+0x%llx", f->name,
                 (unsigned long long)(trap->address - f->address));
    else
        snprintf(text, size, " at 0x%llx", (unsigned long long)trap->address);
    xl_append(text, size, " of %s", xl_display_path(e->code.at[trap->file].path));
}

/* The ISA of an instruction that the row's ISA does not have; NULL: none. */
static const struct xl_isa *other_isa(const struct xl_row *row, enum xl_family family)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, row->arch->name) == 0 &&
            xl_family_find(xl_isas[i].family) == family &&
            !xl_family_counts(xl_family_find(row->isa->family), family))
            return &xl_isas[i];
    return NULL;
}

/* What an instruction needs that the CPU lacks. */
static void describe_need(const struct xl_row *row, const struct xl_instruction *insn,
                          struct xl_text *text)
{
    static const char *const stops[] = {"ud2*", "udf*", "unimp", "c.unimp", NULL};
    const struct xl_extension *extension =
        xl_extension_find(row->arch->name, insn->mnemonic, insn->operands);
    const struct xl_isa *isa = other_isa(row, insn->family);
    xl_text_add(text, ": `%s%s%s` ", insn->mnemonic, *insn->operands ? " " : "", insn->operands);
    if (xl_is_one_of(stops, insn->mnemonic))
        xl_text_add(text, "stops on every CPU, as __builtin_trap() does");
    else if (extension || (insn->family != XL_FAMILY_none && isa))
        xl_text_add(text, "needs %s, which QEMU_CPU \"%s\" lacks",
                    extension ? extension->name : isa->name, row->qemu_cpu);
    else
        xl_text_add(text, "is refused by QEMU_CPU \"%s\"", row->qemu_cpu);
}

char *xl_evidence_trap(const struct xl_evidence_options *o, const struct xl_evidence *e,
                       const struct xl_trap *trap)
{
    const struct xl_executed_file *file = &e->code.at[trap->file];
    const struct xl_vector_function *named = trap_function(e, trap);
    struct xl_disassembly l = {0};
    struct xl_error ignored;
    struct xl_text text = {0};
    const bool is_read = xl_disassembly_of(file->file, o->tools, o->row->arch, &l, &ignored) == 0;
    /* The address may be that of the second byte: QEMU refuses EVEX there. */
    const size_t up_to = is_read ? xl_disassembly_find(&l, trap->address + 1) : 0;
    const struct xl_instruction *insn = up_to ? &l.instructions[up_to - 1] : NULL;
    const struct xl_disassembled_function *f =
        insn ? xl_disassembly_function(&l, insn->address) : NULL;
    if (f && f->name[0] != '.')
        xl_text_add(&text, "SIGILL at %s (+0x%llx)", named ? named->name : f->name,
                    (unsigned long long)(insn->address - f->address));
    else
        xl_text_add(&text, "SIGILL at 0x%llx of %s", (unsigned long long)trap->address,
                    xl_display_path(file->path));
    if (insn)
        describe_need(o->row, insn, &text);
    if (is_read)
        xl_disassembly_free(&l);
    return text.at;
}

void xl_evidence_compare(const struct xl_evidence_options *o, struct xl_evidence *e,
                         const struct xl_evidence *control)
{
    const char *cpu = o->row->isa->control;
    char names[400], trap[300];
    const size_t others = name_functions(e, control, executed_here_only, names, sizeof names);
    describe_trap(control, trap, sizeof trap);
    if (!control->code.programs)
        snprintf(e->defect, sizeof e->defect,
                 "the control run on QEMU_CPU \"%s\" started no program", cpu);
    else if (control->code.traps > e->code.traps)
        snprintf(e->control, sizeof e->control, "QEMU_CPU \"%s\": trapped with SIGILL%s", cpu,
                 trap);
    else if (others)
        snprintf(e->control, sizeof e->control, "QEMU_CPU \"%s\": did not execute %s", cpu, names);
    else
        compare_instructions(o, e, control);
}

/* Sets the defect if no function of the pattern executed that counts. */
static void expect_executed(const char *pattern, struct xl_evidence *e)
{
    const struct xl_vector_function *vectorized = NULL;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            if (!f->executed_vectors || !matches(&pattern, 1, f))
                continue;
            if (f->counts)
                return;
            vectorized = f;
        }
    if (vectorized)
        snprintf(e->defect, sizeof e->defect,
                 "no written vector function '%s' executed: the compiler vectorized %.200s",
                 pattern, vectorized->name);
    else
        snprintf(e->defect, sizeof e->defect, "no vector function '%s' executed", pattern);
}

/* Names functions of an origin that count, or not: those that executed first, or alone. Returns
 * their number. */
static size_t name_by_origin(const struct xl_evidence *e, enum xl_origin origin, bool count_too,
                             bool only_executed, char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (int pass = 0; pass < (only_executed ? 1 : 2); pass++)
        for (size_t i = 0; i < e->count; i++)
            for (size_t k = 0; k < e->at[i].code.count; k++) {
                const struct xl_vector_function *f = &e->at[i].code.at[k];
                if (f->origin == origin && f->counts == count_too && !f->is_system &&
                    (f->executed_vectors != 0) == (pass == 0))
                    xl_append_name(text, size, &count, f->name);
            }
    xl_append_rest(text, size, count);
    return count;
}

/* Adds to the defect which functions do not count, and what to do. Returns their number. */
static size_t describe_others(struct xl_evidence *e, bool only_executed)
{
    char names[300];
    const size_t vectorized =
        name_by_origin(e, XL_ORIGIN_VECTORIZED, false, only_executed, names, sizeof names);
    if (vectorized)
        xl_append(e->defect, sizeof e->defect,
                  ": the compiler vectorized %zu function%s (%s); if that is meant, name %s under "
                  "`autovectorized`, or use --allow-autovectorized",
                  vectorized, xl_s(vectorized), names, xl_plural(vectorized, "it", "them"));
    const size_t unknown =
        name_by_origin(e, XL_ORIGIN_UNKNOWN, false, only_executed, names, sizeof names);
    if (unknown)
        xl_append(e->defect, sizeof e->defect,
                  "%s %zu function%s without debug information may be written or vectorized (%s); "
                  "compile with -g, or name %s under `expect`",
                  vectorized ? ";" : ":", unknown, xl_s(unknown), names,
                  xl_plural(unknown, "it", "them"));
    return vectorized + unknown;
}

void xl_evidence_note(const struct xl_evidence *e, struct xl_text *notes)
{
    static const struct {
        enum xl_origin origin;
        bool count;
        const char *what;
    } kinds[] = {
        {XL_ORIGIN_VECTORIZED, true, "vectorized by the compiler, counted as `autovectorized`"},
        {XL_ORIGIN_UNKNOWN, true, "without debug information, counted by the name"},
        {XL_ORIGIN_UNKNOWN, false,
         "without debug information, not counted: it is unknown whether somebody wrote their "
         "vector code"}};
    char names[300];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !e->defect[0]; i++) {
        const size_t count =
            name_by_origin(e, kinds[i].origin, kinds[i].count, true, names, sizeof names);
        if (count)
            xl_text_add(notes, "%zu executed function%s %s: %s\n", count, xl_s(count),
                        kinds[i].what, names);
    }
}

/* Names executed files, for patterns that match none. */
static void name_files(const struct xl_executed *executed, char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < executed->count; i++)
        xl_append_name(text, size, &count, xl_display_path(executed->at[i].path));
    xl_append_rest(text, size, count);
}

void xl_evidence_conclude(const struct xl_evidence_options *o, const char *why_not,
                          struct xl_evidence *e)
{
    const char *isa = o->row->isa->name;
    char files[512];
    for (size_t i = 0; i < e->count; i++)
        xl_vector_code_count(&e->at[i].code, &e->code.at[e->at[i].file]);
    count_names(e);
    name_files(&e->code, files, sizeof files);
    if (!e->code.programs)
        snprintf(e->defect, sizeof e->defect, "the command started no program of %s%s%s",
                 o->row->arch->name, *why_not ? ": " : "", why_not);
    else if (!e->count)
        snprintf(e->defect, sizeof e->defect, "no executed file is looked at; executed: %s", files);
    else if (!e->functions && e->unknown)
        snprintf(e->defect, sizeof e->defect,
                 "%zu vector %s; use a row with an emulator, or do not strip the files", e->unknown,
                 xl_plural(e->unknown,
                           "function cannot be measured natively: no symbol has its entry",
                           "functions cannot be measured natively: no symbol has their entries"));
    else if (!e->functions) {
        snprintf(e->defect, sizeof e->defect,
                 "no written vector code of %s in what the command ran", isa);
        if (!describe_others(e, false))
            snprintf(e->defect, sizeof e->defect,
                     "no vector code of %s in what the command ran: was it compiled for %s?", isa,
                     isa);
    } else if (!e->executed) {
        snprintf(e->defect, sizeof e->defect, "no vector code of %s executed, though %zu %s some",
                 isa, e->functions, xl_plural(e->functions, "function has", "functions have"));
        describe_others(e, true);
    }
    for (size_t i = 0; !e->defect[0] && i < o->expect_count; i++)
        expect_executed(o->expect[i], e);
}

static struct json_object *functions_json(const struct xl_vector_code *code, bool is_by_entries)
{
    struct json_object *functions = json_object_new_array();
    for (size_t k = 0; k < code->count; k++) {
        const struct xl_vector_function *v = &code->at[k];
        if (v->is_system)
            continue;
        struct json_object *f = json_object_new_object();
        xl_key_add_text(f, XL_KEY_function_function, v->name);
        xl_key_add_text(f, XL_KEY_function_origin, xl_origin_name(v->origin));
        xl_key_add(f, XL_KEY_function_counts, json_object_new_boolean(v->counts));
        xl_key_add_number(f, XL_KEY_function_insns, v->all);
        xl_key_add_number(f, XL_KEY_function_vector_insns, v->vectors);
        if (is_by_entries && !v->is_unknown)
            xl_key_add(f, XL_KEY_function_executed,
                       json_object_new_boolean(v->executed_vectors != 0));
        if (!is_by_entries) {
            xl_key_add_number(f, XL_KEY_function_insns_executed, v->executed);
            xl_key_add_number(f, XL_KEY_function_vector_insns_executed, v->executed_vectors);
        }
        json_object_array_add(functions, f);
    }
    return functions;
}

struct json_object *xl_evidence_json(const struct xl_evidence *e)
{
    struct json_object *files = json_object_new_array();
    for (size_t i = 0; i < e->count; i++) {
        const struct xl_evidence_file *file = &e->at[i];
        struct json_object *f = json_object_new_object();
        xl_key_add_text(f, XL_KEY_file_file, file->path);
        xl_key_add_text(f, XL_KEY_file_kind, file->is_program ? "program" : "library");
        xl_key_add(f, XL_KEY_file_stripped, json_object_new_boolean(file->code.is_stripped));
        xl_key_add(f, XL_KEY_file_functions, functions_json(&file->code, e->is_by_entries));
        json_object_array_add(files, f);
    }
    return files;
}

/* ---- Lines ---- */

struct writing {
    FILE *to;
    const struct xl_executed_file *file;
    const char *dir;
    char *last; /* the source file of the last line */
};

static void write_line(void *data, const struct xl_frame *line, uint64_t from, uint64_t to)
{
    struct writing *w = data;
    const size_t length = strlen(w->dir);
    bool executed = false;
    if (strncmp(line->file, w->dir, length) != 0 || line->file[length] != '/')
        return;
    if (!w->last || strcmp(w->last, line->file) != 0) {
        free(w->last);
        w->last = xl_copy_text(line->file);
        fprintf(w->to, "F %s\n", line->file);
    }
    for (uint64_t at = from; at < to && !executed; at++)
        executed = xl_executed_has(w->file, at, XL_EXECUTED);
    fprintf(w->to, "%u %d\n", line->line, executed);
}

static void write_lines(struct writing *w)
{
    struct xl_error ignored; /* it has no debug information */
    struct xl_elf file = xl_elf_open(w->file->file);
    struct xl_source *source = file.elf ? xl_source_read(file.elf, &ignored) : NULL;
    if (source) {
        xl_source_each(source, write_line, w);
        xl_source_free(source);
    }
    xl_elf_close(&file);
}

int xl_suite_lines_write(const struct xl_evidence *e, const char *dir, const char *file,
                         struct xl_error *err)
{
    struct xl_atomic_file a;
    xl_atomic_file_begin(&a, file);
    for (size_t i = 0; a.f && i < e->count; i++) {
        struct writing w = {a.f, &e->code.at[e->at[i].file], dir, NULL};
        write_lines(&w);
        free(w.last);
    }
    return xl_atomic_file_end(&a, err);
}

void xl_evidence_free(struct xl_evidence *e)
{
    for (size_t i = 0; i < e->count; i++) {
        free(e->at[i].path);
        xl_vector_code_free(&e->at[i].code);
    }
    free(e->at);
    xl_executed_free(&e->code);
    *e = (struct xl_evidence){0};
}
