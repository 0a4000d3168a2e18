/* The ISAs that sources have vector code for: by intrinsics, macros, registers in assembly, and
 * names of files.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init.h"

#include <ctype.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

/* ---- One source ---- */

/* What stands in a source. is_code: vector code has it. Otherwise it may only be asked for. */
static const struct sign {
    const char *word, *isa;
    bool is_code;
} signs[] = {
    {"emmintrin.h", "sse2", true},
    {"__SSE2__", "sse2", false},
    {"_mm_", "sse2", true},
    {"tmmintrin.h", "sse4", true},
    {"smmintrin.h", "sse4", true},
    {"nmmintrin.h", "sse4", true},
    {"__SSE4_", "sse4", false},
    {"_mm256_", "avx2", true},
    {"__AVX2__", "avx2", false},
    {"_mm512_", "avx512", true},
    {"__AVX512", "avx512", false},
    {"arm_neon.h", "neon", true},
    {"__ARM_NEON", "neon", false},
    {"arm_sve.h", "sve", true},
    {"__ARM_FEATURE_SVE", "sve", false},
    {"__ARM_FEATURE_SVE2", "sve2", false},
    {"riscv_vector.h", "rvv", true},
    {"__riscv_v", "rvv", false},
    {"altivec.h", "vsx", true},
    {"__VSX__", "vsx", false},
    {"vecintrin.h", "vx", true},
    {"__VEC__", "vx", false},
    {"lsxintrin.h", "lsx", true},
    {"__loongarch_sx", "lsx", false},
    {"lasxintrin.h", "lasx", true},
    {"__loongarch_asx", "lasx", false},
};

/* The same in assembly, in files of its own and in C. */
static const struct sign instructions[] = {
    {"xmm0", "sse2", true},     {"INIT_XMM", "sse2", true}, {"ymm0", "avx2", true},
    {"INIT_YMM", "avx2", true}, {"zmm0", "avx512", true},   {"INIT_ZMM", "avx512", true},
    {"v0.16b", "neon", true},   {"v0.8h", "neon", true},    {"v0.4s", "neon", true},
    {"v0.8b", "neon", true},    {"v0.4h", "neon", true},    {"vld1.", "neon32", true},
    {"vst1.", "neon32", true},  {"ptrue", "sve", true},     {"vsetvli", "rvv", true},
    {"vsetivli", "rvv", true},  {"lxvd2x", "vsx", true},    {"lxvw4x", "vsx", true},
    {"lvx ", "vsx", true},      {"vlvgp", "vx", true},      {"$vr0", "lsx", true},
    {"xvld", "lasx", true},
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static void add_once(struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return;
    xl_words_add(words, word);
}

/* Whether code for wider vectors stands there, which has some of the narrow ones too. */
static bool is_of_wider(const char *text, const struct sign *sign)
{
    return strcmp(sign->word, "_mm_") == 0 && (strstr(text, "_mm256_") || strstr(text, "_mm512_"));
}

/* Code that asks for AArch64 may not compile on ARMv7. */
void xl_project_isas(const char *text, struct xl_words *isas)
{
    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        if (!strstr(text, signs[i].word) || is_of_wider(text, &signs[i]))
            continue;
        add_once(isas, signs[i].isa);
        if (strcmp(signs[i].isa, "neon") == 0 && !strstr(text, "__aarch64__"))
            add_once(isas, "neon32");
    }
}

/* ---- All sources of a project ---- */

/* The ISAs in the order of crosslane.yml, and the ends of names of functions with their code. */
static const struct {
    const char *isa, *ends[XL_INIT_ENDS];
} known[XL_INIT_ISAS] = {
    {"neon", {"_neon"}}, {"neon32", {"_neon"}},
    {"sve", {"_sve"}},   {"vsx", {"_vsx"}},
    {"vx", {NULL}},      {"rvv", {"_rvv"}},
    {"lsx", {"_lsx"}},   {"lasx", {"_lasx"}},
    {"sse2", {"_sse2"}}, {"sse4", {"_sse41", "_sse4_1", "_sse42", "_ssse3"}},
    {"avx2", {"_avx2"}}, {"avx512", {"_avx512"}},
};

