/* What a run does beside, or in place of, testing.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_MODE_H
#define XL_HARNESS_EXECUTE_MODE_H

#include <stdbool.h>

struct xl_agent;
struct xl_context;
struct xl_coverage;
struct xl_error_plot;
struct xl_kernel_result;
struct xl_row_job;

enum xl_mode_kind {
    XL_MODE_TEST,
    XL_MODE_PLOT,       /* `plot` gets each error of the only row */
    XL_MODE_THROUGHPUT, /* `measure` gets each kernel that passes; one row at a time, no evidence */
    XL_MODE_COVERAGE,   /* `coverage` gets the count of each executed instruction; no evidence */
    XL_MODE_WORK,       /* counts the kernels' instructions (xl_work); checks nothing */
    XL_MODE_REPRO       /* `repeat` makes the call of the only finding */
};

struct xl_mode {
    enum xl_mode_kind kind;
    union {
        struct xl_error_plot *plot;
        struct xl_coverage *coverage;
        struct {
            union {
                /* Returns false if all calls of the kernel are to be made. Fills result if its call
                 * fails. */
                bool (*repeat)(void *data, const struct xl_row_job *job,
                               const struct xl_context *ctx, struct xl_kernel_result *result);
                void (*measure)(void *data, const struct xl_row_job *job,
                                const struct xl_context *ctx);
            };
            void *data;
        };
    };
};

#endif
