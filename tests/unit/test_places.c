/* Where buffers lie: at every place that a contract allows, and never where it does not.
 * SPDX-License-Identifier: MIT
 */
#include "execute/buffers.h"
#include "oracle/case.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "unit.h"

static struct xl_kernel map(enum xl_type in, enum xl_type out)
{
    return (struct xl_kernel){.name = "map",
                              .contract = {.kind = XL_EXACT},
                              .args = {{XL_ARG_IN, in, "a", 1, 0, 0, 0},
                                       {XL_ARG_IN, in, "b", 1, 0, 0, 0},
                                       {XL_ARG_OUT, out, "r", 1, 0, 0, 0},
                                       {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};
}

static uint8_t was[XL_LARGE_BYTES]; /* xl_find_overwrite's room */

static size_t address(const struct xl_buffer *s)
{
    return s->slot_at + s->at;
}

/* Nothing is outside its slot, and nothing overlaps but an output that is in place. */
static void assert_sound(const struct xl_kernel *k, const struct xl_case *c,
                         const struct xl_buffer buffers[XL_MAX_ARGS])
{
    for (size_t i = 0; i < 3; i++) {
        assert_true(buffers[i].at + buffers[i].bytes <= buffers[i].slot_bytes);
        assert_int_equal(buffers[i].bytes,
                         xl_arg_elements(&k->args[i], c) * xl_type_size(k->args[i].type));
        assert_int_equal(address(&buffers[i]) % xl_arg_alignment(k, &k->args[i]), 0);
        for (size_t o = 0; o < i; o++) {
            size_t p = address(&buffers[i]), q = address(&buffers[o]);
            bool apart = p + buffers[i].bytes <= q || q + buffers[o].bytes <= p;
            bool shared = p == q && (buffers[i].shared == (long)o || buffers[o].shared == (long)i);
            assert_true(apart || shared);
        }
    }
}

/* A picture: src has a row and an element more than dst, and both have strides of their own. */
static const struct xl_kernel picture = {
    .name = "picture",
    .args = {XL_IN_ROWS_PADDED(u16, src, 1, 1, 1), XL_STRIDE_EITHER_WAY(src),
             XL_OUT_ROWS(u16, dst, 1), XL_STRIDE(dst), XL_COUNT, XL_ROWS}};

/* Rows lie in the extent, end where it ends and overlap nowhere; the stride that is passed is
 * theirs.
 */
XL_TEST(test_rows_lie_apart)
{
    bool has_negative = false, has_gap = false, has_none = false, has_no_row = false;
    for (size_t i = 0; i < xl_case_count(&picture, 128, 1); i++) {
        struct xl_buffer buffers[XL_MAX_ARGS];
        const struct xl_case c = xl_case_get(&picture, 128, 1, 1, i);
        xl_place_buffers(&picture, &c, i % XL_WINDOWS, xl_fits_small_slots(&picture, &c), buffers);
        for (size_t k = 0; k < 3; k += 2) {
            const struct xl_buffer *s = &buffers[k];
            const long stride = xl_stride_value(&picture, k + 1, &c);
            assert_true(s->at + s->bytes <= s->slot_bytes);
            assert_int_equal(s->rows, c.rows + (k == 0));
            assert_int_equal(s->row_bytes, 2 * (c.n + (k == 0)));
            for (size_t r = 0; r + 1 < s->rows; r++)
                assert_int_equal((long)xl_buffer_row(s, r + 1) - (long)xl_buffer_row(s, r), stride);
            assert_true((size_t)labs(stride) >= s->row_bytes);
            for (size_t r = 0; r < s->rows && s->bytes; r++)
                assert_true(xl_buffer_row(s, r) >= s->at &&
                            xl_buffer_row(s, r) + s->row_bytes <= s->at + s->bytes);
            has_negative |= stride < 0;
            has_gap |= (size_t)labs(stride) > s->row_bytes;
            has_none |= (size_t)labs(stride) == s->row_bytes;
            has_no_row |= !s->rows;
        }
        assert_true(xl_stride_value(&picture, 3, &c) >= 0);
    }
    assert_true(has_negative && has_gap && has_none && has_no_row);
}

static bool has_fence(const struct xl_buffer *s)
{
    for (size_t r = 0; r + 1 < s->rows; r++) {
        const size_t a = xl_buffer_row(s, r), b = xl_buffer_row(s, r + 1), first = a < b ? a : b;
        bool found = false;
        for (size_t page = first; page < (a < b ? b : a); page += XL_PAGE)
            found |= xl_buffer_is_fenced(s, page);
        if (!found)
            return false;
    }
    return s->rows > 1;
}

/* Every power of two from 2^12 to 2^16 is a stride, and both its neighbours, either way where that
 * is allowed; rows end and begin at pages that cannot be written to; rows and strides are multiples
 * of 16 bytes, and of no more. */
XL_TEST(test_strides)
{
    bool is_wide[XL_WIDE_STRIDES] = {false}, ends = false, begins = false, is_turned = false,
         is_even = false, is_far_off = false;
    for (size_t i = 0; i < xl_case_count(&picture, 128, 1); i++) {
        struct xl_buffer buffers[XL_MAX_ARGS];
        const struct xl_case c = xl_case_get(&picture, 128, 1, 1, i);
        const enum xl_row_spacing parting = xl_gaps(&c).spacing;
        xl_place_buffers(&picture, &c, 0, xl_fits_small_slots(&picture, &c), buffers);
        const struct xl_buffer *s = &buffers[2];
        for (size_t w = 0; w < XL_WIDE_STRIDES; w++) {
            static const long beside[] = {0, 2, -2, 6};
            const long stride = (long)xl_wide_stride(w) + beside[w / 5];
            is_wide[w] |= (s->rows > 1 && s->stride == stride) ||
                          (buffers[0].rows > 1 && labs(buffers[0].stride) == stride);
        }
        is_far_off |= s->rows > 1 && (s->rows - 1) * (size_t)labs(s->stride) > 1 << 16;
        is_turned |= parting == XL_SPACING_WIDE && buffers[0].stride <= -(1 << 15);
        is_even |= parting == XL_SPACING_EVEN && s->stride % 32 == 16 && s->at % 32 == 16 &&
                   buffers[0].stride % 32 == 16 && buffers[0].at % 32 == 16;
        if (parting != XL_SPACING_PAGES || !s->row_bytes)
            continue;
        assert_true(has_fence(s) && has_fence(&buffers[0]) && c.read_only);
        assert_int_equal(xl_fenced_buffers(&picture, buffers), 5);
        assert_false(xl_buffer_is_fenced(s, s->at) || xl_buffer_is_fenced(s, s->at + s->bytes - 1));
        begins |= s->at % XL_PAGE == 0 && xl_buffer_is_fenced(s, xl_buffer_row(s, 1) - 1);
        ends |=
            (s->at + s->row_bytes) % XL_PAGE == 0 && xl_buffer_is_fenced(s, s->at + s->row_bytes);
    }
    for (size_t w = 0; w < XL_WIDE_STRIDES; w++)
        assert_true(is_wide[w]);
    assert_true(begins && ends && is_turned && is_even && is_far_off);
}

/* Rows that cannot be fewer are as far apart as others; a stride in elements exceeds 16 bits too.
 */
XL_TEST(test_strides_of_blocks)
{
    static const struct xl_kernel block = {.name = "block",
                                           .sizes = {.blocks = {{16, 16}}},
                                           .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src),
                                                    XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                                                    XL_COUNT, XL_ROWS}},
                                  matrix = {.name = "matrix",
                                            .args = {XL_IN_ROWS(f32, a, 1),
                                                     XL_STRIDE_IN_ELEMENTS(a),
                                                     XL_OUT_ROWS(f32, r, 1),
                                                     XL_STRIDE_IN_ELEMENTS(r), XL_COUNT, XL_ROWS}};
    const struct xl_kernel *kernels[] = {&block, &matrix};
    for (size_t k = 0; k < 2; k++) {
        const long least = k ? 4L << 16 : 1L << 16;
        bool is_far_off = false, is_beside = false;
        for (size_t i = 0; i < xl_case_count(kernels[k], 128, 1); i++) {
            struct xl_buffer buffers[XL_MAX_ARGS];
            const struct xl_case c = xl_case_get(kernels[k], 128, 1, 1, i);
            xl_place_buffers(kernels[k], &c, 0, xl_fits_small_slots(kernels[k], &c), buffers);
            assert_true(buffers[0].at + buffers[0].bytes <= buffers[0].slot_bytes);
            is_far_off |= c.rows > 1 && buffers[0].stride == least;
            is_beside |= c.rows > 1 && buffers[2].stride > least;
        }
        assert_true(is_far_off && is_beside);
    }
}

