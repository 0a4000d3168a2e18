/* test_blocks.h once more, with the instructions beyond the ISA's flags that arch/blocks.h uses on request.
 * SPDX-License-Identifier: MIT
 */
#include "feature.h"

#define XL_USE_CRYPTO 1
#define XL_TEST_BLOCKS xl_test_with_crypto
#include "test_blocks.h"

static bool has_feature(const char *name, size_t length)
{
    for (size_t i = 0; i < xl_feature_count; i++)
        if (strlen(xl_features[i].name) == length && memcmp(xl_features[i].name, name, length) == 0)
            return xl_features[i].word() >> xl_features[i].bit & 1;
    fail_msg("no feature of this architecture: %s", name);
    return false;
}

/* Every ISA that has such instructions has a row whose CPU has them. */
int test_blocks_crypto(void)
{
    for (const char *name = XL_BLOCKS_NEEDS; *name;) {
        size_t length = strcspn(name, " ");
        if (!has_feature(name, length)) {
            printf("not tried: this CPU has no %.*s\n", (int)length, name);
            return 0;
        }
        name += length + strspn(name + length, " ");
    }
    return *XL_BLOCKS_NEEDS ? xl_test_with_crypto() : 0;
}
