/* A finding's call as one C file that needs nothing of Crosslane: for a bug report.
 * SPDX-License-Identifier: MIT
 */
#include "repro/standalone.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "repro/call_wrapper.h"
#include "repro/other_calls.h"
#include "repro/prune.h"

enum { XL_ALONE_S = 10 }; /* that a call may take */

const char *xl_standalone_why_not(enum xl_check check)
{
    switch (check) {
    case XL_CHECK_value:
    case XL_CHECK_alias:
    case XL_CHECK_crash:
    case XL_CHECK_hang:
    case XL_CHECK_overwrite:
    case XL_CHECK_input:
    case XL_CHECK_flags:
    case XL_CHECK_state:
    case XL_CHECK_repeat:
    case XL_CHECK_threads:
    case XL_CHECK_signals:
        return NULL;
    case XL_CHECK_lanes:
        return "no value is wrong by itself: that lanes should be equal is in how Crosslane fills "
               "the call";
    case XL_CHECK_exit:
    case XL_CHECK_protocol:
        return "what a guest does in place of returning is for the agent to tell";
    case XL_CHECK_reference:
        return "the reference is at fault, which runs on this machine";
    default:
        return "it is of no call of the kernel";
    }
}

static unsigned width(enum xl_type type)
{
    return 8 * (unsigned)xl_type_size(type);
}

static void put_words(FILE *f, const struct xl_captured_arg *a, const char *what,
                      const uint64_t *bits)
{
    size_t count = a->elements; /* zeros at the end need not be written */
    while (count > 1 && !bits[count - 1])
        count--;
    fprintf(f, "static const uint%u_t %s_%s[%zu] = {", width(a->arg->type), a->arg->name, what,
            a->elements ? a->elements : 1);
    for (size_t i = 0; i < count && i < a->elements; i++)
        fprintf(f, "%s%s0x%0*" PRIx64, i ? "," : "", i % 8 ? " " : "\n    ",
                2 * (int)xl_type_size(a->arg->type), bits[i]);
    fprintf(f, "%s};\n", a->elements ? "" : "0");
}

/* An element that its contract lets be something else counts as it is. */
static void put_expected(FILE *f, const struct xl_captured_call *s, const struct xl_captured_arg *a)
{
    uint64_t *bits = calloc(a->elements + 1, sizeof *bits);
    for (size_t i = 0; bits && i < a->elements; i++)
        bits[i] = a->got && a->wrong && !a->wrong[i] &&
                          (!a->allowed || xl_needs_other_calls(s->finding.check))
                      ? a->got[i]
                      : a->expected[i];
    if (bits)
        put_words(f, a, "expected", bits);
    free(bits);
    if (!a->allowed || xl_needs_other_calls(s->finding.check))
        return;
    fprintf(f, "static const double %s_allowed[%zu] = {", a->arg->name, a->elements + !a->elements);
    for (size_t i = 0; i < a->elements; i++)
        fprintf(f, "%s%a",
                i % 8 ? ", "
                : i   ? ",\n    "
                      : "\n    ",
                isfinite(a->allowed[i]) ? a->allowed[i] : 0);
    fprintf(f, "%s};\n", a->elements ? "" : "0");
}

static bool is_written(const struct xl_captured_arg *a)
{
    return a->arg->kind == XL_ARG_OUT || a->arg->kind == XL_ARG_INOUT;
}

static bool is_buffer(const struct xl_captured_arg *a)
{
    return is_written(a) || a->arg->kind == XL_ARG_IN;
}

/* Whether a table says where its rows are; else all of it is one. */
static bool has_rows(const struct xl_captured_call *s, size_t k)
{
    return is_buffer(&s->args[k]) && (s->spots[k].rows > 1 || s->args[k].arg->by_pointers);
}

static bool any_rows(const struct xl_captured_call *s)
{
    bool any = false;
    for (size_t k = 0; k < s->arg_count; k++)
        any |= has_rows(s, k);
    return any;
}

static bool checks_memory(const struct xl_captured_call *s)
{
    return s->finding.check == XL_CHECK_overwrite || s->finding.check == XL_CHECK_input;
}

/* Where in its slot each row begins. */
static void put_rows(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_spot *spot = &s->spots[k];
    fprintf(f, "static const size_t %s_rows[%zu] = {", s->args[k].arg->name, spot->rows);
    for (size_t r = 0; r < spot->rows; r++)
        fprintf(f, "%s%zu", r ? ", " : "", xl_spot_row(spot, r));
    fprintf(f, "};\n");
}