/* Buffers are 2^31 and 2^32 bytes apart, either way round, and rows by as much as four mappings. */
XL_TEST(test_far)
{
    const struct xl_kernel k = map(XL_u8, XL_u8);
    struct xl_buffer buffers[XL_MAX_ARGS];
    bool seen[XL_FAR][XL_FAR] = {{false}}, has_four = false;
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        if (c.placement != XL_PLACEMENT_FAR)
            continue;
        assert_false(xl_fits_small_slots(&k, &c));
        xl_place_buffers(&k, &c, 0, false, buffers);
        assert_sound(&k, &c, buffers);
        assert_false(xl_has_far_rows(&k, &c, buffers));
        seen[xl_far_mapping(&c, 0)][xl_far_mapping(&c, 1)] = true;
        if (c.offset < 6) /* the same offset of their slots */
            assert_int_equal(buffers[0].at, buffers[1].at);
    }
    assert_true(seen[0][1] && seen[1][0] && seen[0][2] && seen[2][0] && seen[0][XL_FAR - 1] &&
                seen[XL_FAR - 1][0]);
    for (size_t i = 0; i < xl_case_count(&picture, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&picture, 128, 1, 1, i);
        xl_place_buffers(&picture, &c, 0, xl_fits_small_slots(&picture, &c), buffers);
        const bool is_far = xl_has_far_rows(&picture, &c, buffers);
        assert_true(!is_far ||
                    (c.placement == XL_PLACEMENT_FAR && buffers[0].rows <= XL_FAR_MAPPINGS));
        has_four |= is_far && buffers[0].rows == XL_FAR_MAPPINGS;
    }
    assert_true(has_four);
}

