/* Every CPU runs plain C.
 * SPDX-License-Identifier: MIT
 */
#include "../probe.h"

bool xl_has_scalar(void);

bool xl_has_scalar(void)
{
    return true;
}
