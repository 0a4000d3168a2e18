/* Generated tables of a page of docs/results, below its heading '## Measured'.
 * SPDX-License-Identifier: MIT
 */
#include "report/measured.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

int xl_measured_write(const char *file, const char *tables, struct xl_error *err)
{
    static const char heading[] = "\n## Measured\n";
    size_t size = 0;
    char *old = xl_file_read(file, &size, err), *end = old ? strstr(old, heading) : NULL;
    struct xl_text text = {0};
    int failed = -1;
    if (old && !end)
        xl_error_set(err, "%s: error: no heading '## Measured', below which tables go", file);
    if (end) {
        xl_text_add(&text, "%.*s%s%s", (int)(end - old), old, heading, tables);
        /* Not xl_file_update, for which a path begins at the repository. */
        struct xl_atomic_file w;
        xl_atomic_file_begin(&w, file);
        if (w.f)
            fwrite(text.at, 1, text.used, w.f);
        failed = xl_atomic_file_end(&w, err);
    }
    free(text.at);
    free(old);
    return failed;
}
