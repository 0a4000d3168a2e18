/* New files: all of them are written, or none.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

struct xl_text *xl_new_files_add(struct xl_new_files *files, char *path)
{
    xl_push(files, ((struct xl_new_file){path, {NULL, 0, 0}}));
    return &files->at[files->count - 1].text;
}

/* Makes the directories of a path; those that are new are added to `made`. */
static int make_folders(const char *path, struct xl_words *made, struct xl_error *err)
{
    char *folder = xl_copy_text(path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const int status = mkdir(folder, 0777), problem = errno;
        if (status == 0) {
            xl_words_add(made, folder);
        } else if (access(folder, F_OK)) {
            xl_fail(err, "cannot make %s: %s", xl_display_path(folder), strerror(problem));
            free(folder);
            return -1;
        }
        *slash = '/';
    }
    free(folder);
    return 0;
}

static int write_file(const struct xl_new_file *file, struct xl_words *made, struct xl_error *err)
{
    if (make_folders(file->path, made, err))
        return -1;
    FILE *f = fopen(file->path, "wxe");
    if (!f)
        return xl_fail(err, "cannot write %s: %s", xl_display_path(file->path), strerror(errno));
    fwrite(file->text.at, 1, file->text.used, f);
    if (xl_file_close(f) == 0)
        return 0;
    xl_fail(err, "cannot write %s: %s", xl_display_path(file->path), strerror(errno));
    unlink(file->path);
    return -1;
}

int xl_new_files_write(const struct xl_new_files *files, struct xl_error *err)
{
    struct xl_words made = {0};
    size_t written = 0;
    int status = 0;
    while (written < files->count && status == 0) {
        status = write_file(&files->at[written], &made, err);
        written += status == 0;
    }
    if (status) {
        while (written)
            unlink(files->at[--written].path);
        for (size_t i = made.count; i; i--)
            rmdir(made.at[i - 1]);
    }
    xl_words_free(&made);
    return status;
}

void xl_new_files_free(struct xl_new_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->at[i].path);
        free(files->at[i].text.at);
    }
    free(files->at);
    *files = (struct xl_new_files){NULL, 0, 0};
}
