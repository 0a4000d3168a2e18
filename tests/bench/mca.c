/* Predicted cycles of loops, by llvm-mca.
 * SPDX-License-Identifier: MIT
 */
#include "mca.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "build/build.h"

enum { XL_MCA_LIMIT_MS = 300000 };

#define XL_MCA_ITERATIONS "100"
#define XL_MCA_LEAST_SHARE 0.9

static const struct xl_mca_cpu cpus[] = {
    {"neon", 128, "aarch64-linux-gnu", "neoverse-n1"},
    {"sve", 128, "aarch64-linux-gnu", "neoverse-v2"},
    {"sve", 256, "aarch64-linux-gnu", "neoverse-v1"},
    {"sve", 512, "aarch64-linux-gnu", "a64fx"},
    {"sve2", 128, "aarch64-linux-gnu", "neoverse-n2"},
    {"neon32", 128, "thumbv8-linux-gnueabihf", "cortex-a57"},
    {"vsx", 128, "powerpc64le-linux-gnu", "pwr8"},
    {"vsx3", 128, "powerpc64le-linux-gnu", "pwr9"},
    {"vsx31", 128, "powerpc64le-linux-gnu", "pwr10"},
    {"vx", 128, "s390x-linux-gnu", "z13"},
    {"vxe", 128, "s390x-linux-gnu", "z14"},
    {"vxe2", 128, "s390x-linux-gnu", "z15"},
    {"rvv", 128, "riscv64-linux-gnu", "sifive-p670"},
    {"rvv", 512, "riscv64-linux-gnu", "sifive-x280"},
    {"sse2", 128, "x86_64-linux-gnu", "znver4"},
    {"sse4", 128, "x86_64-linux-gnu", "znver4"},
    {"avx2", 256, "x86_64-linux-gnu", "znver4"},
};

const struct xl_mca_cpu *xl_mca_cpu(const char *isa, unsigned vl_bits)
{
    for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++)
        if (strcmp(cpus[i].isa, isa) == 0 && cpus[i].vl_bits == vl_bits)
            return &cpus[i];
    return NULL;
}

/* Adds an instruction. The disassembler writes a branch's target as "0x4010 <name+0x10>". That is
 * no assembly, and may be too far from where the loop stands here: its target is itself. */
static void add_instruction(struct xl_text *text, const char *line, size_t length)
{
    const char *name = memchr(line, '<', length), *comment = memchr(line, '#', length),
               *target = NULL;
    if (!name || (comment && comment < name)) {
        const size_t used = name ? (size_t)(comment - line) : length;
        xl_text_add(text, "%.*s\n", (int)used, line);
        return;
    }
    for (const char *at = line; at + 1 < name; at++)
        if (at[0] == '0' && at[1] == 'x')
            target = at;
    xl_text_add(text, "%.*s%s\n", (int)((target ? target : name) - line), line, target ? "." : "");
}

/* Adds the loop as a region named by the kernel's number. Returns its instructions. */
static size_t add_region(struct xl_text *text, size_t number, const char *code)
{
    size_t lines = 0;
    xl_text_add(text, "# LLVM-MCA-BEGIN %zu\n", number);
    for (const char *at = code; *at; lines++) {
        const size_t length = strcspn(at, "\n");
        add_instruction(text, at, length);
        at += length + (at[length] == '\n');
    }
    xl_text_add(text, "# LLVM-MCA-END %zu\n", number);
    return lines;
}

static double number_after(const char *text, const char *word, const char *end)
{
    const char *at = strstr(text, word);
    return at && (!end || at < end) ? strtod(at + strlen(word), NULL) : 0;
}

