/* The agent's ELF file: is it for this architecture, and which function belongs to which kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_IMAGE_H
#define XL_HARNESS_EVIDENCE_IMAGE_H

#include <stdio.h>

#include "base/error.h"
#include "evidence/symbols.h"
#include "matrix/isas.h"

/* Reads the agent and checks it against the architecture: class, byte order, machine, ABI flags,
 * static at fixed addresses. path: of the open file, for messages. Returns 0, or -1 with err;
 * xl_image_free undoes it. */
int xl_image_read(FILE *f, const char *path, const struct xl_arch *arch, struct xl_image *image,
                  struct xl_error *err);

/* The same of bytes in memory, which are the image's from here on, also on failure. */
int xl_image_parse(char *bytes, size_t size, const struct xl_arch *arch, struct xl_image *image,
                   struct xl_error *err);

/* function: of an XL_VARIANT, or NULL. XL_OWNER_NONE if there is no such code. */
long xl_image_variant(const struct xl_image *image, const char *kernel, const char *isa,
                      const char *function);

/* The function that an address is in; NULL if it is in none of the kernels' or the agent's. */
const struct xl_image_function *xl_image_function(const struct xl_image *image, uint64_t address);

void xl_image_free(struct xl_image *image);

#endif
