/* Includes the template file XL_TEMPLATE, a path from arch/, for masks over lanes of 8, 16, 32 and 64 bits.
 * SPDX-License-Identifier: MIT
 *
 * The template finds the width in XL_W, and the names of template.h.
 */
#include "template.h"

#define XL_W 8
#include XL_TEMPLATE
#undef XL_W

#define XL_W 16
#include XL_TEMPLATE
#undef XL_W

#define XL_W 32
#include XL_TEMPLATE
#undef XL_W

#define XL_W 64
#include XL_TEMPLATE
#undef XL_W

#undef XL_TEMPLATE
