/* A finding's call as a standalone program: written as a C file with the tables of
 * standalone_program.c and the code that it calls; run, also by other compilers, levels and
 * emulators.
 * SPDX-License-Identifier: MIT
 */
#include "repro/standalone.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "build/build.h"
#include "matrix/compilers.h"
#include "oracle/record.h"
#include "repro/compile.h"
#include "results/checks.h"

/* The code of a program's parts: the preprocessed kernel, and the guarded call or NULL. */
struct standalone_code {
    char *kernel, *guarded_call;
};

/* ---- The tables ---- */

static void put_bits(FILE *f, const char *field, const struct xl_captured_arg *a,
                     const uint64_t *bits)
{
    const size_t size = xl_type_size(a->arg->type);
    size_t count = a->elements; /* without zeros at the end */
    while (count > 1 && !bits[count - 1])
        count--;
    fprintf(f, ",\n     .%s = (const uint%zu_t[%zu]){", field, 8 * size,
            a->elements ? a->elements : 1);
    for (size_t i = 0; i < count; i++)
        fprintf(f, "%s0x%0*" PRIx64,
                !i      ? ""
                : i % 8 ? ", "
                        : ",\n         ",
                2 * (int)size, bits[i]);
    fprintf(f, "%s}", a->elements ? "" : "0");
}

/* Of an element that the contract does not fix, the value that the call gave. Other calls give the
 * same bits, or fail. */
static void put_expected(FILE *f, const struct xl_captured_call *s, const struct xl_captured_arg *a)
{
    const bool is_exact = !a->allowed || xl_needs_other_calls(s->finding.check);
    uint64_t *bits = xl_alloc(a->elements, sizeof *bits);
    for (size_t i = 0; i < a->elements; i++)
        bits[i] = a->got && a->wrong && !a->wrong[i] && is_exact ? a->got[i] : a->expected[i];
    put_bits(f, "expected", a, bits);
    fprintf(f, ", .compared = %zu", a->defined);
    free(bits);
    if (is_exact)
        return;
    fprintf(f, ",\n     .allowed = (const double[%zu]){", a->elements + !a->elements);
    for (size_t i = 0; i < a->elements; i++)
        fprintf(f, "%s%a",
                !i      ? ""
                : i % 8 ? ", "
                        : ",\n         ",
                isfinite(a->allowed[i]) ? a->allowed[i] : 0);
    fprintf(f, "%s}", a->elements ? "" : "0");
}

static void put_buffer(FILE *f, const struct xl_captured_call *s, size_t k)
{
    const struct xl_arg *arg = s->args[k].arg;
    const struct xl_buffer *b = &s->buffers[k];
    fprintf(f, ",\n     .owner = %zu, .memory_bytes = %zu, .poison = 0x%02x, .slack = %zu",
            b->owner, b->slot_bytes, xl_slot_poison(s->args[b->owner].arg, &s->c),
            xl_arg_is_written(arg) ? b->slack : 0);
    fprintf(f, ",\n     .first = %zu, .passed_at = %zu, .by_pointers = %d", b->at,
            xl_buffer_base(b), arg->by_pointers != 0);
    fprintf(f, ", .row_bytes = %zu,\n     .row_count = %zu, .rows = (const size_t[]){",
            b->row_bytes, b->rows);
    for (size_t r = 0; r < b->rows; r++)
        fprintf(f, "%s%zu", r ? ", " : "", xl_buffer_row(b, r));
    fprintf(f, "}");
}

/* The type of a value in the prototype. */
static const char *c_type(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_STRIDE                              ? "ptrdiff_t"
           : arg->kind == XL_ARG_COUNT || arg->kind == XL_ARG_SIZE ? "size_t"
                                                                   : xl_c_type_name(arg->type);
}

