/* What a kernel's file includes: the macros that define a kernel.
 * SPDX-License-Identifier: MIT
 *
 * A kernel is one file, in C11 or C++17. It has a record, a scalar reference that says what is
 * right, and the vector code under test:
 *
 *     #include "kernel.h"
 *
 *     XL_KERNEL(add_f32, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
 *               .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})
 *
 *     XL_REFERENCE(add_f32)(const float *a, const float *b, float *r, size_t n) { ... }
 *
 *     XL_VECTOR(void, add_f32)(const float *a, const float *b, float *r, size_t n) { ... }
 *
 * The file is compiled once on the host, for the record and the reference. For the vector code, it
 * is compiled once for each ISA of each architecture, with that ISA's flags and -ffp-contract=off.
 * The vector code can use the vocabulary of arch/vec.h, which this header includes, or call the
 * function that it tests. It must not use anything else of Crosslane.
 *
 * - XL_KERNEL(name, ...) begins a line. contract.h has the fields.
 * - XL_VECTOR(type, name) defines the symbol <name>__<isa>. XL_ISA_IS_<isa> is 1 for the ISA that
 *   is compiled; use it in #if.
 * - XL_PREPARE(name) defines name_prepare for the field .prepare. It stands before XL_KERNEL.
 * - XL_INIT(name) defines a function without parameters. It is called once in each guest, before
 *   the kernel's first call: a library's own initialization.
 * - XL_VARIANT(name, isa, function) runs a function of any name as the kernel's code for an ISA. An
 *   ISA can have several. XL_VECTOR's code for that ISA then needs a variant too:
 *   XL_VARIANT(name, isa, name__isa). Write it at file scope, below the function and outside #if,
 *   because the host reads it too. The function needs to exist for that ISA only.
 */
#ifndef XL_KERNELS_KERNEL_H
#define XL_KERNELS_KERNEL_H

#include "contract.h"
#include "vec.h"

/* The linker makes an array of a section, and defines its __start_ and __stop_ symbols. */
#define XL_SECTION(NAME) __attribute__((section(NAME), used))

/* A record has a section of its own, so that references to it can be told from those to other data.
 */
#define XL_APART(KIND, NAME) __attribute__((section(KIND "." NAME)))

/* A library's header can define a macro with a kernel's name: `#define add_f32 add_f32_avx2`.
 * Operands of # and ## are not expanded. So the macros below use NAME as such an operand only, and
 * pass it on only after that. */
#define XL_PASTE_(A, B) A##B
#define XL_PASTE(A, B) XL_PASTE_(A, B)
#define XL_STRING_(X) #X
#define XL_STRING(X) XL_STRING_(X)

/* Functions have C names in C++ too. */
#ifdef __cplusplus
#define XL_C_NAME extern "C"
#else
#define XL_C_NAME
#endif

/* Windows' calling convention, for records with `.abi = "ms_abi"`:
 * XL_VECTOR(XL_MS_ABI void, add)(...). Nothing on other architectures than x86-64. */
#ifdef __x86_64__
#define XL_MS_ABI __attribute__((ms_abi))
#else
#define XL_MS_ABI
#endif

/* AArch64's vector calling convention, for records with `.abi = "vector_pcs"`. Nothing elsewhere.
 */
#ifdef __aarch64__
#define XL_VECTOR_PCS __attribute__((aarch64_vector_pcs))
#else
#define XL_VECTOR_PCS
#endif

/* XL_IS_1(MACRO) is 1 if MACRO is defined as 1, and 0 if it is not defined: XL_ONE_1 expands to two
 * arguments, any other XL_ONE_ name to one. */
#define XL_ONE_1 0, 1
#define XL_SECOND_(IGNORED, VALUE, ...) VALUE
#define XL_SECOND(...) XL_SECOND_(__VA_ARGS__, 0, 0)
#define XL_IS_1(MACRO) XL_SECOND(XL_PASTE(XL_ONE_, MACRO))

#ifdef XL_KERNEL_HOST
#define XL_REFERENCE(NAME) XL_C_NAME __attribute__((visibility("hidden"))) void NAME##_reference
#define XL_PREPARE(NAME) static void NAME##_prepare
#define XL_INIT(NAME) __attribute__((unused)) static void NAME##_init(void)
/* Host: the record. The vector code is compiled with the scalar vocabulary and not used. A kernel
 * with `.function` has no reference: its weak symbol is NULL. XL_FAMILY, which the build defines
 * for each directory, is put together: gcc refuses a precompiled header with a name that is a macro
 * later. */
#define XL_VECTOR(TYPE, NAME) __attribute__((unused)) static TYPE XL_PASTE(NAME##__, XL_ISA)
#define XL_KERNEL(NAME, ...)                                                                       \
    extern void xl_reference_##NAME(void) __asm__(#NAME "_reference") __attribute__((weak));       \
    static const struct xl_kernel xl_kernel_##NAME = {.version = XL_KERNEL_VERSION,                \
                                                      .name = #NAME,                               \
                                                      .family = XL_PASTE(XL_FA, MILY),             \
                                                      .reference = xl_reference_##NAME,            \
                                                      __VA_ARGS__};                                \
    XL_SECTION("xl_kernels")                                                                       \
    static const struct xl_kernel *const xl_kernel_entry_##NAME = &xl_kernel_##NAME;
