/* What a record says of sizes and memory, beyond any n: sizes of a list, other ratios than n, any
 * size_t, alignments of ISAs; and what sizes all kernels get.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/case.h"
#include "oracle/inputs.h"
#include "oracle/record.h"
#include "oracle/record_check.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "oracle/values.h"
#include "repro/reproduction.h"
#include "results/results_json.h"
#include "unit.h"

static const size_t vector_lengths[] = {0, 128, 512, 2048};
enum { VECTOR_LENGTHS = sizeof vector_lengths / sizeof vector_lengths[0] };

static const struct xl_kernel listed = {.name = "listed",
                                        .sizes = {.n = {4, 48, 16}},
                                        .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}};

/* Which of three sizes it is; else the test fails. */
static size_t number_of(size_t n)
{
    assert_true(n == 4 || n == 48 || n == 16);
    return n == 4 ? 0 : n == 48 ? 1 : 2;
}

/* No other n, not 0 either; and each with each fill, at each place, and at each alignment. */
XL_TEST(test_each_listed_n_is_tried)
{
    for (size_t v = 0; v < VECTOR_LENGTHS; v++) {
        size_t fills[XL_FILLS][3] = {{0}}, places[XL_PLACEMENTS][3] = {{0}},
               aligned[XL_ALIGNMENTS][3] = {{0}};
        for (size_t i = 0; i < xl_case_count(&listed, vector_lengths[v], 1); i++) {
            const struct xl_case was = xl_case_get(&listed, vector_lengths[v], 1, 1, i);
            struct xl_case c = was;
            const size_t which = number_of(c.n);
            fills[c.fill][which]++;
            places[c.placement][which]++;
            if (c.placement == XL_PLACEMENT_OFF && c.fill == XL_FILL_BITS)
                aligned[c.offset % XL_ALIGNMENTS][which]++;
            assert_true(c.placement != XL_PLACEMENT_PAGE_END || (c.offset && c.offset < c.n));
            xl_case_shorten(&listed, &c);
            assert_int_equal(c.n, was.n);
        }
        for (size_t which = 0; which < 3; which++) {
            for (size_t f = 0; f < XL_FILLS; f++)
                assert_int_equal(fills[f][which] > 0, fills[f][0] > 0);
            for (size_t p = 0; p < XL_PLACEMENTS; p++)
                assert_int_equal(places[p][which] > 0, p != XL_PLACEMENT_IN_PLACE &&
                                                           p != XL_PLACEMENT_SAME &&
                                                           p != XL_PLACEMENT_ALIGNED);
            for (size_t a = 0; a < XL_ALIGNMENTS; a++)
                assert_true(aligned[a][which] > 0);
        }
    }
}

#define PICTURE                                                                                    \
    {XL_IN_ROWS(u16, a, 1),                                                                        \
     XL_STRIDE_EITHER_WAY(a),                                                                      \
     XL_OUT_ROWS(u16, r, 1),                                                                       \
     XL_STRIDE(r),                                                                                 \
     XL_COUNT,                                                                                     \
     XL_ROWS}
static const struct xl_kernel blocks = {
    .name = "blocks", .sizes = {.blocks = {{128, 128}, {4, 16}, {4, 4}, {16, 4}}}, .args = PICTURE};

static size_t pair_of(const struct xl_case *c)
{
    size_t b = 0;
    while (b < 4 && (blocks.sizes.blocks[b].n != c->n || blocks.sizes.blocks[b].rows != c->rows))
        b++;
    assert_true(b < 4);
    return b;
}

static size_t limit_of(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const size_t limit = xl_buffer_limit(kernel), wide = xl_wide_extent(kernel, c);
    return wide > limit ? wide : limit;
}

/* Each pair at each place, whole, however large the gaps between rows are; and no other pair. */
XL_TEST(test_each_pair_is_tried)
{
    struct xl_kernel aligned = blocks;
    aligned.align = 64;
    assert_true(xl_buffer_limit(&blocks) == XL_MAX_BUFFER_BYTES);
    assert_true(xl_buffer_limit(&aligned) > XL_MAX_BUFFER_BYTES);
    const struct xl_kernel *const all[] = {&blocks, &aligned};
    for (size_t k = 0; k < 2; k++)
        for (size_t v = 0; v < VECTOR_LENGTHS; v++) {
            size_t seen[XL_PLACEMENTS_APART][4] = {{0}};
            for (size_t i = 0; i < xl_case_count(all[k], vector_lengths[v], 1); i++) {
                const struct xl_case c = xl_case_get(all[k], vector_lengths[v], 1, 1, i);
                const size_t pair = pair_of(&c);
                assert_true(xl_extent(all[k], 0, &c) <= limit_of(all[k], &c));
                if (c.placement < XL_PLACEMENTS_APART)
                    seen[c.placement][pair]++;
            }
            for (size_t p = 0; p < XL_PLACEMENTS_APART; p++)
                for (size_t b = 0; b < 4; b++)
                    assert_true(seen[p][b] > 0);
        }
}

