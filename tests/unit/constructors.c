/* A kernel module whose constructor does what XL_CONSTRUCTOR says, for test_dormant.c.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contract.h"

int twice_of(int value);
const struct xl_kernel *const *xl_kernels(size_t *count);
const struct xl_variant_entry *const *xl_named(size_t *count);
const char *xl_abi(void);

static int factor;

int twice_of(int value)
{
    return factor * value;
}

static void at_exit(void)
{
    _exit(0);
}

static void *exit_later(void *unused)
{
    usleep(20000);
    exit(0);
    return unused;
}

static bool is(const char *what)
{
    const char *wanted = getenv("XL_CONSTRUCTOR");
    return wanted && strcmp(wanted, what) == 0;
}

__attribute__((constructor)) static void early(void)
{
    pthread_t thread;
    factor = 2;
    printf("a constructor speaks\n");
    fflush(stdout);
    if (is("exit"))
        exit(0);
    if (is("_exit"))
        _exit(0);
    if (is("abort"))
        abort();
    while (is("loop"))
        pause();
    if (is("atexit"))
        atexit(at_exit);
    if (is("close"))
        close(1);
    if (is("chdir") && chdir("/"))
        abort();
    if (is("signal")) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
    }
    if (is("thread"))
        pthread_create(&thread, NULL, exit_later, NULL);
}

__attribute__((destructor)) static void late(void)
{
    _exit(0);
}

const struct xl_kernel *const *xl_kernels(size_t *count)
{
    *count = 0;
    return NULL;
}

const char *xl_abi(void)
{
    return "";
}

const struct xl_variant_entry *const *xl_named(size_t *count)
{
    *count = 0;
    return NULL;
}
