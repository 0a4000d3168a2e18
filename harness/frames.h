/* The agent's protocol over a stream of bytes, for an agent that shares no memory with the host: a
 * pipe to another emulator, ssh to another machine.
 * SPDX-License-Identifier: MIT
 *
 * A bridge (execute/bridge.c) stands where the agent would: it has the host's file of shared
 * memory, and the two pipes of protocol.h. It starts the runner, whose program is the agent with
 * the argument XL_STREAM_ARGUMENT. That process becomes a relay (agent/relay.c). It has a file of
 * its own, and starts the agent with it, and with two pipes. So neither the host nor the agent
 * knows of the stream.
 *
 *     host --- memory, pipes --- bridge --- stream --- relay --- memory, pipes --- agent
 *
 * The relay writes XL_STREAM_GREETING first. What a runner writes before is skipped. Then both
 * sides write frames: a kind and the number of bytes that follow, 32 bits each. All numbers of
 * frames are little-endian.
 *
 * Before the command "run" the bridge sends the head and calls of the batch, and the slots that its
 * calls name. Afterwards the relay sends what has changed in them, then "done". So a batch takes
 * one turn of the stream, however long it is. Slots are mostly poison: a range of equal words is
 * sent as one. While a batch runs, the relay writes at least each second.
 *
 * With the argument XL_STEPS_ARGUMENT too, the relay first waits for the functions that it is to
 * single-step, and the log comes before "done".
 */
#ifndef XL_HARNESS_FRAMES_H
#define XL_HARNESS_FRAMES_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol.h"

#define XL_STREAM_ARGUMENT "--stream"
#define XL_STEPS_ARGUMENT "--steps"
#define XL_STREAM_GREETING "crosslane-relay 1\n"

enum xl_frame_kind {
    /* From both sides: pieces of the memory, one after the other. */
    XL_FRAME_MEMORY = 'M',
    /* From the bridge: lines for the agent; note where the call is that hangs. */
    XL_FRAME_COMMANDS = 'C',
    XL_FRAME_LOCATE = 'L',
    /* Two lines of hexadecimal numbers: entries of functions that are single-stepped, with blanks
     * between them; ranges of code that are logged, as -dfilter of QEMU has them. */
    XL_FRAME_STEPS = 'S',
    /* From the relay: what the agent replied, what it printed, and how it ended: the signal or the
     * exit status, 32 bits each. */
    XL_FRAME_REPLY = 'R',
    XL_FRAME_OUTPUT = 'O',
    XL_FRAME_LOG = 'T', /* of the steps */
    XL_FRAME_END = 'E'
};

enum {
    XL_FRAME_HEAD = 8,
    XL_FRAME_MOST = 1 << 20, /* bytes that follow the head */
    XL_STEPS_MOST = 1 << 15, /* entries, and ranges */
    XL_STEPS_LOG_MIB = 128,  /* the log of a batch: the function that exceeds it dies of SIGXFSZ */
    /* Of a piece: its offset in the file, 64 bits; its bytes, a multiple of 8; whether all of its
     * words are equal, and only the first one follows. */
    XL_PIECE_HEAD = 16,
    XL_PIECE_MOST = 1 << 16,
    /* Words: fewer equal ones, or unchanged ones, do not end a piece. */
    XL_PIECE_EQUAL = 4,
    XL_COMPARED = 64 /* words at a time, by memcmp */
};

/* Bytes to be sent. Begins as zeros; free `at`. */
struct xl_frames {
    unsigned char *at;
    size_t used, room;
    size_t frame; /* where the head of the last frame of memory is, plus 1; 0: it is closed */
};

static inline uint64_t xl_frame_number(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | at[bytes];
    return number;
}

static inline void xl_frame_set(unsigned char *at, unsigned bytes, uint64_t number)
{
    for (unsigned i = 0; i < bytes; i++, number >>= 8)
        at[i] = (unsigned char)number;
}