/* With any n the rows alone are of the list. */
XL_TEST(test_listed_rows)
{
    const struct xl_kernel kernel = {.name = "rows", .sizes = {.rows = {64, 6}}, .args = PICTURE};
    size_t seen[2] = {0}, large = 0;
    for (size_t i = 0; i < xl_case_count(&kernel, 2048, 1); i++) {
        const struct xl_case c = xl_case_get(&kernel, 2048, 1, 1, i);
        assert_true(c.rows == 64 || c.rows == 6);
        assert_true(xl_extent(&kernel, 0, &c) <= limit_of(&kernel, &c));
        seen[c.rows == 6]++;
        large += c.n > 4 * c.lanes + 3;
    }
    assert_true(seen[0] > 100 && seen[1] > 100 && large > 0);
    struct xl_case c = {.n = 100, .rows = 63, .depth = 1};
    assert_false(xl_sizes_allow(&kernel, &c));
    xl_fit_rows(&kernel, &c);
    assert_int_equal(c.rows, 6);
}

XL_TEST(test_a_size_next_to_another)
{
    assert_int_equal(xl_valid_n(&listed, 0), 4);
    assert_int_equal(xl_valid_n(&listed, 15), 4);
    assert_int_equal(xl_valid_n(&listed, 16), 16);
    assert_int_equal(xl_valid_n(&listed, 47), 16);
    assert_int_equal(xl_valid_n(&listed, 10007), 48);
    assert_int_equal(xl_valid_rows(&blocks, 4, 15), 4);
    assert_int_equal(xl_valid_rows(&blocks, 128, 1), 128);
    assert_int_equal(xl_valid_rows(&listed, 4, 15), 15);
}

static void assert_wrong(struct xl_kernel kernel, struct xl_sizes sizes, const char *wanted)
{
    kernel.sizes = sizes;
    const char *wrong = xl_sizes_wrong(&kernel);
    if (wanted && (!wrong || !strstr(wrong, wanted)))
        fail_msg("\"%s\" does not say \"%s\"", wrong ? wrong : "", wanted);
    if (!wanted)
        assert_null(wrong);
}

static const struct xl_kernel product = {
    .name = "product",
    .sizes = {.row_thresholds = {700}, .depth_thresholds = {40, 900}},
    .args = {XL_IN_OF(f64, a, depth, rows), XL_IN_OF(f64, b, n, depth), XL_OUT_OF(f64, c, n, rows),
             XL_STRIDE(b, c), XL_ROWS, XL_COUNT, XL_DEPTH}};

/* Of rows and depth what is below a threshold, it, and what is above it, with a vector of n; and
 * without any threshold what 8 bits count, and what is next to it. */
XL_TEST(test_thresholds_of_each_size)
{
    enum { MOST = 1000 };
    for (size_t v = 0; v < VECTOR_LENGTHS; v++) {
        bool rows[MOST] = {false}, depth[MOST] = {false};
        for (size_t i = 0; i < xl_case_count(&product, vector_lengths[v], 1); i++) {
            const struct xl_case c = xl_case_get(&product, vector_lengths[v], 1, 1, i);
            assert_true(c.rows < MOST && c.depth < MOST);
            for (size_t k = 0; k < 3; k++)
                assert_true(xl_extent(&product, k, &c) <= limit_of(&product, &c));
            rows[c.rows] |= c.n > c.lanes || c.rows < 600;
            depth[c.depth] |= c.n > c.lanes || c.depth < 600;
        }
        assert_true(rows[699] && rows[700] && rows[701] && rows[255] && rows[256] && rows[257]);
        assert_true(depth[899] && depth[900] && depth[901] && depth[255] && depth[257]);
        assert_true(depth[39] && depth[40] && depth[41]);
    }
    assert_null(xl_sizes_wrong(&product));
    struct xl_kernel k = product;
    k.sizes.rows[0] = 4;
    assert_string_equal(xl_sizes_wrong(&k), ".sizes that list rows have no .row_thresholds");
    k = product;
    k.sizes.row_thresholds[1] = XL_MOST_BUFFER_BYTES;
    assert_string_equal(xl_sizes_wrong(&k), ".row_thresholds: rows can never reach a threshold");
    k = product;
    k.sizes.depth_thresholds[1] = XL_MOST_BUFFER_BYTES;
    assert_string_equal(xl_sizes_wrong(&k), ".depth_thresholds: depth can never reach a threshold");
    k = (struct xl_kernel){
        .sizes = {.row_thresholds = {1 << 12}},
        .args = {XL_IN_POINTERS(u8, a, 1), XL_OUT_POINTERS(u8, r, 1), XL_COUNT, XL_ROWS}};
    assert_string_equal(xl_sizes_wrong(&k), ".row_thresholds: rows can never reach a threshold");
}

