/* Disassembled code: its functions and instructions; which of them a kernel reaches.
 * SPDX-License-Identifier: MIT
 */
#include "code/disassembly.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"

size_t xl_disassembly_find(const struct xl_disassembly *disassembly, uint64_t address)
{
    return address ? xl_count_up_to(disassembly->instructions, disassembly->count,
                                    sizeof *disassembly->instructions, address - 1)
                   : 0;
}

unsigned xl_disassembly_bytes(const struct xl_disassembly *disassembly, size_t i)
{
    const struct xl_instruction *at = &disassembly->instructions[i];
    const uint64_t next = i + 1 < disassembly->count ? at[1].address : 0,
                   bytes = next - at->address;
    return next && bytes <= XL_LONGEST_INSTRUCTION ? (unsigned)bytes : 0;
}

const struct xl_disassembled_function *
xl_disassembly_function(const struct xl_disassembly *disassembly, uint64_t address)
{
    size_t at = xl_disassembly_find(disassembly, address);
    if (at == disassembly->count || disassembly->instructions[at].address != address ||
        disassembly->instructions[at].function >= disassembly->function_count)
        return NULL;
    return &disassembly->functions[disassembly->instructions[at].function];
}

const char *xl_disassembly_readable_name(const struct xl_disassembly *disassembly, size_t function)
{
    const struct xl_disassembled_function *f = &disassembly->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (strcmp(disassembly->names[i].name, f->name) == 0)
            return disassembly->names[i].readable;
    return f->name;
}

const char *xl_disassembly_match(const struct xl_disassembly *disassembly, size_t function,
                                 const char *pattern)
{
    const struct xl_disassembled_function *f = &disassembly->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (fnmatch(pattern, disassembly->names[i].name, 0) == 0 ||
            fnmatch(pattern, disassembly->names[i].readable, 0) == 0)
            return disassembly->names[i].readable;
    return fnmatch(pattern, f->name, 0) == 0 ? f->name : NULL;
}

const char *xl_disassembly_object(const struct xl_disassembly *l, uint64_t address)
{
    const size_t begun = xl_count_up_to(l->parts.at, l->parts.count, sizeof *l->parts.at, address);
    return begun ? l->parts.at[begun - 1].object : NULL;
}

bool xl_disassembly_is_kernels(const struct xl_disassembled_function *function)
{
    /* As the maps of GNU ld and of lld name them. */
    return function->object[0] && strcmp(function->object, "linker stubs") != 0 &&
           strcmp(function->object, "<internal>") != 0;
}

void xl_disassembly_free(struct xl_disassembly *disassembly)
{
    xl_free_mapped(disassembly->text);
    xl_free_mapped(disassembly->instructions);
    xl_free_mapped(disassembly->functions);
    xl_free_mapped(disassembly->names);
    free(disassembly->parts.at);
    *disassembly = (struct xl_disassembly){0};
}

/* ---- llvm-objdump: how it is run, and the reader of what it prints ---- */

enum { XL_OBJDUMP_MS = 10 * 60 * 1000 };

const char *xl_objdump_options(const struct xl_arch *arch)
{
    static const struct {
        const char *arch, *options;
    } table[] = {
#define XL_OBJDUMP(ARCH, OPTIONS) {#ARCH, OPTIONS},
#include "arches.def"
        {NULL, ""},
    };
    size_t i = 0;
    while (table[i].arch && strcmp(table[i].arch, arch->name) != 0)
        i++;
    return table[i].options;
}

char *xl_objdump_of(const char *tools)
{
    if (strcmp(tools, "host") != 0)
        return xl_join_path(tools, "usr/lib/llvm-19/bin/llvm-objdump");
    char *found = xl_find_command("llvm-objdump-19");
    return found ? found : xl_find_command("llvm-objdump");
}

int xl_objdump(const char *objdump, const struct xl_arch *arch, const char *options,
               const char *file, char **output, struct xl_error *err)
{
    struct xl_words words = {NULL, 0};
    xl_words_add(&words, objdump);
    xl_words_add(&words, "--no-show-raw-insn");
    xl_words_add_text(&words, xl_objdump_options(arch));
    xl_words_add_text(&words, options);
    xl_words_add(&words, file);
    int status = xl_command((const char *const *)words.at, XL_OBJDUMP_MS, output, err);
    if (status > 0)
        status = xl_fail(err, "%s cannot disassemble %s", objdump, file);
    xl_words_free(&words);
    return status;
}

