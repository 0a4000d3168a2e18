/* What the scripts of docs/generate make pages of, and how commands start them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_DOCS_FACTS_H
#define XL_HARNESS_CLI_DOCS_FACTS_H

#include <json-c/json.h>
#include <stdbool.h>

#include "matrix/rows.h"
#include "oracle/module.h"
#include "results/baselines.h"

/* `crosslane list facts`: the matrix, the calls and checks, the fields of JSON, the commands, the
 * known bugs. NULL with err. */
struct json_object *xl_docs_facts(const struct xl_row_list *list, struct xl_error *err);

/* `crosslane list baselines`: kernels with baselines, of which there is one for each kernel. */
struct json_object *xl_docs_baselines(const struct xl_kernels *kernels,
                                      const struct xl_baseline *baselines);

/* Runs a script, which asks this program for what it needs. With `check` it compares pages and
 * writes none. Returns the exit status. */
int xl_docs_script(const char *name, bool check);

#endif