static void put_data(FILE *f, const struct xl_captured_call *s)
{
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        if (has_rows(s, k))
            put_rows(f, s, k);
        if (a->bits)
            put_words(f, a, "bits", a->bits);
        if (a->expected)
            put_expected(f, s, a);
    }
}

static const char helpers[] =
    "\n/* Memory between two pages that must not be touched. */\n"
    "static unsigned char *make_slot(size_t bytes, int poison)\n"
    "{\n"
    "    unsigned char *at = mmap(NULL, bytes + 8192, PROT_READ | PROT_WRITE,\n"
    "                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
    "    if (at == MAP_FAILED || mprotect(at, 4096, PROT_NONE) ||\n"
    "        mprotect(at + 4096 + bytes, 4096, PROT_NONE)) {\n"
    "        perror(\"mmap\");\n"
    "        exit(2);\n"
    "    }\n"
    "    return memset(at + 4096, poison, bytes);\n"
    "}\n"
    "\nstatic void on_signal(int number)\n"
    "{\n"
    "    static const char died[] = \"the call died of a signal\\n\", hung[] = \"it did not "
    "return\\n\";\n"
    "    const ssize_t written = number == SIGALRM ? write(1, hung, sizeof hung - 1)\n"
    "                                              : write(1, died, sizeof died - 1);\n"
    "    _exit(written < 0 ? 2 : 1);\n"
    "}\n";

static const char rows_helper[] =
    "\n/* Whether a byte of a slot is in a row of a buffer. */\n"
    "static int is_in_row(size_t byte, const size_t *rows, size_t count, size_t bytes)\n"
    "{\n"
    "    for (size_t r = 0; r < count; r++)\n"
    "        if (byte >= rows[r] && byte - rows[r] < bytes)\n"
    "            return 1;\n"
    "    return 0;\n"
    "}\n";

/* A buffer's pointer, or pointers, and what it holds. */
static void put_buffer(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_captured_arg *a = &s->args[k];
    const struct xl_spot *spot = &s->spots[k];
    const char *name = a->arg->name, *slot = s->args[spot->owner].arg->name;
    if (a->arg->by_pointers)
        fprintf(f,
                "    unsigned char *%s[%zu];\n    for (size_t row = 0; row < %zu; row++)\n"
                "        %s[row] = slot_of_%s + %s_rows[row];\n",
                name, spot->rows, spot->rows, name, slot, name);
    else
        fprintf(f, "    unsigned char *%s = slot_of_%s + %zu;\n", name, slot,
                has_rows(s, k) ? xl_spot_base(spot) : spot->at);
    if (a->bits && has_rows(s, k))
        fprintf(
            f,
            "    for (size_t row = 0; row < %zu; row++)\n"
            "        memcpy(slot_of_%s + %s_rows[row], (const char *)%s_bits + row * %zu, %zu);\n",
            spot->rows, slot, name, name, spot->row_bytes, spot->row_bytes);
    else if (a->bits)
        fprintf(f, "    memcpy(%s, %s_bits, %zu);\n", name, name,
                a->elements * xl_type_size(a->arg->type));
    if (a->bits && !has_rows(s, k) && xl_needs_other_calls(s->finding.check))
        fprintf(f, "    if (is_other)\n        reverse(%s, %zu, %zu);\n", name, a->elements,
                xl_type_size(a->arg->type));
}

static void put_buffers(FILE *f, const struct xl_captured_call *s)
{
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        const struct xl_spot *spot = &s->spots[k];
        if (is_buffer(a) && spot->owner == k)
            fprintf(f, "    unsigned char *slot_of_%s = make_slot(%zu, 0x%02x);\n", a->arg->name,
                    spot->slot_bytes, xl_slot_poison(a->arg, &s->c));
    }
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        const char *name = a->arg->name;
        if (is_buffer(a))
            put_buffer(f, s, k);
        if (a->arg->kind == XL_ARG_VALUE)
            fprintf(f, "    %s %s;\n    memcpy(&%s, %s_bits, sizeof %s);\n",
                    xl_type_of_c(a->arg->type), name, name, name, name);
        if (a->arg->kind == XL_ARG_COUNT)
            fprintf(f, "    volatile size_t %s = %zu;\n", name, s->c.n);
        if (a->arg->kind == XL_ARG_SIZE)
            fprintf(f, "    volatile size_t %s = %ld;\n", name, a->size);
        if (a->arg->kind == XL_ARG_STRIDE)
            fprintf(f, "    volatile long stride_%zu = %ld;\n", k, a->size);
        if (a->arg->kind == XL_ARG_RESULT)
            fprintf(f, "    %s %s;\n", xl_type_of_c(a->arg->type), name);
    }
}

