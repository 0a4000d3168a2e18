/* Writes the sources of SLEEF's kernels, from the libraries of the sysroots; and any shared library
 * as an object that can be linked statically.
 * SPDX-License-Identifier: MIT
 *
 * - sleef-generate host OUT ARCH=LIBRARY... writes OUT/sleef.c: the records and references of every
 *   kernel.
 * - sleef-generate target OUT ARCH=LIBRARY writes OUT/sleef-<SLEEF's ISA>.c, the vector code of
 *   each kernel, and OUT/library.S and OUT/library.bin, the library to link.
 * - sleef-generate object OUT LIBRARY writes OUT/library.S and OUT/library.bin, with all functions.
 *
 * The library is linked into the agent as the dynamic loader would place it: its segments at one
 * address, and its relocations left to the linker. So its code runs unchanged, and every function
 * has a fixed address. The evidence needs that: QEMU gets its trace filter before the guest starts.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "symbols.h"

enum { XL_MOST_LIBRARIES = 16, XL_MOST_ISAS = 32 };

/* A library and what its functions' names say. */
struct source {
    const char *arch, *path;
    struct xl_library library;
    struct xl_sleef_symbol *symbols; /* one for each of its functions; function NULL: no kernel */
    size_t kernels;
};

static int read_source(char *argument, struct source *s)
{
    char error[600];
    char *equals = strchr(argument, '=');
    if (!equals) {
        fprintf(stderr, "sleef-generate: error: '%s' is not ARCH=LIBRARY\n", argument);
        return -1;
    }
    *equals = '\0';
    *s = (struct source){.arch = argument, .path = equals + 1};
    if (xl_library_read(s->path, &s->library, error, sizeof error)) {
        fprintf(stderr, "sleef-generate: error: %s\n", error);
        return -1;
    }
    s->symbols = calloc(s->library.function_count + 1, sizeof *s->symbols);
    for (size_t i = 0; s->symbols && i < s->library.function_count; i++) {
        enum xl_sleef_kind kind =
            xl_sleef_parse(s->arch, s->library.functions[i].name, &s->symbols[i]);
        if (kind == XL_SLEEF_UNKNOWN) {
            fprintf(stderr,
                    "sleef-generate: error: %s: %s is a function that kernels/sleef/functions.def "
                    "does not have: add it\n",
                    s->path, s->library.functions[i].name);
            return -1;
        }
        s->kernels += kind == XL_SLEEF_KERNEL;
        if (kind != XL_SLEEF_KERNEL)
            s->symbols[i].function = NULL;
    }
    if (!s->kernels) {
        fprintf(stderr, "sleef-generate: error: %s has no function of SLEEF for %s\n", s->path,
                s->arch);
        return -1;
    }
    return 0;
}

static FILE *open_out(const char *directory, const char *name)
{
    char *path = NULL;
    FILE *f = asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : fopen(path, "w");
    if (!f)
        fprintf(stderr, "sleef-generate: error: cannot write %s/%s\n", directory, name);
    free(path);
    return f;
}

static int close_out(FILE *f, const char *directory)
{
    int failed = ferror(f);
    if (!fclose(f) && !failed)
        return 0;
    fprintf(stderr, "sleef-generate: error: cannot write into %s\n", directory);
    return -1;
}

/* The operands of a shape: letters, 'v' or 'i'; then its results. */
static const char *operands_of(enum xl_sleef_shape shape)
{
    static const char *const operands[] = {"", "v", "vv", "vvv", "vi", "v", "v"};
    return operands[shape];
}

static const char *results_of(enum xl_sleef_shape shape)
{
    static const char *const results[] = {"", "v", "v", "v", "v", "i", "vv"};
    return results[shape];
}

static const char *element_of(const struct xl_sleef_symbol *s, char letter)
{
    return letter == 'i' ? "int32_t" : s->type == 'f' ? "float" : "double";
}

static const char *lane_of(const struct xl_sleef_symbol *s)
{
    return s->type == 'f' ? "f32" : "f64";
}