/* A record that says so has no rows further apart. */
XL_TEST(test_rows_within_2_gib)
{
    struct xl_kernel k = {.name = "picture",
                          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE(a), XL_OUT_ROWS(u8, r, 1),
                                   XL_STRIDE(r), XL_COUNT, XL_ROWS}};
    const size_t cases = xl_case_count(&k, 256, 1);
    k.sizes.rows_within_2_gib = 1;
    assert_int_equal(xl_case_count(&k, 256, 1), cases - 4);
    k.args[5] = (struct xl_arg){0};
    assert_string_equal(xl_sizes_wrong(&k),
                        "the .rows_within_2_gib of .sizes is for kernels with XL_ROWS");
}

XL_TEST(test_wrong_lists)
{
    struct xl_kernel steps = listed;
    steps.vector_steps = 1;
    assert_wrong(listed, (struct xl_sizes){.n = {1, 1000000}}, NULL);
    assert_wrong(blocks, blocks.sizes, NULL);
    assert_wrong(listed, (struct xl_sizes){.n = {4}, .least = 4}, "have no .least");
    assert_wrong(listed, (struct xl_sizes){.rows = {4}}, "for kernels with XL_ROWS");
    assert_wrong(blocks, (struct xl_sizes){.n = {4}, .blocks = {{4, 4}}}, "in place of its .n");
    assert_wrong(blocks, (struct xl_sizes){.blocks = {{4, 4}, {8}}}, "has an n and rows");
    assert_wrong(blocks, (struct xl_sizes){.blocks = {{2048, 4096}}}, "more than the 16777216");
    assert_wrong(steps, (struct xl_sizes){.n = {4}}, ".vector_steps");
}

/* What is wrong in the last row of any block but the least. */
static bool fails(void *data, const struct xl_case *c)
{
    (*(unsigned *)data)++;
    pair_of(c);
    const uint16_t *a = (const void *)c->explicit_inputs->elements[0];
    return a[(c->rows - 1) * c->n] != 0 && c->n * c->rows > 16;
}

/* From one pair to another, of which none is left of the first by n or by rows alone. */
XL_TEST(test_shrunk_within_the_list)
{
    enum { N = 128 };
    uint16_t *a = malloc(sizeof *a * N * N);
    unsigned calls = 0;
    assert_non_null(a);
    for (size_t i = 0; i < (size_t)N * N; i++)
        a[i] = (uint16_t)(i | 1);
    const struct xl_case c = {.n = N, .rows = N, .depth = 1, .lanes = 8};
    struct xl_shrink s = {.kernel = &blocks,
                          .fails = fails,
                          .data = &calls,
                          .output = &blocks.args[2],
                          .element = (size_t)N * (N - 1),
                          .max_attempts = 6000};
    const uint8_t *inputs[XL_MAX_ARGS] = {(uint8_t *)a};
    xl_shrink_begin(&s, &c, inputs);
    xl_shrink_run(&s);
    assert_true(s.c.n * s.c.rows == 64);
    xl_shrink_free(&s);
    free(a);
}