struct symbol {
    uint64_t address;
    size_t number; /* in the tables */
    const char *name, *readable;
    bool is_function, is_in_text;
};

/* The state while the output is read. */
struct reading {
    struct xl_disassembly *to;
    const char *isa; /* of an agent, of which only some functions are kept; NULL: all are */
    bool is_ppc64, is_thumb;
    xl_classify_line *classify;
    struct {
        const char **at;
        size_t count, room;
    } readable; /* lines of the symbol tables, with readable names */
    struct {
        struct symbol *at;
        size_t count, room;
    } symbols;
    size_t sorted; /* so many are sorted by address */
    size_t symbol_lines;
    enum { IN_PARTS, IN_READABLE, IN_SYMBOLS, IN_CODE } in;
    bool is_kept;                                 /* the current function */
    enum { IS_CODE, IS_TRACEBACK, IS_JUMPS } now; /* what comes now in it */
    struct {
        uint64_t *at;
        size_t count, room;
    } targets; /* of its branches */
};

/* Most of a listing's processor time is spent in the functions for all lines: strspn and strpbrk
 * would make a table for each. */

static char *skip_blanks(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* Reads a hexadecimal number; *end is set after it, or to text if there is none. */
static uint64_t read_address(char *text, char **end)
{
    uint64_t value = 0;
    char *at = text;
    for (; (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f'); at++)
        value = value << 4 | (uint64_t)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
    *end = at - text > 16 ? text : at;
    return value;
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* ADDRESS FLAGS SECTION SIZE [VISIBILITY] NAME, with a tab behind the section: the last of seven
 * flags is F for a function; `d` before that marks a section's. */
static void take_symbol(struct reading *r, char *line)
{
    enum { SECTION = 6, TYPE = 7 };
    char *at;
    const size_t number = r->symbol_lines;
    const uint64_t address = read_address(line, &at);
    const char *tab = strchr(line, '\t'), *name = tab ? strrchr(tab, ' ') : NULL;
    if (at == line || !name || tab - at <= TYPE)
        return;
    name++;
    r->symbol_lines++;
    const char *readable = number < r->readable.count ? r->readable.at[number] : "";
    struct symbol s = {
        .address = r->is_thumb ? address & ~UINT64_C(1) : address,
        .number = number,
        .name = name,
        .readable = strlen(readable) > (size_t)(name - line) ? readable + (name - line) : name,
        .is_function = at[TYPE] == 'F',
        .is_in_text = begins(at + TYPE + 2, ".text\t")};
    const bool is_label = at[TYPE] == ' ' && at[SECTION] != 'd' && strchr(name, '.');
    if (s.is_function || is_label)
        xl_push(&r->symbols, s);
}

static int by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Finds the symbols of an address. Returns how many there are. */
static size_t symbols_at(struct reading *r, uint64_t address, const struct symbol **first)
{
    if (r->sorted < r->symbols.count)
        qsort(r->symbols.at, r->symbols.count, sizeof *r->symbols.at, by_address);
    r->sorted = r->symbols.count;
    const size_t low = address ? xl_count_up_to(r->symbols.at, r->symbols.count,
                                                sizeof *r->symbols.at, address - 1)
                               : 0;
    size_t count = 0;
    *first = r->symbols.count ? r->symbols.at + low : NULL;
    while (low + count < r->symbols.count && r->symbols.at[low + count].address == address)
        count++;
    return count;
}

/* Whether a symbol is a place inside the current function: nasm writes FUNCTION.LABEL, and
 * ..@NUMBER.LABEL for a label of a macro, other assemblers .LABEL. gcc's FUNCTION.cold is a
 * function. */
static bool is_label(const struct reading *r, const char *name, const struct symbol *symbols,
                     size_t count)
{
    const struct xl_disassembly *l = r->to;
    const char *function = l->function_count ? l->functions[l->function_count - 1].name : "";
    const size_t length = strcspn(function, ".");
    if (!length || !r->is_kept ||
        (name[0] != '.' && (strncmp(name, function, length) != 0 || name[length] != '.')))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!symbols[i].is_function && strcmp(symbols[i].name, name) == 0)
            return true;
    return false;
}

/* Whether an object is the agent's own: harness/agent/agent.cmake. */
static bool is_agents(const char *object)
{
    static const char directory[] = "CMakeFiles/";
    if (!begins(object, directory))
        return false;
    object += strlen(directory);
    return begins(object, "agent.dir/") || begins(object, "probes.dir/") ||
           (begins(object, "vl-") && begins(strchrnul(object, '.'), ".dir/"));
}

/* <kernel>__<isa>.library is the name of a function of libsleef, whose code is no part of .text. */
static bool is_library(const struct reading *r, const char *name)
{
    const char *at = strstr(name, ".library");
    const size_t length = strlen(r->isa);
    return at && !at[strlen(".library")] && (size_t)(at - name) >= length + 2 &&
           strncmp(at - length, r->isa, length) == 0 && begins(at - length - 2, "__");
}

/* The object of an agent's function; "": the agent itself; NULL: the toolchain's or unknown. */
static const char *object_of(const struct reading *r, uint64_t address,
                             const struct symbol *symbols, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_library(r, symbols[i].name))
            return "library";
    const char *object = xl_disassembly_object(r->to, address);
    if (!object || begins(object, XL_TOOLCHAIN))
        return NULL;
    return is_agents(object) ? "" : object;
}

/* Adds all names of an agent's function, if it has several or one of C++: a linker may merge equal
 * functions, and a function may have aliases. Returns the function's own, for a label of code may
 * be none of them. */
static const char *take_names(struct reading *r, const char *name, const struct symbol *symbols,
                              size_t count, bool is_kernels)
{
    struct xl_disassembly *l = r->to;
    const size_t before = l->name_count;
    const char *first = NULL, *own = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!symbols[i].is_function || !symbols[i].is_in_text)
            continue;
        first = first ? first : symbols[i].name;
        own = strcmp(symbols[i].name, name) == 0 ? symbols[i].name : own;
        l->names[l->name_count++] =
            (struct xl_disassembled_name){symbols[i].name, symbols[i].readable};
    }
    const char *used = own ? own : first ? first : name;
    if (!is_kernels || (l->name_count - before < 2 && !begins(used, "_Z")))
        l->name_count = before;
    return used;
}

