/* The inputs of a call. All of them follow from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_INPUTS_H
#define XL_HARNESS_ORACLE_INPUTS_H

#include "oracle/shape.h"
#include "oracle/values.h"

/* Poison i, and the poison after this one, which is around outputs if this one is around inputs. */
uint8_t xl_poison(size_t i);
uint8_t xl_next_poison(uint8_t poison);

const char *xl_fill_name(enum xl_fill fill);

/* Whether a kernel has cases with this fill. */
bool xl_fill_applies(enum xl_fill fill, const struct xl_kernel *kernel);

/* Whether buffers overlap, or touch each other. */
bool xl_placement_is_alias(enum xl_placement place);
const char *xl_placement_name(enum xl_placement place);

/* The inputs of published.def for the functions of a kernel, in the types and domains of its
 * operands: their number; and the value of an operand in input i, modulo that. */
size_t xl_published_count(const struct xl_kernel *kernel);
uint64_t xl_published_bits(const struct xl_kernel *kernel, size_t operand, size_t i);

/* Fills `array`, in host byte order, with the elements of argument `index` in this case. */
void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array);

/* Calls the kernel's `.prepare` on an input. That is foreign code, which may do anything. */
void xl_prepare_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array);

/* The first element with the same inputs as element i, by the fill; i itself if there is no other.
 * For arguments with one element for each n. */
size_t xl_case_same_inputs(const struct xl_case *c, size_t i);

#endif
