/* Gives the files of a directory to a fuzzer's entry, one by one: what runs where there is no
 * libFuzzer.
 * SPDX-License-Identifier: MIT
 *
 * Each is also given cut short at every length up to a limit, and with each byte of its beginning
 * turned round.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 16, MOST_CUTS = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of exactly this size, so that a sanitizer sees a read past its end. */
static void give(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void replay(uint8_t *data, size_t size)
{
    size_t step = size / MOST_CUTS + 1;
    give(data, size);
    for (size_t cut = 0; cut < size; cut += step)
        give(data, cut);
    for (size_t i = 0; i < size; i += step) {
        data[i] = (uint8_t)~data[i];
        give(data, size);
        data[i] = (uint8_t)~data[i];
    }
}

int main(int argc, char **argv)
{
    static uint8_t data[MOST_BYTES];
    size_t count = 0;
    DIR *directory = argc == 2 ? opendir(argv[1]) : NULL;
    if (!directory) {
        fprintf(stderr, "Usage: replay DIRECTORY\n");
        return 2;
    }
    for (const struct dirent *e; (e = readdir(directory));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (!f)
            continue;
        replay(data, fread(data, 1, sizeof data, f));
        fclose(f);
        count++;
    }
    closedir(directory);
    printf("%zu files\n", count);
    return count ? 0 : 1;
}