/* Writes all of it, also if signals come meanwhile. Returns 0, or -1 if nobody reads any more. */
static inline int xl_write_all(int file, const unsigned char *at, size_t bytes)
{
    while (bytes) {
        const ssize_t written = write(file, at, bytes);
        if (written < 0 && errno != EINTR)
            return -1;
        at += written > 0 ? written : 0;
        bytes -= written > 0 ? (size_t)written : 0;
    }
    return 0;
}

/* Room for more bytes, behind those used. */
static inline unsigned char *xl_frames_add(struct xl_frames *f, size_t bytes)
{
    if (f->room - f->used < bytes) {
        const size_t room = 2 * (f->room + bytes);
        unsigned char *at = (unsigned char *)realloc(f->at, room);
        if (!at)
            abort();
        f->at = at;
        f->room = room;
    }
    f->used += bytes;
    return f->at + f->used - bytes;
}

static inline void xl_frames_put(struct xl_frames *f, enum xl_frame_kind kind, const void *data,
                                 size_t bytes)
{
    unsigned char *head = xl_frames_add(f, XL_FRAME_HEAD + bytes);
    xl_frame_set(head, 4, (uint64_t)kind);
    xl_frame_set(head + 4, 4, bytes);
    if (bytes)
        memcpy(head + XL_FRAME_HEAD, data, bytes);
    f->frame = 0;
}

/* Adds a piece to the last frame, or to a new one. */
static inline void xl_frames_put_piece(struct xl_frames *f, uint64_t offset, const void *data,
                                       size_t bytes, int is_equal)
{
    const size_t sent = is_equal ? sizeof(uint64_t) : bytes;
    if (!f->frame || f->used - f->frame + XL_PIECE_HEAD + sent > XL_FRAME_MOST) {
        xl_frames_put(f, XL_FRAME_MEMORY, NULL, 0);
        f->frame = f->used - XL_FRAME_HEAD + 1;
    }
    unsigned char *at = xl_frames_add(f, XL_PIECE_HEAD + sent);
    xl_frame_set(at, 8, offset);
    xl_frame_set(at + 8, 4, bytes);
    xl_frame_set(at + 12, 4, (uint64_t)is_equal);
    memcpy(at + XL_PIECE_HEAD, data, sent);
    unsigned char *head = f->at + f->frame - 1;
    xl_frame_set(head + 4, 4, f->used - f->frame + 1 - XL_FRAME_HEAD);
}

/* The number of words from the first on that are equal to it. */
static inline size_t xl_equal_words(const uint64_t *words, size_t count)
{
    size_t equal = 1;
    while (equal < count && words[equal] == words[0])
        equal++;
    return equal;
}

/* Adds this range of the memory. offset, bytes: multiples of 8. */
static inline void xl_frames_put_range(struct xl_frames *f, const unsigned char *memory,
                                       uint64_t offset, size_t bytes)
{
    const uint64_t *words = (const uint64_t *)(const void *)(memory + offset);
    const size_t count = bytes / sizeof *words, most = XL_PIECE_MOST / sizeof *words;
    for (size_t i = 0, n; i < count; i += n) {
        const size_t left = count - i < most ? count - i : most;
        n = xl_equal_words(words + i, left);
        const int is_equal = n >= XL_PIECE_EQUAL || n == left;
        for (size_t equal = 0; !is_equal && n < left && equal < XL_PIECE_EQUAL; n += equal) {
            equal = xl_equal_words(words + i + n, left - n);
            if (equal >= XL_PIECE_EQUAL)
                break;
        }
        xl_frames_put_piece(f, offset + i * sizeof *words, words + i, n * sizeof *words, is_equal);
    }
}

/* Adds what differs from the copy in this range. */
static inline void xl_frames_put_changes(struct xl_frames *f, const unsigned char *memory,
                                         const unsigned char *copy, uint64_t offset, size_t bytes)
{
    const uint64_t *now = (const uint64_t *)(const void *)(memory + offset),
                   *before = (const uint64_t *)(const void *)copy;
    const size_t count = bytes / sizeof *now;
    for (size_t i = 0; i < count;) {
        while (i + XL_COMPARED < count &&
               memcmp(now + i, before + i, XL_COMPARED * sizeof *now) == 0)
            i += XL_COMPARED;
        while (i < count && now[i] == before[i])
            i++;
        size_t end = i, equal = 0;
        while (end < count && equal < XL_PIECE_EQUAL)
            equal = now[end] == before[end] ? equal + 1 : 0, end++;
        end -= equal;
        xl_frames_put_range(f, memory, offset + i * sizeof *now, (end - i) * sizeof *now);
        i = end;
    }
}

