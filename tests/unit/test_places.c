/* Where buffers lie: at every place that a contract allows, and never where it does not.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "call/places.h"

static struct xl_kernel map(enum xl_type in, enum xl_type out)
{
    return (struct xl_kernel){.name = "map",
                              .contract = {.kind = XL_EXACT},
                              .args = {{XL_ARG_IN, in, "a", 1, 0, 0, 0},
                                       {XL_ARG_IN, in, "b", 1, 0, 0, 0},
                                       {XL_ARG_OUT, out, "r", 1, 0, 0, 0},
                                       {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};
}

static size_t address(const struct xl_spot *s)
{
    return s->slot_at + s->at;
}

/* Nothing is outside its slot, and nothing overlaps but an output that is in place. */
static void assert_sound(const struct xl_kernel *k, const struct xl_case *c,
                         const struct xl_spot spots[XL_MAX_ARGS])
{
    for (size_t i = 0; i < 3; i++) {
        assert_true(spots[i].at + spots[i].bytes <= spots[i].slot_bytes);
        assert_int_equal(spots[i].bytes, c->n * xl_type_size(k->args[i].type));
        assert_int_equal(address(&spots[i]) % xl_arg_unit(k, &k->args[i]), 0);
        for (size_t o = 0; o < i; o++) {
            size_t p = address(&spots[i]), q = address(&spots[o]);
            bool apart = p + spots[i].bytes <= q || q + spots[o].bytes <= p;
            bool shared = p == q && (spots[i].shared == (long)o || spots[o].shared == (long)i);
            assert_true(apart || shared);
        }
    }
}

static void check_all(const struct xl_kernel *k, size_t vl_bits)
{
    enum { UNSEEN = 0 };
    uint8_t offsets[3][XL_ALIGNMENTS] = {{UNSEEN}}, relative[XL_ALIGNMENTS] = {UNSEEN};
    int ends = 0, starts = 0, in_place[2] = {0}, back_to_back[3][3] = {{0}};
    for (size_t i = 0; i < xl_case_count(k, vl_bits, 1); i++) {
        struct xl_spot spots[XL_MAX_ARGS];
        struct xl_case c = xl_case_get(k, vl_bits, 1, 1, i);
        xl_place_buffers(k, &c, i % XL_BATCH_CALLS, xl_places_are_small(k, &c), spots);
        assert_sound(k, &c, spots);
        bool full = c.n >= 4 * c.lanes;
        for (size_t a = 0; a < 3; a++) {
            offsets[a][address(&spots[a]) % XL_ALIGNMENTS] |= full;
            ends += spots[a].at + spots[a].bytes == spots[a].slot_bytes;
            starts += spots[a].at == 0;
            for (size_t b = 0; b < 3; b++)
                back_to_back[a][b] +=
                    full && address(&spots[a]) + spots[a].bytes == address(&spots[b]);
        }
        relative[(address(&spots[2]) - address(&spots[0])) % XL_ALIGNMENTS] |= full;
        if (spots[2].shared >= 0)
            in_place[spots[2].shared]++;
    }
    size_t apart = 0;
    for (size_t a = 0; a < 3; a++)
        for (size_t o = 0; o < XL_ALIGNMENTS; o += xl_arg_unit(k, &k->args[a]))
            if (!offsets[a][o])
                fail_msg("%s never stood at %zu past a multiple of 64", k->args[a].name, o);
    for (size_t o = 0; o < XL_ALIGNMENTS; o++)
        apart += relative[o];
    assert_true(apart >= XL_ALIGNMENTS / xl_arg_unit(k, &k->args[0]) / 2);
    assert_true(starts > 0 && (ends > 0 || k->align));
    assert_int_equal(in_place[0] > 0, k->in_place);
    assert_int_equal(in_place[1] > 0, k->in_place);
    if (!k->align && k->args[0].type == k->args[2].type) {
        assert_true(back_to_back[0][2] || (back_to_back[0][1] && back_to_back[1][2]));
        assert_true(back_to_back[2][0] && back_to_back[1][2]);
    }
}

static void test_every_place(void **state)
{
    (void)state;
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
    }
}

/* Every byte around the buffers, and every byte of an input, is looked at; none of an output. */
static void test_trespass(void **state)
{
    (void)state;
    struct xl_kernel k = map(XL_u8, XL_u8);
    k.in_place = 1;
    static uint8_t slot[XL_LARGE_BYTES];
    static const uint8_t data[XL_LARGE_N] = {1, 2, 3};
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        struct xl_spot spots[XL_MAX_ARGS];
        struct xl_trespass t;
        struct xl_case c = xl_case_get(&k, 128, 1, 1, i);
        const uint8_t *inputs[XL_MAX_ARGS] = {data, data};
        if (c.n > 100 || (c.place < XL_PLACE_IN_PLACE && i % 7))
            continue;
        xl_place_buffers(&k, &c, 0, true, spots);
        for (size_t owner = 0; owner < 3; owner++) {
            if (spots[owner].owner != owner)
                continue;
            memset(slot, c.poison, sizeof slot);
            for (size_t a = 0; a < 2; a++)
                if (spots[a].owner == owner)
                    memcpy(slot + spots[a].at, data, c.n);
            assert_false(xl_find_trespass(&k, &c, spots, owner, slot, inputs, &t));
            for (size_t at = 0; at < XL_SMALL_BYTES; at++) {
                bool output = spots[2].owner == owner && at - spots[2].at < c.n;
                slot[at] ^= 1;
                bool seen = xl_find_trespass(&k, &c, spots, owner, slot, inputs, &t);
                slot[at] ^= 1;
                assert_int_equal(seen, !output);
                if (seen)
                    assert_int_equal(spots[t.arg].at + (t.inside || t.offset < 0 ? 0 : c.n) +
                                         (size_t)t.offset,
                                     at);
            }
        }
    }
}

/* Read-only is a whole slot: no input whose slot an output, or another input, is in. */
static void test_read_only(void **state)
{
    (void)state;
    struct xl_kernel k = map(XL_u8, XL_u8);
    struct xl_spot spots[XL_MAX_ARGS];
    struct xl_case c = {.n = 5, .lanes = 4, .place = XL_PLACE_END};
    size_t small = 0, large = 0;
    k.in_place = 1;
    xl_place_buffers(&k, &c, 0, true, spots);
    assert_int_equal(xl_places_unwritten(&k, spots), 3);
    c.place = XL_PLACE_IN_PLACE;
    xl_place_buffers(&k, &c, 0, true, spots);
    assert_int_equal(xl_places_unwritten(&k, spots), 2);
    c.place = XL_PLACE_ADJACENT;
    xl_place_buffers(&k, &c, 0, true, spots);
    assert_int_equal(xl_places_unwritten(&k, spots), 0);
    c = (struct xl_case){.lanes = 4, .place = XL_PLACE_END};
    xl_place_buffers(&k, &c, 0, true, spots);
    assert_int_equal(xl_places_unwritten(&k, spots), 0);
    for (size_t i = 0; i < xl_case_count(&k, 128, 1); i++) {
        c = xl_case_get(&k, 128, 1, 1, i);
        *(xl_places_are_small(&k, &c) ? &small : &large) += c.read_only;
    }
    assert_true(small > 8 && large > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_only),
        cmocka_unit_test(test_every_place),
        cmocka_unit_test(test_trespass),
    };
    return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