static void put_argument(FILE *f, const struct xl_captured_call *s, size_t k)
{
    static const char *const kinds[] = {
        [XL_ARG_IN] = "IN",         [XL_ARG_OUT] = "OUT",    [XL_ARG_INOUT] = "INOUT",
        [XL_ARG_COUNT] = "VALUE",   [XL_ARG_SIZE] = "VALUE", [XL_ARG_STRIDE] = "VALUE",
        [XL_ARG_RESULT] = "RESULT", [XL_ARG_VALUE] = "VALUE"};
    const struct xl_captured_arg *a = &s->args[k];
    const enum xl_arg_kind kind = a->arg->kind;
    fprintf(f, "    {.name = \"%s\", .kind = ARGUMENT_%s, .size = %zu, .is_float = %d",
            a->arg->name, kinds[kind], xl_type_size(a->arg->type), xl_type_is_float(a->arg->type));
    if (xl_arg_is_buffer(a->arg))
        put_buffer(f, s, k);
    else if (kind != XL_ARG_RESULT)
        fprintf(f, ", .in_register = 0x%" PRIx64, s->passed.args[k]);
    if (a->bits)
        put_bits(f, "bits", a, a->bits);
    else if (kind == XL_ARG_COUNT || kind == XL_ARG_SIZE || kind == XL_ARG_STRIDE)
        fprintf(f, ", .bits = &(const %s){%ld}", c_type(a->arg),
                kind == XL_ARG_COUNT ? (long)s->c.n : a->size);
    if (a->expected)
        put_expected(f, s, a);
    fprintf(f, "},\n");
}

static void put_call(FILE *f, const struct xl_captured_call *s, const char *name)
{
    static const char *const modes[XL_ROUNDINGS] = {[XL_TO_NEAREST] = "FE_TONEAREST",
                                                    [XL_DOWN] = "FE_DOWNWARD",
                                                    [XL_UP] = "FE_UPWARD",
                                                    [XL_TO_ZERO] = "FE_TOWARDZERO",
                                                    [XL_FLUSHING] = "FE_TONEAREST"};
    fprintf(f,
            "\nstatic const struct call %s = {\n    .rounding = %s, .flags_compared = 0x%x, "
            ".flags_expected = 0x%x, .arguments = {\n",
            name, modes[s->c.rounding], (unsigned)s->flags_of_contract, (unsigned)s->flags);
    for (size_t k = 0; k < s->arg_count; k++)
        put_argument(f, s, k);
    fprintf(f, "}};\n");
}

/* Writes the function that makes the call. */
static void put_caller(FILE *f, const struct xl_captured_call *s, const char *symbol)
{
    const struct xl_arg *last = s->args[s->arg_count - 1].arg;
    const bool returns = last->kind == XL_ARG_RESULT;
    fprintf(
        f,
        "\n#define KERNEL %s\nstatic void call_kernel(void *const *at)\n{\n"
        "    __typeof__(&KERNEL) volatile call = KERNEL; /* so that nothing is inlined */\n    ",
        symbol);
    if (returns)
        fprintf(f, "*(%s *)at[%zu] = ", c_type(last), s->arg_count - 1);
    fprintf(f, "call(");
    for (size_t k = 0; k + returns < s->arg_count; k++)
        if (xl_arg_is_buffer(s->args[k].arg))
            fprintf(f, "%sat[%zu]", k ? ", " : "", k);
        else
            fprintf(f, "%s*(const %s *)at[%zu]", k ? ", " : "", c_type(s->args[k].arg), k);
    fprintf(f, ");\n}\n");
}

/* ---- The guarded call ---- */

/* Writes what the guarded call passes, and what it compares. */
static void put_guard(FILE *f, const struct xl_captured_call *s, const struct xl_context *ctx,
                      const char *isa)
{
    const struct xl_arg *last = s->args[s->arg_count - 1].arg;
    const struct xl_state *state = ctx->state;
    fprintf(f,
            "\nvoid xl_poison_%s(void);\n#define POISON xl_poison_%s\n"
            "static const struct guard guard = {\n"
            "    .count = %" PRIu64 ", .float_size = %" PRIu64 ", .floating = 0x%" PRIx64
            ", .wide = 0x%" PRIx64 ", .ms_abi = %" PRIu64 ",\n    .control = 0x%" PRIx64
            ", .control_kept = 0x%" PRIx64 ", .flags = {",
            isa, isa, s->passed.count, s->passed.float_size, s->passed.floating, s->passed.wide,
            s->passed.ms_abi, s->passed.control, state->kept);
    for (size_t i = 0; i < XL_IEEE_FLAGS; i++)
        fprintf(f, "%s0x%" PRIx64, i ? ", " : "", state->flags[i]);
    fprintf(f, "},\n    .control_name = \"%s\", .registers = {", state->control);
    for (size_t i = 0; i < XL_MAX_KEPT && state->names[i]; i++) {
        bool ignored;
        fprintf(f, "%s%s\"%s\"", i ? "," : "", i % 8 ? " " : "\n        ",
                xl_unasked_rule(ctx->kernel, state->names[i], &ignored) ? "" : state->names[i]);
    }
    fprintf(f, "}};\n");
    if (last->kind == XL_ARG_RESULT && !xl_type_is_float(last->type) &&
        xl_type_size(last->type) < 8 && state->arg_extension != XL_EXTEND_UNDEFINED &&
        state->arg_extension != XL_EXTEND_UNDEFINED_32)
        fprintf(f, "#define EXTENDED(BITS) (uint64_t)(int64_t)%s(%s)(BITS)\n",
                state->arg_extension == XL_EXTEND_SIGN_32 ? "(int32_t)" : "", c_type(last));
}

