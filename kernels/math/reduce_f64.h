/* The reduction of a double modulo pi/2, for sin cos tan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_REDUCE_F64_H
#define XL_KERNELS_MATH_REDUCE_F64_H

#include "pieces.h"

#define XL_W 64
#include "reduce_body.h"

/* Up to here pi/2 in three doubles, good for 2^-161, is enough: the rounding in low is at most 2^30
 * 2^-54 2^-53, and no double up to 2^30 is nearer to a multiple of pi/2 than 2^-62, so that r + low
 * is good for 2^-66 of its size. */
#define XL_MATH_NEAR_F64 0x1p30
#define XL_MATH_FAR_LEAST_F64 0x1p30

/* 2^(16 row - 35) 2/pi modulo 4, for each row: the bits from 2^1 to 2^-210, in four doubles of 53
 * bits, without rounding. */
static const double xl_math_two_over_pi_f64[] = {
    0x1.45f2p-36,         0x1.06dc9c882a53fp-52, 0x1.09d5f47d4d377p-105, 0x1.b6c52b327884p-164,
    0x1.45f306dcp-20,     0x1.391054a7f09d4p-53, 0x1.f47d4d377036dp-105, 0x1.14acc9e21c82p-158,
    0x1.45f306dc9c88p-4,  0x1.529fc2757d1fp-55,  0x1.4d377036d8a56p-105, 0x1.93c439041fe5p-159,
    0x1.9836e4e441529p+1, 0x1.f84eafa3ea69bp-52, 0x1.7036d8a5664f1p-105, 0x1.c820ff28b1d5p-162,
    0x1.c9c882a53f84ep+0, 0x1.5f47d4d377036p-53, 0x1.b14acc9e21c82p-106, 0x1.fe5163abdebap-163,
    0x1.054a7f09d5f44p-1, 0x1.ea69bb81b6c52p-52, 0x1.664f10e4107f9p-105, 0x1.163abdebbc56p-159,
    0x1.3f84eafa3ea68p+0, 0x1.bb81b6c52b327p-52, 0x1.10e4107f9458ep-105, 0x1.5ef5de2b0db92p-158,
    0x1.d5f47d4d377p-1,   0x1.b6c52b3278872p-52, 0x1.07f9458eaf7ap-109,  0x1.de2b0db92371dp-158,
    0x1.1f534ddc0db62p+1, 0x1.2b3278872083fp-52, 0x1.9458eaf7aef15p-105, 0x1.0db92371d2126p-158,
    0x1.4ddc0db629599p+1, 0x1.e21c820ff28bp-54,  0x1.d5ef5de2b0db8p-106, 0x1.2371d2126e97p-158,
    0x1.b6c52b327886p-4,  0x1.2083fca2c757bp-52, 0x1.aef1586dc91b8p-105, 0x1.d2126e9700324p-158,
    0x1.4acc9e21c8208p-2, 0x1.fca2c757bd778p-52, 0x1.586dc91b8e909p-105, 0x1.ba5c00c925dd4p-160,
    0x1.93c439041fe51p+1, 0x1.8eaf7aef1586cp-53, 0x1.c91b8e909374bp-105, 0x1.00324977504e8p-158,
    0x1.c820ff28b1d58p-2, 0x1.bd778ac36e48dp-52, 0x1.8e909374b8019p-105, 0x1.25dd413a32438p-160,
    0x1.fe5163abdebbp-3,  0x1.8ac36e48dc748p-52, 0x1.26e9700324976p-106, 0x1.504e8c90e7f0ep-158,
    0x1.163abdebbc561p+1, 0x1.6e48dc74849bap-52, 0x1.700324977504ep-106, 0x1.1921cfe1deb1cp-159,
    0x1.7bd778ac36e48p+0, 0x1.b8e909374b8p-53,   0x1.924bba8274648p-105, 0x1.cfe1deb1cb128p-159,
    0x1.bc561b7246e3ap+1, 0x1.09374b801924ap-53, 0x1.ba827464873f8p-105, 0x1.deb1cb129a73ep-159,
    0x1.b7246e3a424dp-3,  0x1.a5c00c925dd41p-52, 0x1.d1921cfe1debp-107,  0x1.cb129a73ee882p-159,
    0x1.1b8e909374b8p-1,  0x1.924bba827464p-57,  0x1.0e7f0ef58e588p-106, 0x1.4d39f74411afap-158,
    0x1.a424dd2e00649p+1, 0x1.77504e8c90e7cp-54, 0x1.877ac72c4a69cp-105, 0x1.f74411afa975dp-158,
    0x1.ba5c00c925dd4p+0, 0x1.3a32439fc3bdp-56,  0x1.8e5894d39f744p-106, 0x1.1afa975da242p-162,
    0x1.924bba82744p-9,   0x1.2439fc3bd6396p-52, 0x1.29a73ee88235cp-107, 0x1.a975da24274cep-158,
    0x1.25dd413a32438p+0, 0x1.fc3bd63962534p-52, 0x1.cfba208d7d4bap-105, 0x1.da24274ce3813p-158,
    0x1.413a32439fc3ap+0, 0x1.d63962534e7ddp-52, 0x1.046bea5d7689p-108,  0x1.3a671c09ad178p-161,
    0x1.1921cfe1deb1cp+1, 0x1.62534e7dd1046p-52, 0x1.7d4baed1213a6p-105, 0x1.c7026b45f7e4p-159,
    0x1.cfe1deb1cb129p+1, 0x1.4e7dd1046bea5p-52, 0x1.aed1213a671cp-105,  0x1.35a2fbf209cc8p-158,
    0x1.deb1cb129a73ep+1, 0x1.d1046bea5d768p-52, 0x1.213a671c09ad1p-105, 0x1.f7e413991d638p-159,
    0x1.cb129a73ee882p+1, 0x1.afa975da24274p-54, 0x1.9c7026b45f7e4p-107, 0x1.3991d6398352p-163,
    0x1.34e7dd1046beap+0, 0x1.75da24274ce38p-54, 0x1.35a2fbf209ccp-110,  0x1.1d639835339f4p-159,
    0x1.ee88235f52ebbp+1, 0x1.1213a671c09acp-53, 0x1.17df904e64758p-105, 0x1.cc1a99cfa4e42p-158,
    0x1.1afa975da242p-2,  0x1.d338e04d68befp-52, 0x1.904e64758e60dp-105, 0x1.339f49c845f8ap-159,
    0x1.52ebb4484e99cp+1, 0x1.c09ad17df904ep-53, 0x1.91d639835339cp-107, 0x1.a4e422fc5defcp-158,
    0x1.b4484e99c7026p+1, 0x1.68befc827323ap-52, 0x1.8e60d4ce7d272p-105, 0x1.17e2ef7e4a0e8p-161,
    0x1.3a671c09ad17cp-1, 0x1.f904e64758e6p-53,  0x1.a99cfa4e422fcp-106, 0x1.77bf250763ffp-160,
    0x1.c7026b45f7e41p+1, 0x1.cc8eb1cc1a99cp-54, 0x1.f49c845f8bbdcp-107, 0x1.c941d8ffc4bffp-158,
    0x1.ad17df904e644p-1, 0x1.ac7306a673e93p-52, 0x1.2117e2ef7e4ap-105,  0x1.d8ffc4bffef02p-158,
    0x1.f7e413991d639p+1, 0x1.06a673e93908bp-52, 0x1.e2ef7e4a0ec7fp-105, 0x1.c4bffef02cc07p-158,
    0x1.3991d6398353p-3,  0x1.cfa4e422fc5dcp-54, 0x1.7e4a0ec7fe25fp-105, 0x1.fef02cc07f797p-158,
    0x1.1d639835339f4p+1, 0x1.3908bf177bf25p-52, 0x1.d8ffc4bffefp-110,   0x1.6603fbcbc4628p-161,
    0x1.9835339f49c84p+1, 0x1.7e2ef7e4a0ec6p-53, 0x1.fe25fff78166p-105,  0x1.fde5e2316b414p-160,
    0x1.339f49c845f8bp+1, 0x1.7bf250763ff12p-52, 0x1.fff7816603fbcp-105, 0x1.788c5ad05368fp-158,
    0x1.49c845f8bbdf9p+1, 0x1.41d8ffc4bffecp-54, 0x1.816603fbcbc46p-105, 0x1.6b414da3eda6cp-160,
    0x1.17e2ef7e4a0ecp-1, 0x1.ff897ffde0598p-55, 0x1.fde5e2316b4p-112,   0x1.4da3eda6cfd9cp-160,
    0x1.77bf250763ffp+0,  0x1.2fffbc0b301fdp-52, 0x1.cbc462d6829b4p-105, 0x1.f6d367ecf27cap-159,
    0x1.9283b1ff897ffp+1, 0x1.bc0b301fde5e2p-52, 0x1.8b5a0a6d1f6dp-107,  0x1.b3f6793e584dbp-158,
    0x1.b1ff897ffde05p+1, 0x1.301fde5e2316bp-52, 0x1.05368fb69b3f6p-106, 0x1.e4f96136e9e8cp-160,
    0x1.897ffde05980fp+1, 0x1.de5e2316b414dp-52, 0x1.47db4d9fb3c9fp-105, 0x1.6136e9e8c7eccp-160,
    0x1.fde05980fef2fp+1, 0x1.18b5a0a6d1f68p-55, 0x1.4d9fb3c9f2c26p-105, 0x1.ba7a31fb34f2fp-158,
    0x1.6603fbcbc462cp-1, 0x1.6829b47db4d9ep-53, 0x1.b3c9f2c26dd3dp-105, 0x1.8fd9a797fa8bp-161,
    0x1.fde5e2316b414p+0, 0x1.b47db4d9fb3c8p-53, 0x1.f2c26dd3d18fdp-105, 0x1.34f2ff516ba93p-158,
    0x1.e2316b414da3ep+0, 0x1.b4d9fb3c9f2c2p-53, 0x1.b74f463f669e4p-107, 0x1.fea2d7527bac6p-159,
    0x1.6b414da3eda6cp+0, 0x1.fb3c9f2c26dd2p-53, 0x1.d18fd9a797fa8p-105, 0x1.6ba93dd63f5f2p-158,
    0x1.4da3eda6cfd9ep+0, 0x1.3e584dba7a31cp-54, 0x1.d9a797fa8b5d4p-105, 0x1.3dd63f5f2f8bdp-158,
    0x1.f6d367ecf27cbp+1, 0x1.36e9e8c7ecd3p-56,  0x1.97fa8b5d49eebp-105, 0x1.faf97c5ecf418p-161,
    0x1.67ecf27cb09b7p+1, 0x1.3d18fd9a797fap-53, 0x1.16ba93dd63f5ep-106, 0x1.2f8bd9e839cfbp-158,
    0x1.e4f96136e9e8cp+0, 0x1.fb34f2ff516b8p-54, 0x1.49eeb1faf97c5p-105, 0x1.d9e839cfbc529p-158,
    0x1.6136e9e8c7eccp+0, 0x1.3cbfd45aea4f7p-52, 0x1.63f5f2f8bd9e8p-106, 0x1.ce7de294a4ba8p-161,
    0x1.74f463f669e5fp+1, 0x1.d45aea4f758fdp-52, 0x1.f2f8bd9e839cep-106, 0x1.bc529497535fdp-158,
    0x1.8fd9a797fa8b4p-1, 0x1.d49eeb1faf97cp-53, 0x1.7b3d0739f78a4p-107, 0x1.292ea6bfb5fbp-159,
    0x1.a797fa8b5d49cp-1, 0x1.758fd7cbe2f67p-52, 0x1.41ce7de294a4bp-105, 0x1.535fdafd88fc6p-158,
    0x1.fea2d7527bac7p+1, 0x1.d7cbe2f67a0e7p-52, 0x1.f78a5292ea6bcp-107, 0x1.dafd88fc6ae84p-158,
    0x1.aea4f758fd7cap+0, 0x1.e2f67a0e73ef1p-52, 0x1.29497535fdafcp-106, 0x1.88fc6ae842b01p-158};

