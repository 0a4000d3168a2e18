/* Whether a tree of programs stands alone: every library that a file of it needs is in it, where
 * the loader looks for it.
 * SPDX-License-Identifier: MIT
 *
 * Usage: check-tree ROOT FINAL [FOLDER...]
 * ROOT is where the tree is, FINAL where it will be: RPATHs, RUNPATHs and interpreters name that. A
 * path that leads elsewhere is as good as none. FOLDERs, in the tree, are those that the loader
 * searches by itself: of a sysroot its own, under the emulator; of a tree of programs none, because
 * they would be the machine's. Each program is followed as ld.so(8) says: RPATHs of who loads, and
 * of who loaded that, or the RUNPATH of who loads. An object that no program loads may be loaded by
 * any of them (a plug-in), and so finds what any program finds. Prints a line a library that is
 * missing. Exit status: 0 none is; 1 some are; 2 a file cannot be read.
 */
#include "needed.h"

#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { XL_MOST_CHAIN = 64, XL_MOST_OPEN_FOLDERS = 32 };

struct object {
    char *path; /* in the tree, with a slash in front */
    dev_t device;
    ino_t inode;
    struct xl_needed needed;
    size_t seen_by; /* the last program that loaded it, counted from 1 */
    bool is_loaded; /* by any program */
};

/* libc.so.6 can be started too; it is a library all the same. */
static bool is_program(const struct object *o)
{
    return o->needed.interpreter && !o->needed.soname;
}

static struct {
    const char *root, *final;
    char *const *folders;
    struct object *objects;
    size_t count, room;
    int unreadable, missing;
} tree;

/* Who loads: the object, who loaded it, up to the program. */
struct chain {
    const struct object *objects[XL_MOST_CHAIN];
    size_t length;
};

static char *map_file(const char *path, const struct stat *s)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *image = mmap(NULL, (size_t)s->st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    return image == MAP_FAILED ? NULL : image;
}

static int refuse(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path + strlen(tree.root), why);
    tree.unreadable++;
    return 0;
}

static int add_object(const char *path, const struct stat *s, char *image)
{
    struct object o = {.device = s->st_dev, .inode = s->st_ino};
    int status = xl_needed_read(image, (size_t)s->st_size, &o.needed);
    munmap(image, (size_t)s->st_size);
    if (status)
        return status < 0 ? refuse(path, "its dynamic section contradicts itself") : 0;
    if (tree.count == tree.room) {
        size_t room = tree.room ? 2 * tree.room : 256;
        struct object *more = realloc(tree.objects, room * sizeof *more);
        if (!more)
            return -1;
        tree.objects = more;
        tree.room = room;
    }
    o.path = strdup(path + strlen(tree.root));
    if (!o.path)
        return -1;
    tree.objects[tree.count++] = o;
    return 0;
}

static int visit(const char *path, const struct stat *s, int type, struct FTW *where)
{
    (void)where;
    if (type == FTW_DNR || type == FTW_NS)
        return refuse(path, "cannot be read");
    if (type != FTW_F || !S_ISREG(s->st_mode) || s->st_size < 64)
        return 0;
    char *image = map_file(path, s);
    if (!image)
        return refuse(path, "cannot be read");
    if (memcmp(image, "\177ELF", 4) == 0)
        return add_object(path, s, image);
    munmap(image, (size_t)s->st_size);
    return 0;
}

/* The object that a path in the tree is, whatever links are on the way; NULL if there is none. */
static struct object *find_object(const char *path)
{
    char full[PATH_MAX];
    struct stat s;
    if (snprintf(full, sizeof full, "%s%s", tree.root, path) >= (int)sizeof full || stat(full, &s))
        return NULL;
    for (size_t i = 0; i < tree.count; i++)
        if (tree.objects[i].inode == s.st_ino && tree.objects[i].device == s.st_dev)
            return &tree.objects[i];
    return NULL;
}

/* A folder of a search path as it is in the tree; false if it leads out of it. Folders are of
 * length LENGTH. In a sysroot every absolute path stays: qemu -L looks for it there first. */
static bool in_tree(const struct object *by, const char *folder, size_t length, char *out,
                    size_t size)
{
    static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
    size_t final = *tree.folders ? 0 : strlen(tree.final); /* what the path must begin with */
    for (size_t i = 0; i < 2; i++) {
        size_t word = strlen(origins[i]);
        if (length >= word && strncmp(folder, origins[i], word) == 0) {
            int dir = (int)(strrchr(by->path, '/') - by->path);
            return snprintf(out, size, "%.*s%.*s", dir, by->path, (int)(length - word),
                            folder + word) < (int)size;
        }
    }
    if (length < final || strncmp(folder, tree.final, final) != 0 || folder[final] != '/')
        return false;
    return snprintf(out, size, "%.*s", (int)(length - final), folder + final) < (int)size;
}

