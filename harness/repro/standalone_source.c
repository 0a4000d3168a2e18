/* Writes a captured call as a C file that needs nothing of Crosslane.
 * SPDX-License-Identifier: MIT
 */
#include "repro/standalone.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

enum { XL_CALL_LIMIT_S = 10 };

static unsigned width(enum xl_type type)
{
    return 8 * (unsigned)xl_type_size(type);
}

static void put_words(FILE *f, const struct xl_captured_arg *a, const char *what,
                      const uint64_t *bits)
{
    size_t count = a->elements; /* without zeros at the end */
    while (count > 1 && !bits[count - 1])
        count--;
    fprintf(f, "static const uint%u_t %s_%s[%zu] = {", width(a->arg->type), a->arg->name, what,
            a->elements ? a->elements : 1);
    for (size_t i = 0; i < count && i < a->elements; i++)
        fprintf(f, "%s%s0x%0*" PRIx64, i ? "," : "", i % 8 ? " " : "\n    ",
                2 * (int)xl_type_size(a->arg->type), bits[i]);
    fprintf(f, "%s};\n", a->elements ? "" : "0");
}

/* Of an element that the contract does not fix, the value that the call gave. */
static void put_expected(FILE *f, const struct xl_captured_call *s, const struct xl_captured_arg *a)
{
    uint64_t *bits = xl_alloc(a->elements, sizeof *bits);
    for (size_t i = 0; i < a->elements; i++)
        bits[i] = a->got && a->wrong && !a->wrong[i] &&
                          (!a->allowed || xl_needs_other_calls(s->finding.check))
                      ? a->got[i]
                      : a->expected[i];
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

/* Whether the program has a table of its rows. */
static bool has_rows(const struct xl_captured_call *s, size_t k)
{
    return is_buffer(&s->args[k]) && (s->buffers[k].rows > 1 || s->args[k].arg->by_pointers);
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

/* Writes the offset of each row in its slot. */
static void put_rows(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_buffer *buffer = &s->buffers[k];
    fprintf(f, "static const size_t %s_rows[%zu] = {", s->args[k].arg->name, buffer->rows);
    for (size_t r = 0; r < buffer->rows; r++)
        fprintf(f, "%s%zu", r ? ", " : "", xl_buffer_row(buffer, r));
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

/* Writes the pointer of a buffer, or its row pointers, and its elements. */
static void put_buffer(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_captured_arg *a = &s->args[k];
    const struct xl_buffer *buffer = &s->buffers[k];
    const char *name = a->arg->name, *slot = s->args[buffer->owner].arg->name;
    if (a->arg->by_pointers)
        fprintf(f,
                "    unsigned char *%s[%zu];\n    for (size_t row = 0; row < %zu; row++)\n"
                "        %s[row] = slot_of_%s + %s_rows[row];\n",
                name, buffer->rows, buffer->rows, name, slot, name);
    else
        fprintf(f, "    unsigned char *%s = slot_of_%s + %zu;\n", name, slot,
                has_rows(s, k) ? xl_buffer_base(buffer) : buffer->at);
    if (a->bits && has_rows(s, k))
        fprintf(
            f,
            "    for (size_t row = 0; row < %zu; row++)\n"
            "        memcpy(slot_of_%s + %s_rows[row], (const char *)%s_bits + row * %zu, %zu);\n",
            buffer->rows, slot, name, name, buffer->row_bytes, buffer->row_bytes);
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
        const struct xl_buffer *buffer = &s->buffers[k];
        if (is_buffer(a) && buffer->owner == k)
            fprintf(f, "    unsigned char *slot_of_%s = make_slot(%zu, 0x%02x);\n", a->arg->name,
                    buffer->slot_bytes, xl_slot_poison(a->arg, &s->c));
    }
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        const char *name = a->arg->name;
        if (is_buffer(a))
            put_buffer(f, s, k);
        if (a->arg->kind == XL_ARG_VALUE)
            fprintf(f, "    %s %s;\n    memcpy(&%s, %s_bits, sizeof %s);\n",
                    xl_c_type_name(a->arg->type), name, name, name, name);
        if (a->arg->kind == XL_ARG_COUNT)
            fprintf(f, "    volatile size_t %s = %zu;\n", name, s->c.n);
        if (a->arg->kind == XL_ARG_SIZE)
            fprintf(f, "    volatile size_t %s = %ld;\n", name, a->size);
        if (a->arg->kind == XL_ARG_STRIDE)
            fprintf(f, "    volatile long stride_%zu = %ld;\n", k, a->size);
        if (a->arg->kind == XL_ARG_RESULT)
            fprintf(f, "    %s %s;\n", xl_c_type_name(a->arg->type), name);
    }
}

static void put_handlers(FILE *f, const struct xl_captured_call *s)
{
    if (s->finding.check == XL_CHECK_hang)
        fprintf(f, "    signal(SIGALRM, on_signal);\n    alarm(%d);\n", XL_CALL_LIMIT_S);
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
        if (s->args[k].arg->kind == XL_ARG_STRIDE) /* a stride has the name of its buffer */
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

/* Writes the comparison of the flags of the contract with those of the reference. */
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

/* Writes code that prints each wrong element of an output. */
static void put_comparison(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_captured_arg *a = &s->args[k];
    const size_t row = has_rows(s, k) ? s->buffers[k].row_bytes / xl_type_size(a->arg->type) : 0;
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
            s->args[s->buffers[k].owner].arg->name, name, row, row);
    else
        fprintf(f, "        memcpy(&got, (unsigned char *)%s%s + i * sizeof got, sizeof got);\n",
                is_written(a) ? "" : "&", name);
    if (is_float)
        fprintf(f,
                "        %s is, should;\n        memcpy(&is, &got, sizeof is);\n"
                "        memcpy(&should, &expected, sizeof should);\n"
                "        if (got == expected || (isnan(is) && isnan(should))",
                xl_c_type_name(a->arg->type));
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

/* Writes code that compares an input with its original. */
static void put_input_check(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_buffer *buffer = &s->buffers[k];
    const char *name = s->args[k].arg->name;
    if (has_rows(s, k))
        fprintf(f,
                "    for (size_t row = 0; row < %zu; row++)\n        if (memcmp(slot_of_%s + "
                "%s_rows[row], (const char *)%s_bits + row * %zu, %zu) != 0) {\n",
                buffer->rows, name, name, name, buffer->row_bytes, buffer->row_bytes);
    else
        fprintf(f, "    if (memcmp(%s, %s_bits, sizeof %s_bits) != 0) {\n", name, name, name);
    fprintf(f, "        printf(\"%s was changed\\n\");\n        failed = 1;\n    }\n", name);
}

/* Writes code that compares the memory around buffers and between rows, and inputs. */
static void put_memory_checks(FILE *f, const struct xl_captured_call *s)
{
    for (size_t k = 0; k < s->arg_count; k++) {
        const struct xl_captured_arg *a = &s->args[k];
        const struct xl_buffer *buffer = &s->buffers[k];
        const char *name = a->arg->name;
        if (!is_buffer(a) || buffer->owner != k)
            continue;
        fprintf(f, "    for (size_t i = 0; i < %zu && !failed; i++)\n        if (",
                buffer->slot_bytes);
        for (size_t j = k; j < s->arg_count; j++)
            if (has_rows(s, j) && s->buffers[j].owner == k)
                fprintf(f, "!is_in_row(i, %s_rows, %zu, %zu) &&\n            ",
                        s->args[j].arg->name, s->buffers[j].rows,
                        s->buffers[j].row_bytes +
                            (is_written(&s->args[j]) ? s->buffers[j].slack : 0));
            else if (is_buffer(&s->args[j]) && s->buffers[j].owner == k)
                fprintf(f, "(i < %zu || i >= %zu) &&\n            ", s->buffers[j].at,
                        s->buffers[j].at + s->buffers[j].bytes +
                            (is_written(&s->args[j]) ? s->buffers[j].slack : 0));
        fprintf(f,
                "slot_of_%s[i] != 0x%02x) {\n"
                "            printf(\"byte %%td from the start of %s was written\\n\",\n"
                "                   (ptrdiff_t)i - %zd);\n            failed = 1;\n        }\n",
                name, xl_slot_poison(a->arg, &s->c), name, (ssize_t)buffer->at);
        if (a->arg->kind == XL_ARG_IN && a->elements)
            put_input_check(f, s, k);
    }
}

/* Frees the slots of a function that is called often. */
static void put_cleanup(FILE *f, const struct xl_captured_call *s)
{
    fprintf(f, "    }\n");
    for (size_t k = 0; k < s->arg_count; k++)
        if (is_buffer(&s->args[k]) && s->buffers[k].owner == k)
            fprintf(f, "    munmap(slot_of_%s - 4096, %zu);\n", s->args[k].arg->name,
                    s->buffers[k].slot_bytes + 8192);
}

/* Writes the function of the earlier call. */
static void put_earlier_call(FILE *f, const struct xl_captured_call *s, const char *symbol)
{
    fprintf(f, "\nstatic void earlier_call(void)\n{\n");
    put_data(f, s);
    put_buffers(f, s);
    put_call(f, s, symbol);
    fprintf(f, "}\n");
}

/* Writes the function that makes the call and returns whether it fails. */
static void put_function(FILE *f, const struct xl_standalone *of, const char *symbol)
{
    const struct xl_captured_call *s = of->call;
    fprintf(f, "\nstatic int fails(%s)\n{\n    int failed = 0;\n",
            xl_needs_other_calls(s->finding.check) ? "int is_other" : "void");
    put_buffers(f, s);
    put_handlers(f, s);
    if (of->reproduction->earlier_call)
        fprintf(f, "    earlier_call();\n");
    if (of->is_guarded)
        xl_call_wrapper_put_call(f, s, of->reproduction->ctx->state, symbol, of->isa);
    else
        put_call(f, s, symbol);
    if (xl_needs_other_calls(s->finding.check))
        fprintf(f, "    if (!is_other) {\n");
    for (size_t k = 0; k < s->arg_count; k++)
        if (s->args[k].expected && s->args[k].defined)
            put_comparison(f, s, k);
    if (xl_needs_other_calls(s->finding.check))
        put_cleanup(f, s);
    if (checks_memory(s))
        put_memory_checks(f, s);
    if (s->finding.check == XL_CHECK_flags)
        put_flags_check(f, s);
    fprintf(f, "    return failed;\n}\n");
}

/* Writes text into a comment. `between` separates characters that would end the comment: of a
 * command, apostrophes, which do not change it. */
static void put_in_comment(FILE *f, const char *text, const char *between)
{
    for (const char *c = text; *c; c++)
        fprintf(f, "%c%s", *c, c[0] == '*' && c[1] == '/' ? between : "");
}

static void put_head(FILE *f, const struct xl_standalone *s, const struct xl_compile_options *r,
                     const struct xl_toolchain *d, const char *file)
{
    const struct xl_reproduction *of = s->reproduction;
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
                xl_is_shared_library(r) ? " -L SYSROOT" : "", of->job->row->qemu_cpu);
    else
        fprintf(f, " *     ./a.out\n *\n");
    fprintf(f,
            " * It prints what is wrong and exits with 1 if it fails, and with 0 if it passes.\n");
    if (xl_is_shared_library(r))
        fprintf(f, " * SYSROOT: a sysroot with libsleef; the compiler needs it too (--sysroot).\n");
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

bool xl_needs_other_calls(enum xl_check check)
{
    return check == XL_CHECK_threads || check == XL_CHECK_repeat || check == XL_CHECK_signals;
}

static const char reverse_helper[] =
    "\n/* The same values, and another call. */\n"
    "static void reverse(unsigned char *at, size_t count, size_t size)\n"
    "{\n"
    "    unsigned char held[8], *end = at + count * size;\n"
    "    for (; count > 1 && (end -= size) > at; at += size) {\n"
    "        memcpy(held, at, size);\n"
    "        memcpy(at, end, size);\n"
    "        memcpy(end, held, size);\n"
    "    }\n"
    "}\n";

static const char loop[] =
    "\n/* Until it fails, or for some seconds. Returns NULL if it does not. */\n"
    "static void *call_often(void *is_other)\n"
    "{\n"
    "    const time_t end = time(NULL) + 6;\n"
    "    while (time(NULL) < end)\n"
    "        if (fails(is_other != NULL))\n"
    "            return \"it failed\";\n"
    "    return NULL;\n"
    "}\n";

static const char threads[] = "    static char is_other;\n"
                              "    pthread_t other;\n"
                              "    if (pthread_create(&other, NULL, call_often, &is_other))\n"
                              "        return 2;\n"
                              "    return call_often(NULL) != NULL;\n";

static const char on_alarm[] = "\n/* It uses the stack, as any signal does. */\n"
                               "static void on_alarm(int number)\n"
                               "{\n"
                               "    volatile char below[4096];\n"
                               "    for (size_t i = 0; i < sizeof below; i++)\n"
                               "        below[i] = (char)number;\n"
                               "}\n";

static const char timer[] = "    const struct itimerval often = {{0, 200}, {0, 200}};\n"
                            "    signal(SIGALRM, on_alarm);\n"
                            "    setitimer(ITIMER_REAL, &often, NULL);\n";

static void put_main(FILE *f, enum xl_check check)
{
    if (xl_needs_other_calls(check))
        fputs(loop, f);
    if (check == XL_CHECK_signals)
        fputs(on_alarm, f);
    fprintf(f, "\nint main(void)\n{\n");
    if (check == XL_CHECK_signals)
        fputs(timer, f);
    if (check == XL_CHECK_threads)
        fputs(threads, f);
    else if (check == XL_CHECK_repeat)
        fprintf(f, "    return fails(0) || fails(0) || (fails(1), fails(0));\n");
    else if (check == XL_CHECK_signals)
        fprintf(f, "    return call_often(NULL) != NULL;\n");
    else
        fprintf(f, "    return fails();\n");
    fprintf(f, "}\n");
}

int xl_standalone_write(const struct xl_standalone *s, const struct xl_compile_options *r,
                        const struct xl_toolchain *d, const char *file,
                        const struct xl_standalone_code *code, bool whole)
{
    char symbol[200];
    xl_captured_symbol(s->call, s->reproduction->ctx->kernel->name, s->isa, symbol, sizeof symbol);
    char *kernel = xl_prune(code->kernel, symbol, whole);
    FILE *f = fopen(file, "w");
    if (f) {
        put_head(f, s, r, d, file);
        fprintf(f, "%s\n", kernel);
        put_data(f, s->call);
        fputs(helpers, f);
        if (checks_memory(s->call) && any_rows(s->call))
            fputs(rows_helper, f);
        if (xl_needs_other_calls(s->call->finding.check))
            fputs(reverse_helper, f);
        if (code->guarded_call) {
            fputs(code->guarded_call, f);
            xl_call_wrapper_put_tables(f, s->reproduction->ctx->state);
        }
        if (s->reproduction->earlier_call)
            put_earlier_call(f, s->reproduction->earlier_call, symbol);
        put_function(f, s, symbol);
        put_main(f, s->call->finding.check);
    }
    free(kernel);
    return f && xl_file_close(f) == 0 ? 0 : -1;
}