/* What the reference's results are made of, as contract.h has it for each kind. */
static const char *reference_of(const struct xl_sleef_symbol *s, char letter)
{
    return xl_sleef_contract(s).exact ? element_of(s, letter) : "struct xl_bounded";
}

/* Whether it has an error, and so a `.function` in the place of a reference. */
static int has_error(const struct xl_sleef_symbol *s)
{
    struct xl_sleef_contract c = xl_sleef_contract(s);
    return !c.exact && c.ulp > 0;
}

/* "(const float *a, const float *b, float *r, size_t n)". */
static void write_parameters(FILE *f, const struct xl_sleef_symbol *s, int is_reference)
{
    const char *in = operands_of(s->function->shape), *out = results_of(s->function->shape);
    fputc('(', f);
    for (size_t i = 0; in[i]; i++)
        fprintf(f, "const %s *%c, ", element_of(s, in[i]), (int)('a' + i));
    for (size_t i = 0; out[i]; i++)
        fprintf(f, "%s *%c, ", is_reference ? reference_of(s, out[i]) : element_of(s, out[i]),
                (int)('r' + i));
    fputs("size_t n)", f);
}

static void write_arguments(FILE *f, const struct xl_sleef_symbol *s)
{
    for (size_t i = 0; operands_of(s->function->shape)[i]; i++)
        fprintf(f, "%c, ", (int)('a' + i));
    for (size_t i = 0; results_of(s->function->shape)[i]; i++)
        fprintf(f, "%c, ", (int)('r' + i));
    fputs("n", f);
}

/* The target. */

static int write_wrappers(const char *directory, const struct source *s,
                          const struct xl_sleef_isa *isa)
{
    char name[64];
    snprintf(name, sizeof name, "sleef-%s.c", isa->name);
    FILE *f = open_out(directory, name);
    if (!f)
        return -1;
    fprintf(
        f, "/* Made by sleef-generate from %s. */\n#define XL_SLEEF_%s 1\n#include \"vectors.h\"\n",
        s->path, isa->name);
    for (size_t i = 0; i < s->library.function_count; i++) {
        const struct xl_sleef_symbol *y = &s->symbols[i];
        if (!y->function || y->isa != isa)
            continue;
        fprintf(f, "\nXL_SLEEF_DECLARE_%s(%s, %s)\nXL_KERNEL(%s)\nXL_VECTOR(void, %s)",
                y->function->shape_name, lane_of(y), s->library.functions[i].name, y->kernel,
                y->kernel);
        write_parameters(f, y, 0);
        fprintf(f, "\n{\n    xl_sleef_%s_%s(%s, ", y->function->shape_name, lane_of(y),
                s->library.functions[i].name);
        write_arguments(f, y);
        fputs(");\n}\n", f);
    }
    return close_out(f, directory);
}

/* The memory up to `to`, from where the last piece ended. */
static void write_piece(FILE *f, uint64_t *at, uint64_t to)
{
    if (to > *at)
        fprintf(f, "    .incbin \"library.bin\", 0x%llx, 0x%llx\n", (unsigned long long)*at,
                (unsigned long long)(to - *at));
    *at = to;
}

static void write_function(FILE *f, const char *name, const struct xl_library_function *function)
{
    fprintf(f,
            "    .globl \"%s\"\n    .type \"%s\", %%function\n    .set \"%s\", xl_sleef_library + "
            "0x%llx\n    .size \"%s\", %llu\n",
            name, name, name, (unsigned long long)function->value, name,
            (unsigned long long)function->size);
}

/* The library as one section that is written to, as its own data is, and executed. NULL: it cannot
 * be written. */