static struct object *search(const struct object *by, const char *path, const char *library)
{
    char folder[PATH_MAX], file[PATH_MAX];
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        if (in_tree(by, path, length, folder, sizeof folder) &&
            snprintf(file, sizeof file, "%s/%s", folder, library) < (int)sizeof file) {
            struct object *found = find_object(file);
            if (found && found->needed.machine == by->needed.machine)
                return found;
        }
    }
    return NULL;
}

static struct object *search_folders(const struct object *by, const char *library)
{
    char file[PATH_MAX];
    for (char *const *folder = tree.folders; *folder; folder++) {
        if (snprintf(file, sizeof file, "%s/%s", *folder, library) >= (int)sizeof file)
            continue;
        struct object *found = find_object(file);
        if (found && found->needed.machine == by->needed.machine)
            return found;
    }
    return NULL;
}

static struct object *find_library(const struct chain *chain, const char *library)
{
    const struct object *by = chain->objects[chain->length - 1];
    struct object *found = NULL;
    if (by->needed.runpath)
        found = search(by, by->needed.runpath, library);
    for (size_t i = chain->length; !by->needed.runpath && !found && i-- > 0;)
        found = search(chain->objects[i], chain->objects[i]->needed.rpath, library);
    return found ? found : search_folders(by, library);
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void miss(const struct object *by, const char *library, const struct object *program)
{
    tree.missing++;
    printf("%s needs %s, which is not in the tree where the loader looks for it", by->path,
           library);
    if (by->needed.runpath)
        printf(": its RUNPATH %s is all that counts", by->needed.runpath);
    if (program && program != by)
        printf(" (loaded by %s)", program->path);
    putchar('\n');
}

/* The loader itself is there before all, by the name of its file. */
static bool is_interpreter(const struct object *program, const char *library)
{
    const char *interpreter = program->needed.interpreter;
    return interpreter && strcmp(last_name(interpreter), library) == 0;
}

static void follow(struct chain *chain, size_t number)
{
    struct object *by = (struct object *)chain->objects[chain->length - 1];
    by->seen_by = number;
    by->is_loaded = true;
    for (size_t i = 0; i < by->needed.count; i++) {
        const char *library = by->needed.libraries[i];
        if (is_interpreter(chain->objects[0], library))
            continue;
        struct object *found = find_library(chain, library);
        if (!found)
            miss(by, library, chain->objects[0]);
        else if (found->seen_by != number && chain->length < XL_MOST_CHAIN) {
            chain->objects[chain->length++] = found;
            follow(chain, number);
            chain->length--;
        }
    }
}

static void check_program(struct object *program, size_t number)
{
    char in[PATH_MAX];
    const char *interpreter = program->needed.interpreter;
    const char *where = *tree.folders ? interpreter : in;
    if (!*tree.folders && !in_tree(program, interpreter, strlen(interpreter), in, sizeof in))
        where = "";
    if (!*where || !find_object(where)) {
        tree.missing++;
        printf("%s wants the loader %s, which is not in the tree\n", program->path, interpreter);
    }
    follow(&(struct chain){{program}, 1}, number);
}

/* Whether any program that was loaded finds it. */
static bool found_by_any(const struct object *by, const char *library)
{
    for (size_t i = 0; i < tree.count; i++) {
        const struct object *program = &tree.objects[i];
        if (is_program(program) && program->needed.machine == by->needed.machine &&
            (is_interpreter(program, library) ||
             find_library(&(struct chain){{program}, 1}, library)))
            return true;
    }
    return false;
}

static void check_plugin(const struct object *plugin)
{
    struct chain alone = {{plugin}, 1};
    for (size_t i = 0; i < plugin->needed.count; i++)
        if (!find_library(&alone, plugin->needed.libraries[i]) &&
            (plugin->needed.runpath || !found_by_any(plugin, plugin->needed.libraries[i])))
            miss(plugin, plugin->needed.libraries[i], NULL);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "Usage: check-tree ROOT FINAL [FOLDER...]\n");
        return 2;
    }
    tree.root = argv[1];
    tree.final = argv[2];
    tree.folders = argv + 3;
    if (nftw(tree.root, visit, XL_MOST_OPEN_FOLDERS, FTW_PHYS)) {
        perror(tree.root);
        return 2;
    }
    for (size_t i = 0; i < tree.count; i++)
        if (is_program(&tree.objects[i]))
            check_program(&tree.objects[i], i + 1);
    for (size_t i = 0; i < tree.count; i++)
        if (!tree.objects[i].is_loaded)
            check_plugin(&tree.objects[i]);
    printf("%zu files\n", tree.count);
    return tree.unreadable ? 2 : tree.missing ? 1 : 0;
}
