/* Places the buffers of a call in the shared memory, and compares the memory around them.
 * SPDX-License-Identifier: MIT
 */
#include "execute/buffers.h"

#include <string.h>

#include "oracle/reference.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "oracle/values.h"

static size_t round_up(size_t x, size_t unit)
{
    return (x + unit - 1) / unit * unit;
}

/* A buffer in a dedicated slot may begin on the next page, and has slack. */
enum { XL_SPARE_BYTES = 2 * XL_PAGE };
_Static_assert((int)XL_MOST_BUFFER_BYTES + (int)XL_SPARE_BYTES <= (int)XL_MOST_DEDICATED_BYTES,
               "the largest buffer fits the largest slot");

static bool has_many_args(const struct xl_kernel *kernel)
{
    return kernel->args[XL_SLOTS_PER_CALL].kind != XL_ARG_NONE;
}

/* The result has no slot. */
size_t xl_call_slots(const struct xl_kernel *kernel)
{
    return has_many_args(kernel) ? XL_MAX_ARGS : XL_SLOTS_PER_CALL;
}

unsigned xl_batch_calls(const struct xl_kernel *kernel)
{
    return XL_SMALL_SLOTS / (unsigned)xl_call_slots(kernel);
}

size_t xl_large_bytes(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const size_t asked = xl_buffer_limit(kernel), wide = xl_wide_extent(kernel, c);
    const size_t limit = xl_is_streamed(kernel, c) ? xl_streamed_bytes(kernel)
                         : wide > asked            ? wide
                                                   : asked;
    return limit > XL_MAX_BUFFER_BYTES ? round_up(limit, XL_PAGE) + XL_SPARE_BYTES : XL_LARGE_BYTES;
}

bool xl_has_dedicated_slots(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return has_many_args(kernel) || xl_large_bytes(kernel, c) > XL_LARGE_BYTES;
}

unsigned xl_batch_room(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return c->placement == XL_PLACEMENT_PAGE_END ? (unsigned)XL_WINDOWS : xl_batch_calls(kernel);
}

/* Bytes of a buffer with its slack. */
static size_t bytes_with_slack(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    return xl_extent(kernel, k, c) + xl_slack_bytes(kernel, k, c);
}

/* Lists the buffers that can be adjacent, in the order of this case: each of them first, and then
 * the same backwards. Returns their number. */
static size_t adjacent_order(const struct xl_kernel *kernel, const struct xl_case *c,
                             size_t order[XL_MAX_ARGS])
{
    size_t all[XL_MAX_ARGS], count = 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (xl_arg_can_be_adjacent(&kernel->args[k]))
            all[count++] = k;
    for (size_t i = 0; i < count; i++) {
        const size_t place = (i + c->offset) % count;
        order[i] = all[c->offset < count ? place : count - 1 - place];
    }
    return count;
}

/* Places adjacent buffers from `from` on; in odd rounds with one element between them. Returns the
 * end of the last one. buffers may be NULL. */
static size_t place_adjacent(const struct xl_kernel *kernel, const struct xl_case *c, size_t from,
                             struct xl_buffer *buffers)
{
    size_t order[XL_MAX_ARGS], at = from;
    const size_t count = adjacent_order(kernel, c, order);
    for (size_t i = 0; i < count; i++) {
        const size_t k = order[i];
        const struct xl_arg *arg = &kernel->args[k];
        if (i && c->round % 2)
            at += xl_type_size(arg->type);
        at = round_up(at, xl_arg_alignment(kernel, arg));
        if (buffers)
            buffers[k].at = at;
        at += bytes_with_slack(kernel, k, c);
    }
    return at;
}

static bool is_small(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const size_t most = XL_SMALL_BYTES - XL_ALIGNMENTS;
    return bytes_with_slack(kernel, k, c) <= most &&
           xl_arg_elements(&kernel->args[k], c) * xl_arg_slot_bytes(kernel, &kernel->args[k]) <=
               most;
}

