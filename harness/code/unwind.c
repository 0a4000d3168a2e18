/* Unwinding by call frame information: libdw reads it, and this evaluates its expressions.
 * SPDX-License-Identifier: MIT
 */
#include "code/unwind.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* libdw before 0.189 does not know LoongArch, whose information has nothing of its own. It takes
 * the machine for one that it knows. */
static void rename_machine(char *file, size_t size)
{
    Elf64_Ehdr header;
    if (size < sizeof header)
        return;
    memcpy(&header, file, sizeof header);
    if (header.e_machine != EM_LOONGARCH)
        return;
    header.e_machine = EM_RISCV;
    memcpy(file, &header, sizeof header);
}

struct xl_unwinder xl_unwinder_of(const char *file, size_t size)
{
    char *copy = xl_alloc(size + 1, 1);
    memcpy(copy, file, size);
    rename_machine(copy, size);
    Elf *elf = elf_memory(copy, size);
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    return (struct xl_unwinder){.elf = elf,
                                .file = copy,
                                .loaded = dwarf_getcfi_elf(elf),
                                .of_debugger = dwarf ? dwarf_getcfi(dwarf) : NULL,
                                .dwarf = dwarf,
                                .address_bytes = gelf_getclass(elf) == ELFCLASS32 ? 4 : 8};
}

void xl_unwinder_free(struct xl_unwinder *unwinder)
{
    dwarf_cfi_end(unwinder->loaded);
    dwarf_end(unwinder->dwarf);
    elf_end(unwinder->elf);
    free(unwinder->file);
}

/* ---- Expressions (DWARF 5, 2.5) ---- */

enum { MOST_VALUES = 32 };

struct machine {
    const struct xl_unwinder *unwinder;
    const struct xl_dwarf *numbers;
    const struct xl_frame_state *state;
    uint64_t frame_address;
    xl_read_stack *read;
    void *data;
    uint64_t values[MOST_VALUES];
    unsigned count;
    bool is_value; /* the result is no address */
};

static uint64_t within_address(const struct machine *m, uint64_t word)
{
    return m->unwinder->address_bytes == 4 ? (uint32_t)word : word;
}

static bool push(struct machine *m, uint64_t value)
{
    if (m->count == MOST_VALUES)
        return false;
    m->values[m->count++] = within_address(m, value);
    return true;
}

static bool pop(struct machine *m, uint64_t *value)
{
    if (!m->count)
        return false;
    *value = m->values[--m->count];
    return true;
}

static bool push_register(struct machine *m, uint64_t number, uint64_t offset)
{
    return number < XL_UNWIND_REGISTERS && m->state->is_known[number] &&
           push(m, m->state->registers[number] + offset);
}

/* Two operands, one result. */
static bool compute(struct machine *m, unsigned operation)
{
    uint64_t a, b;
    if (!pop(m, &b) || !pop(m, &a))
        return false;
    switch (operation) {
    case DW_OP_plus:
        return push(m, a + b);
    case DW_OP_minus:
        return push(m, a - b);
    case DW_OP_mul:
        return push(m, a * b);
    case DW_OP_and:
        return push(m, a & b);
    case DW_OP_or:
        return push(m, a | b);
    case DW_OP_xor:
        return push(m, a ^ b);
    case DW_OP_shl:
        return push(m, b < 64 ? a << b : 0);
    case DW_OP_shr:
        return push(m, b < 64 ? a >> b : 0);
    case DW_OP_ge:
        return push(m, (int64_t)a >= (int64_t)b);
    default:
        return false;
    }
}

static bool step(struct machine *m, const Dwarf_Op *op)
{
    uint64_t word;
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
        return push(m, op->atom - DW_OP_lit0);
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return push_register(m, op->atom - DW_OP_breg0, op->number);
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
        m->is_value = true;
        return push_register(m, op->atom - DW_OP_reg0, 0);
    }
    switch (op->atom) {
    case DW_OP_regx:
        m->is_value = true;
        return push_register(m, op->number, 0);
    case DW_OP_bregx:
        return push_register(m, op->number, op->number2);
    case DW_OP_call_frame_cfa:
        return push(m, m->frame_address);
    case DW_OP_plus_uconst:
        return pop(m, &word) && push(m, word + op->number);
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return push(m, op->number);
    case DW_OP_deref:
        return pop(m, &word) && m->read(m->data, word, &word) && push(m, word);
    case DW_OP_stack_value:
        m->is_value = true;
        return true;
    case DW_OP_nop:
        return true;
    default:
        return compute(m, op->atom);
    }
}

/* The number on top at the end, an address or a value. */
static bool evaluate(struct machine *m, const Dwarf_Op *ops, size_t count, uint64_t *result)
{
    m->count = 0;
    m->is_value = false;
    for (size_t i = 0; i < count; i++)
        if (!step(m, &ops[i]))
            return false;
    if (m->count)
        *result = m->values[m->count - 1];
    return m->count > 0;
}

/* ---- Frames ---- */

static bool is_kept(const struct xl_dwarf *numbers, unsigned number)
{
    const struct xl_dwarf_register *r = numbers->kept;
    while (r->name && r->number != number)
        r++;
    return r->name != NULL;
}

/* The caller's value of one register. False: it is not known. Callee-saved registers that the
 * information does not name are the same: libdw 0.188 says so of x86-64's rax instead of rbx. */
static bool find_register(struct machine *m, Dwarf_Frame *frame, unsigned number, uint64_t *value)
{
    Dwarf_Op simple[3], *ops = simple;
    size_t count = 0;
    if (dwarf_frame_register(frame, (int)number, simple, &ops, &count))
        return false;
    if (!count) {
        *value = m->state->registers[number];
        return (!ops || is_kept(m->numbers, number)) && m->state->is_known[number];
    }
    return evaluate(m, ops, count, value) && (m->is_value || m->read(m->data, *value, value));
}

enum xl_unwound xl_unwind(const struct xl_unwinder *unwinder, const struct xl_dwarf *numbers,
                          struct xl_frame_state *state, xl_read_stack *read, void *data)
{
    const struct xl_frame_state from = *state;
    const uint64_t at = from.pc - from.is_caller;
    struct machine m = {
        .unwinder = unwinder, .numbers = numbers, .state = &from, .read = read, .data = data};
    Dwarf_Frame *frame = NULL;
    Dwarf_Op *ops = NULL;
    size_t count = 0;
    if (!(unwinder->loaded && dwarf_cfi_addrframe(unwinder->loaded, at, &frame) == 0) &&
        !(unwinder->of_debugger && dwarf_cfi_addrframe(unwinder->of_debugger, at, &frame) == 0))
        return XL_UNWOUND_NO_INFORMATION;
    const int link = dwarf_frame_info(frame, NULL, NULL, NULL);
    bool is_known = link >= 0 && link < XL_UNWIND_REGISTERS &&
                    dwarf_frame_cfa(frame, &ops, &count) == 0 &&
                    evaluate(&m, ops, count, &m.frame_address);
    for (unsigned i = 0; i < XL_UNWIND_REGISTERS && is_known; i++)
        if (i == numbers->stack_pointer) {
            state->registers[i] = m.frame_address - numbers->above;
            state->is_known[i] = true;
        } else
            state->is_known[i] = find_register(&m, frame, i, &state->registers[i]);
    is_known = is_known && state->is_known[link];
    if (is_known) {
        state->pc = state->registers[link];
        state->is_caller = true;
    }
    free(frame);
    return is_known ? XL_UNWOUND : XL_UNWOUND_UNKNOWN;
}