static void put_handlers(FILE *f, const struct xl_captured_call *s)
{
    if (s->finding.check == XL_CHECK_hang)
        fprintf(f, "    signal(SIGALRM, on_signal);\n    alarm(%d);\n", XL_ALONE_S);
    fprintf(f, "    signal(SIGSEGV, on_signal);\n    signal(SIGBUS, on_signal);\n"
               "    signal(SIGILL, on_signal);\n    signal(SIGFPE, on_signal);\n");
}

static void put_call(FILE *f, const struct xl_captured_call *s, const char *symbol)
{
    static const char *const modes[XL_ROUNDINGS] = {
        [XL_DOWN] = "FE_DOWNWARD", [XL_UP] = "FE_UPWARD", [XL_TO_ZERO] = "FE_TOWARDZERO"};
    const char *mode = modes[s->c.rounding];
    const struct xl_captured_arg *last = &s->args[s->arg_count - 1];
    const bool returns = s->arg_count && last->arg->kind == XL_ARG_RESULT;
    fprintf(f, "    __typeof__(&%s) volatile call = %s; /* so that nothing is inlined */\n", symbol,
            symbol);
    if (mode)
        fprintf(f, "    fesetround(%s);\n", mode);
    if (s->finding.check == XL_CHECK_flags)
        fprintf(f, "    feclearexcept(FE_ALL_EXCEPT);\n");
    fprintf(f, "    %s%scall(", returns ? last->arg->name : "", returns ? " = " : "");
    for (size_t k = 0; k + returns < s->arg_count; k++)
        if (s->args[k].arg->kind == XL_ARG_STRIDE) /* it is called by its buffers */
            fprintf(f, "%sstride_%zu", k ? ", " : "", k);
        else
            fprintf(f, "%s%s%s", k ? ", " : "", is_buffer(&s->args[k]) ? "(void *)" : "",
                    s->args[k].arg->name);
    fprintf(f, ");\n");
    if (s->finding.check == XL_CHECK_flags)
        fprintf(f, "    const int raised = fetestexcept(FE_ALL_EXCEPT);\n");
    if (mode)
        fprintf(f, "    fesetround(FE_TONEAREST);\n");
}

/* The flags of the contract must be those that the reference raised. */
static void put_flags_check(FILE *f, const struct xl_captured_call *s)
{
    static const char *const names[XL_IEEE_FLAGS] = {"FE_INVALID", "FE_DIVBYZERO", "FE_OVERFLOW",
                                                     "FE_UNDERFLOW", "FE_INEXACT"};
    for (unsigned i = 0; i < XL_IEEE_FLAGS; i++)
        if (s->flags_of_contract >> i & 1)
            fprintf(f,
                    "    if (!(raised & %s) != %d) {\n        printf(\"%s: %s raised\\n\");\n"
                    "        failed = 1;\n    }\n",
                    names[i], !(s->flags >> i & 1), names[i],
                    s->flags >> i & 1 ? "not" : "should not be");
}

