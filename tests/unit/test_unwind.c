/* Unwinding by this program's own information; and landing pads.
 * SPDX-License-Identifier: MIT
 */
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "code/landing_pads.h"
#include "code/unwind.h"
#include "unit.h"

enum { STACK = 0x7000, RETURN = 0x1234, KEPT = 99, REGISTERS = 32 };

/* Each word of the stack is RETURN, but for those below it. */
static bool read_return(void *data, uint64_t address, uint64_t *word)
{
    ++*(unsigned *)data;
    *word = RETURN;
    return address >= STACK;
}

static int find_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uint64_t *)base = info->dlpi_addr;
    return 1;
}

/* At the first instruction of a function, nothing has moved. */
XL_TEST(test_first_instruction)
{
    struct utsname u;
    struct xl_error err;
    size_t size = 0;
    uint64_t base = 0;
    unsigned reads = 0;
    uname(&u);
    const struct xl_arch *arch = xl_arch_find(u.machine);
    assert_non_null(arch);
    char *file = xl_file_read("/proc/self/exe", &size, &err);
    dl_iterate_phdr(find_base, &base);
    struct xl_unwinder unwinder = xl_unwinder_of(file, size);
    struct xl_frame_state frame = {.pc = (uintptr_t)find_base - base};
    for (unsigned i = 0; i < REGISTERS; i++) {
        frame.registers[i] = i == arch->dwarf->stack_pointer ? STACK : RETURN;
        frame.is_known[i] = true;
    }
    frame.registers[arch->dwarf->kept[0].number] = KEPT;
    assert_int_equal(xl_unwind(&unwinder, arch->dwarf, &frame, read_return, &reads), XL_UNWOUND);
    assert_int_equal(frame.pc, RETURN);
    assert_true(frame.is_caller);
    assert_int_equal(frame.registers[arch->dwarf->kept[0].number], KEPT);
    assert_int_equal(frame.registers[arch->dwarf->stack_pointer],
                     STACK + (strcmp(u.machine, "x86_64") == 0 ? 8 : 0));
    assert_int_equal(reads, strcmp(u.machine, "x86_64") == 0);
    frame.pc = 1;
    assert_int_equal(xl_unwind(&unwinder, arch->dwarf, &frame, read_return, &reads),
                     XL_UNWOUND_NO_INFORMATION);
    xl_unwinder_free(&unwinder);
    free(file);
}

XL_TEST(test_no_program)
{
    static const char text[] = "no ELF file, but longer than the header of one would be: 64 bytes";
    struct xl_unwinder unwinder = xl_unwinder_of(text, sizeof text);
    struct xl_frame_state frame = {.pc = 16};
    unsigned reads = 0;
    assert_int_equal(
        xl_unwind(&unwinder, xl_arch_find("aarch64")->dwarf, &frame, read_return, &reads),
        XL_UNWOUND_NO_INFORMATION);
    xl_unwinder_free(&unwinder);
}

XL_TEST(test_indirect)
{
    static const struct {
        const char *arch, *mnemonic, *operands;
        enum xl_indirect kind;
    } table[] = {
        {"x86_64", "callq", "*%rax", XL_INDIRECT_CALL},
        {"x86_64", "jmpq", "*(%rdi,%rax,8)", XL_INDIRECT_JUMP},
        {"x86_64", "notrack", "jmpq\t*%rax", XL_INDIRECT_NONE},
        {"x86_64", "jmp", "0x1234 <f>", XL_INDIRECT_NONE},
        {"aarch64", "blr", "x8", XL_INDIRECT_CALL},
        {"aarch64", "blraa", "x8, x9", XL_INDIRECT_CALL},
        {"aarch64", "br", "x9", XL_INDIRECT_JUMP},
        {"aarch64", "br", "x16", XL_INDIRECT_LINKED},
        {"aarch64", "braa", "x17, x9", XL_INDIRECT_LINKED},
        {"aarch64", "brk", "#0x1", XL_INDIRECT_NONE},
        {"aarch64", "bl", "0x1234 <f>", XL_INDIRECT_NONE},
        {"riscv64", "jalr", "a0", XL_INDIRECT_NONE},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (xl_indirect_of(table[i].arch, table[i].mnemonic, table[i].operands) != table[i].kind)
            fail_msg("%s %s", table[i].mnemonic, table[i].operands);
    assert_true(xl_has_landing_pads("x86_64") && xl_has_landing_pads("aarch64"));
    assert_false(xl_has_landing_pads("riscv64"));
}

/* Which kinds may arrive: call, jump, jump by x16 or x17. */
XL_TEST(test_pads)
{
    static const struct {
        const char *arch, *mnemonic, *operands;
        bool is_pad[3];
    } table[] = {
        {"x86_64", "endbr64", "", {true, true, true}},
        {"x86_64", "endbr32", "", {false, false, false}},
        {"aarch64", "bti", "c", {true, false, true}},
        {"aarch64", "bti", "j", {false, true, true}},
        {"aarch64", "bti", "jc", {true, true, true}},
        {"aarch64", "bti", "", {false, false, false}},
        {"aarch64", "paciasp", "", {true, false, true}},
        {"aarch64", "pacibsp", "", {true, false, true}},
        {"aarch64", "paciaz", "", {false, false, false}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (int by = XL_INDIRECT_CALL; by <= XL_INDIRECT_LINKED; by++)
            if (xl_is_landing_pad(table[i].arch, table[i].mnemonic, table[i].operands,
                                  (enum xl_indirect)by) != table[i].is_pad[by - 1])
                fail_msg("%s %s, %d", table[i].mnemonic, table[i].operands, by);
}

int main(void)
{
    return xl_run_tests("unwind", NULL, NULL);
}