/* Reads a piece of a frame of memory. Returns the bytes that it takes of the frame; 0 if it is
 * malformed, or not within `size` bytes of memory. */
static inline size_t xl_frame_piece(const unsigned char *at, size_t left, uint64_t size,
                                    uint64_t *offset, size_t *bytes, int *is_equal)
{
    if (left < XL_PIECE_HEAD)
        return 0;
    *offset = xl_frame_number(at, 8);
    *bytes = (size_t)xl_frame_number(at + 8, 4);
    const uint64_t equal = xl_frame_number(at + 12, 4);
    *is_equal = (int)(equal & 1);
    const size_t sent = *is_equal ? sizeof(uint64_t) : *bytes;
    if (equal > 1 || !*bytes || *bytes > XL_PIECE_MOST || (*bytes | *offset) % sizeof(uint64_t) ||
        *offset > size || *bytes > size - *offset || left - XL_PIECE_HEAD < sent)
        return 0;
    return XL_PIECE_HEAD + sent;
}

/* Writes a piece to the memory; of a batch's head the last word first: the host waits for
 * fault_kind, which then comes behind what it announces. */
static inline void xl_frame_apply(unsigned char *memory, const unsigned char *piece,
                                  uint64_t offset, size_t bytes, int is_equal)
{
    uint64_t *to = (uint64_t *)(void *)(memory + offset), first;
    memcpy(&first, piece + XL_PIECE_HEAD, sizeof first);
    if (offset % XL_BATCH_BUFFER_STRIDE < sizeof(struct xl_memory_head)) {
        for (size_t i = bytes / sizeof first; i-- > 0;) {
            memcpy(&first, piece + XL_PIECE_HEAD + (is_equal ? 0 : i * sizeof first), sizeof first);
            *(volatile uint64_t *)&to[i] = first;
        }
    } else if (!is_equal) {
        memcpy(to, piece + XL_PIECE_HEAD, bytes);
    } else if (first == (first & 0xFF) * (UINT64_MAX / 0xFF)) {
        memset(to, (int)(first & 0xFF), bytes);
    } else {
        for (size_t i = 0; i < bytes / sizeof first; i++)
            to[i] = first;
    }
}

/* Of the file, where a slot begins whose offset in a batch buffer is known, and its bytes;
 * 0: there is none. As xl_memory_slot of the agent. */
static inline uint64_t xl_frame_slot(uint64_t offset, unsigned batch, uint64_t dedicated_bytes,
                                     size_t *bytes)
{
    const uint64_t from = offset < XL_LARGE_AT       ? XL_SLOTS_AT
                          : offset < XL_DEDICATED_AT ? XL_LARGE_AT
                                                     : XL_DEDICATED_AT;
    *bytes = offset < XL_LARGE_AT       ? (size_t)XL_SMALL_BYTES
             : offset < XL_DEDICATED_AT ? (size_t)XL_LARGE_BYTES
                                        : (size_t)dedicated_bytes;
    const uint64_t end = offset < XL_LARGE_AT       ? XL_LARGE_AT
                         : offset < XL_DEDICATED_AT ? XL_LAST_GUARD_AT
                                                    : XL_DEDICATED_END;
    const uint64_t stride = *bytes + XL_PAGE;
    const uint64_t at = from + (offset - from) / stride * stride + XL_PAGE;
    if (offset < XL_SLOTS_AT || !*bytes || dedicated_bytes > XL_MOST_DEDICATED_BYTES ||
        dedicated_bytes % XL_PAGE || at > end || *bytes > end - at)
        return 0;
    return at + (from == XL_DEDICATED_AT ? 0 : (uint64_t)batch * XL_BATCH_BUFFER_STRIDE);
}

#endif