/* Prints each wrong element of an output. */
static void put_comparison(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_captured_arg *a = &s->args[k];
    const size_t row = has_rows(s, k) ? s->spots[k].row_bytes / xl_type_size(a->arg->type) : 0;
    const char *name = a->arg->name;
    const unsigned bits = width(a->arg->type);
    const bool is_float = xl_type_is_float(a->arg->type);
    fprintf(f, "    for (size_t i = 0; i < %zu; i++) {\n", a->defined);
    fprintf(f, "        uint%u_t got, expected = %s_expected[i];\n", bits, name);
    if (row)
        fprintf(
            f,
            "        memcpy(&got, slot_of_%s + %s_rows[i / %zu] + i %% %zu * sizeof got, sizeof "
            "got);\n",
            s->args[s->spots[k].owner].arg->name, name, row, row);
    else
        fprintf(f, "        memcpy(&got, (unsigned char *)%s%s + i * sizeof got, sizeof got);\n",
                is_written(a) ? "" : "&", name);
    if (is_float)
        fprintf(f,
                "        %s is, should;\n        memcpy(&is, &got, sizeof is);\n"
                "        memcpy(&should, &expected, sizeof should);\n"
                "        if (got == expected || (isnan(is) && isnan(should))",
                xl_type_of_c(a->arg->type));
    else
        fprintf(f, "        if (got == expected");
    if (a->allowed && !xl_needs_other_calls(s->finding.check))
        fprintf(f, " ||\n            fabs((double)is - (double)should) <= %s_allowed[i]", name);
    fprintf(f, ")\n            continue;\n");
    fprintf(f,
            "        printf(\"%s[%%zu]: got 0x%%0%ullx, expected 0x%%0%ullx\\n\", i,\n"
            "               (unsigned long long)got, (unsigned long long)expected);\n"
            "        failed = 1;\n    }\n",
            name, bits / 4, bits / 4);
}

/* An input must be as it was. */
static void put_input_check(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_spot *spot = &s->spots[k];
    const char *name = s->args[k].arg->name;
    if (has_rows(s, k))
        fprintf(f,
                "    for (size_t row = 0; row < %zu; row++)\n        if (memcmp(slot_of_%s + "
                "%s_rows[row], (const char *)%s_bits + row * %zu, %zu) != 0) {\n",
                spot->rows, name, name, name, spot->row_bytes, spot->row_bytes);
    else
        fprintf(f, "    if (memcmp(%s, %s_bits, sizeof %s_bits) != 0) {\n", name, name, name);
    fprintf(f, "        printf(\"%s was changed\\n\");\n        failed = 1;\n    }\n", name);
}

/* What a call must leave as it is: the memory around buffers and between rows, and inputs. */
static void put_memory_checks(FILE *f, const struct xl_captured_call *s)
{
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        const struct xl_spot *spot = &s->spots[k];
        const char *name = a->arg->name;
        if (!is_buffer(a) || spot->owner != k)
            continue;
        fprintf(f, "    for (size_t i = 0; i < %zu && !failed; i++)\n        if (",
                spot->slot_bytes);
        for (size_t j = k; j < s->arg_count; j++)
            if (has_rows(s, j) && s->spots[j].owner == k)
                fprintf(f, "!is_in_row(i, %s_rows, %zu, %zu) &&\n            ",
                        s->args[j].arg->name, s->spots[j].rows,
                        s->spots[j].row_bytes + (is_written(&s->args[j]) ? s->spots[j].slack : 0));
            else if (is_buffer(&s->args[j]) && s->spots[j].owner == k)
                fprintf(f, "(i < %zu || i >= %zu) &&\n            ", s->spots[j].at,
                        s->spots[j].at + s->spots[j].bytes +
                            (is_written(&s->args[j]) ? s->spots[j].slack : 0));
        fprintf(f,
                "slot_of_%s[i] != 0x%02x) {\n"
                "            printf(\"byte %%td from the start of %s was written\\n\",\n"
                "                   (ptrdiff_t)i - %zd);\n            failed = 1;\n        }\n",
                name, xl_slot_poison(a->arg, &s->c), name, (ssize_t)spot->at);
        if (a->arg->kind == XL_ARG_IN && a->elements)
            put_input_check(f, s, k);
    }
}

/* Of a function that is called often. */
static void put_end_of_many(FILE *f, const struct xl_captured_call *s)
{
    fprintf(f, "    }\n");
    for (size_t k = 0; k < s->arg_count; k++)
        if (is_buffer(&s->args[k]) && s->spots[k].owner == k)
            fprintf(f, "    munmap(slot_of_%s - 4096, %zu);\n", s->args[k].arg->name,
                    s->spots[k].slot_bytes + 8192);
}

/* A function that makes the call that must come before. */
static void put_before(FILE *f, const struct xl_captured_call *s, const char *symbol)
{
    fprintf(f, "\nstatic void call_before(void)\n{\n");
    put_data(f, s);
    put_buffers(f, s);
    put_call(f, s, symbol);
    fprintf(f, "}\n");
}

