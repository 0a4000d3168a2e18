/* What the tests of tests/detect share: the results of two runs, and what must be in them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_DETECT_H
#define XL_TESTS_DETECT_H

#include <json-c/json.h>

#include "../unit/unit.h"
#include "results/checks.h"

#define ROW "x86_64-nehalem-gcc-O2"
#define WIDE "aarch64-sve512-gcc-O2"
#define SHORT "aarch64-sve128-gcc-O2"
#define NATIVE "x86_64-native_sse4-gcc-O2"
#define NATIVE_WIDE "x86_64-native_avx2-gcc-O2"
#define CRYPTO "riscv64-zvk256-gcc-O2"
#define NEON32 "armhf-max-gcc-O2"
#define NEON32_CLANG "armhf-max-llvm-O2"

/* A row of each architecture, for what each has in its own call.S; one is made by clang. */
static const char *const rows[] = {"x86_64-nehalem-gcc-O2",     "aarch64-nosve-gcc-O2",
                                   "aarch64-sve256-gcc-O2",     "armhf-max-gcc-O2",
                                   "ppc64el-power10-gcc-O2",    "s390x-z15-gcc-O2",
                                   "riscv64-v128_ones-llvm-O2", "x86_64-haswell-gcc-O2"};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The rows of the run over all kernels. */
static const char *const traced[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
enum { TRACED = sizeof traced / sizeof traced[0] };

/* Rows whose calls are compared for secrets. */
static const char *const secret_rows[] = {
    "x86_64-haswell-gcc-O2", "aarch64-nosve-gcc-O2",      "aarch64-sve256-gcc-O2",
    "armhf-max-gcc-O2",      "ppc64el-power10-gcc-O2",    "s390x-z15-gcc-O2",
    "loong64-la464-gcc-O2",  "riscv64-v128_ones-llvm-O2",
};
enum { SECRET_ROWS = sizeof secret_rows / sizeof secret_rows[0] };

/* Results: of one run over all kernels; of one over those that are broken in their state, on all of
 * `rows`; of one over some of them without an emulator; of one on rows with vectors of two lengths;
 * of one over images; and of one over those with secrets, on all of `secret_rows` and CRYPTO. */
extern struct xl_detected {
    struct json_object *all, *state, *native, *lengths, *images, *secrets;
} xl_detected;

/* Groups of tests, each in its file. How many failed. */
int xl_detect_state(void);
int xl_detect_left(void);
int xl_detect_proof(void);
int xl_detect_findings(void);

static inline struct json_object *get(struct json_object *o, const char *key)
{
    struct json_object *value = NULL;
    if (!json_object_object_get_ex(o, key, &value))
        fail_msg("the JSON has no key %s", key);
    return value;
}

static inline const char *text(struct json_object *o, const char *key)
{
    return json_object_get_string(get(o, key));
}

static inline struct json_object *find_row(const char *name)
{
    struct json_object *list = get(xl_detected.all, "rows");
    for (size_t i = 0; i < json_object_array_length(list); i++)
        if (strcmp(text(json_object_array_get_idx(list, i), "row"), name) == 0)
            return json_object_array_get_idx(list, i);
    fail_msg("no row %s", name);
    return NULL;
}

static inline struct json_object *find_kernel_in(struct json_object *in, const char *row_name,
                                                 const char *name)
{
    struct json_object *list = get(in, "rows");
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *row = json_object_array_get_idx(list, i),
                           *kernels = get(row, "kernels");
        for (size_t k = 0;
             strcmp(text(row, "row"), row_name) == 0 && k < json_object_array_length(kernels);
             k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            if (strcmp(text(kernel, "kernel"), name) == 0)
                return kernel;
        }
    }
    fail_msg("no kernel %s on row %s", name, row_name);
    return NULL;
}

static inline struct json_object *find_kernel(const char *row_name, const char *name)
{
    return find_kernel_in(xl_detected.all, row_name, name);
}

static inline void assert_outcome(struct json_object *kernel, const char *outcome)
{
    if (strcmp(text(kernel, "outcome"), outcome) != 0)
        fail_msg("%s: %s, not %s: %s", text(kernel, "kernel"), text(kernel, "outcome"), outcome,
                 text(kernel, "reason"));
}

/* A text of a row or a kernel has these words. */
static inline void assert_has(struct json_object *of, const char *key, const char *words)
{
    if (!strstr(text(of, key), words))
        fail_msg("\"%s\" does not say \"%s\"", text(of, key), words);
}

static inline void assert_caught(const char *row, const char *kernel, enum xl_check check)
{
    struct json_object *k = find_kernel(row, kernel), *findings = get(k, "findings");
    assert_outcome(k, "fail");
    assert_true(json_object_array_length(findings) > 0);
    struct json_object *f = json_object_array_get_idx(findings, 0);
    if (strcmp(text(f, "check"), xl_check_name(check)) != 0)
        fail_msg("%s was caught by the check '%s', not '%s': %s", kernel, text(f, "check"),
                 xl_check_name(check), text(f, "message"));
    assert_non_null(strstr(text(f, "command"), "--row '"));
    assert_non_null(strstr(text(f, "command"), "--seed 1"));
    assert_non_null(strstr(text(f, "command"), kernel));
    assert_null(strstr(text(f, "command"), "CROSSLANE_DEFINE"));
}

/* On this row, by this check and with these words; XL_CHECKS: it passes. */
static inline void assert_state(const char *row, const char *kernel, enum xl_check check,
                                const char *words)
{
    struct json_object *k = find_kernel_in(xl_detected.state, row, kernel),
                       *findings = get(k, "findings");
    assert_outcome(k, check != XL_CHECKS ? "fail" : "pass");
    for (size_t i = 0; i < json_object_array_length(findings); i++) {
        struct json_object *f = json_object_array_get_idx(findings, i);
        if (strcmp(text(f, "check"), xl_check_name(check)) != 0 ||
            !strstr(text(f, "message"), words))
            fail_msg("%s on %s was caught by the check '%s', not '%s': %s", kernel, row,
                     text(f, "check"), xl_check_name(check), text(f, "message"));
    }
}

static inline const char *first_message(const char *row, const char *kernel)
{
    return text(json_object_array_get_idx(get(find_kernel(row, kernel), "findings"), 0), "message");
}

static inline void assert_says(const char *row, const char *kernel, const char *words)
{
    if (!strstr(first_message(row, kernel), words))
        fail_msg("%s on %s: \"%s\" does not say \"%s\"", kernel, row, first_message(row, kernel),
                 words);
}

#endif
