/* What the CPU that an agent runs on has, by names: ISAs and features.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_OFFERS_H
#define XL_HARNESS_CALL_OFFERS_H

#include "call/channel.h"
#include "contract.h"

/* Writes those of these features, which have blanks between them, that the CPU does not have; "":
 * it has all. */
void xl_lacking(const struct xl_agent *agent, const char *features, char *text, size_t size);

/* What a dispatcher must take there: the first implementation of the record that the CPU has all
 * of; NULL: it has all of none. */
const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel);

#endif
