/* The agent: runs in the guest, says what the CPU offers, and calls kernels on the host's data.
 * SPDX-License-Identifier: MIT
 *
 * Built at the architecture's baseline. A message for the reader goes to standard error; the exit
 * status is 1 then.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "contract.h"
#include "probe.h"
#include "protocol.h"

extern const struct xl_isa_probe *const __start_xl_isas[];
extern const struct xl_isa_probe *const __stop_xl_isas[];
extern const struct xl_variant *const __start_xl_variants[] __attribute__((weak));
extern const struct xl_variant *const __stop_xl_variants[] __attribute__((weak));

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(1);
}

static int is_off(char *const *argv, const char *check)
{
    while (*argv && strcmp(*argv, check) != 0)
        argv++;
    return *argv != NULL;
}

static void guard(unsigned char *page)
{
    if (mprotect(page, XL_PAGE, PROT_NONE))
        die("crosslane-agent: cannot protect a guard page");
}

static unsigned char *map_memory(int guards)
{
    unsigned char *memory =
        mmap(NULL, XL_MEMORY_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, 0);
    if (memory == MAP_FAILED)
        die("crosslane-agent: cannot map the shared memory");
    for (size_t at = XL_SLOTS_AT; guards && at < XL_LARGE_AT; at += XL_SMALL_STRIDE)
        guard(memory + at);
    for (size_t at = XL_LARGE_AT; guards && at <= XL_LAST_GUARD_AT; at += XL_LARGE_STRIDE)
        guard(memory + at);
    return memory;
}

/* Start and stop are two symbols of one section, which the linker sets; cppcheck takes them for two
 * arrays. */
static void introduce(FILE *reply)
{
    fprintf(reply, "crosslane-agent %d\npage %ld\n", XL_PROTOCOL_VERSION, sysconf(_SC_PAGESIZE));
    // cppcheck-suppress comparePointers
    for (const struct xl_isa_probe *const *p = __start_xl_isas; p < __stop_xl_isas; p++)
        if ((*p)->has())
            fprintf(reply, "isa %s %zu\n", (*p)->isa, (*p)->vl_bits());
    // cppcheck-suppress comparePointers
    for (const struct xl_variant *const *v = __start_xl_variants; v < __stop_xl_variants; v++)
        fprintf(reply, "variant %s %s %s\n", (*v)->kernel, (*v)->isa,
                (*v)->broken ? "broken"
                : (*v)->call ? "ok"
                             : "absent");
    fputs("ready\n", reply);
    if (fflush(reply))
        die("crosslane-agent: cannot reply");
}

/* Every kernel takes integers and pointers only; passing more arguments than it takes is harmless
 * in each of the ABIs, because the caller owns the argument area. The return type picks the
 * register. */
static uint64_t call(void (*function)(void), enum xl_return returns,
                     const uintptr_t a[XL_CALL_ARGS])
{
#define XL_CALL_AS(TYPE)                                                                           \
    ((TYPE(*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,         \
              uintptr_t))function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7])
    union {
        uint64_t bits;
        uint32_t bits32;
        float f32;
        double f64;
    } result = {0};
    switch (returns) {
    case XL_RETURN_NONE:
        XL_CALL_AS(void);
        return 0;
    case XL_RETURN_32:
        return XL_CALL_AS(uint32_t);
    case XL_RETURN_64:
        return XL_CALL_AS(uint64_t);
    case XL_RETURN_F32:
        result.f32 = XL_CALL_AS(float);
        return result.bits32;
    case XL_RETURN_F64:
        result.f64 = XL_CALL_AS(double);
        return result.bits;
    }
    return 0;
#undef XL_CALL_AS
}

static void run_batch(unsigned char *memory)
{
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)memory;
    struct xl_call *calls = (struct xl_call *)(void *)(memory + XL_CALLS_AT);
    // cppcheck-suppress comparePointers
    size_t variants = (size_t)(__stop_xl_variants - __start_xl_variants);
    for (uint64_t i = 0; i < head->calls && i < XL_BATCH_CALLS; i++) {
        struct xl_call *c = &calls[i];
        uintptr_t args[XL_CALL_ARGS];
        for (size_t k = 0; k < XL_CALL_ARGS; k++)
            args[k] = (uintptr_t)c->args[k] + (c->pointers >> k & 1 ? (uintptr_t)memory : 0);
        if (c->variant >= variants || !__start_xl_variants[c->variant]->call) {
            fprintf(stderr, "crosslane-agent: no variant %llu\n", (unsigned long long)c->variant);
            exit(1);
        }
        *(volatile uint64_t *)&head->progress = i;
        c->result = call(__start_xl_variants[c->variant]->call, (enum xl_return)c->returns, args);
        *(volatile uint64_t *)&c->done = 1;
    }
}

int main(int argc __attribute__((unused)), char **argv)
{
    FILE *command = fdopen(XL_FD_COMMAND, "r");
    FILE *reply = fdopen(XL_FD_REPLY, "w");
    if (!command || !reply)
        die("crosslane-agent: started by hand? It talks to `crosslane run`");
    unsigned char *memory = map_memory(!is_off(argv, "guards"));
    introduce(reply);
    char line[16];
    while (fgets(line, sizeof line, command)) {
        if (strcmp(line, "run\n") != 0) {
            fprintf(stderr, "crosslane-agent: unknown command %s", line);
            return 1;
        }
        run_batch(memory);
        fputs("done\n", reply);
        if (fflush(reply))
            die("crosslane-agent: cannot reply");
    }
    return 0;
}
