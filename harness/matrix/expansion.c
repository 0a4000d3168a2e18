/* A matrix being expanded: shared by expand.c and lint.c.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expansion.h"

int xl_matrix_too_large(struct xl_expansion *x)
{
    return xl_node_error(x->err, x->matrix, "the matrix is too large to expand");
}
