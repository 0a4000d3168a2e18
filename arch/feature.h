/* CPU features that are not ISAs of isas.def: their names, and whether this CPU has them. The
 * kernel or the CPU is asked. The CPU's model does not matter.
 * SPDX-License-Identifier: MIT
 *
 * Each line of an arch's features.def is
 *
 *     XL_FEATURE(name, word, bit)
 *
 * - name: the name in .needs of a record.
 * - word: the word with the feature's bit. <arch>/features.c has a function cpu_word_<word>.
 * - bit: the number of the bit, from 0.
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

/* One entry of the table that <arch>/features.c makes from features.def. */
#define XL_FEATURE(NAME, WORD, BIT) {#NAME, cpu_word_##WORD, BIT},

#endif