/* A function that makes the call, and says whether it fails. */
static void put_function(FILE *f, const struct xl_standalone *of, const char *symbol)
{
    const struct xl_captured_call *s = of->call;
    fprintf(f, "\nstatic int fails(%s)\n{\n    int failed = 0;\n",
            xl_needs_other_calls(s->finding.check) ? "int is_other" : "void");
    put_buffers(f, s);
    put_handlers(f, s);
    if (of->showing->call_before)
        fprintf(f, "    call_before();\n");
    if (of->is_guarded)
        xl_call_wrapper_put_call(f, s, of->showing->ctx->state, symbol, of->isa);
    else
        put_call(f, s, symbol);
    if (xl_needs_other_calls(s->finding.check))
        fprintf(f, "    if (!is_other) {\n");
    for (size_t k = 0; k < s->arg_count; k++)
        if (s->args[k].expected && s->args[k].defined)
            put_comparison(f, s, k);
    if (xl_needs_other_calls(s->finding.check))
        put_end_of_many(f, s);
    if (checks_memory(s))
        put_memory_checks(f, s);
    if (s->finding.check == XL_CHECK_flags)
        put_flags_check(f, s);
    fprintf(f, "    return failed;\n}\n");
}

/* A shared library is found in the sysroot. */
static bool is_shared(const struct xl_compile_options *r)
{
    return r->is_linked && r->is_dynamic;
}

/* Within a comment, which it does not end. What a shell has in apostrophes stays the same to it. */
static void put_in_comment(FILE *f, const char *text, const char *between)
{
    for (const char *c = text; *c; c++)
        fprintf(f, "%c%s", *c, c[0] == '*' && c[1] == '/' ? between : "");
}

static void put_head(FILE *f, const struct xl_standalone *s, const struct xl_compile_options *r,
                     const struct xl_toolchain *d, const char *file)
{
    const struct xl_showing *of = s->showing;
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    char *command = xl_compile_command(r, d, s->level, name);
    fprintf(f, "/* %s, compiled for %s: ", of->ctx->kernel->name, s->isa);
    put_in_comment(f, s->call->finding.message, " ");
    fputs("\n *\n *     ", f);
    put_in_comment(f, command, "''");
    fputc('\n', f);
    free(command);
    if (s->emulator)
        fprintf(f, " *     qemu-%s%s -cpu %s ./a.out\n *\n", of->job->row->arch->qemu,
                is_shared(r) ? " -L SYSROOT" : "", of->job->row->qemu_cpu);
    else
        fprintf(f, " *     ./a.out\n *\n");
    fprintf(f,
            " * It prints what is wrong and exits with 1 where the bug shows, with 0 where not.\n");
    if (is_shared(r))
        fprintf(f, " * SYSROOT: a root of this architecture that has libsleef, for the compiler "
                   "(--sysroot) too.\n");
    if (s->emulator)
        fprintf(f, " * Seen under QEMU %s.\n", s->version);
    fprintf(f,
            " */\n#include <fenv.h>\n#include <math.h>\n#include <signal.h>\n#include <stddef.h>\n"
            "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
            "#include <sys/mman.h>\n#include <time.h>\n#include <unistd.h>\n");
    if (r->is_threaded)
        fprintf(f, "#include <pthread.h>\n");
    if (s->call->finding.check == XL_CHECK_signals)
        fprintf(f, "#include <sys/time.h>\n");
}

/* What the file is made of. */
struct texts {
    char *kernel;  /* preprocessed */
    char *guarded; /* the guarded call; or NULL */
};

static int write_file(const struct xl_standalone *s, const struct xl_compile_options *r,
                      const struct xl_toolchain *d, const char *file, const struct texts *texts,
                      bool whole)
{
    const char *text = texts->kernel;
    char symbol[200];
    xl_captured_symbol(s->call, s->showing->ctx->kernel->name, s->isa, symbol, sizeof symbol);
    char *code = xl_prune(text, symbol, whole);
    FILE *f = code ? fopen(file, "w") : NULL;
    if (f) {
        put_head(f, s, r, d, file);
        fprintf(f, "%s\n", code);
        put_data(f, s->call);
        fputs(helpers, f);
        if (checks_memory(s->call) && any_rows(s->call))
            fputs(rows_helper, f);
        if (xl_needs_other_calls(s->call->finding.check))
            xl_other_calls_put_helper(f);
        if (texts->guarded) {
            fputs(texts->guarded, f);
            xl_call_wrapper_put_tables(f, s->showing->ctx->state);
        }
        if (s->showing->call_before)
            put_before(f, s->showing->call_before, symbol);
        put_function(f, s, symbol);
        xl_other_calls_put_main(f, s->call->finding.check);
    }
    free(code);
    return f && xl_file_close(f) == 0 ? 0 : -1;
}

