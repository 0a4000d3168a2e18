/* crosslane cache: the cached results.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "results/store.h"

struct request {
    uint64_t most_mib;
};

const struct xl_cli_usage xl_cli_cache_usage = {
    .begin = "Usage: crosslane cache [OPTION]...\n"
             "Show where cached results are, their size, and what the last run got from the\n"
             "remote cache.\n"
             "\n",
    .options = {XL_NUMBER_OPTION("prune", "MIB", struct request, most_mib, 0, 1 << 20, 0,
                                 "remove the least recently used, down to this size")},
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

int xl_cli_cache(int argc, char **argv)
{
    struct request r = {.most_mib = UINT64_MAX >> 20};
    const int status = xl_cli_parse(argc, argv, &xl_cli_cache_usage, &r, NULL);
    if (status != -1)
        return status;
    char *directory = xl_store_directory();
    if (!directory) {
        fprintf(stderr, "crosslane: error: no cache: neither CROSSLANE_CACHE nor HOME is set\n");
        return XL_EXIT_ENVIRONMENT;
    }
    const struct xl_store_use use = xl_store_prune(r.most_mib << 20);
    printf("%s: %zu file%s, %.1f MiB of at most %d\n", directory, use.files, xl_s(use.files),
           (double)use.bytes / (1 << 20), XL_STORE_MIB);
    free(directory);
    struct xl_remote_counts remote;
    if (xl_store_read_remote(&remote))
        printf("%s, in the last run: %zu hit%s, %zu miss%s, %zu refused, %zu stored, %zu not "
               "stored; %zu result%s\n",
               remote.url, remote.hits, xl_s(remote.hits), remote.misses,
               xl_plural(remote.misses, "", "es"), remote.refused, remote.stored, remote.failed,
               remote.results, xl_s(remote.results));
    return XL_EXIT_OK;
}
