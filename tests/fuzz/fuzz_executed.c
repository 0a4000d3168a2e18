/* libFuzzer: arbitrary bytes as an emulator's log of this program.
 * SPDX-License-Identifier: MIT
 *
 * -max_len=4096
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "suite/executed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct xl_guest_files files = {.sysroot = ""};
    const struct xl_started started = {.program = "/proc/self/exe", .cwd = "/"};
    struct xl_executed executed = {0};
    FILE *f = size ? fmemopen((void *)data, size, "r") : NULL;
    if (!f)
        return 0;
    xl_executed_add_log(&executed, &started, &files, f, NULL);
    fclose(f);
    if (executed.programs != 1)
        abort();
    xl_executed_free(&executed);
    return 0;
}
