/* A function's prototype, as somebody writes it: the C compiler reads it, and its debug information
 * has the types.
 * SPDX-License-Identifier: MIT
 *
 * DWARF 5, sections 3.3 (subroutines), 4.1 (parameters) and 5 (types).
 */
#include "cli/init.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/processes.h"
#include "base/text.h"
#include "protocol.h"

enum { XL_COMPILE_MS = 60000, XL_DEEPEST_NAME = 16, XL_LARGEST_ARRAY = 16 << 20 };

int xl_refuse(struct xl_refusal *why, const char *help, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    xl_error_vset(&why->what, fmt, args);
    va_end(args);
    xl_error_set(&why->help, "%s", help);
    return -1;
}

/* ---- The text ---- */

#define EXAMPLE "--from 'void add(const float *a, const float *b, float *r, size_t n)'"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A copy on one line, without comments. A comment that does not end is kept: the compiler says so.
 */
static char *on_one_line(struct xl_arena *memory, const char *text)
{
    char *copy = xl_arena_text(memory, text, strlen(text)), *to = copy;
    for (const char *c = text; *c; c++) {
        const char *end = NULL;
        if (c[0] == '/' && c[1] == '*')
            end = strstr(c + 2, "*/");
        else if (c[0] == '/' && c[1] == '/')
            end = c + strcspn(c, "\n") - 2;
        if (end)
            c = end + 1;
        const char next = end || isspace((unsigned char)*c) ? ' ' : *c;
        if (next != ' ' || (to > copy && to[-1] != ' '))
            *to++ = next;
    }
    while (to > copy && to[-1] == ' ')
        to--;
    *to = '\0';
    return copy;
}

/* The characters of C++, macros, bodies and more than one declaration. What is left cannot leave
 * the place that xl_prototype_read has for it. */
static int check_characters(const char *text, struct xl_refusal *why)
{
    const char *bad = text;
    while (*bad && (is_word(*bad) || strchr(" *,()[].+-/=:<>", *bad)))
        bad++;
    switch (*bad) {
    case '\0':
        return 0;
    case '&': {
        size_t length = 0;
        const char *name = bad + 1 + strspn(bad + 1, " &");
        while (is_word(name[length]))
            length++;
        return xl_refuse(why, "write a function that takes a pointer instead",
                         "parameter '%.*s' is a C++ reference", (int)length, name);
    }
    case '#':
        return xl_refuse(why, "write the prototype of a function that uses the macro",
                         "this is a macro, not a prototype");
    case ';':
        return xl_refuse(why, "give each its own --from",
                         "more than one declaration, or an old-style one");
    case '{':
        return xl_refuse(why, "end it before the '{'", "this is a definition, not a prototype");
    default:
        return isgraph((unsigned char)*bad)
                   ? xl_refuse(why, EXAMPLE, "a prototype has no '%c'", *bad)
                   : xl_refuse(why, EXAMPLE, "a prototype has no byte 0x%02x", (unsigned char)*bad);
    }
}

/* Whether the text begins with this word. */
static bool begins_with(const char *text, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && !is_word(text[length]);
}

static char *after_storage(char *text)
{
    static const char *const words[] = {"extern", "static", "inline", "__inline", "__inline__"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins_with(text, words[i]))
            return after_storage(text + strlen(words[i]) + strspn(text + strlen(words[i]), " "));
    return text;
}

/* The end of what the parenthesis at the beginning opens; NULL: it is not closed. */
static const char *after_parenthesis(const char *text)
{
    size_t depth = 0;
    do {
        depth += *text == '(';
        depth -= *text == ')';
        if (!*text++)
            return NULL;
    } while (depth);
    return text;
}

/* The begin of a word, with its template's arguments, that ends here; `end` if there is none.
 * *word: of the word itself. */
