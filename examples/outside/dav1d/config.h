/* What Meson finds out for dav1d's assembly. What is not defined counts as 0.
 * SPDX-License-Identifier: MIT
 */
/* It would make the name of an architecture a difference: */
/* clang-format off */
#define PRIVATE_PREFIX dav1d_
#define HAVE_ASM 1
#define CONFIG_8BPC 1
#define HAVE_AS_ARCH_DIRECTIVE 1
#define AS_ARCH_LEVEL armv8.2-a
#if defined(__aarch64__)
#define ARCH_AARCH64 1
#elif defined(__riscv)
#define ARCH_RISCV 1
#define ARCH_RV64 1
#elif defined(__loongarch__)
#define ARCH_LOONGARCH 1
#define ARCH_LOONGARCH64 1
#endif
/* clang-format on */
