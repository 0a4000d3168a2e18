/* gcc 14.2, ppc64le, -O2 -mcpu=power8: taking a float lane out of a vector quietens a signalling
 * NaN (xscvspdp).
 * SPDX-License-Identifier: MIT
 * Wrong with -fsignaling-nans too; clang 19 keeps the
 * bits.
 */
#include <altivec.h>
#include <string.h>

float lane(__vector float v);
void forwarded(__vector float v, float *p, int *q);

float lane(__vector float v)
{
    return vec_extract(v, 0);
}

void forwarded(__vector float v, float *p, int *q)
{
    *(__vector float *)p = v;
    float x = p[1];
    memcpy(q, &x, sizeof x);
}