static const char *begin_of_word(const char *text, const char *end, const char **word_end)
{
    const char *c = end;
    size_t depth = 0;
    while (c > text && c[-1] == ' ')
        c--;
    if (c > text && c[-1] == '>')
        do {
            c--;
            depth += *c == '>';
            depth -= *c == '<';
        } while (depth && c > text);
    *word_end = c;
    while (c > text && is_word(c[-1]))
        c--;
    return c < *word_end && !depth && !isdigit((unsigned char)*c) ? c : end;
}

/* The function before the parameters, with its namespaces. Returns false if there is none. */
static bool find_name(struct xl_prototype *p, const char *text)
{
    for (const char *open = strchr(text, '('); open;) {
        const char *end = open, *word_end, *ignored;
        while (end > text && end[-1] == ' ')
            end--;
        const char *word = begin_of_word(text, end, &word_end), *name = word;
        if (word == end)
            return false;
        if (!begins_with(word, "__attribute__") && !begins_with(word, "__attribute")) {
            while (name > text + 2 && name[-1] == ':' && name[-2] == ':' &&
                   begin_of_word(text, name - 2, &ignored) < name - 2)
                name = begin_of_word(text, name - 2, &ignored);
            p->word = xl_arena_text(&p->memory, word, (size_t)(word_end - word));
            p->called = xl_arena_text(&p->memory, name, (size_t)(end - name));
            p->at = (size_t)(name - text);
            return true;
        }
        open = after_parenthesis(open);
        open = open ? strchr(open, '(') : NULL;
    }
    return false;
}

/* The kernel's name: "vec_scale_float" of "vec::scale<float>". */
static const char *name_of_kernel(struct xl_prototype *p)
{
    char *name = xl_arena_text(&p->memory, p->called, strlen(p->called)), *to = name;
    for (const char *c = p->called; *c; c++)
        if (is_word(*c) || (to > name && to[-1] != '_'))
            *to++ = is_word(*c) ? *c : '_';
    while (to > name + 1 && to[-1] == '_' && !is_word(p->called[strlen(p->called) - 1]))
        to--;
    *to = '\0';
    return name;
}

int xl_prototype_begin(struct xl_prototype *p, const char *text, struct xl_refusal *why)
{
    *p = (struct xl_prototype){.name = "", .called = "", .word = ""};
    if (strlen(text) > XL_PROTOTYPE_BYTES)
        return xl_refuse(why, EXAMPLE, "a prototype has at most %d bytes, and this has %zu",
                         XL_PROTOTYPE_BYTES, strlen(text));
    char *line = after_storage(on_one_line(&p->memory, text));
    size_t length = strlen(line);
    while (length && (line[length - 1] == ';' || line[length - 1] == ' '))
        line[--length] = '\0';
    p->text = line;
    if (!length)
        return xl_refuse(why, EXAMPLE, "an empty prototype");
    if (check_characters(line, why))
        return -1;
    if (begins_with(line, "template"))
        return xl_refuse(why, "--from 'void scale<float>(const float *a, float *r, size_t n)'",
                         "a template is no function: name an instance of it");
    if (!find_name(p, line))
        return xl_refuse(why, EXAMPLE, "no function's name before '('");
    if (p->at == 0)
        return xl_refuse(why, "write its prototype, with the types of its parameters",
                         "'%s' has no return type: a macro or a call, not a prototype", p->called);
    p->is_cxx = strstr(line, "::") || strpbrk(line, "<>");
    const char *name = name_of_kernel(p);
    if (strncmp(name, "xl_", 3) == 0 || strncmp(name, "XL_", 3) == 0)
        return xl_refuse(why, "rename the function", "'%s' begins with xl_, as Crosslane's names",
                         name);
    if (strlen(name) >= XL_NAME_MAX)
        return xl_refuse(why, "rename the function, or wrap it",
                         "a kernel's name has at most %d characters", XL_NAME_MAX - 1);
    p->name = name;
    return 0;
}

