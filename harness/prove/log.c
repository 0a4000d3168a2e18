/* The emulator's log of what a row's kernels execute: asked for when the agent is started.
 * SPDX-License-Identifier: MIT
 */
#include "prove/log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "results/checks.h"

enum {
    XL_RANGE_GAP = 4096, /* ranges of code this near are one */
    XL_FILTER_ROOM = 4096
};

bool xl_log_has(const struct xl_image *image, const struct xl_isa *isa,
                const struct xl_image_function *f)
{
    return f->owner >= 0 && strcmp(image->variants[f->owner].isa, isa->name) == 0;
}

/* The ranges of the ISA's kernels, as -dfilter takes them: ends included. */
static void write_filter(const struct xl_image *image, const struct xl_isa *isa, char *filter)
{
    uint64_t from = 0, to = 0;
    size_t used = 0;
    for (size_t i = 0; i <= image->function_count; i++) {
        const struct xl_image_function *f = i < image->function_count ? &image->functions[i] : NULL;
        if (f && !xl_log_has(image, isa, f))
            continue;
        bool is_near = f && to && f->address - to < XL_RANGE_GAP;
        if (to && !is_near && used + 64 < XL_FILTER_ROOM)
            used += (size_t)snprintf(filter + used, XL_FILTER_ROOM - used, "%s0x%llx..0x%llx",
                                     used ? "," : "", (unsigned long long)from,
                                     (unsigned long long)to - 1);
        if (f && !is_near)
            from = f->address;
        if (f)
            to = f->address + f->size;
    }
}

/* "10.0.13" has the option's new name; it came with 8.1. */
static bool is_old_emulator(const char *version)
{
    int major = 0, minor = 0;
    return sscanf(version, "%d.%d", &major, &minor) == 2 &&
           (major < 8 || (major == 8 && minor < 1));
}

enum xl_start xl_log_start(const struct xl_row_job *job, struct xl_agent *agent, const char *cpu,
                           int log, struct xl_error *err)
{
    char path[64], filter[XL_FILTER_ROOM] = "";
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), log);
    write_filter(&job->code->image, job->row->isa, filter);
    const char *argv[12 + XL_CHECKS] = {
        job->emulator, "-cpu",
        cpu,           is_old_emulator(job->qemu) ? "-singlestep" : "-one-insn-per-tb",
        "-d",          "exec,nochain",
        "-dfilter",    filter,
        "-D",          path,
        job->agent};
    xl_check_tell(job->off, argv);
    return xl_agent_start(agent, argv, err);
}