/* With what the kernel needs, and if that does not compile, with all that there is; each without
 * the library that it is linked with, and if that fails, with it. */
static int compile_some(const struct xl_standalone *s, struct xl_compile_options *r,
                        const struct xl_toolchain *d, const char *file, const char *program,
                        const struct texts *texts, struct xl_error *err)
{
    int failed = -1;
    for (int i = 0; i < 4 && failed; i++) {
        r->is_linked = i % 2;
        if (r->is_linked && !r->library.count)
            continue;
        failed = write_file(s, r, d, file, texts, i >= 2);
        if (failed)
            xl_error_set(err, "cannot write %s", file);
        else
            failed = xl_compile(r, d, s->level, file, program, err);
    }
    return failed;
}

static int write_and_compile(const struct xl_standalone *s, struct xl_compile_options *r,
                             const struct xl_toolchain *d, const char *file, const char *program,
                             struct xl_error *err)
{
    const struct xl_row_job *job = s->showing->job;
    struct texts texts = {NULL, NULL};
    int failed = xl_preprocess(r, d, s->level, program, err);
    texts.kernel = failed ? NULL : xl_read_whole(program);
    if (texts.kernel && s->is_guarded)
        texts.guarded = xl_call_wrapper_code(job->build_folder, job->row->arch->name, d, err);
    failed = !texts.kernel || (s->is_guarded && !texts.guarded) ||
             compile_some(s, r, d, file, program, &texts, err);
    free(texts.kernel);
    free(texts.guarded);
    return failed;
}

/* The way that s says. */
static enum xl_standalone_status make(const struct xl_standalone *s, const char *file, char *said,
                                      size_t size)
{
    const struct xl_row_job *job = s->showing->job;
    const struct xl_kernel *kernel = s->showing->ctx->kernel;
    char program[] = "/tmp/crosslane-alone-XXXXXX";
    struct xl_compile_options r;
    struct xl_toolchain d = {.text = NULL};
    struct xl_error err = {.text = ""};
    const int fd = mkstemp(program);
    if (fd >= 0)
        close(fd);
    int failed = xl_compile_options_read(job->build_folder, kernel->name, s->isa,
                                         kernel->autovectorized, &r, &err);
    r.is_threaded = s->call->finding.check == XL_CHECK_threads;
    failed =
        failed || xl_toolchain_read(job->build_folder, job->row->arch->name, s->compiler, &d, &err);
    failed = failed || write_and_compile(s, &r, &d, file, program, &err);
    int status = failed ? 0
                        : xl_standalone_run(s->emulator, job->row->qemu_cpu,
                                            is_shared(&r) ? d.sysroot : NULL, program, said, size);
    xl_compile_options_free(&r);
    xl_toolchain_free(&d);
    remove(program);
    if (failed) {
        snprintf(said, size, "%s", err.text);
        return XL_STANDALONE_NOT_COMPILED;
    }
    return status == 0   ? XL_STANDALONE_PASSES
           : status == 1 ? XL_STANDALONE_FAILS
                         : XL_STANDALONE_NOT_RUN;
}

/* Whether registers may be what a call that passes wants. Flags are read behind a plain call, and
 * calls beside others have a run of their own to fail in. */
static bool may_be_of_registers(enum xl_check check)
{
    return check == XL_CHECK_value || check == XL_CHECK_alias || check == XL_CHECK_crash ||
           check == XL_CHECK_overwrite || check == XL_CHECK_input;
}

enum xl_standalone_status xl_standalone_make(struct xl_standalone *s, const char *file, char *said,
                                             size_t size)
{
    const enum xl_check check = s->call->finding.check;
    s->is_guarded |= check == XL_CHECK_state;
    const enum xl_standalone_status outcome = make(s, file, said, size);
    if (outcome != XL_STANDALONE_PASSES || s->is_guarded || s->is_settled ||
        !may_be_of_registers(check))
        return outcome;
    s->is_guarded = true;
    if (make(s, file, said, size) == XL_STANDALONE_FAILS)
        return XL_STANDALONE_FAILS;
    s->is_guarded = false;
    return make(s, file, said, size);
}