/* By the formula that users would write. */
XL_TEST(test_ratios)
{
    const struct xl_arg up = XL_OUT_RATIO(u8, r, 4, 3, up, 0),
                        down = XL_OUT_RATIO(u8, r, 3, 4, down, 0),
                        begun = XL_OUT_RATIO(u8, r, 4, 3, begun, 0),
                        whole = XL_IN_RATIO(u8, r, 34, 32, whole, 1), plain = XL_IN(u8, r, 3),
                        half = XL_INOUT_ROWS_RATIO(u8, r, 1, 2, begun, 0, 2);
    for (size_t n = 0; n < 300; n++) {
        const struct xl_case c = {.n = n, .rows = n % 7, .depth = 1};
        assert_int_equal(xl_arg_elements(&up, &c), (4 * n + 2) / 3);
        assert_int_equal(xl_arg_elements(&down, &c), 3 * n / 4);
        assert_int_equal(xl_arg_elements(&begun, &c), (n + 2) / 3 * 4);
        assert_int_equal(xl_arg_elements(&whole, &c), n / 32 * 34 + 1);
        assert_int_equal(xl_arg_elements(&plain, &c), 3 * n);
        assert_int_equal(xl_arg_elements(&half, &c), (n + 1) / 2 * ((c.rows + 1) / 2));
    }
    assert_true(xl_arg_is_strip(&(struct xl_arg)XL_OUT(u8, r, 1)));
    assert_false(xl_arg_is_strip(&(struct xl_arg)XL_OUT_RATIO(u8, r, 1, 2, up, 0)));
    assert_false(xl_arg_has_same_shape(&up, &begun));
}

/* The longest calls fill a buffer's room, and none is longer. */
XL_TEST(test_ratios_fit)
{
    const struct xl_kernel kernel = {
        .name = "ratio", .args = {XL_IN(u8, a, 1), XL_OUT_RATIO(f64, r, 7, 2, begun, 3), XL_COUNT}};
    const size_t limit = xl_buffer_limit(&kernel);
    struct xl_case c = {.n = xl_max_n(&kernel, SIZE_MAX / 16), .rows = 1, .depth = 1};
    assert_true(8 * xl_arg_elements(&kernel.args[1], &c) <= limit);
    c.n += 2;
    assert_true(8 * xl_arg_elements(&kernel.args[1], &c) > limit);
}

static bool has_drawn(const struct xl_kernel *kernel, uint64_t wanted)
{
    for (size_t i = 0; i < xl_case_count(kernel, 128, 1); i++) {
        const struct xl_case c = xl_case_get(kernel, 128, 1, 1, i);
        uint64_t value = 0;
        xl_fill_input(kernel, 1, &c, &value);
        assert_true(value >= kernel->args[1].rare.least && value <= kernel->args[1].rare.most);
        if (value == wanted)
            return true;
    }
    return false;
}

static void assert_drawn(const struct xl_kernel *kernel, const uint64_t *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!has_drawn(kernel, wanted[i]))
            fail_msg("0x%llx is never drawn", (unsigned long long)wanted[i]);
}

static const struct xl_kernel wide = {
    .name = "wide",
    .args = {XL_IN(u8, a, 1), XL_VALUE_SIZE(from, 0, SIZE_MAX), XL_OUT(u8, r, 1), XL_COUNT}};

XL_TEST(test_any_size_t)
{
    static const uint64_t all[] = {0,
                                   1,
                                   INT32_MAX,
                                   UINT64_C(1) << 31,
                                   UINT32_MAX,
                                   UINT64_C(1) << 32,
                                   INT64_MAX,
                                   UINT64_C(1) << 63,
                                   UINT64_MAX - 1,
                                   UINT64_MAX};
    const struct xl_kernel part = {.name = "part",
                                   .args = {XL_IN(u8, a, 1),
                                            XL_VALUE_SIZE(from, 5, UINT64_C(10000000000001)),
                                            XL_OUT(u8, r, 1), XL_COUNT}};
    const uint64_t of_part[] = {5, 6, UINT64_C(10000000000000), UINT64_C(10000000000001)};
    size_t near_n = 0;
    for (size_t i = 0; i < xl_case_count(&wide, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&wide, 128, 1, 1, i);
        uint64_t value = 0;
        xl_fill_input(&wide, 1, &c, &value);
        near_n += value + 1 == c.n || value == c.n || value == c.n + 1;
    }
    assert_true(near_n > 10);
    assert_drawn(&wide, all, sizeof all / sizeof all[0]);
    assert_drawn(&part, of_part, sizeof of_part / sizeof of_part[0]);
    assert_true(xl_arg_allows(&part.args[1], of_part[3]));
    assert_false(xl_arg_allows(&part.args[1], of_part[3] + 1));
}

static const struct xl_kernel *resolve(const struct xl_resolutions *r,
                                       const struct xl_kernel *kernel, const char *arch,
                                       const char *isa)
{
    return xl_resolved(r, kernel, xl_arch_find(arch), xl_isa_find(arch, isa));
}