/* Writes assembly as an asm statement at file scope. It restores the section, and with gcc what
 * `.machine` changed. */
static void add_assembly(struct xl_text *to, char *text, bool is_gcc)
{
    const bool has_machine = is_gcc && strstr(text, ".machine");
    char *rest = NULL;
    xl_text_add(to, "__asm__(\n%s", has_machine ? "    \".machine push\\n\"\n" : "");
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        line += strspn(line, " \t");
        if (*line == '#' || !*line)
            continue;
        xl_text_add(to, "    \"");
        for (const char *c = line; *c; c++)
            xl_text_add(to, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
        xl_text_add(to, "\\n\"\n");
    }
    xl_text_add(to, "%s    \".text\\n\");\n", has_machine ? "    \".machine pop\\n\"\n" : "");
}

/* Preprocesses a file of the agent. */
static char *preprocess(const char *directory, const char *file, const struct xl_toolchain *d,
                        struct xl_error *err)
{
    char to[] = "/tmp/crosslane-alone-XXXXXX", *text = NULL;
    size_t size;
    struct xl_compile_options r;
    const int fd = mkstemp(to);
    if (fd >= 0)
        close(fd);
    if (xl_compile_options_read_agent(directory, file, &r, err) == 0 &&
        xl_preprocess(&r, d, "O2", to, err) == 0)
        text = xl_file_read(to, &size, err);
    xl_compile_options_free(&r);
    remove(to);
    return text;
}

/* The agent's guarded call, which sets the registers that a function must keep, poisons all others,
 * and compares them after the call: arch/call.c and <arch>/call.S of the build in this directory,
 * preprocessed by this compiler. The caller frees it. NULL with err. */
static char *guarded_code(const char *directory, const char *arch, const struct xl_toolchain *d,
                          struct xl_error *err)
{
    char *file = xl_format("/arch/%s/call.S", arch);
    char *text = preprocess(directory, "/arch/call.c", d, err),
         *assembly = text ? preprocess(directory, file, d, err) : NULL;
    struct xl_text code = {0};
    if (assembly) {
        char *pruned = xl_prune(text, "xl_guarded_arguments xl_guarded_call", false);
        xl_text_add(&code,
                    "\n/* Sets and compares the registers that a function must keep. */\n%s\n",
                    pruned);
        add_assembly(&code, assembly, xl_compiler_is_gcc(d->name));
        free(pruned);
    }
    free(file);
    free(text);
    free(assembly);
    return code.at;
}

/* ---- The file ---- */

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
    fputs(" */\n", f);
}

/* Writes the file. whole: with all declarations, not only those that the kernel needs. Returns 0,
 * or -1 with err. */
static int write_file(const struct xl_standalone *s, const struct xl_compile_options *r,
                      const struct xl_toolchain *d, const char *file,
                      const struct standalone_code *code, bool whole, struct xl_error *err)
{
    static const char place[] = "#include \"kernel_and_call.h\"\n";
    const struct xl_reproduction *of = s->reproduction;
    char symbol[200], *path = xl_join_path(xl_root(), "harness/repro/standalone_program.c");
    size_t size;
    char *program = xl_file_read(path, &size, err);
    const char *begin = program ? strstr(program, "#include <") : NULL,
               *at = begin ? strstr(begin, place) : NULL;
    FILE *f = at ? fopen(file, "we") : NULL;
    xl_captured_symbol(s->call, of->ctx->kernel->name, s->isa, symbol, sizeof symbol);
    if (f) {
        char *kernel = xl_prune(code->kernel, symbol, whole);
        put_head(f, s, r, d, file);
        fprintf(f, "%.*s%s\n", (int)(at - begin), begin, kernel);
        free(kernel);
        fprintf(f, "#define CHECK \"%s\"\n", xl_check_name(s->call->finding.check));
        put_call(f, s->call, "the_call");
        if (of->earlier_call) {
            fprintf(f, "\n#define EARLIER_CALL");
            put_call(f, of->earlier_call, "earlier_call");
        }
        put_caller(f, s->call, symbol);
        if (code->guarded_call) {
            fputs(code->guarded_call, f);
            put_guard(f, s->call, of->ctx, s->isa);
        }
        fputs(at + strlen(place), f);
    }
    free(program);
    free(path);
    if (f && xl_file_close(f) == 0)
        return 0;
    return at ? xl_fail(err, "cannot write %s", file) : -1;
}