static FILE *begin_library(const char *directory, const char *path, const struct xl_library *l)
{
    uint64_t at = 0;
    FILE *bin = open_out(directory, "library.bin");
    if (!bin)
        return NULL;
    fwrite(l->memory, 1, l->memory_size, bin);
    FILE *f = close_out(bin, directory) ? NULL : open_out(directory, "library.S");
    if (!f)
        return NULL;
    fprintf(f,
            "/* Made by sleef-generate from %s. */\n    .section .sleef, \"awx\", %%progbits\n    "
            ".balign 65536\n"
            "    .type xl_sleef_library, %%object\nxl_sleef_library:\n",
            path);
    for (size_t i = 0; i < l->word_count; i++) {
        const struct xl_library_word *w = &l->words[i];
        write_piece(f, &at, w->at);
        if (w->symbol && w->is_weak)
            fprintf(f, "    .weak %s\n", w->symbol);
        fprintf(f, "    .%dbyte %s + 0x%llx\n", (int)l->word_bytes,
                w->symbol ? w->symbol : "xl_sleef_library", (unsigned long long)w->addend);
        at += l->word_bytes;
    }
    write_piece(f, &at, l->memory_size);
    fprintf(f, "    .size xl_sleef_library, 0x%llx\n", (unsigned long long)l->memory_size);
    return f;
}

static int end_library(FILE *f, const char *directory)
{
    fputs("    .section .note.GNU-stack, \"\", %progbits\n", f);
    return close_out(f, directory);
}

/* SLEEF's, of which there is one, with the functions that are kernels. */
static int write_library(const char *directory, const struct source *s)
{
    const struct xl_library *l = &s->library;
    char name[2 * XL_SLEEF_NAME];
    FILE *f = begin_library(directory, s->path, l);
    if (!f)
        return -1;
    fputs("    .globl xl_sleef_library\n", f);
    for (size_t i = 0; i < l->function_count; i++) {
        const struct xl_sleef_symbol *y = &s->symbols[i];
        if (!y->function)
            continue;
        write_function(f, l->functions[i].name, &l->functions[i]);
        /* The same under the name of the kernel whose code it is, for harness/code/elf.c. */
        snprintf(name, sizeof name, "%s__%s.library", y->kernel, y->isa->ours);
        write_function(f, name, &l->functions[i]);
    }
    return end_library(f, directory);
}

/* A function of ppc64el gets its address in r12, from which it finds its data, and changes r2. A
 * direct call does neither expect. The stub, of 32 bytes, is `at` bytes behind the library; the
 * linker saves r2 before it, by .localentry 1 (64-Bit ELF V2 ABI, 3.4.1). */
static void write_stub(FILE *f, const struct xl_library_function *function, uint64_t at)
{
    const int64_t distance = (int64_t)function->value - (int64_t)(at + 8);
    fprintf(f,
            "    .globl \"%s\"\n    .type \"%s\", %%function\n\"%s\":\n    .localentry \"%s\", 1\n"
            "    mflr 0\n    bcl 20, 31, .+4\n    mflr 12\n    mtlr 0\n    addis 12, 12, %lld\n"
            "    addi 12, 12, %lld\n    mtctr 12\n    bctr\n    .size \"%s\", 32\n",
            function->name, function->name, function->name, function->name,
            (long long)((distance + 0x8000) >> 16), (long long)(int16_t)distance, function->name);
}

/* Any library, with all of its functions and its constructors. */
static int write_object(const char *directory, const char *path)
{
    enum { XL_STUB = 32 };
    char error[600];
    struct xl_library l;
    int failed = xl_library_read(path, &l, error, sizeof error);
    if (failed)
        fprintf(stderr, "%s\n", error);
    FILE *f = failed ? NULL : begin_library(directory, path, &l);
    uint64_t at = (l.memory_size + XL_STUB - 1) / XL_STUB * XL_STUB;
    if (f && l.machine == EM_PPC64)
        fprintf(f, "    .balign %d\n", XL_STUB);
    for (size_t i = 0; f && i < l.function_count; i++, at += XL_STUB)
        if (l.machine == EM_PPC64)
            write_stub(f, &l.functions[i], at);
        else
            write_function(f, l.functions[i].name, &l.functions[i]);
    if (f && l.init_size)
        fputs("    .section .init_array, \"aw\"\n", f);
    for (size_t i = 0; f && i < l.word_count; i++)
        if (l.words[i].at - l.init_at < l.init_size)
            fprintf(f, "    .%dbyte %s + 0x%llx\n", (int)l.word_bytes,
                    l.words[i].symbol ? l.words[i].symbol : "xl_sleef_library",
                    (unsigned long long)l.words[i].addend);
    failed = f ? end_library(f, directory) : -1;
    xl_library_free(&l);
    return failed;
}

