/* The map that GNU ld or lld writes of a program.
 * SPDX-License-Identifier: MIT
 */
#include "code/link_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void add_part(struct xl_link_map *map, uint64_t address, uint64_t size, const char *object,
                     const char *end)
{
    if (address && size && end > object)
        xl_push(map, ((struct xl_link_part){address, size,
                                            xl_format("%.*s", (int)(end - object), object)}));
}

/* Adds the part that a line describes. *is_long: the line before ended after a long name of a
 * section. */
static void read_line(struct xl_link_map *map, const char *line, bool *is_long)
{
    unsigned long long address, size;
    int name = 0;
    const bool was_long = *is_long;
    const char *end = line + strcspn(line, "\n");
    /* lld: VMA LMA SIZE ALIGN OBJECT:(SECTION) */
    const char *section = strstr(line, ":(.text");
    *is_long = false;
    if (section && sscanf(line, " %llx %*x %llx %*u %n", &address, &size, &name) == 2 && name) {
        add_part(map, address, size, line + name, section);
        return;
    }
    /* GNU ld: SECTION ADDRESS SIZE OBJECT, with the end of the line after a long name. */
    const bool is_text = strncmp(line, " .text", 6) == 0;
    const char *rest = is_text ? line + 1 + strcspn(line + 1, " \n") : line;
    *is_long = is_text && rest == end;
    if ((is_text || was_long) && sscanf(rest, " 0x%llx 0x%llx %n", &address, &size, &name) == 2 &&
        name)
        add_part(map, address, size, rest + name, end);
}

bool xl_link_map_read(const char *program, struct xl_link_map *map)
{
    char *path = xl_format("%s.map", program), *line = NULL;
    size_t room = 0;
    bool is_long = false;
    FILE *f = fopen(path, "re");
    free(path);
    *map = (struct xl_link_map){0};
    while (f && getline(&line, &room, f) >= 0)
        read_line(map, line, &is_long);
    free(line);
    if (f)
        fclose(f);
    return f != NULL;
}

void xl_link_map_free(struct xl_link_map *map)
{
    for (size_t i = 0; i < map->count; i++)
        free(map->at[i].object);
    free(map->at);
    *map = (struct xl_link_map){0};
}

bool xl_object_at(const char *program, uint64_t address, char *text, size_t size)
{
    struct xl_link_map map;
    bool found = false;
    xl_link_map_read(program, &map);
    for (size_t i = 0; i < map.count && !found; i++)
        if (address - map.at[i].address < map.at[i].size) {
            const char *slash = strrchr(map.at[i].object, '/');
            snprintf(text, size, "%s", slash ? slash + 1 : map.at[i].object);
            found = true;
        }
    xl_link_map_free(&map);
    return found;
}
