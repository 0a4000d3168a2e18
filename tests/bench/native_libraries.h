/* What a user would call instead of a kernel: functions of libraries that this machine has.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_BENCH_NATIVE_LIBRARIES_H
#define XL_TESTS_BENCH_NATIVE_LIBRARIES_H

#include "native_call.h"

struct native_peer {
    const char *kernel, *library, *symbol; /* dlsym's name */
    /* Makes the kernel's call by the function. */
    void (*run)(const struct native_call *c, void *function);
    /* Where the function differs from the kernel; "": nowhere. */
    const char *differs;
};

extern const struct native_peer native_peers[];
extern const size_t native_peer_count;

/* The library's version, its file, or "not installed". The string stays. */
const char *native_library_version(const char *library);

/* NULL if the library is not installed, or has no such function. */
void *native_library_function(const char *library, const char *symbol);

/* sleef: the path of libsleef. */
void native_libraries_open(const char *sleef);

#endif