static int write_target(const char *directory, const struct source *s)
{
    const struct xl_sleef_isa *done[XL_MOST_ISAS];
    size_t count = 0;
    for (size_t i = 0; i < s->library.function_count; i++) {
        size_t k = 0;
        while (s->symbols[i].function && k < count && done[k] != s->symbols[i].isa)
            k++;
        if (!s->symbols[i].function || k < count || count == XL_MOST_ISAS)
            continue;
        done[count++] = s->symbols[i].isa;
        if (write_wrappers(directory, s, s->symbols[i].isa))
            return -1;
    }
    return write_library(directory, s);
}

/* The host. */

/* A kernel, and the ISAs of ours that have it. */
struct kernel {
    const struct xl_sleef_symbol *symbol;
    char only[128];
};

static int by_name(const void *a, const void *b)
{
    const struct xl_sleef_symbol *x = ((const struct kernel *)a)->symbol,
                                 *y = ((const struct kernel *)b)->symbol;
    int names = strcmp(x->kernel, y->kernel);
    return names ? names : (x->isa > y->isa) - (x->isa < y->isa); /* in the order of isas.def */
}

static size_t collect(const struct source *sources, size_t count, struct kernel *kernels)
{
    size_t found = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sources[i].library.function_count; k++)
            if (sources[i].symbols[k].function)
                kernels[found++].symbol = &sources[i].symbols[k];
    qsort(kernels, found, sizeof *kernels, by_name);
    for (size_t i = 0; i < found; i++) {
        if (!i || strcmp(kernels[i].symbol->kernel, kernels[kept - 1].symbol->kernel) != 0)
            kernels[kept++] = kernels[i];
        struct kernel *k = &kernels[kept - 1];
        const char *ours = kernels[i].symbol->isa->ours;
        size_t used = strlen(k->only);
        snprintf(k->only + used, sizeof k->only - used, "%s%s", used ? " " : "", ours);
    }
    return kept;
}

static void write_domain(FILE *f, struct xl_sleef_domain d, const char *type, int name)
{
    if (d.lo == d.hi)
        fprintf(f, "XL_IN(%s, %c, 1), ", type, name);
    else
        fprintf(f, "XL_IN_RANGE(%s, %c, 1, %a, %a), ", type, name, d.lo, d.hi);
}

static void write_record(FILE *f, const struct kernel *k)
{
    const struct xl_sleef_symbol *s = k->symbol;
    struct xl_sleef_contract c = xl_sleef_contract(s);
    const char *in = operands_of(s->function->shape), *out = results_of(s->function->shape);
    fprintf(f, "\nXL_KERNEL(%s, .summary = \"SLEEF's %s\", .only = \"%s\", ", s->kernel,
            s->function->name, k->only);
    if (c.exact)
        fputs(".contract = {XL_EXACT}, ", f);
    else if (!has_error(s))
        fputs(".contract = {XL_BOUND}, ", f);
    else
        fprintf(f,
                ".contract = {XL_ULP, .ulp = XL_SLEEF_BOUND(%a), .absolute = XL_SLEEF_BOUND(%a)}, "
                ".function = \"%s\", ",
                c.ulp, c.absolute, s->function->reference);
    if (c.bitwise)
        fputs(".bitwise = 1, ", f);
    if (s->same)
        fputs(".elementwise = 1, ", f);
    if (strcmp(s->isa->suffix, "_128") == 0)
        fputs(".narrow = \"SLEEF's code for AVX2 on vectors of 128 bits\", ", f);
    else if (strcmp(s->function->name, "fmod") == 0 || strcmp(s->function->name, "remainder") == 0)
        fputs(".narrow = \"it goes on until the last lane is done\", ", f);
    /* SLEEF compiles its RVV code so: Configure.cmake of 3.6.1, CLANG_FLAGS_ENABLE_RVVM1. */
    if (strstr(k->only, "rvv"))
        fputs(".needs = {{\"rvv\", \"zba zbb zbs\"}}, ", f);
    fputs(".args = {", f);
    for (size_t i = 0; in[i]; i++)
        write_domain(f, c.domains[i], in[i] == 'i' ? "i32" : lane_of(s), (int)('a' + i));
    for (size_t i = 0; out[i]; i++)
        fprintf(f, "XL_OUT(%s, %c, 1), ", out[i] == 'i' ? "i32" : lane_of(s), (int)('r' + i));
    fputs("XL_COUNT})\n", f);
}

