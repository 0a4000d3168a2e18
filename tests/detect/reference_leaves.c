/* Their references leave something behind in the process that calls references, where the next
 * kernel's would meet it, or reach for another process.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "../mutants/kernels/base.h"

XL_KERNEL(reference_leaves_alarm, PLUS_1(u8))
XL_KERNEL(reference_leaves_process, PLUS_1(u8))
XL_KERNEL(reference_leaves_thread, PLUS_1(u8))
XL_KERNEL(reference_kills, PLUS_1(u8))
XL_KERNEL(reference_leaves_nothing, PLUS_1(u8))

__attribute__((unused)) static void refer(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* Writes on, and on, to where the next kernel's outputs are expected. */
__attribute__((unused)) static void *scribble(void *r)
{
    for (;;) {
        *(volatile uint8_t *)r += 1;
        usleep(10);
    }
    return NULL;
}

XL_REFERENCE(reference_leaves_alarm)(const uint8_t *a, uint8_t *r, size_t n)
{
    refer(a, r, n);
    if (n == 5)
        alarm(1000);
}

XL_REFERENCE(reference_leaves_process)(const uint8_t *a, uint8_t *r, size_t n)
{
    refer(a, r, n);
    if (n == 5 && fork() == 0) {
        setsid();
        sleep(1000);
        _exit(0);
    }
}

XL_REFERENCE(reference_leaves_thread)(const uint8_t *a, uint8_t *r, size_t n)
{
    pthread_t thread;
    static uint8_t elsewhere;
    refer(a, r, n);
    if (n == 5)
        pthread_create(&thread, NULL, scribble, &elsewhere);
}

XL_REFERENCE(reference_kills)(const uint8_t *a, uint8_t *r, size_t n)
{
    refer(a, r, n);
    if (n == 5)
        kill(getppid(), SIGTERM);
}

XL_REFERENCE(reference_leaves_nothing)(const uint8_t *a, uint8_t *r, size_t n)
{
    refer(a, r, n);
    if (n == 5)
        alarm(1000);
    if (n == 5)
        alarm(0);
}

#define VECTOR(NAME)                                                                               \
    XL_VECTOR(void, NAME)(const uint8_t *a, uint8_t *r, size_t n)                                  \
    {                                                                                              \
        plus_1_u8(a, r, n);                                                                        \
    }

VECTOR(reference_leaves_alarm)
VECTOR(reference_leaves_process)
VECTOR(reference_leaves_thread)
VECTOR(reference_kills)
VECTOR(reference_leaves_nothing)