/* Each byte between rows, by the row that it is behind, and none of an output's own. */
XL_TEST(test_gaps_are_checked)
{
    static uint8_t slot[XL_SMALL_BYTES];
    const uint8_t *const inputs[XL_MAX_ARGS] = {NULL};
    const struct xl_case c = {.n = 5, .rows = 3, .depth = 1, .gaps = 2, .poison = 0xa5};
    struct xl_buffer buffers[XL_MAX_ARGS];
    struct xl_overwrite t;
    xl_place_buffers(&picture, &c, 0, true, buffers);
    const struct xl_buffer *s = &buffers[2];
    assert_true((size_t)s->stride > s->row_bytes);
    for (size_t byte = s->at; byte < s->at + s->bytes; byte++) {
        const size_t row = (byte - s->at) / (size_t)s->stride,
                     in_row = (byte - s->at) % (size_t)s->stride;
        memset(slot, xl_slot_poison(&picture.args[2], &c), sizeof slot);
        slot[byte] = 0;
        const bool found = xl_find_overwrite(&picture, &c, buffers, 2, slot, inputs, was, &t);
        assert_int_equal(found, in_row >= s->row_bytes);
        if (!found)
            continue;
        assert_int_equal(t.gap, row + 1);
        assert_int_equal(t.offset, in_row - s->row_bytes);
        assert_false(t.inside);
        assert_int_equal(xl_buffer_element(s, XL_u16, byte), -1);
    }
}

/* What may be touched behind a buffer: all of it at hand, and not a byte more. */
XL_TEST(test_slack_is_exact)
{
    static uint8_t slot[XL_LARGE_BYTES];
    const struct xl_kernel k = {.name = "slack",
                                .in_place = 1,
                                .slack = {{"a", 40}, {"r", 9}},
                                .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT}};
    bool is_end[2] = {false};
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        const bool is_shared = c.placement == XL_PLACEMENT_IN_PLACE;
        struct xl_buffer s[XL_MAX_ARGS];
        xl_place_buffers(&k, &c, 0, xl_fits_small_slots(&k, &c), s);
        for (size_t a = 0; a < 2; a++) {
            assert_int_equal(s[a].slack, a ? 18 : 80);
            assert_true(s[a].at + s[a].bytes + s[a].slack <= s[a].slot_bytes);
            is_end[a] |= s[a].at + s[a].bytes + s[a].slack == s[a].slot_bytes;
        }
        assert_int_equal(s[0].at == s[1].at && s[0].slot_at == s[1].slot_at, is_shared);
        if (s[0].slot_at == s[1].slot_at && !is_shared) /* back to back: each has its own */
            assert_true(s[0].at < s[1].at ? s[0].at + s[0].bytes + 80 <= s[1].at
                                          : s[1].at + s[1].bytes + 18 <= s[0].at);
        if (s[1].owner != 1)
            continue;
        const uint8_t *inputs[XL_MAX_ARGS] = {NULL};
        struct xl_overwrite t;
        const uint8_t poison = xl_slot_poison(&k.args[1], &c);
        memset(slot, poison, s[1].slot_bytes);
        for (size_t past = 0; past < 19; past++) {
            const size_t at = s[1].at + s[1].bytes + past;
            if (at >= s[1].slot_bytes)
                continue;
            slot[at] = (uint8_t)~poison;
            assert_int_equal(xl_buffer_is_slack(&s[1], at), past < 18);
            assert_int_equal(xl_find_overwrite(&k, &c, s, 1, slot, inputs, was, &t), past == 18);
            slot[at] = poison;
        }
        assert_false(s[1].bytes && xl_buffer_is_slack(&s[1], s[1].at + s[1].bytes - 1));
    }
    assert_true(is_end[0] && is_end[1]);
}

