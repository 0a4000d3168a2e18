/* Frames of a stream: what one side sends of its memory is what the other side has then, and
 * malformed pieces are refused.
 * SPDX-License-Identifier: MIT
 */
#include "base/digest.h"
#include "base/memory.h"
#include "frames.h"
#include "oracle/values.h"
#include "unit.h"

enum { WORDS = 4096, BYTES = WORDS * 8, AT = XL_SLOTS_AT };

struct memory {
    _Alignas(8) unsigned char at[AT + BYTES];
};

/* Mostly poison, with some data and some runs of other words. */
static void fill(struct memory *m, uint64_t seed)
{
    for (size_t i = 0; i < WORDS; i++) {
        const uint64_t mixed = xl_mix(seed, i / 16), word = mixed % 4 == 0   ? xl_mix(seed, i)
                                                            : mixed % 4 == 1 ? mixed
                                                                             : 0x5A5A5A5A5A5A5A5A;
        memcpy(m->at + AT + 8 * i, &word, sizeof word);
    }
}

static void apply(struct xl_frames *f, struct memory *to)
{
    uint64_t offset = 0;
    size_t bytes = 0, taken;
    int is_equal = 0;
    for (size_t at = 0; at < f->used;) {
        assert_int_equal(xl_frame_number(f->at + at, 4), XL_FRAME_MEMORY);
        const size_t end = at + XL_FRAME_HEAD + (size_t)xl_frame_number(f->at + at + 4, 4);
        assert_true(end - at - XL_FRAME_HEAD <= XL_FRAME_MOST);
        for (at += XL_FRAME_HEAD; at < end; at += taken) {
            taken = xl_frame_piece(f->at + at, end - at, sizeof *to, &offset, &bytes, &is_equal);
            assert_true(taken > 0);
            xl_frame_apply(to->at, f->at + at, offset, bytes, is_equal);
        }
        assert_int_equal(at, end);
    }
}

XL_TEST(test_a_range)
{
    struct memory *from = xl_alloc(1, sizeof *from), *to = xl_alloc(1, sizeof *to);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct xl_frames f = {0};
        fill(from, seed);
        xl_frames_put_range(&f, from->at, AT, BYTES);
        apply(&f, to);
        assert_memory_equal(from->at + AT, to->at + AT, BYTES);
        free(f.at);
    }
    free(from);
    free(to);
}

XL_TEST(test_poison_is_short)
{
    struct memory *from = xl_alloc(1, sizeof *from);
    struct xl_frames f = {0};
    memset(from->at, 0x5A, sizeof from->at);
    xl_frames_put_range(&f, from->at, AT, XL_SMALL_BYTES);
    assert_int_equal(f.used, XL_FRAME_HEAD + XL_PIECE_HEAD + 8);
    free(f.at);
    free(from);
}

XL_TEST(test_changes)
{
    struct memory *before = xl_alloc(1, sizeof *before), *now = xl_alloc(1, sizeof *now);
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct xl_frames f = {0};
        fill(before, seed);
        *now = *before;
        for (uint64_t i = 0; i < seed % 40; i++)
            now->at[AT + xl_mix(seed, i) % BYTES] ^= (unsigned char)(1 + i);
        if (seed % 7 == 0)
            memset(now->at + AT + seed, 0, 3000);
        xl_frames_put_changes(&f, now->at, before->at + AT, AT, BYTES);
        if (memcmp(now, before, sizeof *now) == 0)
            assert_int_equal(f.used, 0);
        apply(&f, before);
        assert_memory_equal(now, before, sizeof *now);
        free(f.at);
    }
    free(before);
    free(now);
}

static size_t take(uint64_t offset, uint64_t bytes, uint64_t is_equal, size_t left)
{
    unsigned char piece[XL_PIECE_HEAD + 64] = {0};
    uint64_t at;
    size_t size;
    int equal;
    xl_frame_set(piece, 8, offset);
    xl_frame_set(piece + 8, 4, bytes);
    xl_frame_set(piece + 12, 4, is_equal);
    return xl_frame_piece(piece, left, XL_FILE_BYTES, &at, &size, &equal);
}

XL_TEST(test_malformed_pieces)
{
    const uint64_t end = XL_FILE_BYTES;
    assert_int_equal(take(0, 64, 0, XL_PIECE_HEAD + 64), XL_PIECE_HEAD + 64);
    assert_int_equal(take(end - 64, 64, 1, XL_PIECE_HEAD + 64), XL_PIECE_HEAD + 8);
    assert_int_equal(take(0, 64, 0, XL_PIECE_HEAD + 63), 0);
    assert_int_equal(take(0, 64, 1, XL_PIECE_HEAD + 7), 0);
    assert_int_equal(take(0, 64, 0, XL_PIECE_HEAD - 1), 0);
    assert_int_equal(take(4, 64, 0, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(0, 60, 0, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(0, 0, 0, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(0, 64, 2, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(end - 56, 64, 1, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(end, 64, 1, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(UINT64_MAX - 7, 64, 1, XL_PIECE_HEAD + 64), 0);
    assert_int_equal(take(0, XL_PIECE_MOST + 8, 1, XL_PIECE_HEAD + 64), 0);
}

XL_TEST(test_slots)
{
    size_t bytes;
    assert_int_equal(xl_frame_slot(XL_SLOTS_AT + XL_PAGE + 100, 0, 0, &bytes),
                     XL_SLOTS_AT + XL_PAGE);
    assert_int_equal(bytes, XL_SMALL_BYTES);
    assert_int_equal(xl_frame_slot(XL_SLOTS_AT + XL_SMALL_STRIDE + XL_PAGE, 1, 0, &bytes),
                     (uint64_t)XL_BATCH_BUFFER_STRIDE + XL_SLOTS_AT + XL_SMALL_STRIDE + XL_PAGE);
    assert_int_equal(xl_frame_slot(XL_LARGE_AT + XL_PAGE + XL_LARGE_BYTES - 1, 0, 0, &bytes),
                     XL_LARGE_AT + XL_PAGE);
    assert_int_equal(bytes, XL_LARGE_BYTES);
    assert_int_equal(xl_frame_slot(XL_DEDICATED_AT + 5 * (1 << 20), 1, 1 << 20, &bytes),
                     XL_DEDICATED_AT + 4 * ((1 << 20) + XL_PAGE) + XL_PAGE);
    assert_int_equal(bytes, 1 << 20);
    /* None there: before the slots, behind them, none that is dedicated, wrapped. */
    assert_int_equal(xl_frame_slot(XL_SLOTS_AT - 1, 0, 0, &bytes), 0);
    assert_int_equal(xl_frame_slot(XL_DEDICATED_AT, 0, 0, &bytes), 0);
    assert_int_equal(xl_frame_slot(UINT64_MAX, 0, 1 << 20, &bytes), 0);
    assert_int_equal(xl_frame_slot(XL_DEDICATED_AT, 0, UINT64_MAX, &bytes), 0);
}

int main(void)
{
    return xl_run_tests("frames", NULL, NULL);
}