/* ---- The program, compiled and run ---- */

const char *xl_standalone_refusal(enum xl_check check)
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
        return "no single value is wrong, and only the fill of Crosslane makes lanes equal";
    case XL_CHECK_exit:
    case XL_CHECK_protocol:
        return "only the agent sees what the guest does instead of returning";
    case XL_CHECK_reference:
        return "the reference is wrong, and it runs on this machine";
    default:
        return "the finding has no call";
    }
}

/* Tries the code that the kernel needs, then all code; each without the linked library, then with
 * it. */
static int try_compile(const struct xl_standalone *s, struct xl_compile_options *r,
                       const struct xl_toolchain *d, const char *file, const char *program,
                       const struct standalone_code *code, struct xl_error *err)
{
    int failed = -1;
    for (int i = 0; i < 4 && failed; i++) {
        r->is_linked = i % 2;
        if (!r->is_linked || r->library.count)
            failed = write_file(s, r, d, file, code, i >= 2, err) ||
                     xl_compile(r, d, s->level, file, program, err);
    }
    return failed;
}

static int write_and_compile(const struct xl_standalone *s, struct xl_compile_options *r,
                             const struct xl_toolchain *d, const char *file, const char *program,
                             struct xl_error *err)
{
    const struct xl_row_job *job = s->reproduction->job;
    struct standalone_code code = {NULL, NULL};
    size_t size;
    int failed = xl_preprocess(r, d, s->level, program, err);
    code.kernel = failed ? NULL : xl_file_read(program, &size, err);
    if (code.kernel && s->is_guarded)
        code.guarded_call = guarded_code(job->build_directory, job->row->arch->name, d, err);
    failed = !code.kernel || (s->is_guarded && !code.guarded_call) ||
             try_compile(s, r, d, file, program, &code, err);
    free(code.kernel);
    free(code.guarded_call);
    return failed;
}

static enum xl_standalone_status make(const struct xl_standalone *s, const char *file, char *output,
                                      size_t size)
{
    const struct xl_row_job *job = s->reproduction->job;
    const struct xl_kernel *kernel = s->reproduction->ctx->kernel;
    char program[] = "/tmp/crosslane-alone-XXXXXX";
    struct xl_compile_options r;
    struct xl_toolchain d = {.text = NULL};
    struct xl_error err = {.text = ""};
    const int fd = mkstemp(program);
    if (fd >= 0)
        close(fd);
    int failed = xl_compile_options_read(job->build_directory, kernel->name, s->isa,
                                         kernel->autovectorized, &r, &err);
    failed = failed ||
             xl_toolchain_read(job->build_directory, job->row->arch->name, s->compiler, &d, &err);
    failed = failed || write_and_compile(s, &r, &d, file, program, &err);
    int status = failed ? 0
                        : xl_standalone_run(s->emulator, job->row->qemu_cpu,
                                            xl_is_shared_library(&r) ? d.sysroot : NULL, program,
                                            output, size);
    xl_compile_options_free(&r);
    xl_toolchain_free(&d);
    remove(program);
    if (failed) {
        snprintf(output, size, "%s", err.text);
        return XL_STANDALONE_NOT_COMPILED;
    }
    return status == 0   ? XL_STANDALONE_PASSES
           : status == 1 ? XL_STANDALONE_FAILS
                         : XL_STANDALONE_NOT_RUN;
}

/* Whether poisoned registers may make a passing call fail. Flags need a plain call, and findings of
 * repeated or concurrent calls need no registers. */
static bool may_depend_on_registers(enum xl_check check)
{
    return check == XL_CHECK_value || check == XL_CHECK_alias || check == XL_CHECK_crash ||
           check == XL_CHECK_overwrite || check == XL_CHECK_input;
}

