/* What a result of each road to a reference costs, against one by double; `crosslane bench` runs
 * it.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "oracle/reference.h"

enum { XL_RESULTS = 20000, XL_SLOW_RESULTS = 2000 };

/* Arguments of a few units, where every function here has something to do; the same in each run. */
static double next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53 * 8;
}

/* Nanoseconds of processor time a result. */
static double cost(const struct xl_function *f, int road, int results)
{
    uint64_t state = 1;
    volatile double sink = 0;
    clock_t begin = clock();
    for (int i = 0; i < results; i++) {
        const double x[XL_MAX_ARITY] = {next(&state), next(&state), next(&state)};
        struct xl_exact_value wide = {0};
        if (road == 0)
            sink = f->f64(x);
        else if (road == 1)
            sink = (double)f->f80(x);
        else
            f->mpfr(x, &wide), sink = (double)wide.value;
    }
    (void)sink;
    return (double)(clock() - begin) * 1e9 / CLOCKS_PER_SEC / results;
}

int main(void)
{
    static const char *const names[] = {"exp", "log", "sin", "atan2", "pow", "erf"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct xl_function *f = xl_function_find(names[i]);
        double quick = cost(f, 0, XL_RESULTS), wide = cost(f, 1, XL_RESULTS),
               exact = cost(f, 2, XL_SLOW_RESULTS);
        printf("%-5s by long double, against double %26s %6.2f   %.0f ns against %.0f ns\n",
               names[i], "", wide / quick, wide, quick);
        printf("%-5s by MPFR, against double %33s %6.2f   %.0f ns against %.0f ns\n", names[i], "",
               exact / quick, exact, quick);
    }
    xl_function_forget();
    return 0;
}
