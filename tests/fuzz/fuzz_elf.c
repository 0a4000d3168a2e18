/* libFuzzer: arbitrary bytes as an agent of each architecture.
 * SPDX-License-Identifier: MIT
 *
 * Seeds: agents of build/, cut to their headers and symbols; -max_len=65536
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t a = 0; a < xl_arch_count; a++) {
        struct xl_image image;
        struct xl_error err;
        char *bytes = malloc(size + 1);
        if (!bytes)
            return 0;
        memcpy(bytes, data, size);
        if (xl_image_parse(bytes, size, &xl_arches[a], &image, &err))
            continue;
        for (size_t i = 0; i < image.function_count; i++) {
            const struct xl_image_function *f = &image.functions[i];
            if (f->owner >= (long)image.variant_count || !memchr(f->name, '\0', size + 1))
                abort();
            (void)xl_image_function(&image, f->address);
        }
        xl_image_free(&image);
    }
    return 0;
}