#define XL_VARIANT(NAME, ISA, FUNCTION)                                                            \
    static const struct xl_variant_entry xl_named_##NAME##__##ISA##__##FUNCTION = {#NAME, #ISA,    \
                                                                                   #FUNCTION};     \
    XL_SECTION("xl_named")                                                                         \
    static const struct xl_variant_entry *const xl_named_entry_##NAME##__##ISA##__##FUNCTION =     \
        &xl_named_##NAME##__##ISA##__##FUNCTION;
#else
/* Target: the vector code. The agent finds it through its section. */
#define XL_REFERENCE(NAME) __attribute__((unused)) static void NAME##_reference
#define XL_PREPARE(NAME) __attribute__((unused)) static void NAME##_prepare
/* -DXL_LEFT_OUT_<name>=1 leaves a kernel out of a file of several: it is for other ISAs, or does
 * not link. Its code is compiled and discarded. */
#define XL_INIT(NAME)                                                                              \
    XL_PASTE(XL_INIT_, XL_IS_1(XL_LEFT_OUT_##NAME))                                                \
    (NAME##_init, xl_init_##NAME, xl_init_entry_##NAME, #NAME)
#define XL_INIT_1(FUNCTION, RECORD, ENTRY, TEXT)                                                   \
    __attribute__((unused)) static inline void FUNCTION(void)
#define XL_INIT_0(FUNCTION, RECORD, ENTRY, TEXT)                                                   \
    static void FUNCTION(void);                                                                    \
    XL_APART(".data", "xl_init_" TEXT)                                                             \
    static struct xl_init RECORD = {TEXT, FUNCTION, 0};                                            \
    XL_SECTION("xl_inits")                                                                         \
    static struct xl_init *const ENTRY = &RECORD;                                                  \
    static void FUNCTION(void)
#define XL_VECTOR(TYPE, NAME)                                                                      \
    XL_PASTE(XL_VECTOR_, XL_IS_1(XL_LEFT_OUT_##NAME))(TYPE, XL_PASTE(NAME##__, XL_ISA))
/* Link-time optimisation would make the symbol local, by which the agent's code is found. */
#ifdef XL_LINK_TIME
#define XL_KEPT __attribute__((used))
#else
#define XL_KEPT
#endif
#define XL_VECTOR_0(TYPE, SYMBOL) XL_C_NAME XL_KEPT TYPE SYMBOL
#define XL_VECTOR_1(TYPE, SYMBOL) __attribute__((unused)) static inline TYPE SYMBOL
#define XL_KERNEL(NAME, ...)                                                                       \
    XL_PASTE(XL_KERNEL_, XL_IS_1(XL_LEFT_OUT_##NAME))                                              \
    (xl_call_##NAME, xl_variant_##NAME, xl_variant_entry_##NAME, #NAME, XL_PASTE(NAME##__, XL_ISA))
#define XL_KERNEL_1(CALL, RECORD, ENTRY, TEXT, SYMBOL)
#define XL_KERNEL_0(CALL, RECORD, ENTRY, TEXT, SYMBOL)                                             \
    extern void CALL(void) __asm__(XL_STRING(SYMBOL)) __attribute__((weak));                       \
    XL_APART(".data.rel.ro", "xl_variant_" TEXT)                                                   \
    static const struct xl_variant RECORD = {TEXT, XL_STRING(XL_ISA), CALL, 0, 0};                 \
    XL_SECTION("xl_variants")                                                                      \
    static const struct xl_variant *const ENTRY = &RECORD;
#define XL_VARIANT(NAME, ISA, FUNCTION)                                                            \
    XL_PASTE(XL_VARIANT_, XL_PASTE(XL_IS_1(XL_ISA_IS_##ISA), XL_IS_1(XL_LEFT_OUT_##NAME)))         \
    (NAME##__##ISA##__##FUNCTION, #NAME, #ISA, #FUNCTION, FUNCTION)
#define XL_VARIANT_00(ID, NAME, ISA, TEXT, FUNCTION)
#define XL_VARIANT_01(ID, NAME, ISA, TEXT, FUNCTION)
#define XL_VARIANT_11(ID, NAME, ISA, TEXT, FUNCTION)
#define XL_VARIANT_10(ID, NAME, ISA, TEXT, FUNCTION)                                               \
    XL_APART(".data.rel.ro", "xl_named_" NAME "__" ISA "__" TEXT)                                  \
    static const struct xl_variant xl_named_##ID = {NAME, ISA, (void (*)(void))FUNCTION, 0, TEXT}; \
    XL_SECTION("xl_variants")                                                                      \
    static const struct xl_variant *const xl_named_entry_##ID = &xl_named_##ID;
#endif

#endif
