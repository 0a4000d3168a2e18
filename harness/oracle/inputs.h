/* The inputs of a call. All of them follow from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_INPUTS_H
#define XL_HARNESS_ORACLE_INPUTS_H

#include "oracle/shape.h"

/* Poison i, and the poison after this one, which is around outputs if this one is around inputs. */
uint8_t xl_poison(size_t i);
uint8_t xl_next_poison(uint8_t poison);

const char *xl_fill_name(enum xl_fill fill);

/* Whether a kernel has cases with this fill. */
bool xl_fill_applies(enum xl_fill fill, const struct xl_kernel *kernel);

/* Whether buffers are one, or next to each other. */
bool xl_placement_is_alias(enum xl_placement place);
const char *xl_placement_name(enum xl_placement place);

/* Whether a value is in an argument's domain. */
bool xl_arg_allows(const struct xl_arg *arg, uint64_t bits);

/* Uniform over an argument's domain. */
uint64_t xl_domain_bits(const struct xl_arg *arg, uint64_t random);

/* Fills `array`, host byte order, with the elements of argument number `index` in this case. */
void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array);

/* The same of a fill that has each element by itself. */
void xl_fill_elements(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array);

/* Lets the kernel prepare what a buffer that is read was filled with: the code is the kernel's own,
 * and may do anything. */
void xl_prepare_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array);

/* The first element that has the same inputs as element i has, by the way the case is filled; i
 * itself where there is none. For arguments with one element for each n. */
size_t xl_case_same_inputs(const struct xl_case *c, size_t i);

/* A random word that follows from both. */
uint64_t xl_mix(uint64_t a, uint64_t b);

#endif
