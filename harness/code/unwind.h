/* Unwinding by a program's call frame information (DWARF 5, 6.4).
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_UNWIND_H
#define XL_HARNESS_CODE_UNWIND_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "matrix/isas.h"

enum { XL_UNWIND_REGISTERS = 128 };

/* What registers hold, by DWARF's numbers, and where the next instruction is. */
struct xl_frame_state {
    uint64_t registers[XL_UNWIND_REGISTERS];
    bool is_known[XL_UNWIND_REGISTERS];
    uint64_t pc;
    bool is_caller; /* pc is where a call returns to: what called is before it */
};

/* Reads a word of the stack, as long as an address. False: it is not known. */
typedef bool xl_read_stack(void *data, uint64_t address, uint64_t *word);

/* The information of a program: .eh_frame, and .debug_frame. */
struct xl_unwinder {
    Dwarf_CFI *loaded, *of_debugger;
    Dwarf *dwarf; /* has of_debugger */
    Elf *elf;
    char *file;
    unsigned address_bytes;
};

/* Copies the bytes of an ELF file. */
struct xl_unwinder xl_unwinder_of(const char *file, size_t size);
void xl_unwinder_free(struct xl_unwinder *unwinder);

/* UNKNOWN: memory or a register that the information names is not known. */
enum xl_unwound { XL_UNWOUND, XL_UNWOUND_NO_INFORMATION, XL_UNWOUND_UNKNOWN };

/* Changes the state to that of the caller. */
enum xl_unwound xl_unwind(const struct xl_unwinder *unwinder, const struct xl_dwarf *numbers,
                          struct xl_frame_state *state, xl_read_stack *read, void *data);

#endif
