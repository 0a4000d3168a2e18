/* The map that GNU ld or lld writes of a program: which object each part of its code is of.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_LINK_MAP_H
#define XL_HARNESS_CODE_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of .text. */
struct xl_link_part {
    uint64_t address, size; /* size: not 0 */
    char *object;           /* "/usr/lib/libc.a(memcpy.o)" */
};

struct xl_link_map {
    struct xl_link_part *at; /* in the linker's order: by address */
    size_t count, room;
};

/* Reads PROGRAM.map. False: there is none. xl_link_map_free releases it, whatever the result. */
bool xl_link_map_read(const char *program, struct xl_link_map *map);

void xl_link_map_free(struct xl_link_map *map);

/* "libc.a(memcpy.o)": the object of the code at an address of a program. False: unknown. */
bool xl_object_at(const char *program, uint64_t address, char *text, size_t size);

#endif
