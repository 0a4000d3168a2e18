/* What programs ask of the tool: the commands with their options, for shells that complete them and
 * for tests; and what the scripts of docs/generate make pages of.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_FACTS_H
#define XL_HARNESS_CLI_FACTS_H

#include <json-c/json.h>
#include <stddef.h>

#include "cli/options.h"
#include "matrix/rows.h"
#include "oracle/module.h"
#include "results/baselines.h"

/* A line of commands.def. */
struct xl_command {
    const char *group; /* a heading, without the rest; or NULL */
    const char *name;
    const char *by; /* tool or script; "" of another form of the command before it */
    const char *words, *text;
    const struct xl_cli_usage *usage; /* NULL of a script, and of another form */
};

struct xl_commands {
    const struct xl_command *at;
    size_t count;
};

/* `crosslane list commands`, `crosslane list options`: add an object for each. */
void xl_facts_commands(const struct xl_commands *commands, struct json_object *array);
void xl_facts_options(const struct xl_commands *commands, struct json_object *array);

/* `crosslane list completions`: prints a call of _crosslane_row for each command and each option,
 * in the words of bash, fish and zsh. harness/cli/completions.SHELL.in defines it. */
void xl_facts_completions(const struct xl_commands *commands);

/* `crosslane list facts`: the matrix, the calls and checks, the fields of JSON, the commands, the
 * known bugs. NULL with err. */
struct json_object *xl_facts(const struct xl_commands *commands, const struct xl_row_list *list,
                             struct xl_error *err);

/* `crosslane list baselines`: kernels with baselines, of which there is one for each kernel. */
struct json_object *xl_facts_baselines(const struct xl_kernels *kernels,
                                       const struct xl_baseline *baselines);

#endif
