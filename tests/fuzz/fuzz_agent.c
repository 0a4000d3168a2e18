/* libFuzzer: arbitrary bytes as what an agent says of itself, behind its first line.
 * SPDX-License-Identifier: MIT
 *
 * -max_len=4096
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "execute/agent_client.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const char name[XL_NAME_MAX])
{
    if (!memchr(name, '\0', XL_NAME_MAX) || !name[0])
        abort();
}

/* A file plays the pipe: it ends where the bytes end. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct xl_agent a = {.process = {.output = -1}, .memory_fd = -1, .command = -1};
    struct xl_error err = {""};
    a.reply = memfd_create("said", MFD_CLOEXEC);
    if (a.reply < 0 || dprintf(a.reply, "crosslane-agent %d\n", XL_PROTOCOL_VERSION) < 0 ||
        write(a.reply, data, size) != (ssize_t)size || lseek(a.reply, 0, SEEK_SET))
        abort();
    if (xl_agent_read_hello(&a, &err) != XL_START_OK && !err.text[0])
        abort();
    if (a.isa_count > XL_MAX_ISAS)
        abort();
    for (size_t i = 0; i < a.isa_count; i++) {
        check_name(a.isas[i].name);
        if (!xl_agent_isa(&a, a.isas[i].name))
            abort();
    }
    for (size_t i = 0; i < a.variant_count; i++) {
        check_name(a.variants[i].kernel);
        check_name(a.variants[i].isa);
    }
    xl_agent_free(&a);
    return 0;
}
