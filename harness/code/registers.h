/* What an instruction says of general registers: those of its address, and those that it divides;
 * and their values in an emulator's log.
 * SPDX-License-Identifier: MIT
 *
 * With `-d cpu`, QEMU writes the registers behind the line of each executed block (cpu_dump_state
 * in target/<arch>), in lines that are the architecture's.
 */
#ifndef XL_HARNESS_CODE_REGISTERS_H
#define XL_HARNESS_CODE_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>

enum { XL_REGISTERS = 4, XL_REGISTER_NAME = 8 };

struct xl_registers {
    char names[XL_REGISTERS][XL_REGISTER_NAME]; /* as llvm-objdump prints them */
    size_t count;
    bool has_vector; /* a vector register has addresses, or what is divided */
};

/* The registers of the address that an instruction loads from or stores to. None: it does neither,
 * or its address is a constant. */
struct xl_registers xl_address_registers(const char *arch, const char *mnemonic,
                                         const char *operands);

/* Whether an instruction divides, or extracts a root: how long that takes can depend on the
 * numbers. Sources: registers.c. Sets the registers with the numbers. */
bool xl_divides(const char *arch, const char *mnemonic, const char *operands,
                struct xl_registers *of);

/* The value of a register in the lines of one instruction: hexadecimal digits, whose number is in
 * *length. NULL: the lines have none of this name. */
const char *xl_register_value(const char *arch, const char *name, const char *lines, size_t size,
                              size_t *length);

#endif
