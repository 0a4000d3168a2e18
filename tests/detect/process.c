/* Kernels that end or stop their process, or write where it answers.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../mutants/kernels/base.h"

/* crashes: Broken: dies of an undefined instruction at one size. */
XL_KERNEL(crashes, PLUS_1(u8))
PLUS_1_REFERENCE(crashes, uint8_t)

XL_VECTOR(void, crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        __builtin_trap();
}

/* crashes_in_libc: Broken: has the C library read where there is nothing, at one size. */
XL_KERNEL(crashes_in_libc, PLUS_1(u8))
PLUS_1_REFERENCE(crashes_in_libc, uint8_t)

XL_VECTOR(void, crashes_in_libc)(const uint8_t *a, uint8_t *r, size_t n)
{
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    const volatile uintptr_t nowhere = 64;
    if (n == 5)
        copy(r, (const void *)nowhere, n);
    plus_1_u8(a, r, n);
}

/* fills_disk: Broken: writes a file without end. */
XL_KERNEL(fills_disk, PLUS_1(u8))
PLUS_1_REFERENCE(fills_disk, uint8_t)

XL_VECTOR(void, fills_disk)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    static const char block[1 << 16];
    FILE *file = n == 5 ? tmpfile() : NULL;
    while (file && fwrite(block, sizeof block, 1, file) == 1) {
    }
}

/* floods: Broken: prints without end. */
XL_KERNEL(floods, PLUS_1(u8))
PLUS_1_REFERENCE(floods, uint8_t)

XL_VECTOR(void, floods)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    for (volatile int forever = n == 5; forever;)
        puts("a line of a flood, long enough to fill a disk in no time if nobody sets a limit");
}

/* forks_and_ends: Broken: leaves a child behind, which holds the agent's pipe open, and ends. */
XL_KERNEL(forks_and_ends, PLUS_1(u8))
PLUS_1_REFERENCE(forks_and_ends, uint8_t)

XL_VECTOR(void, forks_and_ends)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n != 5)
        return;
    if (fork())
        _exit(3);
    for (;;)
        pause();
}

/* forks_and_stays: Broken: returns twice: the child it has made answers too. */
XL_KERNEL(forks_and_stays, PLUS_1(u8))
PLUS_1_REFERENCE(forks_and_stays, uint8_t)

XL_VECTOR(void, forks_and_stays)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        (void)!fork();
}

/* garbles: Broken: writes into the pipe that its answers go through. */
XL_KERNEL(garbles, PLUS_1(u8))
PLUS_1_REFERENCE(garbles, uint8_t)

XL_VECTOR(void, garbles)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        (void)!write(5, "nonsense\n", 9);
}

/* hangs: Broken: never returns at one size. */
XL_KERNEL(hangs, PLUS_1(u8))
PLUS_1_REFERENCE(hangs, uint8_t)

XL_VECTOR(void, hangs)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    for (volatile int forever = n == 5; forever;) {
    }
}

/* hangs_deaf: Broken: takes no signals, and never returns at one size. */
XL_KERNEL(hangs_deaf, PLUS_1(u8))
PLUS_1_REFERENCE(hangs_deaf, uint8_t)

XL_VECTOR(void, hangs_deaf)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    sigset_t all;
    sigfillset(&all);
    if (n == 5)
        sigprocmask(SIG_BLOCK, &all, NULL);
    for (volatile int forever = n == 5; forever;) {
    }
}

/* smashes_stack: Broken: writes over a return address, at one size. */
XL_KERNEL(smashes_stack, PLUS_1(u8))
PLUS_1_REFERENCE(smashes_stack, uint8_t)

/* On some architectures it is above the frame of what a function calls, on some in its own. */
static __attribute__((noinline)) void write_over(uintptr_t byte)
{
    volatile unsigned char room[16];
    volatile unsigned char *at = room;
    __asm__("" : "+r"(at)); /* or the compiler sees the bug */
    for (int i = 0; i < 400; i++)
        at[i] = (unsigned char)byte;
}

static __attribute__((noinline)) uintptr_t call_it(uintptr_t byte)
{
    volatile uintptr_t kept = byte;
    write_over(byte);
    return kept;
}

XL_VECTOR(void, smashes_stack)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        call_it(0x44);
}
