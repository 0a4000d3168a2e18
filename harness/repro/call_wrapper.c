/* Writes the agent's guarded call as C of a standalone program.
 * SPDX-License-Identifier: MIT
 */
#include "repro/standalone.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

/* What the program calls. */
static const char make_guarded_call[] =
    "static void make_guarded_call(struct xl_guarded_call *g, const uint64_t *args, unsigned "
    "count,\n"
    "                              uint64_t floating, unsigned float_size, uint64_t wide)\n"
    "{\n"
    "    xl_guarded_arguments(g, args, count, floating, float_size, wide);\n"
    "    xl_guarded_call(g);\n"
    "}\n";

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
static char *preprocess(const char *folder, const char *file, const struct xl_toolchain *d,
                        struct xl_error *err)
{
    char to[] = "/tmp/crosslane-alone-XXXXXX", *text = NULL;
    size_t size;
    struct xl_compile_options r;
    const int fd = mkstemp(to);
    if (fd >= 0)
        close(fd);
    if (xl_compile_options_read_agent(folder, file, &r, err) == 0 &&
        xl_preprocess(&r, d, "O2", to, err) == 0)
        text = xl_file_read(to, &size, err);
    xl_compile_options_free(&r);
    remove(to);
    return text;
}

char *xl_call_wrapper_code(const char *folder, const char *arch, const struct xl_toolchain *d,
                           struct xl_error *err)
{
    char *file = xl_format("/arch/%s/call.S", arch);
    char *text = preprocess(folder, "/arch/call.c", d, err),
         *assembly = text ? preprocess(folder, file, d, err) : NULL;
    struct xl_text code = {0};
    if (assembly) {
        char *whole = xl_format("%s\n%s", text, make_guarded_call);
        char *pruned = xl_prune(whole, "make_guarded_call", false);
        xl_text_add(&code,
                    "\n/* Sets and compares the registers that a function must keep. */\n%s\n",
                    pruned);
        add_assembly(&code, assembly, strcmp(d->name, "gcc") == 0);
        free(whole);
        free(pruned);
    }
    free(file);
    free(text);
    free(assembly);
    return code.at;
}

void xl_call_wrapper_put_tables(FILE *f, const struct xl_state *state)
{
    fprintf(f, "\nstatic const char *const kept[XL_MOST_KEPT] = {");
    for (size_t i = 0; i < XL_MAX_KEPT && state->names[i]; i++)
        fprintf(f, "%s\"%s\"", i % 8 ? ", " : i ? ",\n    " : "\n    ", state->names[i]);
    fprintf(f, "};\n");
}

/* Writes the check that the result is extended as the ABI says. */
static void put_extension(FILE *f, const struct xl_captured_arg *a, const struct xl_state *state,
                          const char *type)
{
    if (xl_type_is_float(a->arg->type) || xl_type_size(a->arg->type) == 8 ||
        state->arg_extension == XL_EXTEND_UNDEFINED ||
        state->arg_extension == XL_EXTEND_UNDEFINED_32)
        return;
    fprintf(f,
            "    const uint64_t extended = (uint64_t)%s(%s)g.result;\n"
            "    if ((uint64_t)(intptr_t)g.result != extended) {\n"
            "        printf(\"the result's register: got 0x%%llx, expected 0x%%llx\\n\",\n"
            "               (unsigned long long)g.result, (unsigned long long)extended);\n"
            "        failed = 1;\n    }\n",
            state->arg_extension == XL_EXTEND_SIGN_32 ? "(int64_t)(int32_t)" : "(int64_t)", type);
}

static void put_result(FILE *f, const struct xl_captured_arg *a)
{
    const enum xl_type type = a->arg->type;
    const char *field = type == XL_f32 ? "result_f32" : type == XL_f64 ? "result_f64" : "result";
    fprintf(f, "    const uint%u_t result_bits = (uint%u_t)g.%s;\n",
            8 * (unsigned)xl_type_size(type), 8 * (unsigned)xl_type_size(type), field);
    fprintf(f, "    memcpy(&%s, &result_bits, sizeof %s);\n", a->arg->name, a->arg->name);
}

static void put_arguments(FILE *f, const struct xl_captured_call *s)
{
    fprintf(f, "    const uint64_t args[XL_GUARDED_ARGS] = {");
    for (size_t k = 0; k < s->passed.count; k++)
        if (xl_arg_is_buffer(s->args[k].arg))
            fprintf(f, "%s(uintptr_t)%s", k ? ", " : "", s->args[k].arg->name);
        else
            fprintf(f, "%s0x%" PRIx64, k ? ", " : "", s->passed.args[k]);
    fprintf(f, "};\n");
}

void xl_call_wrapper_put_call(FILE *f, const struct xl_captured_call *s,
                              const struct xl_state *state, const char *symbol, const char *isa)
{
    const struct xl_captured_arg *last = s->arg_count ? &s->args[s->arg_count - 1] : NULL;
    const bool returns = last && last->arg->kind == XL_ARG_RESULT;
    fprintf(f, "    static _Thread_local struct xl_guarded_call g;\n    void xl_poison_%s(void);\n",
            isa);
    put_arguments(f, s);
    fprintf(f,
            "    g.function = (uintptr_t)%s;\n    g.poison = (uintptr_t)xl_poison_%s;\n"
            "    g.control = 0x%" PRIx64 ";\n"
            "    make_guarded_call(&g, args, %" PRIu64 ", 0x%" PRIx64 ", %" PRIu64 ", 0x%" PRIx64
            ");\n",
            symbol, isa, s->passed.control, s->passed.count, s->passed.floating,
            s->passed.float_size, s->passed.wide);
    if (returns)
        put_result(f, last);
    for (unsigned i = 0; i < XL_MAX_KEPT && state->names[i]; i++)
        if (strcmp(state->names[i], "r2") == 0)
            fprintf(f,
                    "#ifdef __PCREL__ /* no function keeps r2 */\n"
                    "    g.changed &= ~(UINT64_C(1) << %u);\n#endif\n",
                    i);
    fprintf(f,
            "    for (int i = 0; i < XL_MOST_KEPT; i++)\n"
            "        if (g.changed >> i & 1) {\n"
            "            printf(\"%%s was not kept\\n\", kept[i]);\n            failed = 1;\n"
            "        }\n"
            "    if ((g.control_before ^ g.control_after) & 0x%" PRIx64 ") {\n"
            "        printf(\"%s: 0x%%llx before, 0x%%llx after\\n\",\n"
            "               (unsigned long long)g.control_before,\n"
            "               (unsigned long long)g.control_after);\n"
            "        failed = 1;\n    }\n"
            "    const uint64_t flags[] = {0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64
            ", 0x%" PRIx64 "};\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        if ((g.control_before & flags[i]) && !(g.control_after & flags[i])) {\n"
            "            printf(\"flag %%d of %s was cleared\\n\", i);\n"
            "            failed = 1;\n        }\n",
            state->kept, state->control, state->flags[0], state->flags[1], state->flags[2],
            state->flags[3], state->flags[4], XL_IEEE_FLAGS, state->control);
    if (returns)
        put_extension(f, last, state, xl_c_type_name(last->arg->type));
}
