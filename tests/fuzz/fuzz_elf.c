/* libFuzzer: arbitrary bytes as an agent of each architecture.
 * SPDX-License-Identifier: MIT
 *
 * Seeds: agents of build/, cut to their headers and symbols; -max_len=65536
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "code/elf.h"
#include "run/signature.h"

enum { MOST_SIGNATURES = 4 };

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
        for (size_t i = 0; i < image.variant_count && i < MOST_SIGNATURES; i++) {
            struct xl_signature signature;
            if (xl_signature_read(image.elf, image.variants[i].entry, &signature) &&
                !memchr(signature.where, '\0', sizeof signature.where))
                abort();
        }
        xl_image_free(&image);
    }
    return 0;
}