/* a + b = sum + error (Knuth, "The Art of Computer Programming", 4.2.2, theorem B) */
XL_VEC xl_f64 xl_math_exact_sum_f64(xl_f64 a, xl_f64 b, xl_f64 *error, size_t vl)
{
    xl_f64 sum = xl_f64_add(a, b, vl), of_b = xl_f64_sub(sum, a, vl);
    xl_f64 of_a = xl_f64_sub(sum, of_b, vl);
    *error = xl_f64_add(xl_f64_sub(a, of_a, vl), xl_f64_sub(b, of_b, vl), vl);
    return sum;
}

/* a b = product + error */
XL_VEC xl_f64 xl_math_exact_product_f64(xl_f64 a, xl_f64 b, xl_f64 *error, size_t vl)
{
    xl_f64 product = xl_f64_mul(a, b, vl);
    *error = xl_f64_fma(a, b, xl_f64_neg(product, vl), vl);
    return product;
}

/* x less the nearest multiple of 4, without rounding */
XL_VEC xl_f64 xl_math_modulo_4_f64(xl_f64 x, size_t vl)
{
    xl_f64 turns = xl_f64_roundeven(xl_f64_mul_s(x, 0.25, vl), vl);
    return xl_f64_sub(x, xl_f64_mul_s(turns, 4, vl), vl);
}