/* Of 32 bits where the guest has no more; and what is drawn then is of those. */
XL_TEST(test_a_size_t_of_32_bits)
{
    static const uint64_t all[] = {0, UINT64_C(1) << 31, UINT32_MAX - 1, UINT32_MAX};
    const struct xl_kernel *const kernels[] = {&wide, &listed};
    struct xl_resolutions r = {0};
    xl_resolve(&r, kernels, 2);
    assert_ptr_equal(resolve(&r, &wide, "aarch64", "neon"), &wide);
    assert_ptr_equal(resolve(&r, &listed, "armhf", "neon32"), &listed);
    const struct xl_kernel *narrow = resolve(&r, &wide, "armhf", "scalar");
    assert_int_equal(narrow->args[1].rare.most, UINT32_MAX);
    assert_drawn(narrow, all, sizeof all / sizeof all[0]);
    assert_ptr_equal(resolve(&r, &wide, "armhf", "neon32"), narrow);
    xl_resolutions_free(&r);
}

XL_TEST(test_alignments_of_isas)
{
    const struct xl_kernel kernel = {
        .name = "k",
        .align = 16,
        .aligns = {{"avx2", 32}, {"avx512", 64}, {"avx2:by_8", 8}, {"neon32", 8}},
        .args = {XL_IN(u8, a, 1), XL_VALUE_SIZE(from, 0, SIZE_MAX), XL_COUNT}};
    struct xl_kernel variant = kernel, other = kernel;
    variant.variant = "avx2:by_8";
    other.variant = "avx2:by_4";
    const struct xl_kernel *const kernels[] = {&kernel, &variant, &other};
    struct xl_resolutions r = {0};
    struct xl_error err;
    assert_int_equal(xl_kernel_check_variants(&kernel, kernels, 3, &err), 0);
    xl_resolve(&r, kernels, 3);
    assert_int_equal(resolve(&r, &kernel, "x86_64", "sse4")->align, 16);
    assert_int_equal(resolve(&r, &kernel, "x86_64", "avx2")->align, 32);
    assert_int_equal(resolve(&r, &kernel, "x86_64", "avx512")->align, 64);
    assert_int_equal(resolve(&r, &kernel, "s390x", "scalar")->align, 16);
    assert_int_equal(resolve(&r, &kernel, "armhf", "neon32")->align, 8);
    assert_int_equal(resolve(&r, &kernel, "armhf", "neon32")->args[1].rare.most, UINT32_MAX);
    assert_int_equal(resolve(&r, &variant, "x86_64", "avx2")->align, 8);
    assert_int_equal(resolve(&r, &other, "x86_64", "avx2")->align, 32);
    assert_string_equal(resolve(&r, &variant, "x86_64", "avx2")->variant, "avx2:by_8");
    xl_resolutions_free(&r);
    assert_int_equal(xl_kernel_check_variants(&kernel, kernels, 1, &err), -1);
    assert_string_equal(err.text, "kernel k: .aligns: no XL_VARIANT 'avx2:by_8'");
}

/* Whole vectors: each number up to 64, alone, in one run; and over seeds each that is left of 128
 * vectors and of 128 elements, and each rest of 19 vectors. */
XL_TEST(test_what_is_left_of_blocks)
{
    static const enum xl_type types[] = {XL_u8, XL_u16, XL_f32, XL_u64};
    for (size_t t = 0; t < 4; t++) {
        const struct xl_kernel kernel = {.name = "map",
                                         .args = {{XL_ARG_IN, types[t], "a", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, types[t], "r", 1, 0, 0, 0},
                                                  XL_COUNT}};
        for (unsigned bits = 128; bits <= 256; bits *= 2) {
            bool seen[65] = {false};
            for (size_t i = 0; i < xl_case_count(&kernel, bits, 1); i++) {
                const struct xl_case c = xl_case_get(&kernel, bits, 1, 1, i);
                if (c.n % c.lanes == 0 && c.n / c.lanes <= 64)
                    seen[c.n / c.lanes] = true;
            }
            for (size_t vectors = 0; vectors <= 64; vectors++)
                assert_true(seen[vectors]);
        }
    }
    bool vectors[128] = {false}, elements[128] = {false}, rests[16] = {false};
    for (uint64_t seed = 1; seed <= 64; seed++)
        for (size_t i = 0; i < 8; i++) {
            const size_t n = xl_remainder_n(i, 16, seed);
            vectors[n / 16 % 128] |= i % 4 == 1;
            elements[n % 128] |= i % 4 == 2;
            rests[n % 16] |= i % 4 == 3;
            assert_true(i % 4 != 3 || n / 16 == 19);
            assert_true((i % 4 == 0) == (n == 0));
        }
    for (size_t i = 0; i < 128; i++)
        assert_true(vectors[i] && elements[i]);
    for (size_t i = 1; i < 16; i++)
        assert_true(rests[i]);
}