/* Slots of its own are as large as a record asks for, and nobody else's change. */
XL_TEST(test_large_slots)
{
    struct xl_kernel k = map(XL_u8, XL_u8);
    const struct xl_case any = {.n = 3, .lanes = 16, .rows = 1, .depth = 1};
    assert_int_equal(xl_large_bytes(&k, &any), XL_LARGE_BYTES);
    assert_false(xl_has_dedicated_slots(&k, &any));
    k.sizes.thresholds[0] = 1 << 20;
    assert_true(xl_has_dedicated_slots(&k, &any));
    assert_int_equal(xl_buffer_limit(&k), (1 << 20) + 1);
    size_t longest = 0, others = 0;
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        struct xl_buffer s[XL_MAX_ARGS];
        const struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        const bool is_small = xl_fits_small_slots(&k, &c);
        xl_place_buffers(&k, &c, 0, is_small, s);
        assert_sound(&k, &c, s);
        for (size_t a = 0; a < 3 && !is_small; a++)
            assert_true(s[a].slot_at > XL_DEDICATED_AT &&
                        s[a].slot_at + s[a].slot_bytes < XL_FILE_BYTES);
        longest = c.n > longest ? c.n : longest;
        others += c.n > XL_MAX_BUFFER_BYTES && c.n < 1 << 19;
    }
    assert_int_equal(longest, (1 << 20) + 1);
    assert_int_equal(others, 0);
    k.sizes.thresholds[0] = XL_MOST_BUFFER_BYTES;
    assert_true(xl_requested_elements(&k, &k.args[0]) > XL_MOST_BUFFER_BYTES);
    assert_int_equal(xl_buffer_limit(&k), XL_MOST_BUFFER_BYTES);
}

/* A call of many arguments has more slots, and a batch fewer calls: none outside, none shared. */
XL_TEST(test_many_slots)
{
    struct xl_kernel k = {.name = "many"};
    for (size_t a = 0; a < XL_CALL_ARGS; a++)
        k.args[a] = (struct xl_arg)XL_IN(u32, a, 1);
    const struct xl_case c = {.n = 3, .rows = 1, .depth = 1, .placement = XL_PLACEMENT_END},
                         large = {.n = 10000, .rows = 1, .depth = 1, .placement = XL_PLACEMENT_END};
    struct xl_buffer s[XL_MAX_ARGS];
    size_t last = 0;
    for (unsigned call = 0; call < xl_batch_calls(&k); call++) {
        xl_place_buffers(&k, &c, call, true, s);
        for (size_t a = 0; a < XL_CALL_ARGS; a++) {
            assert_true(s[a].slot_at >= last + XL_SMALL_BYTES);
            last = s[a].slot_at;
        }
    }
    assert_true(last + XL_SMALL_BYTES <= XL_LARGE_AT);
    xl_place_buffers(&k, &large, 0, false, s);
    for (size_t a = 0; a < XL_CALL_ARGS; a++)
        assert_int_equal(s[a].slot_at, XL_DEDICATED_AT + XL_PAGE + a * (XL_LARGE_BYTES + XL_PAGE));
}

/* Calls across a page's end have a window of each large slot, and so are several in a batch; those
 * that are to have the same memory are not. */
