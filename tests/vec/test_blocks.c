/* test_blocks.h with what the flags of the ISA allow.
 * SPDX-License-Identifier: MIT
 */
#include "test_blocks.h"
