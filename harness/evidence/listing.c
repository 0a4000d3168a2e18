/* The disassembly of a build's kernels: its instructions by address.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/listing.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char banner[] = "crosslane-disassembly 3";

/* The hexadecimal number that text begins with; end is set past it, or to text if there is none. */
static uint64_t read_address(char *text, char **end)
{
    uint64_t value = 0;
    size_t digits = strspn(text, "0123456789abcdef");
    *end = text + (digits > 16 ? 0 : digits);
    for (char *at = text; at < *end; at++)
        value = value << 4 | (uint64_t)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
    return value;
}

static int wrong_line(struct xl_error *err, size_t number, const char *why)
{
    xl_error_set(err, "line %zu of the disassembly: %s", number, why);
    return -1;
}

/* Adds the function of one line; what follows its address begins with a blank. */
static void take_function(struct xl_listing *l, uint64_t address, char *name)
{
    name++;
    char *object = name + strcspn(name, "\t");
    if (*object)
        *object++ = '\0';
    l->functions[l->function_count++] = (struct xl_listed_function){.address = address,
                                                                    .name = name,
                                                                    .object = object,
                                                                    .first = l->count,
                                                                    .end = l->count,
                                                                    .first_name = l->name_count,
                                                                    .end_name = l->name_count};
}

/* Adds a name to the last function. */
static int take_name(struct xl_listing *l, char *name, size_t number, struct xl_error *err)
{
    if (!l->function_count)
        return wrong_line(err, number, "a name of no function");
    char *readable = name + strcspn(name, "\t");
    if (*readable)
        *readable++ = '\0';
    l->names[l->name_count++] = (struct xl_listed_name){name, *readable ? readable : name};
    l->functions[l->function_count - 1].end_name = l->name_count;
    return 0;
}

/* Adds the function or the instruction of one line. */
static int take_line(struct xl_listing *l, char *line, size_t number, const char *arch,
                     struct xl_error *err)
{
    char *end;
    if (line[0] == '=')
        return take_name(l, line + 1, number, err);
    uint64_t address = read_address(line + (line[0] == ':'), &end);
    if (end == line + (line[0] == ':') || *end != ' ')
        return wrong_line(err, number, "no address");
    if (line[0] == ':') {
        take_function(l, address, end);
        return 0;
    }
    if (l->count && address <= l->instructions[l->count - 1].address)
        return wrong_line(err, number, "addresses do not rise");
    char *mnemonic = end + 1, *operands = mnemonic + strcspn(mnemonic, "\t");
    if (*operands)
        *operands++ = '\0';
    l->instructions[l->count++] = (struct xl_instruction){
        address, mnemonic, operands, xl_classify(arch, mnemonic, operands), l->function_count - 1};
    if (l->function_count)
        l->functions[l->function_count - 1].end = l->count;
    return 0;
}

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 1;
    for (const char *end = text + size; (text = memchr(text, '\n', (size_t)(end - text))); text++)
        lines++;
    return lines;
}

static int take_lines(struct xl_listing *l, size_t size, const char *arch, struct xl_error *err)
{
    size_t number = 0;
    for (char *line = l->text, *next; line < l->text + size; line = next) {
        char *newline = memchr(line, '\n', size - (size_t)(line - l->text));
        if (!newline)
            return wrong_line(err, number + 1, "it is cut short");
        *newline = '\0';
        next = newline + 1;
        if (number++ == 0) {
            if (strcmp(line, banner) != 0)
                return wrong_line(err, 1, "it is of another version");
        } else if (take_line(l, line, number, arch, err)) {
            return -1;
        }
    }
    return l->count ? 0 : wrong_line(err, number, "it is empty");
}

int xl_listing_parse(char *text, size_t size, const char *arch, struct xl_listing *listing,
                     struct xl_error *err)
{
    *listing = (struct xl_listing){.arch = arch, .text = text};
    size_t lines = count_lines(text, size);
    listing->instructions = calloc(lines, sizeof *listing->instructions);
    listing->functions = calloc(lines, sizeof *listing->functions);
    listing->names = calloc(lines, sizeof *listing->names);
    if (!listing->instructions || !listing->functions || !listing->names)
        xl_error_set(err, "out of memory");
    else if (!take_lines(listing, size, arch, err))
        return 0;
    xl_listing_free(listing);
    return -1;
}

int xl_listing_read(FILE *f, const char *path, const char *arch, struct xl_listing *listing,
                    struct xl_error *err)
{
    *listing = (struct xl_listing){0};
    long length = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    char *text = length < 0 || fseek(f, 0, SEEK_SET) ? NULL : malloc((size_t)length + 1);
    size_t size = 0;
    if (text) {
        size = fread(text, 1, (size_t)length, f);
        text[size] = '\0';
    } else {
        xl_error_set(err, "cannot read %s: %s", path, strerror(errno));
    }
    return text ? xl_listing_parse(text, size, arch, listing, err) : -1;
}

size_t xl_listing_find(const struct xl_listing *listing, uint64_t address)
{
    size_t low = 0, high = listing->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (listing->instructions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct xl_listed_function *xl_listing_function(const struct xl_listing *listing,
                                                     uint64_t address)
{
    size_t at = xl_listing_find(listing, address);
    if (at == listing->count || listing->instructions[at].address != address ||
        listing->instructions[at].function >= listing->function_count)
        return NULL;
    return &listing->functions[listing->instructions[at].function];
}

const char *xl_listing_readable(const struct xl_listing *listing, size_t function)
{
    const struct xl_listed_function *f = &listing->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (strcmp(listing->names[i].name, f->name) == 0)
            return listing->names[i].readable;
    return f->name;
}

const char *xl_listing_matched(const struct xl_listing *listing, size_t function,
                               const char *pattern)
{
    const struct xl_listed_function *f = &listing->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (fnmatch(pattern, listing->names[i].name, 0) == 0 ||
            fnmatch(pattern, listing->names[i].readable, 0) == 0)
            return listing->names[i].readable;
    return fnmatch(pattern, f->name, 0) == 0 ? f->name : NULL;
}

void xl_listing_free(struct xl_listing *listing)
{
    free(listing->text);
    free(listing->instructions);
    free(listing->functions);
    free(listing->names);
    *listing = (struct xl_listing){0};
}