XL_TEST(test_windows)
{
    struct xl_kernel k = map(XL_f32, XL_f32);
    struct xl_case c = {.n = 19,
                        .lanes = 4,
                        .rows = 1,
                        .depth = 1,
                        .placement = XL_PLACEMENT_PAGE_END,
                        .offset = 3};
    assert_true(xl_fits_small_slots(&k, &c));
    assert_int_equal(xl_batch_room(&k, &c), XL_WINDOWS);
    size_t last[3] = {0};
    for (unsigned call = 0; call < XL_WINDOWS; call++) {
        struct xl_buffer s[XL_MAX_ARGS];
        xl_place_buffers(&k, &c, call, true, s);
        assert_sound(&k, &c, s);
        for (size_t a = 0; a < 3; a++) {
            const size_t slot = XL_LARGE_AT + XL_PAGE + a * XL_LARGE_STRIDE;
            assert_int_equal(address(&s[a]) % XL_PAGE, XL_PAGE - 3 * sizeof(float));
            assert_true(s[a].slot_at >= slot && s[a].slot_at >= last[a]);
            last[a] = s[a].slot_at + s[a].slot_bytes;
            assert_true(last[a] <= slot + XL_LARGE_BYTES);
        }
    }
    c.n = XL_SMALL_BYTES;
    assert_false(xl_fits_small_slots(&k, &c));
    c.n = 19;
    c.same_memory = true;
    assert_false(xl_fits_small_slots(&k, &c));
    c.placement = XL_PLACEMENT_END;
    assert_int_equal(xl_batch_room(&k, &c), xl_batch_calls(&k));
}

/* Rows have their slack between them, and no other row begins there. */
XL_TEST(test_slack_of_rows)
{
    struct xl_kernel k = picture;
    k.slack[0] = (struct xl_slack){"dst", 5};
    bool is_tight = false;
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        struct xl_buffer s[XL_MAX_ARGS];
        xl_place_buffers(&k, &c, 0, xl_fits_small_slots(&k, &c), s);
        assert_int_equal(s[2].slack, c.n && c.rows ? 10 : 0);
        assert_true(s[2].at + s[2].bytes + s[2].slack <= s[2].slot_bytes);
        if (s[2].rows > 1) {
            assert_true((size_t)s[2].stride >= s[2].row_bytes + s[2].slack);
            is_tight |= s[2].slack && (size_t)s[2].stride == s[2].row_bytes + s[2].slack;
        }
    }
    assert_true(is_tight);
}

static void check_all(const struct xl_kernel *k, size_t vl_bits)
{
    enum { UNSEEN = 0 };
    uint8_t offsets[3][XL_ALIGNMENTS] = {{UNSEEN}}, relative[XL_ALIGNMENTS] = {UNSEEN};
    int ends = 0, starts = 0, in_place[2] = {0}, back_to_back[3][3] = {{0}};
    for (size_t i = 0; i < xl_case_count(k, vl_bits, 1); i++) {
        struct xl_buffer buffers[XL_MAX_ARGS];
        struct xl_case c = xl_case_get(k, vl_bits, 1, 1, i);
        xl_place_buffers(k, &c, i % XL_WINDOWS, xl_fits_small_slots(k, &c), buffers);
        assert_sound(k, &c, buffers);
        bool full = c.n >= 4 * c.lanes;
        for (size_t a = 0; a < 3; a++) {
            offsets[a][address(&buffers[a]) % XL_ALIGNMENTS] |= full;
            ends += buffers[a].at + buffers[a].bytes == buffers[a].slot_bytes;
            starts += buffers[a].at == 0;
            for (size_t b = 0; b < 3; b++)
                back_to_back[a][b] +=
                    full && address(&buffers[a]) + buffers[a].bytes == address(&buffers[b]);
        }
        relative[(address(&buffers[2]) - address(&buffers[0])) % XL_ALIGNMENTS] |= full;
        if (buffers[2].shared >= 0)
            in_place[buffers[2].shared]++;
    }
    size_t apart = 0;
    for (size_t a = 0; a < 3; a++)
        for (size_t o = 0; o < XL_ALIGNMENTS; o += xl_arg_alignment(k, &k->args[a]))
            if (!offsets[a][o])
                fail_msg("%s never stood at %zu past a multiple of 64", k->args[a].name, o);
    for (size_t o = 0; o < XL_ALIGNMENTS; o++)
        apart += relative[o];
    assert_true(apart >= XL_ALIGNMENTS / xl_arg_alignment(k, &k->args[0]) / 2);
    assert_true(starts > 0 && (ends > 0 || k->align));
    assert_int_equal(in_place[0] > 0, k->in_place);
    assert_int_equal(in_place[1] > 0, k->in_place);
    if (!k->align && k->args[0].type == k->args[2].type) {
        assert_true(back_to_back[0][2] || (back_to_back[0][1] && back_to_back[1][2]));
        assert_true(back_to_back[2][0] && back_to_back[1][2]);
    }
}