/* Reads the part of the output that is of one kernel. */
static void read_region(const char *output, size_t number, size_t lines,
                        const struct xl_kernel_result *k, struct xl_mca *found)
{
    char name[64];
    snprintf(name, sizeof name, "Code Region - %zu\n", number);
    const char *from = strstr(output, name),
               *end = from ? strstr(from + 1, "Code Region - ") : NULL;
    if (!from)
        return;
    const double rounds = strtod(XL_MCA_ITERATIONS, NULL),
                 cycles = number_after(from, "Total Cycles:", end) / rounds,
                 known = number_after(from, "Instructions:", end) / rounds;
    const struct xl_work *w = &k->work;
    const double more = (double)(w->more_vector + w->more_other) - (double)(w->vector + w->other),
                 share = (double)k->loop.executed / more;
    if (cycles <= 0 || known <= 0 || more <= 0)
        return;
    found->cycles =
        cycles * (double)k->loop.times / (double)(w->more_n - w->n) / share * (double)lines / known;
    found->is_rough = share * known / (double)lines < XL_MCA_LEAST_SHARE;
}

/* 0; 1 if it fails; or -1 with err. */
static int run_mca(const struct xl_mca_cpu *cpu, const char *file, char **output,
                   struct xl_error *err)
{
    char *tools = xl_build_tree_path("sysroots/mk-tools", NULL),
         *program = tools ? xl_join_path(tools, "usr/lib/llvm-19/bin/llvm-mca") : NULL,
         *triple = xl_format("-mtriple=%s", cpu->triple), *name = xl_format("-mcpu=%s", cpu->cpu);
    const char *argv[] = {"sh",
                          "-c",
                          "exec \"$@\" 2>/dev/null",
                          "sh",
                          program,
                          triple,
                          name,
                          "-iterations=" XL_MCA_ITERATIONS,
                          "-instruction-info=false",
                          "-resource-pressure=false",
                          "-skip-unsupported-instructions=any",
                          "-call-latency=1", /* what is called is known by its share */
                          file,
                          NULL};
    int status = -1;
    if (!program)
        xl_fail(err, "no tools: ./crosslane tools");
    else if (access(program, X_OK))
        xl_fail(err, "cannot run %s", program);
    else
        status = xl_command(argv, XL_MCA_LIMIT_MS, output, err) ? 1 : 0;
    free(name);
    free(triple);
    free(program);
    free(tools);
    return status;
}

/* Predicts kernels `from` to `to` - 1 of a row. 0; 1 if llvm-mca fails; or -1 with err. */
static int predict(const struct xl_mca_cpu *cpu, const struct xl_row_result *row, size_t from,
                   size_t to, struct xl_mca *found, struct xl_error *err)
{
    struct xl_text text = {0};
    char file[] = "/tmp/crosslane-mca-XXXXXX", *output = NULL;
    size_t *lines = xl_alloc(row->kernel_count + 1, sizeof *lines);
    for (size_t i = from; i < to; i++)
        if (row->kernels[i].loop.code)
            lines[i] = add_region(&text, i, row->kernels[i].loop.code);
    int status = 0, fd = text.at ? mkstemp(file) : -1;
    if (text.at && fd < 0)
        status = xl_fail(err, "cannot write %s", file);
    if (fd >= 0) {
        if (write(fd, text.at, text.used) != (ssize_t)text.used)
            status = xl_fail(err, "cannot write %s", file);
        else
            status = run_mca(cpu, file, &output, err);
        close(fd);
        unlink(file);
    }
    for (size_t i = from; i < to && output && !status; i++)
        if (lines[i])
            read_region(output, i, lines[i], &row->kernels[i], &found[i]);
    free(output);
    free(lines);
    free(text.at);
    return status;
}

/* It takes all kernels at once, which is quick. If it crashes, it takes each alone: what makes it
 * crash has no prediction. */
int xl_mca_row(const struct xl_row_result *row, struct xl_mca *found, struct xl_error *err)
{
    const struct xl_mca_cpu *cpu = xl_mca_cpu(row->row->isa->name, row->vl_bits);
    int status = cpu ? predict(cpu, row, 0, row->kernel_count, found, err) : 0;
    if (status <= 0)
        return status;
    for (size_t i = 0; i < row->kernel_count && status >= 0; i++) {
        status = predict(cpu, row, i, i + 1, found, err);
        if (status > 0)
            fprintf(stderr, "%s: llvm-mca fails for %s\n", row->row->name, row->kernels[i].kernel);
    }
    return status < 0 ? -1 : 0;
}
