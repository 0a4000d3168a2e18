/* What a project has of a function: the source that defines it, the header that declares it. And
 * the new files that `init` writes there.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"

enum { XL_GREP_MS = 60000, XL_GREP_WORDS = 32, XL_MOST_ATTRIBUTES = 8 };

/* ---- Paths ---- */

static bool is_below(const char *file, const char *directory)
{
    const size_t length = strlen(directory);
    return strncmp(file, directory, length) == 0 && (file[length] == '/' || !file[length]);
}

char *xl_relative_path(const char *from, const char *file)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        const bool from_ends = !from[i] || from[i] == '/', file_ends = !file[i] || file[i] == '/';
        if (from_ends && file_ends)
            common = i;
        if (from[i] != file[i] || !from[i])
            break;
    }
    struct xl_text path = {0};
    xl_text_add_bytes(&path, "", 0);
    for (const char *c = from + common; *c; c++)
        if (c[0] == '/' && c[1])
            xl_text_add(&path, "../");
    xl_text_add(&path, "%s", file + common + (file[common] == '/'));
    if (!path.used)
        xl_text_add(&path, ".");
    if (path.at[path.used - 1] == '/')
        path.at[path.used - 1] = '\0';
    return path.at;
}

char *xl_project_root(const char *directory)
{
    struct xl_error ignored;
    char *text = NULL;
    const int status = xl_command(
        (const char *const[]){"git", "-C", directory, "rev-parse", "--show-toplevel", NULL},
        XL_GREP_MS, &text, &ignored);
    if (status == 0 && text && text[0] == '/') {
        text[strcspn(text, "\n")] = '\0';
        return text;
    }
    free(text);
    char *here = realpath(".", NULL);
    if (here && is_below(directory, here))
        return here;
    free(here);
    return NULL;
}

/* ---- C text ---- */

char *xl_without_comments(const char *text)
{
    char *copy = xl_copy_text(text), *c = copy;
    while (*c) {
        const char quote = *c;
        char *end = NULL;
        if (c[0] == '/' && c[1] == '*') {
            end = strstr(c + 2, "*/");
            end = end ? end + 2 : c + strlen(c);
        } else if (c[0] == '/' && c[1] == '/') {
            end = c + strcspn(c, "\n");
        } else if (quote == '"' || quote == '\'') {
            for (end = c + 1; *end && *end != quote && *end != '\n'; end++)
                end += end[0] == '\\' && end[1] && end[1] != '\n';
            end += *end == quote;
        }
        for (; end && c < end; c++)
            *c = *c == '\n' ? '\n' : ' ';
        c += !end;
    }
    return copy;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *c)
{
    while (isspace((unsigned char)*c))
        c++;
    return c;
}

/* The end of what the parenthesis at c opens, or NULL: it is too far for a prototype. */
static const char *close_parenthesis(const char *c)
{
    size_t depth = 0;
    for (const char *begin = c; *c && c - begin < XL_PROTOTYPE_BYTES; c++) {
        depth += *c == '(';
        if (*c == ')' && --depth == 0)
            return c + 1;
    }
    return NULL;
}

/* What stands behind the parameters and attributes: '{', ';' or something else. */
static char ends_with(const char *c)
{
    c = skip_blanks(c);
    for (int words = 0; words < XL_MOST_ATTRIBUTES && is_word(*c); words++) {
        while (is_word(*c))
            c++;
        c = skip_blanks(c);
        if (*c == '(' && (c = close_parenthesis(c)) == NULL)
            return '\0';
        c = skip_blanks(c);
    }
    return *c;
}

/* Whether what stands before a name can be its type. */
static bool has_type_before(const char *text, const char *name)
{
    const char *c = name;
    while (c > text + 1 && c[-1] == ':' && c[-2] == ':') /* of a namespace */
        for (c -= 2; c > text && is_word(c[-1]);)
            c--;
    while (c > text && isspace((unsigned char)c[-1]))
        c--;
    if (c == text || (!is_word(c[-1]) && c[-1] != '*' && c[-1] != ')'))
        return false;
    return !(c - text >= 6 && strncmp(c - 6, "return", 6) == 0);
}

