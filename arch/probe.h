/* The ISAs of the CPU that runs this code. The kernel or the CPU is asked.
 * SPDX-License-Identifier: MIT
 *
 * Each line of the arch's isas.def has a probe `bool xl_has_<isa>(void)` in <arch>/features.c,
 * built at the arch's baseline. It also has a measurement in vl.c, built with the ISA's flags. The
 * measurement is called only if the probe returns true.
 */
#ifndef XL_ARCH_PROBE_H
#define XL_ARCH_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "call.h"

struct xl_isa_probe {
    const char *isa;
    bool (*has)(void);
    /* The vector length in bits, as a store of a full vector shows it. 0 for scalar. */
    size_t (*vl_bits)(void);
    /* In call.S. */
    xl_poison *poison;
};

#endif