char *xl_prototype_declaration(const struct xl_prototype *p)
{
    struct xl_text text = {0};
    const char *c = p->called, *next;
    for (; (next = strstr(c, "::")); c = next + 2)
        xl_text_add(&text, "namespace %.*s\n{\n", (int)(next - c), c);
    xl_text_add(&text, "%.*s%s%s;", (int)p->at, p->text, c, p->text + p->at + strlen(p->called));
    for (c = p->called; (c = strstr(c, "::")); c += 2)
        xl_text_add(&text, "\n}");
    return text.at;
}

size_t xl_prototype_array(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = text; length && (at = strstr(at, name)); at += length) {
        const char *c = at + length + strspn(at + length, " ");
        if ((at > text && is_word(at[-1])) || *c != '[')
            continue;
        c += 1 + strspn(c + 1, " ");
        if (begins_with(c, "static"))
            c += strlen("static") + strspn(c + strlen("static"), " ");
        char *end;
        errno = 0;
        const unsigned long count = isdigit((unsigned char)*c) ? strtoul(c, &end, 0) : 0;
        if (count && !errno && count <= XL_LARGEST_ARRAY && end[strspn(end, " ")] == ']')
            return count;
    }
    return 0;
}

/* ---- Its types, from debug information ---- */

static const char *name_of(struct xl_arena *memory, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    return xl_arena_text(memory, name ? name : "", name ? strlen(name) : 0);
}

static unsigned number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word value;
    return dwarf_attr(die, attribute, &a) && !dwarf_formudata(&a, &value) ? (unsigned)value : 0;
}

/* The type behind DW_AT_type. False: void. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute a;
    return dwarf_attr(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

/* What a type is once its names and qualifiers are taken off. */
struct bare_type {
    Dwarf_Die die;
    const char *name; /* the first one; NULL: void */
    bool is_const, is_fixed_64, is_void;
};

static struct bare_type bare_type_of(struct xl_arena *memory, Dwarf_Die *die)
{
    struct bare_type bare = {.die = *die};
    for (int depth = 0; depth < XL_DEEPEST_NAME; depth++) {
        Dwarf_Die next;
        if (!type_of(&bare.die, &next)) {
            bare.is_void = true;
            return bare;
        }
        bare.die = next;
        const int tag = dwarf_tag(&next);
        bare.is_const |= tag == DW_TAG_const_type;
        if (tag == DW_TAG_typedef || tag == DW_TAG_base_type) {
            const char *name = name_of(memory, &next);
            bare.name = bare.name ? bare.name : name;
            bare.is_fixed_64 |= strcmp(name, "int64_t") == 0 || strcmp(name, "uint64_t") == 0;
        }
        if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type &&
            tag != DW_TAG_restrict_type)
            return bare;
    }
    return bare;
}

/* "parameter 'a'", "parameter 2", "the result". */
struct place {
    char text[200];
};

static int refuse_type(struct bare_type *bare, const struct place *place, bool is_behind_pointer,
                       struct xl_refusal *why)
{
    static const char by_value[] = "call it from one line of C, for scalars and pointers: "
                                   "docs/your-library.md, By value",
                      own_record[] = "write the record by hand: docs/reference/contract.md";
    const char *const is = is_behind_pointer ? "points to" : "is";
    switch (dwarf_tag(&bare->die)) {
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_class_type:
        return xl_refuse(why, by_value, "%s %s a structure%s", place->text, is,
                         is_behind_pointer ? "" : " by value");
    case DW_TAG_pointer_type:
        return xl_refuse(why,
                         is_behind_pointer ? "for an array of rows, write the record by hand with "
                                             "XL_IN_POINTERS: docs/reference/contract.md"
                                           : by_value,
                         "%s %s a pointer", place->text, is);
    case DW_TAG_subroutine_type:
        return xl_refuse(why, "write a function without it, and its prototype",
                         "%s is a function pointer", place->text);
    case DW_TAG_enumeration_type:
        return xl_refuse(why, "write a function for each value, or int with the record's range",
                         "%s %s an enum", place->text, is);
    case DW_TAG_array_type:
        return xl_refuse(why, own_record, "%s %s an array or a vector", place->text, is);
    default:
        return xl_refuse(why, "use float, double, or an integer of a fixed width, such as int32_t",
                         "%s %s '%s', and records have no such type", place->text, is,
                         bare->name ? bare->name : "?");
    }
}