/* Whether what stands before a name, from the last statement on, makes it invisible elsewhere. */
static bool is_static(const char *text, const char *name)
{
    const char *begin = name;
    while (begin > text && !strchr(";{}", begin[-1]))
        begin--;
    for (const char *c = begin; c < name; c++)
        if ((c == text || !is_word(c[-1])) && strncmp(c, "static", 6) == 0 && !is_word(c[6]))
            return true;
    return false;
}

/* is_visible: other files can call it. */
static unsigned find_word(const char *text, const char *name, char wanted, bool is_visible)
{
    char *plain = xl_without_comments(text);
    const size_t length = strlen(name);
    unsigned line = 0;
    for (const char *at = plain; length && !line && (at = strstr(at, name)); at += length) {
        const char *open = skip_blanks(at + length);
        if (*open == '<') /* a template's instance */
            open = skip_blanks(open + strcspn(open, ">") + (strchr(open, '>') != NULL));
        if ((at > plain && is_word(at[-1])) || *open != '(' || !has_type_before(plain, at))
            continue;
        const char *end = close_parenthesis(open);
        if (!end || ends_with(end) != wanted || (is_visible && is_static(plain, at)))
            continue;
        line = 1;
        for (const char *c = plain; c < at; c++)
            line += *c == '\n';
    }
    free(plain);
    return line;
}

unsigned xl_defined_at(const char *text, const char *name)
{
    return find_word(text, name, '{', true);
}

unsigned xl_declared_at(const char *text, const char *name)
{
    return find_word(text, name, ';', false);
}

unsigned xl_defined_inline_at(const char *text, const char *name)
{
    return find_word(text, name, '{', false);
}

/* Whether the word is a function that other files can call: defined by C, or named by assembly. */
static bool is_function(const char *plain, const char *name, const char *end)
{
    const char *open = skip_blanks(end), *line = name;
    if (*open == '(' && has_type_before(plain, name)) {
        const char *close = close_parenthesis(open), *begin = name;
        while (begin > plain && !strchr(";{}#", begin[-1]))
            begin--;
        char *before = xl_format("%.*s", (int)(name - begin), begin); /* also XXH_FORCE_INLINE */
        const bool is_local = strcasestr(before, "static") || strcasestr(before, "inline");
        free(before);
        return close && ends_with(close) == '{' && !is_local;
    }
    while (line > plain && line[-1] != '\n')
        line--;
    line += strspn(line, " \t"); /* assembly has a label, or a macro such as `function` */
    return (line == name && *end == ':') ||
           (line < name && memmem(line, (size_t)(name - line), "function", strlen("function")));
}

size_t xl_project_functions(const char *plain, const char *ending)
{
    const size_t length = strlen(ending);
    size_t count = 0;
    for (const char *at = plain; (at = strstr(at, ending)); at += length) {
        const char *name = at;
        while (name > plain && is_word(name[-1]))
            name--;
        count += name < at && !is_word(at[length]) && is_function(plain, name, at + length);
    }
    return count;
}