/* ADDRESS <NAME>: of a function, of a label, or of a section without symbols. */
static void begin_function(struct reading *r, uint64_t address, char *name)
{
    const struct symbol *symbols;
    const size_t count = symbols_at(r, address, &symbols);
    struct xl_disassembly *l = r->to;
    name[strcspn(name, ">")] = '\0';
    if (!r->isa && is_label(r, name, symbols, count))
        return;
    const char *object = r->isa ? object_of(r, address, symbols, count) : "";
    r->is_kept = object != NULL;
    r->now = IS_CODE;
    r->targets.count = 0;
    if (!r->is_kept)
        return;
    struct xl_disassembled_function f = {.address = address,
                                         .name = name,
                                         .object = object,
                                         .first = l->count,
                                         .end = l->count,
                                         .first_name = l->name_count};
    if (r->isa)
        f.name = take_names(r, name, symbols, count, object[0]);
    f.end_name = l->name_count;
    l->functions[l->function_count++] = f;
}

/* Whether a comment begins here, behind a blank. */
static bool is_comment(const char *at)
{
    const char *after = at[0] == '/' && at[1] == '/' ? at + 2 : at + 1;
    return (at[-1] == ' ' || at[-1] == '\t') && *after == ' ' &&
           (at[0] == '#' || at[0] == '@' || at[0] == ';' || after == at + 2);
}

/* Cuts a comment off. Keeps what __builtin_cpu_supports reads, which x86 names there. */
static void cut_comment(char *text)
{
    char *end = text;
    while (*end && (end == text || !is_comment(end)))
        end++;
    const char *read = *end ? strstr(end, "<__cpu_") : NULL;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (read) {
        *end++ = ' ';
        memmove(end, read, strlen(read) + 1);
    } else {
        *end = '\0';
    }
}

static bool is_zero_word(const char *text)
{
    static const char word[] = ".long";
    return begins(text, word) &&
           strcmp(text + strlen(word) + strspn(text + strlen(word), " \t"), "0x0") == 0;
}

/* Whether a word of a jump table is printed so: the distance of a block from the table, and a
 * negative one looks like an instruction of registers 31 and 31. */