/* The record's type of a number. Returns 0, or -1 if there is none. */
static int take_number(struct bare_type *bare, const struct place *place, struct xl_declared *d,
                       struct xl_refusal *why)
{
    static const enum xl_type integers[2][4] = {{XL_u8, XL_u16, XL_u32, XL_u64},
                                                {XL_i8, XL_i16, XL_i32, XL_i64}};
    const unsigned bytes = number_of(&bare->die, DW_AT_byte_size);
    const unsigned encoding = number_of(&bare->die, DW_AT_encoding);
    if (dwarf_tag(&bare->die) != DW_TAG_base_type)
        return refuse_type(bare, place, d->is_pointer, why);
    const char *base = dwarf_diename(&bare->die);
    d->is_bool = encoding == DW_ATE_boolean;
    d->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    switch (encoding) {
    case DW_ATE_float:
        d->type = bytes == 4 ? XL_f32 : XL_f64;
        return bytes == 4 || bytes == 8 ? 0 : refuse_type(bare, place, d->is_pointer, why);
    case DW_ATE_boolean:
    case DW_ATE_signed:
    case DW_ATE_signed_char:
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
        if (bytes > 8)
            break;
        d->type = integers[d->is_signed][(bytes > 1) + (bytes > 2) + (bytes > 4)];
        d->is_pointer_wide = base && strncmp(base, "long ", 5) == 0 && !strstr(base, "long long") &&
                             !bare->is_fixed_64;
        if (base && strcmp(base, "char") == 0)
            d->type = XL_u8;
        if (base && strcmp(base, "char") == 0 && !d->is_pointer)
            return xl_refuse(why, "use int8_t or uint8_t",
                             "%s is char, which is signed on some targets only", place->text);
        if (d->is_pointer_wide && d->is_pointer)
            return xl_refuse(why, "use int32_t or int64_t",
                             "%s points to '%s', whose size differs between targets", place->text,
                             bare->name);
        return 0;
    default:
        break;
    }
    return refuse_type(bare, place, d->is_pointer, why);
}

static int take_type(struct xl_prototype *p, Dwarf_Die *die, const struct place *place,
                     struct xl_declared *d, struct xl_refusal *why)
{
    struct bare_type bare = bare_type_of(&p->memory, die);
    if (!bare.is_void && dwarf_tag(&bare.die) == DW_TAG_pointer_type && d != &p->returns) {
        Dwarf_Die pointer = bare.die;
        d->is_pointer = true;
        bare = bare_type_of(&p->memory, &pointer);
        d->is_const = bare.is_const;
        d->is_bytes = bare.is_void;
        d->type = XL_u8;
        d->c_type = "void";
        if (bare.is_void)
            return 0;
    }
    if (bare.is_void)
        return 0;
    d->c_type = bare.name;
    return take_number(&bare, place, d, why);
}

