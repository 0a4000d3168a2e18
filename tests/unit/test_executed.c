/* What an emulator's log says of the code that was executed; this program plays the guest.
 * SPDX-License-Identifier: MIT
 */
#include "base/memory.h"
#include "base/text.h"
#include "suite/executed.h"
#include "unit.h"

enum { BIAS = 0x40000000, LIBRARY = 0x50000000 };

static const char self[] = "/proc/self/exe";
static const struct xl_guest_files files = {.sysroot = ""};
static char self_path[] = "/proc/self/exe", root[] = "/";
static const struct xl_started started = {.program = self_path, .cwd = root};

/* A log in the making, with the program's own code. */
struct made {
    struct xl_executed known; /* this program's segments */
    struct xl_text log;
    struct xl_executed executed;
};

static const struct xl_code_segment *code(const struct made *m)
{
    return &m->known.at[0].segments[0];
}

static struct made begin(void)
{
    struct made m = {0};
    FILE *empty = fmemopen("\n", 1, "r");
    xl_executed_add_log(&m.known, &started, &files, empty, NULL);
    fclose(empty);
    assert_int_equal(m.known.count, 1);
    xl_text_add(&m.log, "start_code  0x%llx\n", (unsigned long long)(code(&m)->address + BIAS));
    return m;
}

/* A line of a block: `bytes` bytes of the code at this offset. */
static void instruction(struct made *m, size_t offset, size_t bytes, uint64_t bias)
{
    xl_text_add(&m->log, "0x%08llx:  ", (unsigned long long)(code(m)->address + offset + bias));
    for (size_t i = 0; i < bytes; i++)
        xl_text_add(&m->log, "%02x ", code(m)->bytes[offset + i]);
    xl_text_add(&m->log, " insn  operands\n");
}

/* maps: what the program mapped; NULL: the log has it. */
static void read_with(struct made *m, const char *maps)
{
    FILE *f = fmemopen(m->log.at, m->log.used, "r");
    xl_executed_add_log(&m->executed, &started, &files, f, maps);
    fclose(f);
}

static void read_made(struct made *m)
{
    read_with(m, NULL);
}

static bool has(const struct made *m, size_t offset)
{
    return xl_executed_has(&m->executed.at[0], code(m)->address + offset, XL_EXECUTED);
}

static void end(struct made *m)
{
    xl_executed_free(&m->known);
    xl_executed_free(&m->executed);
    free(m->log.at);
}

XL_TEST(test_block)
{
    struct made m = begin();
    xl_text_add(&m.log, "----------------\nIN: main\n");
    instruction(&m, 64, 4, BIAS);
    instruction(&m, 68, 2, BIAS);
    xl_text_add(&m.log, "\n12 exit_group(0)\n");
    read_made(&m);
    assert_true(!has(&m, 63) && has(&m, 64) && has(&m, 69) && !has(&m, 70));
    assert_int_equal(m.executed.unknown_blocks, 0);
    assert_int_equal(m.executed.incomplete, 0);
    end(&m);
}

/* Words of little-endian CPUs are shown the other way round. */
XL_TEST(test_swapped_word)
{
    struct made m = begin();
    const unsigned char *b = code(&m)->bytes;
    xl_text_add(&m.log, "IN: \n0x%08llx:  %02x%02x%02x%02x  insn\n",
                (unsigned long long)(code(&m)->address + BIAS), b[3], b[2], b[1], b[0]);
    read_made(&m);
    assert_true(has(&m, 0) && has(&m, 3));
    end(&m);
}

/* What a program made appear in its log is not its code; nor is code of no file. */
XL_TEST(test_forged)
{
    struct made m = begin();
    xl_text_add(&m.log, "12 openat(AT_FDCWD,\"/x\nIN: \n0x%08llx:  %02x %02x  insn\n",
                (unsigned long long)(code(&m)->address + BIAS), code(&m)->bytes[0] ^ 1u,
                code(&m)->bytes[1]);
    xl_text_add(&m.log, "IN: \n0x00001000:  00 00 00 00  insn\n");
    read_made(&m);
    assert_false(has(&m, 0));
    assert_int_equal(m.executed.unknown_blocks, 2);
    end(&m);
}

/* The instruction that faults, and those behind it, were translated and not executed. */
XL_TEST(test_fault)
{
    struct made m = begin();
    xl_text_add(&m.log, "IN: \n");
    instruction(&m, 0, 4, BIAS);
    instruction(&m, 4, 4, BIAS);
    instruction(&m, 8, 4, BIAS);
    xl_text_add(&m.log, "--- SIGILL {si_signo=SIGILL, si_code=2, si_addr=0x%llx} ---\n",
                (unsigned long long)(code(&m)->address + 4 + BIAS));
    read_made(&m);
    assert_true(has(&m, 0) && has(&m, 3) && !has(&m, 4) && !has(&m, 8));
    assert_int_equal(m.executed.traps, 1);
    assert_true(m.executed.first_trap.is_known);
    assert_int_equal(m.executed.first_trap.address, code(&m)->address + 4);
    assert_true(m.executed.end_trap.is_known);
    assert_int_equal(m.executed.incomplete, 0);
    end(&m);
}

