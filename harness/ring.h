/* A disk image as two streams of bytes: between the host and the first process of a machine that
 * Bochs emulates. Its serial port carries 10 KB/s, its disk 40 MB/s.
 * SPDX-License-Identifier: MIT
 *
 * Each side has a sector that it alone writes, and a ring behind both. Byte i of a stream lies at
 * i modulo XL_RING_BYTES of its ring. A side reads the other's sector again and again.
 *
 * A session is a program that the machine runs. The host begins one with the next number: that ends
 * the one before, and both streams begin anew. Its stream: the bytes of the program, 64
 * bits; the bytes of its arguments, 64 bits; the arguments, each with its NUL; the program; then
 * its standard input. The machine's stream has heads of XL_RING_HEAD bytes: what follows, and how
 * many bytes of it, 32 bits each. All numbers are little-endian.
 */
#ifndef XL_HARNESS_RING_H
#define XL_HARNESS_RING_H

#include <stdint.h>

enum {
    XL_RING_SECTOR = 512,
    XL_RING_BYTES = 4 << 20,
    /* In the image. */
    XL_RING_HOST = 0,
    XL_RING_MACHINE = XL_RING_SECTOR,
    XL_RING_TO_MACHINE = 1 << 20,
    XL_RING_TO_HOST = XL_RING_TO_MACHINE + XL_RING_BYTES,
    /* The geometry that Bochs wants. */
    XL_RING_CYLINDERS = 20,
    XL_RING_HEADS = 16,
    XL_RING_SECTORS = 63,
    XL_RING_IMAGE = XL_RING_CYLINDERS * XL_RING_HEADS * XL_RING_SECTORS * XL_RING_SECTOR,

    XL_RING_HEAD = 8,
    XL_RING_OUTPUT = 1, /* what the program wrote on standard output, */
    XL_RING_ERRORS = 2, /* on standard error, */
    XL_RING_STATUS = 3  /* and its wait status: 4 bytes, the last ones */
};

_Static_assert((int)XL_RING_TO_HOST + (int)XL_RING_BYTES <= (int)XL_RING_IMAGE,
               "the image has room for both rings");

/* The beginning of a side's sector. */
struct xl_ring_side {
    uint64_t session;
    uint64_t written, read; /* bytes of the own stream; of the other's */
    uint64_t beats;         /* of the machine: it changes while that lives */
    uint64_t check;         /* of the others: a sector that is read while it changes is wrong */
};

static inline uint64_t xl_ring_check(const struct xl_ring_side *s)
{
    return ~(s->session * 3 + s->written * 5 + s->read * 7 + s->beats * 11);
}

#endif
