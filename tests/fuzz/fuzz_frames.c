/* libFuzzer: arbitrary bytes as a frame of memory, and as arguments of a call.
 * SPDX-License-Identifier: MIT
 *
 * -max_len=4096
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 1 << 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    _Alignas(8) static unsigned char memory[MEMORY];
    uint64_t offset;
    size_t bytes, taken;
    int is_equal;
    for (size_t at = 0; at < size; at += taken) {
        taken = xl_frame_piece(data + at, size - at, MEMORY, &offset, &bytes, &is_equal);
        if (!taken)
            break;
        xl_frame_apply(memory, data + at, offset, bytes, is_equal);
    }
    if (size >= 2 * sizeof offset) {
        uint64_t dedicated;
        memcpy(&offset, data, sizeof offset);
        memcpy(&dedicated, data + sizeof offset, sizeof dedicated);
        const uint64_t slot = xl_frame_slot(offset, size & 1, dedicated, &bytes);
        if (slot && (slot > XL_FILE_BYTES || bytes > XL_FILE_BYTES - slot || slot % 8 || bytes % 8))
            abort();
    }
    return 0;
}