static bool is_jump(const char *text)
{
    const char *operands = strpbrk(text, " \t");
    return begins(text, "<unknown>") || begins(text, ".long") ||
           (operands && begins(operands + strspn(operands, " \t"), "31, 31"));
}

/* A zero word begins the traceback table behind the code of a function of ppc64 (64-Bit ELF V2 ABI,
 * "Traceback Tables"), whose other words may look like instructions. clang also puts one behind a
 * tail call: code goes on where a branch leads. gcc puts jump tables behind the bctr that uses
 * them, and code goes on behind them. */
static bool is_table(struct reading *r, uint64_t address, const char *text)
{
    if (!r->isa || !r->is_ppc64)
        return false;
    const struct xl_disassembly *l = r->to;
    if (r->now == IS_JUMPS && !is_jump(text))
        r->now = IS_CODE;
    if (r->now == IS_CODE && is_jump(text) && !is_zero_word(text) && l->count &&
        strcmp(l->instructions[l->count - 1].mnemonic, "bctr") == 0)
        r->now = IS_JUMPS;
    else if (r->now == IS_CODE &&
             (begins(text, "<unknown>") || begins(text, "...") || is_zero_word(text)))
        r->now = IS_TRACEBACK;
    for (size_t i = 0; i < r->targets.count && r->now == IS_TRACEBACK; i++)
        if (r->targets.at[i] == address)
            r->now = IS_CODE;
    return r->now != IS_CODE;
}

static void take_target(struct reading *r, const char *operands)
{
    char *end;
    for (const char *at = operands; r->is_ppc64 && (at = strstr(at, "0x")) != NULL; at += 2) {
        const uint64_t target = strtoull(at, &end, 16);
        if (begins(end, " <"))
            xl_push(&r->targets, target);
    }
}

/* The text of an instruction: MNEMONIC OPERANDS. Returns -1 if addresses of an agent do not rise.
 */
static int take_instruction(struct reading *r, uint64_t address, char *mnemonic)
{
    struct xl_disassembly *l = r->to;
    if (!r->is_kept || is_table(r, address, mnemonic))
        return 0;
    take_target(r, mnemonic);
    cut_comment(mnemonic);
    char *operands = mnemonic;
    while (*operands && *operands != ' ' && *operands != '\t')
        operands++;
    if (*operands) {
        *operands++ = '\0';
        operands = skip_blanks(operands);
    }
    if (!*mnemonic || *mnemonic == '.')
        return 0;
    if (r->isa && l->count && address <= l->instructions[l->count - 1].address)
        return -1;
    l->instructions[l->count++] = (struct xl_instruction){
        address, mnemonic, operands, xl_classify(r->classify, mnemonic, operands),
        l->function_count - 1};
    if (l->function_count)
        l->functions[l->function_count - 1].end = l->count;
    return 0;
}

static int take_code(struct reading *r, char *line)
{
    char *at, *from = skip_blanks(line);
    const uint64_t address = read_address(from, &at);
    if (at > from && begins(at, " <"))
        begin_function(r, address, at + 2);
    else if (at > from && *at == ':')
        return take_instruction(r, address, skip_blanks(at + 1));
    else if (r->to->count) /* "..." stands for zeros */
        is_table(r, 0, from);
    return 0;
}

static void take_part(struct reading *r, char *line)
{
    char *at;
    const uint64_t address = read_address(line, &at);
    if (at > line && *at == ' ')
        xl_push(&r->to->parts, ((struct xl_code_part){address, at + 1}));
}

static int take_line(struct reading *r, char *line)
{
    if (r->in == IN_CODE && line[0] != 'S' && line[0] != '.')
        return take_code(r, line);
    if (strcmp(line, XL_LISTING_READABLE) == 0)
        r->in = IN_READABLE;
    else if (strcmp(line, XL_LISTING_CODE) == 0 || begins(line, "Disassembly of section "))
        r->in = IN_CODE;
    else if (strcmp(line, "SYMBOL TABLE:") == 0 && r->in != IN_READABLE)
        r->in = IN_SYMBOLS;
    else if (r->in == IN_PARTS)
        take_part(r, line);
    else if (r->in == IN_SYMBOLS)
        take_symbol(r, line);
    else if (r->in == IN_CODE)
        return take_code(r, line);
    else if (strchr(line, '\t') && line[strspn(line, "0123456789abcdef")] == ' ')
        xl_push(&r->readable, line);
    return 0;
}

