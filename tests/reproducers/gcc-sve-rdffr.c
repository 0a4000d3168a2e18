/* gcc 14.2, -O2 -march=armv8.2-a+sve: the second of two first-fault loads has the first one's FFR.
 * SPDX-License-Identifier: MIT
 * In the loop one RDFFR is left of two. It stands before the second SETFFR. Right at -O0. Run under
 * qemu-aarch64 -cpu max: it must print nothing.
 */
#include <arm_sve.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static inline svuint8_t load(const uint8_t *p, uint64_t *loaded, uint64_t n)
{
    svbool_t below = svwhilelt_b8_u64(0, n);
    svsetffr();
    svuint8_t v = svldff1_u8(below, p);
    *loaded = svcntp_b8(below, svrdffr_z(below));
    return v;
}

__attribute__((noinline)) static int are_equal(const uint8_t *p, const uint8_t *q, uint64_t n)
{
    for (uint64_t i = 0, of_p, vl; i < n; i += vl) {
        svuint8_t v = load(p + i, &of_p, svcntb());
        svuint8_t w = load(q + i, &vl, of_p);
        if (svptest_any(svwhilelt_b8_u64(0, vl), svcmpne_u8(svptrue_b8(), v, w)))
            return 0;
    }
    return 1;
}

int main(void)
{
    uint8_t p[256];
    uint8_t *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || mprotect(page + 4096, 4096, PROT_NONE))
        return 1;
    /* Five bytes at the end of a page. What is not loaded is zero. */
    memset(p, 7, sizeof p);
    memset(page, 7, 4096);
    if (!are_equal(p, page + 4091, 5))
        puts("five equal bytes differ");
    return 0;
}
