/* Marks of object files that the linker drops from a program if one object lacks them: landing
 * pads, signed return addresses, shadow stacks.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_PROPERTIES_H
#define XL_HARNESS_SUITE_PROPERTIES_H

#include "base/text.h"
#include "matrix/isas.h"

/* Adds a line on the objects of a build (*.o below the directory) that lack what others promise in
 * .note.gnu.property. None: all of them agree, or the architecture has no such marks. */
void xl_properties_note(const char *directory, const struct xl_arch *arch, struct xl_text *notes);

#endif