bool xl_fits_small_slots(const struct xl_kernel *kernel, const struct xl_case *c)
{
    for (size_t i = 0; kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && !is_small(kernel, i, c))
            return false;
    if (c->placement == XL_PLACEMENT_FAR || /* only large slots are mapped more than once */
        (c->placement == XL_PLACEMENT_OFF && c->place)) /* or are longer than a page */
        return false;
    if (c->placement == XL_PLACEMENT_PAGE_END) /* a small slot is one page, a window is two */
        return !c->same_memory && !xl_has_dedicated_slots(kernel, c);
    return c->placement != XL_PLACEMENT_ADJACENT ||
           place_adjacent(kernel, c, 0, NULL) <= XL_SMALL_BYTES - 64;
}

/* Steps from 0 on visit all offsets that the alignment allows, in another order for each argument.
 * A random step gives any offset. */
static size_t offset_of(size_t step, size_t k, size_t unit)
{
    static const int speeds[XL_CALL_ARGS] = {1, 3,  -1, -3,  5,  -5,  7,  -7,
                                             9, -9, 11, -11, 13, -13, 15, -15};
    return (step * (size_t)speeds[k] + (step >> (8 + 3 * k))) * unit % XL_ALIGNMENTS;
}

/* The placement in the slot of buffers, or rows, that are far apart. */
static enum xl_placement far_placement(const struct xl_case *c)
{
    static const enum xl_placement of[XL_FAR_ROWS] = {
        XL_PLACEMENT_END, XL_PLACEMENT_END,   XL_PLACEMENT_START, XL_PLACEMENT_START,
        XL_PLACEMENT_END, XL_PLACEMENT_START, XL_PLACEMENT_OFF,   XL_PLACEMENT_OFF};
    return c->offset < XL_FAR_ROWS ? of[c->offset]
           : c->round % 2          ? XL_PLACEMENT_START
                                   : XL_PLACEMENT_END;
}

/* Steps from 0 to XL_ADDRESSES squared combine each address of one buffer with each address of
 * another one. Half of them, if they fit, lie 64 bytes behind the start of a page. */
static size_t address_of(size_t step, size_t k, size_t unit, const struct xl_buffer *buffer)
{
    static const unsigned char addresses[XL_ADDRESSES] = {0, 16, 32, 8, 1};
    const size_t of = addresses[(step + k * (step / XL_ADDRESSES)) % XL_ADDRESSES];
    const size_t at = of == 1 ? unit * (2 * k + 1) % XL_ALIGNMENTS : of / unit * unit;
    const size_t end = at + XL_ALIGNMENTS + buffer->bytes + buffer->slack;
    return (step + k) % 2 && end <= buffer->slot_bytes ? at + XL_ALIGNMENTS : at;
}

/* Bytes from the start of the slot, less than a page: code may depend on how loads and stores lie
 * to each other modulo a page. The same for each length that has room for it. */
static size_t place_in_page(const struct xl_case *c, size_t k, size_t unit,
                            const struct xl_buffer *buffer)
{
    const size_t step = unit > XL_ALIGNMENTS ? unit : XL_ALIGNMENTS,
                 at = xl_mix(c->place, k) % XL_PAGE / step * step,
                 end = at + XL_ALIGNMENTS + buffer->bytes + buffer->slack;
    return end <= buffer->slot_bytes ? at : 0;
}