static int wrong_line(struct xl_error *err, size_t number, const char *why)
{
    return xl_fail(err, "line %zu of the disassembly: %s", number, why);
}

/* Reads the first line of an agent's listing. */
static int take_banner(struct reading *r, char *line, struct xl_error *err)
{
    if (!begins(line, XL_LISTING) || (line[strlen(XL_LISTING)] && line[strlen(XL_LISTING)] != ' '))
        return wrong_line(err, 1, "its version is unknown");
    char *isa = line + strlen(XL_LISTING);
    isa += strspn(isa, " ");
    isa[strcspn(isa, " ")] = '\0';
    r->isa = isa;
    r->in = IN_PARTS;
    return 0;
}

static int take_lines(struct reading *r, size_t size, bool is_agents, struct xl_error *err)
{
    size_t number = 0;
    char *text = r->to->text, *next;
    for (char *line = text; line < text + size; line = next) {
        char *newline = memchr(line, '\n', size - (size_t)(line - text));
        if (!newline)
            return wrong_line(err, number + 1, "it is truncated");
        *newline = '\0';
        next = newline + 1;
        if (++number == 1 && is_agents) {
            if (take_banner(r, line, err))
                return -1;
        } else if (take_line(r, line)) {
            return wrong_line(err, number, "addresses do not rise");
        }
    }
    return r->to->count || !is_agents ? 0 : wrong_line(err, number, "it is empty");
}

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 1;
    for (const char *end = text + size; (text = memchr(text, '\n', (size_t)(end - text))); text++)
        lines++;
    return lines;
}

/* Reads to->text. */
static int parse(struct xl_disassembly *to, size_t size, bool is_agents, struct xl_error *err)
{
    const size_t lines = count_lines(to->text, size);
    to->instructions = xl_alloc_mapped(lines, sizeof *to->instructions);
    to->functions = xl_alloc_mapped(lines, sizeof *to->functions);
    to->names = xl_alloc_mapped(lines, sizeof *to->names);
    struct reading r = {.to = to,
                        .is_ppc64 = strcmp(to->arch, "ppc64el") == 0,
                        .is_thumb = strcmp(to->arch, "armhf") == 0,
                        .classify = xl_classifier(to->arch),
                        .in = IN_CODE};
    const int failed = take_lines(&r, size, is_agents, err);
    free(r.readable.at);
    free(r.symbols.at);
    free(r.targets.at);
    if (failed)
        xl_disassembly_free(to);
    return failed;
}

/* The same of a text, of which it takes ownership. */
static int parse_text(char *text, size_t size, const char *arch, bool is_agents,
                      struct xl_disassembly *to, struct xl_error *err)
{
    *to = (struct xl_disassembly){.arch = arch, .text = xl_alloc_mapped(size + 1, 1)};
    memcpy(to->text, text, size);
    free(text);
    return parse(to, size, is_agents, err);
}

int xl_disassembly_parse(char *text, size_t size, const char *arch, struct xl_disassembly *to,
                         struct xl_error *err)
{
    return parse_text(text, size, arch, true, to, err);
}

int xl_disassembly_read(FILE *f, const char *path, const char *arch, struct xl_disassembly *to,
                        struct xl_error *err)
{
    *to = (struct xl_disassembly){.arch = arch};
    const long length = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (length < 0 || fseek(f, 0, SEEK_SET))
        return xl_fail(err, "cannot read %s: %s", path, strerror(errno));
    to->text = xl_alloc_mapped((size_t)length + 1, 1);
    return parse(to, fread(to->text, 1, (size_t)length, f), true, err);
}

int xl_disassembly_of(const char *file, const char *tools, const struct xl_arch *arch,
                      struct xl_disassembly *to, struct xl_error *err)
{
    char *objdump = xl_objdump_of(tools), *output = NULL;
    /* Of a stripped file, it would disassemble an installed debug file, which has no code. */
    int failed =
        xl_objdump(objdump, arch, "-d --syms --debug-file-directory=/dev/null", file, &output, err);
    *to = (struct xl_disassembly){0};
    if (failed)
        free(output);
    else
        failed = parse_text(output, strlen(output), arch->name, false, to, err);
    free(objdump);
    return failed;
}
