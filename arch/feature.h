/* What a CPU may have besides the ISAs of isas.def, by its name, and whether the one that runs this
 * code has it: asked of the kernel or the CPU, never looked up by the CPU's model.
 * SPDX-License-Identifier: MIT
 *
 * Each line of an arch's features.def is
 *
 *     XL_FEATURE(name, word, bit)
 *       name   as .needs of a record has it
 *       word   what tells it: <arch>/features.c has a function cpu_word_<word> for each
 *       bit    of that, from 0 on
 */
#ifndef XL_ARCH_FEATURE_H
#define XL_ARCH_FEATURE_H

#include <stddef.h>
#include <stdint.h>

struct xl_feature {
    const char *name;
    uint64_t (*word)(void);
    int bit;
};

extern const struct xl_feature xl_features[];
extern const size_t xl_feature_count;

/* For the table that <arch>/features.c makes of features.def. */
#define XL_FEATURE(NAME, WORD, BIT) {#NAME, cpu_word_##WORD, BIT},

#endif