/* A label of assembly. */
static unsigned labelled_at(const char *text, const char *name)
{
    const size_t length = strlen(name);
    unsigned line = 1;
    for (; *text; line++) {
        const char *c = text + strspn(text, " \t");
        if (strncmp(c, name, length) == 0 && c[length] == ':')
            return line;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return 0;
}

/* ---- Files ---- */

bool xl_has_suffix(const char *file, const char *suffix)
{
    const size_t length = strlen(file), end = strlen(suffix);
    return length > end && strcmp(file + length - end, suffix) == 0;
}

bool xl_is_assembly(const char *file)
{
    return xl_has_suffix(file, ".S") || xl_has_suffix(file, ".s") || xl_has_suffix(file, ".asm");
}

bool xl_is_header(const char *file)
{
    return xl_has_suffix(file, ".h") || xl_has_suffix(file, ".hh") || xl_has_suffix(file, ".hpp") ||
           xl_has_suffix(file, ".hxx");
}

bool xl_is_cxx(const char *file)
{
    static const char *const ends[] = {".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (xl_has_suffix(file, ends[i]))
            return true;
    return false;
}

static unsigned line_in(const char *file, const char *name, bool is_header)
{
    struct xl_error ignored;
    size_t size;
    char *text = xl_file_read(file, &size, &ignored);
    unsigned line = 0;
    if (text)
        line = xl_is_assembly(file) ? labelled_at(text, name)
               : is_header          ? find_word(text, name, ';', false)
                                    : find_word(text, name, '{', true);
    if (text && is_header && !line)
        line = find_word(text, name, '{', false); /* static inline */
    free(text);
    return line;
}

static int by_length(const void *a, const void *b)
{
    const char *x = ((const struct xl_place *)a)->file, *y = ((const struct xl_place *)b)->file;
    return strlen(x) != strlen(y) ? (strlen(x) > strlen(y)) - (strlen(x) < strlen(y))
                                  : strcmp(x, y);
}

/* The files with this word. Git's own grep knows ignored files, and works outside of a work tree.
 */
static char *grep(const char *root, const char *name, const char *const *patterns)
{
    struct xl_error ignored;
    char *text = NULL;
    for (int is_tree = 1; is_tree >= 0; is_tree--) {
        const char *argv[XL_GREP_WORDS] = {"git",
                                           "-C",
                                           root,
                                           "-c",
                                           "core.quotePath=false",
                                           "grep",
                                           is_tree ? "--untracked" : "--no-index",
                                           "-I",
                                           "-l",
                                           "-w",
                                           "-F",
                                           "-e",
                                           name,
                                           "--"};
        for (size_t i = 0, at = 14; patterns[i]; i++)
            argv[at++] = patterns[i];
        const int status = xl_command(argv, XL_GREP_MS, &text, &ignored);
        if (status == 0)
            return text;
        free(text);
        text = NULL;
        if (status == 1)
            return NULL;
    }
    return NULL;
}

bool xl_project_has(const char *dir, const char *word, const char *const *patterns)
{
    char *files = grep(dir, word, patterns);
    const bool has = files != NULL;
    free(files);
    return has;
}

static void find_files(const char *root, const char *except, const char *name,
                       const char *const *patterns, bool is_header, struct xl_places *places)
{
    char *text = grep(root, name, patterns), *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *file = xl_join_path(root, "%s", line);
        const unsigned at = is_below(file, except) ? 0 : line_in(file, name, is_header);
        if (at)
            xl_push(places, ((struct xl_place){file, at}));
        else
            free(file);
    }
    free(text);
    if (places->count)
        qsort(places->at, places->count, sizeof *places->at, by_length);
}

void xl_project_definitions(const char *root, const char *except, const char *name,
                            struct xl_places *places)
{
    find_files(root, except, name,
               (const char *const[]){"*.c", "*.cc", "*.cpp", "*.cxx", "*.S", "*.s", "*.asm", NULL},
               false, places);
}

void xl_project_headers(const char *root, const char *except, const char *name,
                        struct xl_places *places)
{
    find_files(root, except, name, (const char *const[]){"*.h", "*.hh", "*.hpp", "*.hxx", NULL},
               true, places);
}

void xl_places_free(struct xl_places *places)
{
    for (size_t i = 0; i < places->count; i++)
        free(places->at[i].file);
    free(places->at);
    *places = (struct xl_places){NULL, 0, 0};
}

/* ---- New files: all of them are written, or none ---- */

struct xl_text *xl_new_files_add(struct xl_new_files *files, char *path)
{
    xl_push(files, ((struct xl_new_file){path, {NULL, 0, 0}}));
    return &files->at[files->count - 1].text;
}

/* Makes the directories of a path; those that are new are added to `made`. */
static int make_directories(const char *path, struct xl_words *made, struct xl_error *err)
{
    char *directory = xl_copy_text(path);
    for (char *slash = strchr(directory + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const int status = mkdir(directory, 0777), problem = errno;
        if (status == 0) {
            xl_words_add(made, directory);
        } else if (access(directory, F_OK)) {
            xl_fail(err, "cannot make %s: %s", xl_display_path(directory), strerror(problem));
            free(directory);
            return -1;
        }
        *slash = '/';
    }
    free(directory);
    return 0;
}

static int write_file(const struct xl_new_file *file, struct xl_words *made, struct xl_error *err)
{
    if (make_directories(file->path, made, err))
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
