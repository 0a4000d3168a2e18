/* What a YAML scalar means: null, boolean, number or string.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_SCALAR_H
#define XL_HARNESS_MATRIX_SCALAR_H

#include "matrix/node.h"

/* Sets the type and the value of a node that has its text and place. `tag` is NULL or the tag in
 * full; `quoted` is any style but plain. -1 and a message where tag and text do not agree. */
int xl_scalar_resolve(struct xl_node *node, const char *tag, bool quoted, struct xl_error *err);

#endif
