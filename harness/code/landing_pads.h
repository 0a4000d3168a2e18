/* Landing pads: instructions at which an indirect branch may arrive, where the CPU checks that.
 * SPDX-License-Identifier: MIT
 *
 * AArch64: Branch Target Identification (DDI 0487, D8.4.9). x86-64: Indirect Branch Tracking (Intel
 * SDM volume 1, 17.3). No other architecture's compilers make pads yet: RISC-V's Zicfilp is later
 * than the matrix's compilers.
 */
#ifndef XL_HARNESS_CODE_LANDING_PADS_H
#define XL_HARNESS_CODE_LANDING_PADS_H

#include <stdbool.h>

/* How an instruction goes to an address that it computes. LINKED: br of AArch64 by x16 or x17,
 * which may arrive where a call may. A `notrack` jump of x86-64 goes nowhere in this sense. */
enum xl_indirect { XL_INDIRECT_NONE, XL_INDIRECT_CALL, XL_INDIRECT_JUMP, XL_INDIRECT_LINKED };

/* Whether the architecture has pads. */
bool xl_has_landing_pads(const char *arch);

/* Instructions as llvm-objdump prints them. */
enum xl_indirect xl_indirect_of(const char *arch, const char *mnemonic, const char *operands);

/* Whether an indirect branch of this kind may arrive at the instruction. */
bool xl_is_landing_pad(const char *arch, const char *mnemonic, const char *operands,
                       enum xl_indirect by);

/* The pad that a function begins with: "bti c". */
const char *xl_landing_pad_of(const char *arch);

#endif
