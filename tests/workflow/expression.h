/* GitHub's expressions, as far as .github/workflows/simd.yml needs them.
 * SPDX-License-Identifier: MIT
 *
 * Values are json-c's, null being NULL. Source: GitHub's documentation of expressions, and
 * Sdk/DTExpressions2 in github.com/actions/runner where that is silent.
 */
#ifndef XL_TESTS_WORKFLOW_EXPRESSION_H
#define XL_TESTS_WORKFLOW_EXPRESSION_H

#include <json-c/json.h>
#include <stdbool.h>

#include "base/error.h"

struct xl_scope {
    struct json_object
        *contexts;            /* github, needs, ...: an expression can name these and no others */
    struct json_object *made; /* an array that owns all values made here; put by the caller */
    bool failed;              /* what success() denies */
};

/* The value of a text that is one `${{ expression }}`, borrowed from the scope. 0, or -1 with err.
 */
int xl_scope_value(struct xl_scope *s, const char *text, struct json_object **value,
                   struct xl_error *err);

/* The text with the value of each `${{ expression }}` in its place, borrowed from the scope. 0, or
 * -1 with err. */
int xl_scope_text(struct xl_scope *s, const char *text, const char **out, struct xl_error *err);

/* Whether an `if:` holds, NULL being one that is not there; success() is required unless the
 * expression asks for the status itself. 0, or -1 with err. */
int xl_scope_holds(struct xl_scope *s, const char *condition, bool *holds, struct xl_error *err);

#endif