enum xl_standalone_status xl_standalone_make(struct xl_standalone *s, const char *file,
                                             char *output, size_t size)
{
    const enum xl_check check = s->call->finding.check;
    s->is_guarded |= check == XL_CHECK_state;
    const enum xl_standalone_status outcome = make(s, file, output, size);
    if (outcome != XL_STANDALONE_PASSES || s->is_guarded || s->is_settled ||
        !may_depend_on_registers(check))
        return outcome;
    s->is_guarded = true;
    if (make(s, file, output, size) == XL_STANDALONE_FAILS)
        return XL_STANDALONE_FAILS;
    s->is_guarded = false;
    return make(s, file, output, size);
}

/* ---- Which compiler, level or emulator is to blame ---- */

static const char *const levels[XL_BLAME_LEVELS] = {"O0", "O1", "O2", "O3"};

static struct xl_blame_attempt *add_attempt(struct xl_blame *b, const struct xl_reproduction *of,
                                            const char *compiler, const char *level)
{
    struct xl_blame_attempt *t = &b->attempts[b->count++];
    *t = (struct xl_blame_attempt){.compiler = compiler,
                                   .level = level,
                                   .isa = of->job->row->isa->name,
                                   .emulator = of->job->row->native ? NULL : of->job->emulator,
                                   .version = of->job->qemu};
    return t;
}

static void try_attempt(const struct xl_reproduction *reproduction,
                        const struct xl_captured_call *call, struct xl_blame *b,
                        struct xl_blame_attempt *t)
{
    struct xl_standalone s = {.reproduction = reproduction,
                              .call = call,
                              .isa = t->isa,
                              .compiler = t->compiler,
                              .level = t->level,
                              .emulator = t->emulator,
                              .version = t->version,
                              .is_guarded = b->is_guarded,
                              .is_settled = t != b->attempts};
    char file[] = "/tmp/crosslane-blame-XXXXXX.c";
    const int fd = mkstemps(file, 2);
    t->outcome = XL_STANDALONE_NOT_RUN;
    if (fd < 0 || xl_interrupted)
        return;
    close(fd);
    t->outcome = xl_standalone_make(&s, file, t->output, sizeof t->output);
    b->is_guarded = s.is_guarded;
    remove(file);
}

static void add_other(struct xl_blame *b, const struct xl_reproduction *of, const char *emulator,
                      const char *version)
{
    struct xl_blame_attempt *t = add_attempt(b, of, of->job->row->compiler, of->job->row->opt);
    t->emulator = emulator;
    t->version = version;
    t->is_other_emulator = true;
}

/* A crash on this machine's CPU proves nothing, because it may lack the row's ISA. */
static void ignore_native_crash(const struct xl_captured_call *call, struct xl_blame_attempt *t)
{
    if (!t->emulator && t->is_other_emulator && t->outcome == XL_STANDALONE_FAILS &&
        (call->finding.check == XL_CHECK_crash || strstr(t->output, "signal")))
        t->outcome = XL_STANDALONE_NOT_RUN;
}

/* The row's compiler, and those of the tools tree: others may have no tree yet. */
static bool is_tried(const struct xl_compiler *compiler, const struct xl_row *row)
{
    return !compiler->has_tree || strcmp(compiler->name, row->compiler) == 0;
}

void xl_blame_run(const struct xl_reproduction *reproduction, const struct xl_captured_call *call,
                  struct xl_blame *b)
{
    static struct xl_build other; /* static, because the attempts point to its texts */
    const struct xl_row *row = reproduction->job->row;
    *b = (struct xl_blame){.count = 0};
    add_attempt(b, reproduction, row->compiler, row->opt);
    for (size_t c = 0; c < xl_compiler_count; c++)
        for (size_t l = 0; l < XL_BLAME_LEVELS; l++)
            if (is_tried(&xl_compilers[c], row) &&
                (strcmp(xl_compilers[c].name, row->compiler) != 0 ||
                 strcmp(levels[l], row->opt) != 0))
                add_attempt(b, reproduction, xl_compilers[c].name, levels[l]);
    struct xl_blame_attempt *scalar = add_attempt(b, reproduction, row->compiler, row->opt);
    scalar->isa = "scalar";
    scalar->is_scalar = true;
    if (!row->native && xl_build_use_other_emulator(&other, row->arch, !row->is_next) == 0 &&
        strcmp(other.qemu, reproduction->job->qemu) != 0)
        add_other(b, reproduction, other.emulator, other.qemu);
    if (!row->native && xl_arch_is_native(row->arch))
        add_other(b, reproduction, NULL, "none");
    for (size_t i = 0; i < b->count; i++) {
        try_attempt(reproduction, call, b, &b->attempts[i]);
        ignore_native_crash(call, &b->attempts[i]);
    }
}

