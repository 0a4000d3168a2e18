/* What the CPU that runs this code offers: asked of the kernel or the CPU, never assumed.
 * SPDX-License-Identifier: MIT
 *
 * Each line of the arch's isas.def has a probe `bool xl_has_<isa>(void)` in <arch>/features.c,
 * built at the arch's baseline, and a measurement in vl.c, built with the ISA's flags and only
 * called where the probe says yes.
 */
#ifndef XL_ARCH_PROBE_H
#define XL_ARCH_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "call.h"

struct xl_isa_probe {
    const char *isa;
    bool (*has)(void);
    size_t (*vl_bits)(
        void);         /* vector length in bits as a full-width store shows it; 0 for scalar */
    xl_poison *poison; /* in call.S */
};

#endif