/* magnitude = (pi/2) (4 j + quadrant) + r + low, for any magnitude from 2^30 on. Infinity gives NaN
 * in low.
 *
 * Payne and Hanek's reduction (reduce_f32.h), in doubles. With e the exponent field and m the
 * significand as an integer,
 *
 *     magnitude = (m 2^(e mod 16)) 2^(16 (e div 16) - 1075)
 *
 * and the bracket is below 2^68. It is multiplied by a row of the table. Of the four products the
 * first is a multiple of 2^-51, so that its halves, both modulo 4, have an exact sum. The others
 * are below 2^17, 2^-36 and 2^-89. No double is nearer to a multiple of pi/2 than 2^-61, so that
 * the sum may cancel to 2^-62: what is lost is below 2^-141. */
XL_VEC xl_f64 xl_math_reduce_far_f64(xl_f64 magnitude, xl_f64 *low, xl_u64 *quadrant, size_t vl)
{
    xl_u64 bits = xl_u64_bitcast_f64(magnitude);
    xl_u64 row = xl_u64_sub(xl_u64_shr(bits, 56, vl), xl_u64_set1(65, vl), vl);
    xl_u64 at = xl_u64_shl(row, 2, vl);
    xl_u64 scaled = xl_u64_and(bits, xl_u64_set1(UINT64_C(0x00ffffffffffffff), vl), vl);
    scaled = xl_u64_add(scaled, xl_u64_set1(UINT64_C(1075) << 52, vl), vl);
    xl_f64 m = xl_f64_bitcast_u64(scaled);

    xl_f64 first_low, second_low, third_low, first_error, error, errors;
    const double *table = xl_math_two_over_pi_f64;
    xl_f64 first = xl_math_exact_product_f64(m, xl_f64_gather(table, at, vl), &first_low, vl);
    xl_f64 second = xl_math_exact_product_f64(m, xl_f64_gather(table + 1, at, vl), &second_low, vl);
    xl_f64 third = xl_math_exact_product_f64(m, xl_f64_gather(table + 2, at, vl), &third_low, vl);
    xl_f64 fourth = xl_f64_mul(m, xl_f64_gather(table + 3, at, vl), vl);

    first = xl_f64_add(xl_math_modulo_4_f64(first, vl), xl_math_modulo_4_f64(first_low, vl), vl);
    xl_f64 sum = xl_math_exact_sum_f64(first, xl_math_modulo_4_f64(second, vl), &first_error, vl);
    xl_f64 k = xl_f64_roundeven(sum, vl);
    *quadrant = xl_u64_bitcast_i64(xl_math_whole_f64(k, vl));
    sum = xl_f64_sub(sum, k, vl);
    third = xl_math_exact_sum_f64(third, second_low, &errors, vl);
    errors = xl_f64_add(errors, xl_f64_add(third_low, fourth, vl), vl);
    sum = xl_math_exact_sum_f64(sum, third, &error, vl);
    errors = xl_f64_add(errors, error, vl);
    sum = xl_math_exact_sum_f64(sum, first_error, &error, vl);
    errors = xl_f64_add(errors, error, vl);
    xl_f64 t_low, t = xl_math_exact_sum_f64(sum, errors, &t_low, vl);

    /* Times pi/2, which is two numbers as well. */
    xl_f64 half_pi = xl_f64_set1(0x1.921fb54442d18p+0, vl), r_low;
    xl_f64 r = xl_math_exact_product_f64(t, half_pi, &r_low, vl);
    t_low = xl_f64_mul(t_low, half_pi, vl);
    t_low = xl_f64_fma(t, xl_f64_set1(0x1.1a62633145c07p-54, vl), t_low, vl);

    xl_f64 none = xl_f64_sub(magnitude, magnitude, vl); /* NaN for infinity, else 0 */
    *low = xl_f64_add(xl_f64_add(r_low, t_low, vl), none, vl);
    return r;
}

#endif