/* Where a library lies is the result of mmap, which other lines may come before; or its address. */
XL_TEST(test_library)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        struct made m = begin();
        const unsigned long long page = code(&m)->offset / 4096 * 4096,
                                 bias = LIBRARY - code(&m)->address / 4096 * 4096;
        xl_text_add(&m.log, "12 openat(AT_FDCWD,\"%s\",O_RDONLY|O_CLOEXEC) = 5\n", self);
        xl_text_add(&m.log, "12 mmap(%s,4096,PROT_EXEC|PROT_READ,MAP_PRIVATE%s,5,0x%llx)",
                    fixed ? "0x0000000050000000" : "NULL", fixed ? "|MAP_FIXED" : "", page);
        xl_text_add(&m.log, "page layout changed following mmap\n = 0x%016x\nIN: \n", LIBRARY);
        instruction(&m, 16, 4, bias);
        read_made(&m);
        assert_true(has(&m, 16));
        end(&m);
    }
}

/* A log that ends early, or holds anything else. */
XL_TEST(test_broken)
{
    static const char *const lines[] = {"IN:\n0x",
                                        "0x10:  ",
                                        "0x10:  0",
                                        "mmap(",
                                        "mmap(1,2,PROT_EXEC,4,5",
                                        "openat(\"",
                                        "openat(AT_FDCWD,\"a\",0) = 99999",
                                        " = 0x",
                                        "--- SIGILL {",
                                        "start_code ",
                                        "entry 0x",
                                        "1 2 3"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct made m = begin();
        xl_text_add(&m.log, "%s", lines[i]);
        read_made(&m);
        assert_int_equal(m.executed.at[0].blocks, 0);
        end(&m);
    }
}

/* The log that a program closes ends with the call, whose result would be written behind it. */
XL_TEST(test_closed)
{
    static const struct {
        const char *end;
        size_t closed, incomplete;
    } logs[] = {
        {"12 close(3)", 1, 1},
        {"12 close_range(3,4294967295,0)", 1, 1},
        {"12 dup2(4,3)", 1, 1},
        {"12 close(4) = 0\n", 0, 1}, /* it was killed */
        {"12 close(4) = 0\n12 exit_group(0)\n", 0, 0},
        {"12 write(1,0x10,2)", 0, 1},
    };
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        struct made m = begin();
        xl_text_add(&m.log, "%s", logs[i].end);
        read_made(&m);
        assert_int_equal(m.executed.closed, logs[i].closed);
        assert_int_equal(m.executed.incomplete, logs[i].incomplete);
        end(&m);
    }
}

/* What Linux told of a program's mappings. Addresses are the host's. */
XL_TEST(test_mappings)
{
    enum { BASE = 0x1000000, PART = 0x2000 };
    for (int way = 0; way < 4; way++) {
        struct made m = begin();
        const unsigned long long page = code(&m)->offset / 4096 * 4096, at = LIBRARY + BASE,
                                 bias = LIBRARY - page + code(&m)->offset - code(&m)->address;
        char *maps =
            xl_format("%llx %llx 0 /dev/null\nexi\n%llx %llx %llx %s\nexit\n", at - PART, at, at,
                      at + (way == 1 ? 1 : PART), way == 2 ? page + (1 << 30) : page,
                      way == 3 ? "/no/such/file" : self);
        xl_text_add(&m.log, "guest_base  0x%x\nIN: \n", BASE);
        instruction(&m, 16, 4, bias);
        read_with(&m, maps);
        assert_int_equal(has(&m, 16), way == 0); /* the part has the code */
        assert_int_equal(m.executed.unknown_blocks, way ? 1 : 0);
        assert_int_equal(m.executed.incomplete, 0);
        free(maps);
        end(&m);
    }
}

/* How a log ends is in its mappings, too; or it is that of a process that became another program.
 */
XL_TEST(test_mapped_end)
{
    static const struct {
        const char *log, *maps;
        size_t closed, incomplete;
    } ends[] = {
        {"", "exit\n", 0, 0},
        {"", "closed\n", 1, 1},
        {"", "1 2 0 /exit\n", 0, 1}, /* it was killed */
        {"user_dump_core_and_abort env=0x1 signal 6 (host 6)\n", "", 0, 0},
        {"user_dump_core_and_abort env=0x1 signal 6 (host 6)\nIN: \n", "", 0, 1},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct made m = begin();
        xl_text_add(&m.log, "%s", ends[i].log);
        read_with(&m, ends[i].maps);
        assert_int_equal(m.executed.closed, ends[i].closed);
        assert_int_equal(m.executed.incomplete, ends[i].incomplete);
        end(&m);
    }
}

/* A signal of an instruction has no address: the instruction is the last of its block. */
XL_TEST(test_queued_signal)
{
    for (int number = 4; number <= 11; number += 7) {
        struct made m = begin();
        xl_text_add(&m.log, "IN: \n");
        instruction(&m, 0, 16, BIAS); /* longer than any, as this may be x86_64 */
        instruction(&m, 16, 4, BIAS);
        xl_text_add(&m.log, "user_queue_signal env=0x1 signal %d\n", number);
        read_with(&m, NULL);
        assert_true(has(&m, 0) && has(&m, 16) == (number != 4));
        assert_int_equal(m.executed.traps, number == 4);
        assert_int_equal(m.executed.first_trap.is_known, number == 4);
        if (number == 4)
            assert_int_equal(m.executed.first_trap.address, code(&m)->address + 16);
        end(&m);
    }
}

XL_TEST(test_no_program)
{
    struct xl_executed executed = {0};
    static char nothing[] = "/dev/null";
    const struct xl_started none = {.program = nothing, .cwd = root};
    FILE *f = fmemopen("IN: \n", 5, "r");
    xl_executed_add_log(&executed, &none, &files, f, NULL);
    fclose(f);
    assert_int_equal(executed.count, 0);
    assert_int_equal(executed.incomplete, 1);
    xl_executed_free(&executed);
}

int main(void)
{
    return xl_run_tests("executed", NULL, NULL);
}