/* The longest calls: of more than 1 MiB, each in slots that hold it, and never of what is measured,
 * has rows or lists its sizes. */
XL_TEST(test_streamed_calls)
{
    struct xl_kernel kernel = {.name = "map",
                               .contract = {XL_EXACT},
                               .args = {XL_IN(u8, a, 1), XL_OUT(u32, r, 1), XL_COUNT}};
    assert_int_equal(xl_streamed_n(&kernel), 1 << 18);
    for (size_t i = 0; i < XL_STREAMED_CASES; i++) {
        const struct xl_case c = xl_case_streamed(&kernel, 128, 1, i);
        assert_true(c.n > 1 << 18 && c.n < (1 << 18) + XL_STREAMED_MORE && c.n % 2);
        assert_true(xl_is_streamed(&kernel, &c));
        assert_true(xl_extent(&kernel, 1, &c) <= xl_streamed_bytes(&kernel));
        assert_true(xl_case_fits(&kernel, &c));
        struct xl_case longer = c;
        longer.n *= 2;
        assert_false(xl_case_fits(&kernel, &longer));
    }
    for (size_t seed = 0; seed < 100; seed++) { /* from 64 to 181 KiB, and to 512 KiB */
        const struct xl_case c = xl_case_streamed(&kernel, 128, seed, XL_STREAMED_CASES),
                             d = xl_case_streamed(&kernel, 128, seed, XL_STREAMED_CASES + 1);
        assert_true(c.n >= 1 << 14 && c.n < 46342 && xl_case_fits(&kernel, &c));
        assert_true(d.n >= 46340 && d.n <= (1 << 17) + 1 && xl_case_fits(&kernel, &d));
    }
    for (size_t i = 0; i < xl_case_count(&kernel, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&kernel, 128, 1, 1, i);
        assert_false(xl_is_streamed(&kernel, &c));
    }
    kernel.sizes.n[0] = 64;
    assert_int_equal(xl_streamed_n(&kernel), 0);
    kernel.sizes.n[0] = 0;
    kernel.sizes.thresholds[0] = 1 << 20;
    assert_int_equal(xl_streamed_n(&kernel), 0);
    kernel.sizes.thresholds[0] = 0;
    kernel.contract.kind = XL_ULP;
    assert_int_equal(xl_streamed_n(&kernel), 0);
    assert_int_equal(xl_streamed_n(&blocks), 0);
}

/* Whether "sizes" must have this n: a few lanes from a half or whole vector, if vectors are long.
 */
static bool is_wanted(size_t n, size_t lanes)
{
    const size_t half = lanes / 2, rest = n % half;
    return lanes <= 64 || n <= lanes + 3 || (n >= half * 3 - 3 && (rest <= 3 || rest >= half - 3));
}

/* Each of them at each place, and none above four vectors and 3. */
XL_TEST(test_sizes_of_vectors)
{
    const struct xl_kernel kernel = {.name = "any",
                                     .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}};
    for (size_t vl = 128; vl <= 2048; vl *= 2) {
        enum { MOST = 4 * 256 + 4 };
        const size_t lanes = vl / 8, most = 4 * lanes + 3;
        bool seen[XL_PLACEMENTS_APART][MOST] = {{false}};
        size_t calls = 0;
        for (size_t i = 0; i < xl_case_count(&kernel, vl, 1); i++) {
            const struct xl_case c = xl_case_get(&kernel, vl, 1, 1, i);
            if (strcmp(xl_case_group_name(c.group), "sizes") != 0)
                continue;
            assert_true(c.n <= most);
            seen[c.placement][c.n] = true;
            calls++;
        }
        for (size_t p = 0; p < XL_PLACEMENTS_APART; p++)
            for (size_t n = 0; n <= most; n++)
                assert_true(seen[p][n] || !is_wanted(n, lanes));
        assert_true(calls <= XL_PLACEMENTS_APART * (lanes <= 64 ? most + 1 : lanes + 64));
    }
}

int main(void)
{
    return xl_run_tests("sizes", NULL, NULL);
}