static size_t place_buffer(const struct xl_kernel *kernel, const struct xl_case *c, size_t k,
                           const struct xl_buffer *buffer)
{
    size_t unit = xl_arg_alignment(kernel, &kernel->args[k]);
    struct xl_case near = *c;
    if (c->placement == XL_PLACEMENT_FAR) {
        near.placement = far_placement(c);
        return place_buffer(kernel, &near, k, buffer);
    }
    if (c->placement == XL_PLACEMENT_OFF && xl_gaps(c).spacing == XL_SPACING_EVEN)
        return c->offset % 2 ? xl_even_unit(c, unit) % XL_ALIGNMENTS : 0;
    if (c->placement == XL_PLACEMENT_END || (c->placement == XL_PLACEMENT_IN_PLACE && c->round % 2))
        return (buffer->slot_bytes - buffer->bytes - buffer->slack) / unit * unit;
    if (c->placement == XL_PLACEMENT_START)
        return 0;
    if (c->placement == XL_PLACEMENT_PAGE_END) {
        size_t before = c->offset * xl_type_size(kernel->args[k].type) / unit * unit;
        bool fits = XL_PAGE + buffer->bytes + buffer->slack <= buffer->slot_bytes;
        return before < XL_PAGE && fits ? XL_PAGE - before : 0;
    }
    if (c->placement == XL_PLACEMENT_ALIGNED)
        return address_of(c->offset, k, unit, buffer);
    const size_t at = offset_of(c->placement == XL_PLACEMENT_OFF ? c->offset : c->round, k, unit);
    return c->placement == XL_PLACEMENT_OFF && c->place ? at + place_in_page(c, k, unit, buffer)
                                                        : at;
}

/* Makes pair number `offset` of an input and an output one buffer. */
static void share_pair(const struct xl_kernel *kernel, const struct xl_case *c,
                       struct xl_buffer buffers[XL_MAX_ARGS])
{
    size_t pair = c->offset;
    for (size_t in = 0; in < XL_MAX_ARGS; in++) {
        for (size_t out = 0; out < XL_MAX_ARGS; out++) {
            if (!xl_can_share(&kernel->args[in], &kernel->args[out]) || pair-- != 0)
                continue;
            size_t owner = in < out ? in : out;
            const size_t read = buffers[in].slack, written = buffers[out].slack;
            buffers[owner].slack = read > written ? read : written;
            buffers[owner].at = place_buffer(kernel, c, owner, &buffers[owner]);
            buffers[in] = buffers[out] = buffers[owner];
            buffers[in].slack = read;
            buffers[out].slack = written;
            buffers[out].shared = (long)in;
            return;
        }
    }
}

/* Lets each input share the buffer of the first input that it may share. */
static void share_inputs(const struct xl_kernel *kernel, struct xl_buffer buffers[XL_MAX_ARGS])
{
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const size_t first = xl_same_input(kernel, k);
        if (first == k || buffers[k].slack != buffers[first].slack)
            continue;
        buffers[k] = buffers[first];
        buffers[k].shared = (long)first;
    }
}

static void share_slot(const struct xl_kernel *kernel, const struct xl_case *c,
                       struct xl_buffer buffers[XL_MAX_ARGS])
{
    size_t owner = 0, length = place_adjacent(kernel, c, 0, NULL);
    while (owner < XL_MAX_ARGS && !xl_arg_can_be_adjacent(&kernel->args[owner]))
        owner++;
    if (owner == XL_MAX_ARGS || length > buffers[owner].slot_bytes)
        return; /* too long: each buffer keeps its slot */
    for (size_t k = owner; k < XL_MAX_ARGS; k++) {
        if (!xl_arg_can_be_adjacent(&kernel->args[k]))
            continue;
        buffers[k].slot_at = buffers[owner].slot_at;
        buffers[k].owner = owner;
    }
    place_adjacent(kernel, c, (buffers[owner].slot_bytes - length) / XL_ALIGNMENTS * XL_ALIGNMENTS,
                   buffers);
}

/* The guard page before a slot. dedicated_bytes: of a dedicated slot, or 0. */
static size_t slot_at(size_t dedicated_bytes, bool small, size_t slot)
{
    if (small)
        return XL_SLOTS_AT + slot * XL_SMALL_STRIDE;
    return dedicated_bytes ? XL_DEDICATED_AT + slot * (dedicated_bytes + XL_PAGE)
                           : XL_LARGE_AT + slot * XL_LARGE_STRIDE;
}