/* Words in the names of files and directories: arch/power, adler32_neon.c. */
static const struct {
    const char *word, *isa;
} names[] = {
    {"neon", "neon"},  {"asimd", "neon"}, {"sve", "sve"},       {"sve2", "sve"},
    {"rvv", "rvv"},    {"riscv", "rvv"},  {"vsx", "vsx"},       {"altivec", "vsx"},
    {"power", "vsx"},  {"power8", "vsx"}, {"ppc", "vsx"},       {"s390", "vx"},
    {"s390x", "vx"},   {"zarch", "vx"},   {"lsx", "lsx"},       {"loongarch", "lsx"},
    {"lasx", "lasx"},  {"sse2", "sse2"},  {"ssse3", "sse4"},    {"sse41", "sse4"},
    {"sse42", "sse4"}, {"avx2", "avx2"},  {"avx512", "avx512"},
};

enum { XL_LARGEST_SOURCE = 8 << 20, XL_LEAST_FUNCTIONS = 2 };

static struct xl_isa_code *code_of(struct xl_isa_code *codes, const char *isa)
{
    for (size_t i = 0; i < XL_INIT_ISAS; i++)
        if (strcmp(codes[i].isa, isa) == 0)
            return &codes[i];
    return NULL;
}

/* Whether the path has one of the words between its '/', '_', '-' and '.'. */
static bool has_part(const char *path, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = path; (at = strcasestr(at, word)); at++)
        if ((at == path || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

static bool has_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

static void add_code(struct xl_isa_code *codes, const char *isa, const char *file, bool is_code)
{
    struct xl_isa_code *c = code_of(codes, isa);
    if (!c) /* it extends another, whose sign stands there too */
        return;
    if (!c->file || (is_code && !c->files)) {
        free(c->file);
        c->file = xl_copy_text(file);
    }
    /* Signs of one file follow each other. */
    if (is_code && (!c->last || strcmp(c->last, file) != 0)) {
        free(c->last);
        c->last = xl_copy_text(file);
        c->files++;
    }
}

/* Intrinsics of NEON may be those of AArch64, of ARMv7, or of both. */
static void add_neon(struct xl_isa_code *codes, const char *text, const char *file, bool is_code)
{
    static const char *const wide[] = {"__aarch64__", "float64x2_t", "vaddvq_", "vmaxvq_",
                                       "vqtbl1",      "_f64(",       NULL},
                             *const narrow[] = {"__arm__", "__ARM_NEON__", "__ARM_ARCH_7", NULL};
    const bool is_wide = has_part(file, "arm64") || has_part(file, "aarch64") ||
                         has_part(file, "neon64") || has_any(text, wide);
    if (!has_part(file, "armv7") && !has_part(file, "arm32") && !has_part(file, "aarch32"))
        add_code(codes, "neon", file, is_code);
    if (!is_wide)
        add_code(codes, "neon32", file, is_code);
    else if (has_any(text, narrow))
        add_code(codes, "neon32", file, false);
}

static void add_signs(struct xl_isa_code *codes, const char *text, const char *file,
                      const struct sign *all, size_t count)
{
    for (const struct sign *s = all; s < all + count; s++)
        if (strstr(text, s->word) && !is_of_wider(text, s)) {
            if (strcmp(s->isa, "neon") == 0 && all == signs)
                add_neon(codes, text, file, s->is_code);
            else
                add_code(codes, s->isa, file, s->is_code);
        }
}

/* The end of names, in capital letters or not. */
static void write_end(const char *end, bool is_capital, char text[XL_INIT_END])
{
    snprintf(text, XL_INIT_END, "%s", end);
    for (char *c = text; *c && is_capital; c++)
        *c = (char)toupper((unsigned char)*c);
}

/* Counts the file's functions whose names end in the name of an ISA that it has code for. */
static void add_functions(struct xl_isa_code *codes, const char *plain, const char *file)
{
    for (size_t i = 0; i < XL_INIT_ISAS; i++) {
        const bool has_code = codes[i].last && strcmp(codes[i].last, file) == 0;
        for (size_t k = 0; k < XL_INIT_ENDS && known[i].ends[k] && has_code; k++)
            for (int capital = 0; capital < 2; capital++) {
                char end[XL_INIT_END];
                write_end(known[i].ends[k], capital, end);
                codes[i].counts[k][capital] += xl_project_functions(plain, end);
            }
    }
}

/* Takes the most frequent end of names. */
static void take_end(struct xl_isa_code *c, const char *const ends[XL_INIT_ENDS])
{
    for (size_t k = 0; k < XL_INIT_ENDS; k++)
        for (int capital = 0; capital < 2; capital++)
            if (c->counts[k][capital] >= XL_LEAST_FUNCTIONS &&
                c->counts[k][capital] > c->functions) {
                c->functions = c->counts[k][capital];
                write_end(ends[k], capital, c->end);
            }
}

static void scan_file(struct xl_isa_code *codes, const char *path, const char *file)
{
    static const char *const in_line[] = {"asm(", "asm (", "asm volatile", "__asm", NULL};
    struct xl_error ignored;
    size_t size;
    char *text = xl_file_read(path, &size, &ignored);
    if (!text)
        return;
    char *plain = xl_without_comments(text);
    add_signs(codes, plain, file, signs, COUNT_OF(signs));
    if (xl_is_assembly(file) || has_any(plain, in_line))
        add_signs(codes, text, file, instructions, COUNT_OF(instructions));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (has_part(file, names[i].word))
            add_code(codes, names[i].isa, file, false);
    if (!xl_is_header(file) && !has_part(file, "third_party")) /* those of headers are inlined */
        add_functions(codes, plain, file);
    free(plain);
    free(text);
}

/* Whether it is no directory of sources: hidden, a build, or Crosslane's own. */
static bool is_left_out(const FTSENT *e)
{
    static const char *const made[] = {"CMakeCache.txt", "build.ninja"};
    bool is_left_out = e->fts_level > 0 && e->fts_name[0] == '.';
    for (size_t i = 0; i < COUNT_OF(made) && e->fts_level > 0; i++) {
        char *file = xl_join_path(e->fts_path, "%s", made[i]);
        is_left_out |= access(file, F_OK) == 0;
        free(file);
    }
    return is_left_out || (e->fts_level > 0 && strcmp(e->fts_path, xl_root()) == 0);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

void xl_project_scan(const char *dir, struct xl_isa_code codes[XL_INIT_ISAS])
{
    static const char *const ends[] = {".c",   ".cc",  ".cpp", ".cxx", ".h",  ".hh",
                                       ".hpp", ".hxx", ".inc", ".inl", ".ipp"};
    char *const roots[] = {(char *)dir, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (size_t i = 0; i < XL_INIT_ISAS; i++)
        codes[i] = (struct xl_isa_code){.isa = known[i].isa};
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        if (e->fts_info == FTS_D && is_left_out(e))
            fts_set(tree, e, FTS_SKIP);
        bool is_source = xl_is_assembly(e->fts_name);
        for (size_t i = 0; i < COUNT_OF(ends); i++)
            is_source |= xl_has_suffix(e->fts_name, ends[i]);
        if (e->fts_info == FTS_F && is_source && e->fts_statp->st_size < XL_LARGEST_SOURCE)
            scan_file(codes, e->fts_path, e->fts_path + strlen(dir) + 1);
    }
    if (tree)
        fts_close(tree);
    for (size_t i = 0; i < XL_INIT_ISAS; i++)
        take_end(&codes[i], known[i].ends);
}

void xl_project_scan_free(struct xl_isa_code codes[XL_INIT_ISAS])
{
    for (size_t i = 0; i < XL_INIT_ISAS; i++) {
        free(codes[i].file);
        free(codes[i].last);
    }
}