/* Outcomes of vector code under the row's emulator. */
struct outcomes {
    size_t fails, passes;
};

static struct outcomes count_outcomes(const struct xl_blame *b, const char *compiler, bool is_own)
{
    struct outcomes s = {0, 0};
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_blame_attempt *t = &b->attempts[i];
        if (t->is_scalar || t->is_other_emulator || (strcmp(t->compiler, compiler) == 0) != is_own)
            continue;
        s.fails += t->outcome == XL_STANDALONE_FAILS;
        s.passes += t->outcome == XL_STANDALONE_PASSES;
    }
    return s;
}

static const struct xl_blame_attempt *find_scalar(const struct xl_blame *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->attempts[i].is_scalar)
            return &b->attempts[i];
    return NULL;
}

static const struct xl_blame_attempt *find_other(const struct xl_blame *b,
                                                 enum xl_standalone_status outcome)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->attempts[i].is_other_emulator && b->attempts[i].outcome == outcome)
            return &b->attempts[i];
    return NULL;
}

static void describe_common_failure(const struct xl_blame *b, char *text, size_t size)
{
    const bool may_be_emulator = b->attempts[0].emulator && !find_other(b, XL_STANDALONE_FAILS);
    snprintf(text, size, "the kernel%s: fails with every compiler and level%s",
             may_be_emulator ? ", or the emulator" : "",
             may_be_emulator ? "; no other emulator was tried" : "");
}

void xl_blame_summary(const struct xl_blame *b, char *text, size_t size)
{
    const struct xl_blame_attempt *own = &b->attempts[0], *scalar = find_scalar(b),
                                  *other = find_other(b, XL_STANDALONE_PASSES);
    const struct outcomes mine = count_outcomes(b, own->compiler, true),
                          theirs = count_outcomes(b, own->compiler, false);
    if (own->outcome != XL_STANDALONE_FAILS)
        snprintf(text, size,
                 "undecided: passes standalone, needs earlier calls or what else Crosslane does");
    else if (scalar && scalar->outcome == XL_STANDALONE_FAILS && !mine.passes && !theirs.passes)
        snprintf(text, size,
                 "the kernel, or its reference: scalar code of the same source fails too");
    else if (other)
        snprintf(text, size, "the emulator: the same program passes %s%s, and fails under QEMU %s",
                 other->emulator ? "under QEMU " : "on this machine's CPU",
                 other->emulator ? other->version : "", own->version);
    else if (!mine.passes && !theirs.passes)
        describe_common_failure(b, text, size);
    else if (!theirs.fails && theirs.passes)
        snprintf(text, size,
                 "%s%s, or undefined behaviour in the kernel: the other compiler passes at every "
                 "level",
                 own->compiler, mine.passes ? " at some levels" : "");
    else
        snprintf(text, size,
                 "probably undefined behaviour: both compilers fail, not at every level");
}

static const char *outcome_name(enum xl_standalone_status outcome)
{
    static const char *const words[] = {[XL_STANDALONE_FAILS] = "fails",
                                        [XL_STANDALONE_PASSES] = "passes",
                                        [XL_STANDALONE_NOT_COMPILED] = "does not compile",
                                        [XL_STANDALONE_NOT_RUN] = "does not run"};
    return words[outcome];
}

void xl_blame_print(FILE *f, const struct xl_blame *b)
{
    char text[400];
    fprintf(f, "%-8s  %-5s  %-8s  %-10s  %s\n", "compiler", "level", "code", "emulator", "outcome");
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_blame_attempt *t = &b->attempts[i];
        fprintf(f, "%-8s  %-5s  %-8s  %-10s  %s%s%s\n", t->compiler, t->level, t->isa,
                t->emulator ? t->version : "none", outcome_name(t->outcome), *t->output ? ": " : "",
                t->output);
    }
    xl_blame_summary(b, text, sizeof text);
    fprintf(f, "to blame: %s\n", text);
}