void xl_place_buffers(const struct xl_kernel *kernel, const struct xl_case *c, size_t call,
                      bool small, struct xl_buffer buffers[XL_MAX_ARGS])
{
    const size_t large_bytes = small ? 0 : xl_large_bytes(kernel, c);
    const size_t dedicated_bytes =
        has_many_args(kernel) || large_bytes > XL_LARGE_BYTES ? large_bytes : 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        struct xl_buffer *b = &buffers[k];
        *b = (struct xl_buffer){.owner = k, .shared = -1};
        if (!xl_arg_is_buffer(arg))
            continue;
        b->slot_bytes = small ? XL_SMALL_BYTES : large_bytes;
        b->slot_at =
            XL_PAGE + slot_at(dedicated_bytes, small, small ? call * xl_call_slots(kernel) + k : k);
        if (small && c->placement == XL_PLACEMENT_PAGE_END) {
            b->slot_bytes = XL_WINDOW_BYTES;
            b->slot_at = XL_PAGE + slot_at(0, false, k) + call * XL_WINDOW_BYTES;
        }
        b->bytes = xl_extent(kernel, k, c);
        b->rows = xl_row_count(arg, c);
        b->row_bytes = xl_row_elements(arg, c) * xl_type_size(arg->type);
        b->stride = xl_row_stride(kernel, k, c);
        b->first_row = xl_first_row(kernel, k, c);
        b->slack = xl_slack_bytes(kernel, k, c);
        b->at = place_buffer(kernel, c, k, b);
    }
    if (c->placement == XL_PLACEMENT_IN_PLACE)
        share_pair(kernel, c, buffers);
    else if (c->placement == XL_PLACEMENT_ADJACENT)
        share_slot(kernel, c, buffers);
    else if (c->placement == XL_PLACEMENT_SAME)
        share_inputs(kernel, buffers);
}

uint64_t xl_read_only_buffers(const struct xl_kernel *kernel,
                              const struct xl_buffer buffers[XL_MAX_ARGS])
{
    uint64_t unwritten = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        bool alone = kernel->args[k].kind == XL_ARG_IN && buffers[k].bytes;
        for (size_t i = 0; i < XL_MAX_ARGS; i++)
            alone &= i == k || !buffers[i].slot_bytes || buffers[i].slot_at != buffers[k].slot_at;
        unwritten |= (uint64_t)alone << k;
    }
    return unwritten;
}

uint64_t xl_crossing_inputs(const struct xl_kernel *kernel,
                            const struct xl_buffer buffers[XL_MAX_ARGS])
{
    uint64_t crossing = xl_read_only_buffers(kernel, buffers);
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (buffers[k].at >= XL_PAGE || buffers[k].at + buffers[k].bytes <= XL_PAGE ||
            kernel->args[k].by_pointers)
            crossing &= ~(UINT64_C(1) << k);
    return crossing;
}

uint64_t xl_fenced_buffers(const struct xl_kernel *kernel,
                           const struct xl_buffer buffers[XL_MAX_ARGS])
{
    uint64_t fenced = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        bool alone = buffers[k].bytes != 0;
        for (size_t i = 0; i < XL_MAX_ARGS; i++)
            alone &= i == k || !buffers[i].slot_bytes || buffers[i].slot_at != buffers[k].slot_at;
        fenced |= (uint64_t)alone << k;
    }
    return fenced;
}

bool xl_buffer_is_fenced(const struct xl_buffer *b, size_t byte)
{
    const size_t page = byte / XL_PAGE * XL_PAGE;
    for (size_t r = 0; r < b->rows; r++) {
        const size_t row = xl_buffer_row(b, r);
        if (row < page + XL_PAGE && row + b->row_bytes + b->slack > page)
            return false;
    }
    return byte < b->slot_bytes;
}

