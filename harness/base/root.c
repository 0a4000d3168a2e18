/* Where Crosslane is: its folder, and the module of its own kernels.
 * SPDX-License-Identifier: MIT
 */
#include "base/root.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[PATH_MAX] = XL_ROOT, module[PATH_MAX] = XL_KERNEL_MODULE;

/* ROOT/build/FOLDER/PROGRAM */
static void find(void)
{
    static const char marker[] = "/matrix/matrix.yml";
    char program[PATH_MAX], path[PATH_MAX + 32];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return;
    program[length] = '\0';
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return;
        *slash = '\0';
        if (up == 0) {
            snprintf(path, sizeof path, "%s/kernels.so", program);
            if (access(path, R_OK) == 0)
                snprintf(module, sizeof module, "%.*s", (int)sizeof module - 1, path);
        }
    }
    snprintf(path, sizeof path, "%s%s", program, marker);
    if (access(path, R_OK) == 0)
        snprintf(root, sizeof root, "%s", program);
}

const char *xl_root(void)
{
    pthread_once(&once, find);
    return root;
}

const char *xl_kernel_module(void)
{
    pthread_once(&once, find);
    return module;
}

void xl_root_path(const char *file, char *path, unsigned long size)
{
    if ((size_t)snprintf(path, size, "%s/%s", xl_root(), file) < size)
        return;
    fprintf(stderr, "crosslane: error: the path of %s is too long: %s/%s\n", file, xl_root(), file);
    exit(2);
}

const char *xl_path_shown(const char *path)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}