/* What is the same everywhere is compared with SLEEF's own scalar code, which is in the host's
 * library; what else has no error with the C library's. */
static void write_reference(FILE *f, const struct kernel *k)
{
    const struct xl_sleef_symbol *s = k->symbol;
    char scalar[128], error[16] = "_";
    if (has_error(s))
        return;
    if (s->error >= 0)
        snprintf(error, sizeof error, "_u%02d", s->error);
    snprintf(scalar, sizeof scalar, "Sleef_%s%s%c1%s%s", s->same == 'f' ? "finz_" : "cinz_",
             s->function->name, s->type, error, s->same == 'f' ? "purecfma" : "purec");
    if (s->same)
        fprintf(f, "XL_SLEEF_SCALAR_%s(%s, %s)\n", s->function->shape_name, lane_of(s), scalar);
    fprintf(f, "XL_REFERENCE(%s)", s->kernel);
    write_parameters(f, s, 1);
    fputs("\n{\n    for (size_t i = 0; i < n; i++)\n", f);
    if (s->same)
        fprintf(f, "        XL_SLEEF_CALL_%s(%s);\n}\n", s->function->shape_name, scalar);
    else if (xl_sleef_contract(s).exact)
        fprintf(f, "        XL_SLEEF_CALL_%s(xl_exact_%s_%s);\n}\n", s->function->shape_name,
                s->function->reference, lane_of(s));
    else
        fprintf(f, "        XL_SLEEF_BOUNDED_%s(%s);\n}\n", s->function->shape_name,
                s->function->reference);
}

static int write_host(const char *directory, const struct source *sources, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += sources[i].kernels;
    struct kernel *kernels = calloc(total + 1, sizeof *kernels);
    FILE *f = kernels ? open_out(directory, "sleef.c") : NULL;
    if (!f) {
        free(kernels);
        return -1;
    }
    fputs("/* Made by sleef-generate. */\n#include \"references.h\"\n", f);
    total = collect(sources, count, kernels);
    for (size_t i = 0; i < total; i++) {
        write_record(f, &kernels[i]);
        write_reference(f, &kernels[i]);
    }
    free(kernels);
    printf("%zu kernels\n", total);
    return close_out(f, directory);
}

int main(int argc, char **argv)
{
    struct source sources[XL_MOST_LIBRARIES];
    size_t count = 0;
    int host = argc > 3 && strcmp(argv[1], "host") == 0, failed = 0;
    if (argc == 4 && strcmp(argv[1], "object") == 0)
        return write_object(argv[2], argv[3]) ? 1 : 0;
    if (argc < 4 || argc - 3 > XL_MOST_LIBRARIES ||
        (!host && (strcmp(argv[1], "target") != 0 || argc != 4))) {
        fputs(
            "Usage: sleef-generate host OUT ARCH=LIBRARY... | target OUT ARCH=LIBRARY | object OUT "
            "LIBRARY\n",
            stderr);
        return 2;
    }
    for (int i = 3; i < argc && !failed; i++, count++)
        failed = read_source(argv[i], &sources[count]);
    if (!failed)
        failed = host ? write_host(argv[2], sources, count) : write_target(argv[2], &sources[0]);
    for (size_t i = 0; i < count; i++) {
        xl_library_free(&sources[i].library);
        free(sources[i].symbols);
    }
    return failed ? 1 : 0;
}