uint8_t xl_slot_poison(const struct xl_arg *owner, const struct xl_case *c)
{
    return xl_arg_is_written(owner) ? xl_next_poison(c->poison) : c->poison;
}

unsigned xl_far_mapping(const struct xl_case *c, size_t buffer)
{
    enum { ALL = XL_FAR_ROWS - 1, LAST = XL_FAR - 1 };
    static const unsigned char of[ALL][2] = {{0, LAST}, {0, 1}, {LAST, 0}, {1, 0},
                                             {0, 2},    {2, 0}, {0, LAST}};
    return c->offset < ALL ? of[c->offset][buffer % 2] : (unsigned)buffer % XL_FAR;
}

bool xl_has_far_rows(const struct xl_kernel *kernel, const struct xl_case *c,
                     const struct xl_buffer buffers[XL_MAX_ARGS])
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_stride_of(kernel, k) >= 0 &&
            buffers[k].rows > XL_FAR_MAPPINGS)
            return false;
    return c->placement == XL_PLACEMENT_FAR && c->offset == XL_FAR_ROWS;
}

size_t xl_buffer_base(const struct xl_buffer *b)
{
    return b->at + (b->stride < 0 && b->rows ? (b->rows - 1) * (size_t)-b->stride : 0);
}

size_t xl_buffer_row(const struct xl_buffer *b, size_t row)
{
    const size_t strides = b->first_row ? (row + b->first_row) % b->rows : row;
    return xl_buffer_base(b) + strides * (size_t)b->stride;
}

void xl_buffer_write(const struct xl_buffer *b, enum xl_type type, uint8_t *slot,
                     const void *elements, bool swap)
{
    for (size_t r = 0; r < b->rows; r++)
        xl_copy_swapped(type, slot + xl_buffer_row(b, r),
                        (const uint8_t *)elements + r * b->row_bytes,
                        b->row_bytes / xl_type_size(type), swap);
}

void xl_buffer_read(const struct xl_buffer *b, enum xl_type type, void *elements,
                    const uint8_t *slot, bool swap)
{
    for (size_t r = 0; r < b->rows; r++)
        xl_copy_swapped(type, (uint8_t *)elements + r * b->row_bytes, slot + xl_buffer_row(b, r),
                        b->row_bytes / xl_type_size(type), swap);
}

uint64_t xl_buffer_get(const struct xl_buffer *b, enum xl_type type, const uint8_t *slot, size_t i,
                       bool swap)
{
    const size_t byte = i * xl_type_size(type), row = byte / b->row_bytes;
    uint8_t one[8];
    xl_copy_swapped(type, one, slot + xl_buffer_row(b, row) + byte % b->row_bytes, 1, swap);
    return xl_bits_get(type, one, 0);
}

/* Finds the row of a byte of the slot, and the offset in it. Returns false if there is none. */
static bool find_row(const struct xl_buffer *b, size_t byte, size_t *row, size_t *in_row)
{
    for (*row = 0; *row < b->rows; ++*row) {
        *in_row = byte - xl_buffer_row(b, *row);
        if (*in_row < b->row_bytes)
            return true;
    }
    return false;
}

long xl_buffer_element(const struct xl_buffer *b, enum xl_type type, size_t byte)
{
    size_t row, in_row;
    return find_row(b, byte, &row, &in_row)
               ? (long)((row * b->row_bytes + in_row) / xl_type_size(type))
               : -1;
}

/* For a byte between rows: the number of the row before it, from 1 on, and the offset from its end.
 * Otherwise 0. */
static size_t find_gap(const struct xl_buffer *b, size_t byte, long *offset)
{
    size_t row, in_row, nearest = 0;
    if (byte < b->at || byte >= b->at + b->bytes || find_row(b, byte, &row, &in_row))
        return 0;
    for (row = 0; row < b->rows; row++) {
        const long far = (long)byte - (long)(xl_buffer_row(b, row) + b->row_bytes);
        if (far >= 0 && (!nearest || far < *offset)) {
            nearest = row + 1;
            *offset = far;
        }
    }
    return nearest;
}

