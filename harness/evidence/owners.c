/* Which kernel each function of an image belongs to.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/owners.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char library_end[] = ".library";

bool xl_is_of_library(const char *name)
{
    size_t length = strlen(name), end = strlen(library_end);
    return length > end && strcmp(name + length - end, library_end) == 0;
}

static int by_address(const void *a, const void *b)
{
    const struct xl_image_function *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

long xl_variant_at(const struct xl_image *image, uint64_t entry)
{
    for (size_t i = 0; i < image->variant_count; i++)
        if (image->variants[i].entry == entry)
            return (long)i;
    return XL_OWNER_NONE;
}

static int by_symbol(const void *a, const void *b)
{
    return strcmp((*(const struct xl_image_variant *const *)a)->symbol,
                  (*(const struct xl_image_variant *const *)b)->symbol);
}

/* <symbol>.library: the variant of that symbol. `sorted` by symbol. */
static long variant_of_library(const struct xl_image *image, struct xl_image_variant **sorted,
                               const char *name)
{
    char symbol[256];
    snprintf(symbol, sizeof symbol, "%.*s", (int)(strlen(name) - strlen(library_end)), name);
    const struct xl_image_variant key = {.symbol = symbol}, *at = &key;
    struct xl_image_variant **found =
        bsearch(&at, sorted, image->variant_count, sizeof(void *), by_symbol);
    return found ? *found - image->variants : XL_OWNER_NONE;
}

/* Gives each variant its library's function. Of several at one address the first is kept, and the
 * variants of the others count what it executes. */
static int settle_libraries(struct xl_image *image)
{
    struct xl_image_variant **sorted = calloc(image->variant_count + 1, sizeof(void *));
    if (!sorted)
        return -1;
    for (size_t i = 0; i < image->variant_count; i++)
        sorted[i] = &image->variants[i];
    qsort(sorted, image->variant_count, sizeof(void *), by_symbol);
    for (size_t i = 0; i < image->function_count; i++)
        if (xl_is_of_library(image->functions[i].name))
            image->functions[i].owner = variant_of_library(image, sorted, image->functions[i].name);
    free(sorted);
    return 0;
}

static void share_libraries(struct xl_image *image)
{
    const struct xl_image_function *last = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < image->function_count; i++) {
        struct xl_image_function *f = &image->functions[i];
        if (f->owner >= 0 && xl_is_of_library(f->name)) {
            bool is_same = last && last->address == f->address;
            image->variants[f->owner].code = is_same ? last->owner : f->owner;
            image->variants[f->owner].has_library = true;
            if (is_same)
                continue;
        }
        image->functions[kept] = *f;
        last = &image->functions[kept++];
    }
    image->function_count = kept;
    for (size_t i = 0; i < kept; i++) {
        struct xl_image_function *f = &image->functions[i];
        f->is_wrapper =
            f->owner >= 0 && image->variants[f->owner].has_library && !xl_is_of_library(f->name);
    }
}

/* Says whose each local function is, and forgets those that are nobody's. */
static void settle_owners(struct xl_image *image)
{
    size_t kept = 0;
    for (size_t i = 0; i < image->function_count; i++) {
        struct xl_image_function *f = &image->functions[i];
        if (f->owner == XL_OWNER_NONE && f->entry)
            f->owner = xl_variant_at(image, f->entry);
        if (f->owner != XL_OWNER_NONE)
            image->functions[kept++] = *f;
    }
    image->function_count = kept;
    if (kept)
        qsort(image->functions, kept, sizeof *image->functions, by_address);
}

int xl_owners_settle(struct xl_image *image)
{
    if (settle_libraries(image))
        return -1;
    settle_owners(image);
    share_libraries(image);
    return 0;
}