static int take_parameters(struct xl_prototype *p, Dwarf_Die *function, struct xl_refusal *why)
{
    Dwarf_Die die;
    if (dwarf_child(function, &die))
        return 0;
    do {
        if (dwarf_tag(&die) == DW_TAG_unspecified_parameters)
            return xl_refuse(why, "write a function with fixed parameters that calls it",
                             "'%s' takes variable arguments (...)", p->name);
        if (dwarf_tag(&die) != DW_TAG_formal_parameter)
            continue;
        if (p->count == XL_PROTOTYPE_PARAMETERS)
            return xl_refuse(why, "write a function with fewer that calls it",
                             "'%s' has more than %d parameters", p->name, XL_PROTOTYPE_PARAMETERS);
        struct xl_declared *d = &p->parameters[p->count++];
        struct place place;
        const char *name = name_of(&p->memory, &die);
        d->name = strcmp(name, p->called) == 0 ? "" : name; /* it would hide the function */
        if (*d->name)
            snprintf(place.text, sizeof place.text, "parameter '%s'", d->name);
        else
            snprintf(place.text, sizeof place.text, "parameter %zu", p->count);
        if (take_type(p, &die, &place, d, why))
            return -1;
        d->array = d->is_pointer ? xl_prototype_array(p->text, d->name) : 0;
    } while (dwarf_siblingof(&die, &die) == 0);
    return 0;
}

static bool find_function(Dwarf *dwarf, const char *name, Dwarf_Die *found)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0) {
        if (dwarf_child(&unit, found))
            continue;
        do {
            const char *other = dwarf_diename(found);
            if (dwarf_tag(found) == DW_TAG_subprogram && other && strcmp(other, name) == 0)
                return true;
        } while (dwarf_siblingof(found, found) == 0);
    }
    return false;
}

static int take_object(struct xl_prototype *p, const char *object, const char *renamed,
                       struct xl_refusal *why)
{
    int status = -1;
    Dwarf_Die function;
    const int fd = open(object, O_RDONLY | O_CLOEXEC);
    Dwarf *dwarf = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);
    if (!dwarf || !find_function(dwarf, renamed, &function))
        xl_refuse(why, EXAMPLE, "this is no prototype of '%s'", p->name);
    else if (take_type(p, &function, &(struct place){"the result"}, &p->returns, why) == 0)
        status = take_parameters(p, &function, why);
    dwarf_end(dwarf);
    if (fd >= 0)
        close(fd);
    return status;
}

/* ---- The compiler ---- */

const char *xl_prototype_includes(const struct xl_prototype *p)
{
    const bool has_bool = strstr(p->text, "bool"), has_posix = strstr(p->text, "ssize_t");
    return has_bool && has_posix ? "#include <stdbool.h>\n#include <sys/types.h>\n"
           : has_bool            ? "#include <stdbool.h>\n"
           : has_posix           ? "#include <sys/types.h>\n"
                                 : "";
}

/* The prototype, then a function of these parameters under another name, whose debug information
 * has its types. The header must declare the function, and must agree. Of a template it has to be
 * included. */
static int write_source(const struct xl_prototype *p, const struct xl_prototype_header *header,
                        const char *renamed, const char *file)
{
    FILE *f = fopen(file, "we");
    if (!f)
        return -1;
    static const char strictly[] = "#pragma GCC diagnostic error \"-Wimplicit-int\"\n"
                                   "#pragma GCC diagnostic error \"-Wstrict-prototypes\"\n"
                                   "#pragma GCC diagnostic error \"-Wold-style-definition\"\n";
    const char *parameters = p->text + p->at + strlen(p->called);
    char *declaration = xl_prototype_declaration(p);
    fprintf(f, "#include <stddef.h>\n#include <stdint.h>\n%s", xl_prototype_includes(p));
    if (header)
        fprintf(f, "#include \"%s\"\n", header->include);
    if (header && !p->is_cxx)
        fprintf(f,
                "void xl_use_declared(void);\n"
                "void xl_use_declared(void)\n{\n    (void)%s;\n}\n",
                p->called);
    if (!p->is_cxx)
        fprintf(f, "%s#undef %s\n", strictly, p->called);
    if (!header || !p->is_cxx)
        fprintf(f, "#line 1 \"prototype\"\n%s\n", declaration);
    fprintf(f, "#line 1 \"prototype\"\n%.*s%s%s\n{\n    __builtin_trap();\n}\n", (int)p->at,
            p->text, renamed, parameters);
    if (header && p->is_cxx) /* of functions with one name, the one with these types */
        fprintf(f,
                "#line 1 \"prototype\"\n"
                "decltype(&%s) xl_use_declared() { return static_cast<decltype(&%s)>(&%s); }\n",
                renamed, renamed, p->called);
    free(declaration);
    return xl_file_close(f);
}

