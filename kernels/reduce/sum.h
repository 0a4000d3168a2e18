/* What references of sums need: the sum, almost exactly, and how wrong a computed one may be.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_SUM_H
#define XL_KERNELS_REDUCE_SUM_H

#include <math.h>

/* Half a unit in the last place of 1. */
#define XL_UNIT_F32 0x1p-24
#define XL_UNIT_F64 0x1p-53

/* Neumaier's compensated sum. Start it at zeros. */
struct xl_sum {
    double sum, carry;
    double magnitude; /* the sum of absolute values */
};

static inline void xl_sum_add(struct xl_sum *s, double term)
{
    double next = s->sum + term;
    s->carry += fabs(s->sum) >= fabs(term) ? (s->sum - next) + term : (term - next) + s->sum;
    s->sum = next;
    s->magnitude += fabs(term);
}

static inline double xl_sum_value(const struct xl_sum *s)
{
    return s->sum + s->carry;
}

/* Higham's gamma: how wrong, relative to all it is made of, k roundings can make a result
 * ("Accuracy and Stability of Numerical Algorithms", 2nd edition, section 3.1). */
static inline double xl_gamma(double k, double unit)
{
    return k * unit / (1 - k * unit);
}

#endif
