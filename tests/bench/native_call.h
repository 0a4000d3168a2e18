/* A call of any kernel on this machine's CPU, made from its record.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_BENCH_NATIVE_CALL_H
#define XL_TESTS_BENCH_NATIVE_CALL_H

#include "contract.h"

enum { NATIVE_WORDS = 18 };

/* The x86-64 ABI passes integers and pointers apart from floats, so one type of function serves
 * all: words in their order, floats in theirs. */
typedef void native_function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                             int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                             int64_t, int64_t, double, double, double, double);

struct native_call {
    const struct xl_kernel *kernel;
    size_t n, elements; /* elements: n, or n times the rows and the depth */
    size_t bytes;       /* of all buffers */
    int64_t word[NATIVE_WORDS];
    double real[XL_MAX_FLOAT_VALUES]; /* the bits of floats */
    void *buffer[XL_MAX_ARGS];        /* by argument */
    size_t count[XL_MAX_ARGS];        /* its elements */
    size_t words;
};

/* Fills a call of the kernel with n. Returns 0; or -1 if the record asks for what this does not
 * make. Free it with native_call_free. */
int native_call_make(struct native_call *c, const struct xl_kernel *kernel, size_t n);

/* Fills the buffers again: a kernel can change its input. */
void native_call_fill(struct native_call *c);
void native_call_free(struct native_call *c);

/* The kernel's code; its reference, which writes the result to the address that follows. */
void native_call_run(const struct native_call *c, void (*function)(void));

#endif
