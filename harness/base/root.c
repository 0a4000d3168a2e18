/* Where Crosslane is: its folder, and the module of its own kernels.
 * SPDX-License-Identifier: MIT
 */
#include "base/root.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/memory.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[PATH_MAX] = XL_ROOT, module[PATH_MAX] = XL_KERNEL_MODULE;

/* Whether the program is ROOT/build/FOLDER/PROGRAM; takes this root then. */
static bool is_in_checkout(const char *path)
{
    static const char marker[] = "/matrix/matrix.yml";
    char program[PATH_MAX], file[PATH_MAX + 32];
    snprintf(program, sizeof program, "%s", path);
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return false;
        *slash = '\0';
        if (up == 0) {
            snprintf(file, sizeof file, "%s/kernels.so", program);
            if (access(file, R_OK) == 0)
                snprintf(module, sizeof module, "%.*s", (int)sizeof module - 1, file);
        }
    }
    snprintf(file, sizeof file, "%s%s", program, marker);
    if (access(file, R_OK))
        return false;
    snprintf(root, sizeof root, "%s", program);
    return true;
}

/* First the path by which it was started: ./crosslane goes by a link where the checkout's own path
 * has what CMake takes for its own. */
static void find(void)
{
    char program[PATH_MAX];
    const char *started = (const char *)getauxval(AT_EXECFN);
    if (started && started[0] == '/' && is_in_checkout(started))
        return;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return;
    program[length] = '\0';
    is_in_checkout(program);
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

bool xl_root_is_writable(void)
{
    char *folder = xl_join_path(xl_root(), "build");
    const bool is = access(folder, W_OK) == 0;
    free(folder);
    return is;
}

const char *xl_path_shown(const char *path)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}
