/* Programs of rows with a `runner`: what starts them, and the copy of files on the host of an ssh
 * row.
 * SPDX-License-Identifier: MIT
 */
#include "suite/elsewhere.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

enum {
    XL_TICK_MS = 20,
    XL_ABSENT = 69,     /* exit status of on-host.sh: no host answers */
    XL_END_MS = 15000,  /* it removes the copy */
    XL_MOST_COPIED = 4, /* directories */
    XL_WORDS = 8        /* of its command line beside these */
};

char *xl_elsewhere_variable(const char *runner)
{
    return xl_format("CROSSLANE_RUNNER_%s", runner);
}

/* ---- The host ---- */

static char *keeper_file(void)
{
    return xl_join_path(xl_root(), "harness/suite/on-host.sh");
}

/* Waits until everything is copied. Returns 0, or -1 with err. */
static int await(struct xl_elsewhere *e, struct xl_error *err)
{
    int status = 0, has_ended;
    char *ready = xl_join_path(e->directory, "ready"), said[XL_TEXT];
    while (!(has_ended = xl_process_wait(&e->keeper, XL_TICK_MS, &status)) && access(ready, F_OK)) {
    }
    free(ready);
    if (!has_ended) { /* behind what the host greets with */
        xl_process_last_line(&e->keeper, e->copied, sizeof e->copied);
        return 0;
    }
    xl_process_tail(&e->keeper, said, sizeof said);
    for (size_t end = strlen(said); end && said[end - 1] == ' ';)
        said[--end] = '\0';
    e->is_absent = WIFEXITED(status) && WEXITSTATUS(status) == XL_ABSENT;
    return xl_fail(err, "runner ssh %s%s: %s", e->row->host, e->is_absent ? " is not there" : "",
                   *said ? said : "the connection was lost");
}

int xl_elsewhere_begin(const struct xl_row *row, const char *sysroot, const char *const *copied,
                       const char *place, struct xl_elsewhere *e, struct xl_error *err)
{
    *e = (struct xl_elsewhere){.row = row, .keeper = {.output = -1, .kills_descendants = true}};
    e->held = -1;
    if (!row->host)
        return 0;
    e->held = xl_scratch_begin(place, "there", e->directory);
    if (e->held < 0)
        return xl_fail(err, "%s: %s", e->directory, strerror(errno));
    char *script = keeper_file(),
         *libraries = xl_join_path(sysroot, "usr/lib/%s", row->arch->triple);
    const char *words[XL_WORDS + XL_MOST_COPIED] = {"/bin/sh",    script,    "keep",
                                                    e->directory, row->host, libraries};
    for (size_t n = 6; *copied && n < XL_WORDS + XL_MOST_COPIED - 1; copied++)
        words[n++] = *copied;
    const int failed =
        xl_process_start(&e->keeper, words, (const int[]){-1, -1, -1}, err) || await(e, err) ? -1
                                                                                             : 0;
    free(libraries);
    free(script);
    return failed;
}

void xl_elsewhere_end(struct xl_elsewhere *e)
{
    if (e->held < 0)
        return;
    xl_process_end(&e->keeper, XL_END_MS);
    xl_process_free(&e->keeper);
    xl_scratch_end(e->held, e->directory);
    e->held = -1;
}

bool xl_elsewhere_was_lost(const char *log)
{
    char *file = xl_format("%.*slost", (int)(strrchr(log, '.') - log + 1), log);
    const bool was = access(file, F_OK) == 0;
    free(file);
    return was;
}

/* ---- Programs ---- */

char *xl_elsewhere_script(const struct xl_row *row, const struct xl_elsewhere *e)
{
    char *text = NULL, *variable = xl_elsewhere_variable(row->runner), *file = keeper_file();
    const char *command = getenv(variable);
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    fputs("#!/bin/sh\n", f);
    if (!row->host) {
        fprintf(f, "exec %s \"$@\"\n", command ? command : "false");
    } else {
        fputs("exec /bin/sh ", f);
        xl_put_quoted(f, file);
        fputs(" run ", f);
        xl_put_quoted(f, e ? e->directory : "/none");
        fputc(' ', f);
        xl_put_quoted(f, row->host);
        fputs(" \"$@\"\n", f);
    }
    fclose(f);
    free(variable);
    free(file);
    return text;
}