XL_TEST(test_every_place)
{
    static const size_t vl[] = {0, 128, 384, 2048};
    for (size_t v = 0; v < sizeof vl / sizeof vl[0]; v++) {
        for (enum xl_type t = 0; t < XL_TYPES; t++) {
            struct xl_kernel k = map(t, t);
            check_all(&k, vl[v]);
            k.in_place = 1;
            check_all(&k, vl[v]);
            k.align = 16;
            check_all(&k, vl[v]);
        }
        struct xl_kernel k = map(XL_f64, XL_u8);
        check_all(&k, vl[v]);
        k.args[1] = (struct xl_arg)XL_IN_RATIO(u16, b, 4, 3, begun, 0);
        k.args[2] = (struct xl_arg)XL_OUT_RATIO(u8, r, 1, 8, begun, 1);
        check_all(&k, vl[v]);
    }
}

/* Every byte around the buffers, and every byte of an input, is looked at; none of an output. */
XL_TEST(test_trespass)
{
    struct xl_kernel k = map(XL_u8, XL_u8);
    k.in_place = 1;
    static uint8_t slot[XL_LARGE_BYTES];
    static const uint8_t data[XL_LARGE_N] = {1, 2, 3};
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        struct xl_buffer buffers[XL_MAX_ARGS];
        struct xl_overwrite t;
        struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        const uint8_t *inputs[XL_MAX_ARGS] = {data, data};
        if (c.n > 100 || (c.placement < XL_PLACEMENT_IN_PLACE && i % 7))
            continue;
        xl_place_buffers(&k, &c, 0, true, buffers);
        for (size_t owner = 0; owner < 3; owner++) {
            if (buffers[owner].owner != owner)
                continue;
            memset(slot, xl_slot_poison(&k.args[owner], &c), sizeof slot);
            for (size_t a = 0; a < 2; a++)
                if (buffers[a].owner == owner)
                    memcpy(slot + buffers[a].at, data, c.n);
            assert_false(xl_find_overwrite(&k, &c, buffers, owner, slot, inputs, was, &t));
            for (size_t at = 0; at < XL_SMALL_BYTES; at++) {
                bool output = buffers[2].owner == owner && at - buffers[2].at < c.n;
                slot[at] ^= 1;
                bool seen = xl_find_overwrite(&k, &c, buffers, owner, slot, inputs, was, &t);
                slot[at] ^= 1;
                assert_int_equal(seen, !output);
                if (seen)
                    assert_int_equal(buffers[t.arg].at + (t.inside || t.offset < 0 ? 0 : c.n) +
                                         (size_t)t.offset,
                                     at);
            }
        }
    }
}

/* Read-only is a whole slot: no input whose slot an output, or another input, is in. */
XL_TEST(test_read_only)
{
    struct xl_kernel k = map(XL_u8, XL_u8);
    struct xl_buffer buffers[XL_MAX_ARGS];
    struct xl_case c = {.n = 5, .lanes = 4, .placement = XL_PLACEMENT_END};
    size_t small = 0, large = 0;
    k.in_place = 1;
    xl_place_buffers(&k, &c, 0, true, buffers);
    assert_int_equal(xl_read_only_buffers(&k, buffers), 3);
    c.placement = XL_PLACEMENT_IN_PLACE;
    xl_place_buffers(&k, &c, 0, true, buffers);
    assert_int_equal(xl_read_only_buffers(&k, buffers), 2);
    c.placement = XL_PLACEMENT_ADJACENT;
    xl_place_buffers(&k, &c, 0, true, buffers);
    assert_int_equal(xl_read_only_buffers(&k, buffers), 0);
    c = (struct xl_case){.lanes = 4, .placement = XL_PLACEMENT_END};
    xl_place_buffers(&k, &c, 0, true, buffers);
    assert_int_equal(xl_read_only_buffers(&k, buffers), 0);
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        c = xl_case_get(&k, 128, 1, 1, i);
        *(xl_fits_small_slots(&k, &c) ? &small : &large) += c.read_only;
    }
    assert_true(small > 8 && large > 0);
}

int main(void)
{
    return xl_run_tests("places", NULL, NULL);
}