bool xl_buffer_is_slack(const struct xl_buffer *b, size_t byte)
{
    for (size_t r = 0; r < b->rows && b->slack; r++)
        if (byte - xl_buffer_row(b, r) - b->row_bytes < b->slack)
            return true;
    return false;
}

/* Copies what the call may write. */
static void copy_rows(const struct xl_buffer *b, uint8_t *to, const uint8_t *slot)
{
    for (size_t r = 0; r < b->rows; r++)
        memcpy(to + xl_buffer_row(b, r), slot + xl_buffer_row(b, r), b->row_bytes + b->slack);
}

static void set_offset(const struct xl_buffer *b, size_t at, bool *inside, long *offset)
{
    size_t end = b->at + b->bytes;
    *inside = at >= b->at && at < end;
    *offset = at >= end ? (long)(at - end) : (long)at - (long)b->at;
}

/* The distance of a byte of a slot from a buffer in it. */
static size_t distance(const struct xl_buffer *b, long at)
{
    long begin = (long)b->at, end = begin + (long)b->bytes;
    return (size_t)(at < begin ? begin - at : at >= end ? at - end + 1 : 0);
}

bool xl_find_overwrite(const struct xl_kernel *kernel, const struct xl_case *c,
                       const struct xl_buffer buffers[XL_MAX_ARGS], size_t owner,
                       const uint8_t *slot, const uint8_t *const inputs[XL_MAX_ARGS],
                       uint8_t *expected, struct xl_overwrite *found)
{
    size_t bytes = buffers[owner].slot_bytes, first = 0, nearest = owner;
    memset(expected, xl_slot_poison(&kernel->args[owner], c), bytes);
    for (size_t k = owner; k < XL_MAX_ARGS; k++)
        if (buffers[k].owner == owner && inputs[k])
            xl_buffer_write(&buffers[k], XL_u8, expected, inputs[k], false);
    for (size_t k = owner; k < XL_MAX_ARGS; k++)
        if (buffers[k].owner == owner && xl_arg_is_written(&kernel->args[k]))
            copy_rows(&buffers[k], expected, slot);
    if (memcmp(expected, slot, bytes) == 0)
        return false;
    while (expected[first] == slot[first])
        first++;
    for (size_t k = owner; k < XL_MAX_ARGS; k++)
        if (buffers[k].slot_bytes && buffers[k].owner == owner &&
            distance(&buffers[k], (long)first) < distance(&buffers[nearest], (long)first))
            nearest = k;
    found->arg = nearest;
    set_offset(&buffers[nearest], first, &found->inside, &found->offset);
    found->gap = find_gap(&buffers[nearest], first, &found->offset);
    found->inside &= !found->gap;
    return true;
}

long xl_nearest_buffer(const struct xl_kernel *kernel, const struct xl_buffer buffers[XL_MAX_ARGS],
                       size_t at, bool *inside, long *offset)
{
    long nearest = -1;
    size_t least = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_buffer *b = &buffers[k];
        /* In its slot, or in a guard page of the slot. */
        if (!b->slot_bytes || at + XL_PAGE < b->slot_at ||
            at >= b->slot_at + b->slot_bytes + XL_PAGE)
            continue;
        size_t far = distance(b, (long)at - (long)b->slot_at);
        if (nearest >= 0 && far >= least)
            continue;
        nearest = (long)k;
        least = far;
        size_t end = b->slot_at + b->at + b->bytes, begin = b->slot_at + b->at;
        *inside = at >= begin && at < end;
        *offset = at >= end ? (long)(at - end) : (long)at - (long)begin;
    }
    return nearest;
}
