/* How fast this machine is, by its own runs: measured time by the estimate's.
 * SPDX-License-Identifier: MIT
 */
#include "rows/rate.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"

static const double least = 0.1, most = 30;

static char *rate_file(void)
{
    return xl_join_path(xl_work_folder(), "rate");
}

/* Returns false if no run was measured. */
static bool read_rate(double *rate)
{
    char *file = rate_file(), line[32] = "";
    FILE *f = fopen(file, "re");
    free(file);
    const bool is_read = f && fgets(line, sizeof line, f);
    if (f)
        fclose(f);
    *rate = is_read ? strtod(line, NULL) : 0;
    return *rate >= least && *rate <= most;
}

double xl_rate_read(void)
{
    double rate;
    return read_rate(&rate) ? rate : 1;
}

void xl_rate_add(double expected, double seconds)
{
    double rate = seconds / expected, before;
    struct xl_atomic_file w;
    struct xl_error err;
    if (!(expected > 0) || !(seconds > 0))
        return;
    if (read_rate(&before)) /* one busy hour is not the machine */
        rate = sqrt(rate * before);
    rate = rate < least ? least : rate > most ? most : rate;
    char *file = rate_file();
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%.3f\n", rate);
    xl_atomic_file_end(&w, &err); /* without it, the next estimate is worse */
    free(file);
}

double xl_seconds_left(double expected, double share, double elapsed)
{
    const double measured = share > 0 ? elapsed / share * (1 - share) : expected,
                 planned = expected * (1 - share);
    return expected > 0 ? share * measured + (1 - share) * planned : measured;
}