/* The first error that the compiler printed. */
static int refuse_error(const char *said, const struct xl_prototype_header *header,
                        struct xl_refusal *why)
{
    const char *error = said ? strstr(said, "error: ") : NULL;
    const char *text = error ? error + strlen("error: ") : "the compiler does not accept this";
    return xl_refuse(why,
                     header && (strstr(text, "conflicting types") || strstr(text, "static_cast"))
                         ? "copy the prototype from the header"
                     : strstr(text, "incomplete type")
                         ? "structures by value: docs/your-library.md, By value"
                     : strstr(text, "unknown type name")
                         ? "--header FILE, which defines it; or use the type behind it"
                         : EXAMPLE,
                     "%.*s", (int)strcspn(text, "\n"), text);
}

static int compile(struct xl_prototype *p, const struct xl_prototype_header *header,
                   const char *renamed, const char *directory, struct xl_refusal *why)
{
    char *source = xl_join_path(directory, p->is_cxx ? "prototype.cc" : "prototype.c"),
         *object = xl_join_path(directory, "prototype.o"), *said = NULL;
    const char *const argv[] = {p->is_cxx ? "c++" : "cc",
                                p->is_cxx ? "-std=gnu++17" : "-std=gnu11",
                                "-g",
                                "-shared",
                                "-fPIC",
                                "-nostdlib",
                                "-O0",
                                "-fno-diagnostics-show-caret",
                                "-fno-diagnostics-show-option",
                                "-I",
                                header ? header->directory : directory,
                                "-o",
                                object,
                                source,
                                NULL};
    struct xl_error err;
    int status = -1;
    if (write_source(p, header, renamed, source)) {
        xl_refuse(why, "set TMPDIR to a writable directory", "cannot write %s: %s", source,
                  strerror(errno));
    } else {
        const int exit_status = xl_command(argv, XL_COMPILE_MS, &said, &err);
        if (exit_status == 0)
            status = take_object(p, object, renamed, why);
        else if (exit_status < 0)
            xl_refuse(why,
                      p->is_cxx ? "apt-get install -y g++" : "apt-get install -y gcc libc6-dev",
                      "%s: %s", argv[0], err.text);
        else
            refuse_error(said, header, why);
    }
    unlink(source);
    unlink(object);
    free(source);
    free(object);
    free(said);
    return status;
}

int xl_prototype_read(struct xl_prototype *p, const struct xl_prototype_header *header,
                      struct xl_refusal *why)
{
    const char *tmp = getenv("TMPDIR");
    if (!header && strchr(p->called, '<'))
        return xl_refuse(why, "--header FILE, which defines the template",
                         "no header that declares '%s' was found, or it does not compile here",
                         p->word);
    char *directory = xl_join_path(tmp && *tmp ? tmp : "/tmp", "crosslane-init-XXXXXX");
    char *renamed = xl_format("xl_declared_%s", p->name);
    int status = -1;
    p->count = 0;
    p->returns = (struct xl_declared){.name = ""};
    memset(p->parameters, 0, sizeof p->parameters);
    if (mkdtemp(directory)) {
        status = compile(p, header, renamed, directory, why);
        rmdir(directory);
    } else {
        xl_refuse(why, "set TMPDIR to a writable directory", "cannot make %s: %s", directory,
                  strerror(errno));
    }
    free(renamed);
    free(directory);
    return status;
}

void xl_prototype_free(struct xl_prototype *p)
{
    xl_arena_free(&p->memory);
}
