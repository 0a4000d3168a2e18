/* libFuzzer: arbitrary bytes as a disassembly and, past the first zero byte, as the emulator's log.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "code/counts.h"
#include "matrix/isas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t length = zero ? (size_t)(zero - data) : size;
    static const char banner[] = "crosslane-disassembly 4 sse2\n";
    for (size_t a = 0; a < xl_arch_count; a++) {
        struct xl_disassembly l;
        struct xl_error err;
        char *text = malloc(sizeof banner + length);
        if (!text)
            return 0;
        memcpy(text, banner, sizeof banner - 1);
        memcpy(text + sizeof banner - 1, data, length);
        text[sizeof banner - 1 + length] = '\0';
        if (xl_disassembly_parse(text, sizeof banner - 1 + length, xl_arches[a].name, &l, &err))
            continue;
        struct xl_trace t;
        uint64_t *counts = calloc(l.count, sizeof *counts), sum = 0;
        if (!counts)
            abort();
        struct xl_blocks blocks = {0};
        xl_trace_begin(&t, &l, counts);
        t.blocks = &blocks;
        if (zero)
            xl_trace_feed(&t, (const char *)zero + 1, size - length - 1);
        for (size_t i = 0; i < l.count; i++)
            sum += counts[i];
        if (sum + t.elsewhere != t.executed)
            abort();
        xl_blocks_free(&blocks);
        free(counts);
        xl_disassembly_free(&l);
    }
    return 0;
}
