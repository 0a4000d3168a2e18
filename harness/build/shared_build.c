/* Agents in the remote cache, so that not everybody compiles them.
 * SPDX-License-Identifier: MIT
 */
#include "build/shared_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/fingerprint.h"
#include "build/link_reading.h"
#include "matrix/compilers.h"
#include "matrix/isas.h"
#include "remote/entry.h"
#include "remote/remote.h"

static const char agent_kind[] = "agent", earlier_kind[] = "earlier";

/* The files of an agent. The last one says that the others are complete. */
static const struct {
    const char *name;
    bool has_isa; /* its ISA follows */
} files[] = {
    {"agent-", true},    {"disassembly-", true}, {"linked-agent-", true}, {"kernel-names", false},
    {"compiler", false}, {"sources-", true},     {"dependencies-", true}, {"made-of-", true},
};
enum { AGENT = 0, LINKED = 2, COMPILER = 4, OPTIONAL = 6, MADE_OF = 7 };
enum { FILES = sizeof files / sizeof files[0] };

static void name_file(size_t i, const char *isa, char name[64])
{
    snprintf(name, 64, "%s%s", files[i].name, files[i].has_isa ? isa : "");
}

/* The trees that a build is made with. */
struct trees {
    char sysroot[512], tools[512];
};

/* Reads the line "tree NAME PATH". */
static void find_tree(const char *trees, const char *name, char path[512])
{
    char *begin = xl_format("\ntree %s ", name);
    const char *line = trees ? strstr(trees, begin) : NULL;
    path[0] = '\0';
    if (line) {
        line += strlen(begin);
        snprintf(path, 512, "%.*s", (int)strcspn(line, "\n"), line);
    }
    free(begin);
}

static bool add_packages(struct xl_text *text, const char *what, const char *tree)
{
    char digest[XL_DIGEST_TEXT], *manifest = xl_join_path(tree, "manifest");
    struct xl_digest packages;
    const bool is = *tree && xl_digest_file(manifest, &packages) == 0;
    free(manifest);
    if (!is)
        return false;
    xl_digest_write(packages, digest);
    xl_text_add(text, "%s %s\n", what, digest);
    return true;
}

/* All that decides an agent, or the name of the entry that has the last agent's fingerprint. NULL:
 * unknown. The caller frees it. */
static char *describe(const struct xl_build *b, const struct trees *t, const char *what,
                      const char *sources)
{
    struct xl_text text = {0};
    xl_text_add(&text, "%s 1\nbuild %s\nisa %s\nsources %s\n", what, b->name, b->isa, sources);
    char *compiler =
        xl_compiler_has_tree(b->compiler) ? xl_build_compiler_path(b->compiler, b->arch) : NULL;
    const bool is = *sources && add_packages(&text, "sysroot", t->sysroot) &&
                    add_packages(&text, "tools", t->tools) &&
                    (!xl_compiler_has_tree(b->compiler) ||
                     (compiler && add_packages(&text, "compiler", compiler)));
    free(compiler);
    if (is)
        return text.at;
    free(text.at);
    return NULL;
}

/* ---- Storing ---- */

static bool add_file(struct xl_text *body, const struct xl_build *b, size_t i)
{
    char name[64];
    size_t size;
    struct xl_error err;
    name_file(i, b->isa, name);
    char *path = xl_join_path(b->directory, "%s", name), *content = NULL;
    if (i == LINKED)
        content = xl_link_fingerprint_text(b->directory, b->isa, &size);
    else
        content = xl_file_read_large(path, XL_ENTRY_MOST, &size, &err);
    if (!content && i != LINKED && errno == EFBIG)
        xl_remote_too_large(err.text);
    if (content) {
        xl_text_add(body, "%s %zu\n", name, size);
        xl_text_add_bytes(body, content, size);
    }
    free(path);
    free(content);
    return content || i == OPTIONAL;
}

/* "SYSROOT TOOLS ...". */
static void read_made_from(const struct xl_build *b, struct trees *t)
{
    char *line = xl_first_line(b->directory, "made-from");
    *t = (struct trees){"", ""};
    if (line)
        sscanf(line, "%511s %511s", t->sysroot, t->tools);
    free(line);
}

void xl_shared_build_store(const struct xl_build *b)
{
    struct trees t;
    struct xl_text body = {0};
    read_made_from(b, &t);
    if (!xl_remote_is_writable() || !xl_source_fingerprint_matches(b->directory, b->isa, ""))
        return;
    char *made_of = describe(b, &t, agent_kind, xl_source_fingerprint()),
         *earlier = describe(b, &t, earlier_kind, xl_source_fingerprint_rest());
    bool all = made_of != NULL;
    for (size_t i = 0; i < FILES && all; i++)
        all = add_file(&body, b, i);
    if (all)
        xl_remote_put(agent_kind, made_of, body.at, body.used);
    if (all && earlier)
        xl_remote_put(earlier_kind, earlier, xl_source_fingerprint(),
                      strlen(xl_source_fingerprint()));
    free(body.at);
    free(made_of);
    free(earlier);
}

/* ---- Fetching ---- */

/* The files in an entry's body; their bytes point into it. */
struct unpacked {
    struct {
        const char *at;
        size_t size;
    } files[FILES];
};

static size_t find_file(const char *line, size_t length, const char *isa)
{
    char name[64];
    size_t i = 0;
    for (; i < FILES; i++) {
        name_file(i, isa, name);
        if (strlen(name) == length && strncmp(line, name, length) == 0)
            break;
    }
    return i;
}

/* Takes one file off the body. False: it is no file that an agent has. */
static bool take_file(const char **at, const char *end, const char *isa, struct unpacked *u)
{
    const size_t length = strcspn(*at, " \n"), i = find_file(*at, length, isa);
    char *rest;
    if (i == FILES || u->files[i].at || (*at)[length] != ' ' || (*at)[length + 1] < '0' ||
        (*at)[length + 1] > '9')
        return false;
    const size_t size = strtoul(*at + length + 1, &rest, 10);
    if (*rest != '\n' || size > (size_t)(end - rest) - 1)
        return false;
    u->files[i].at = rest + 1;
    u->files[i].size = size;
    *at = rest + 1 + size;
    return true;
}

static bool unpack(const char *body, size_t size, const char *isa, struct unpacked *u)
{
    const char *at = body, *end = body + size;
    *u = (struct unpacked){{{NULL, 0}}};
    while (at < end)
        if (!take_file(&at, end, isa, u))
            return false;
    bool all = true;
    for (size_t i = 0; i < FILES; i++)
        all = all && (u->files[i].at || i == OPTIONAL);
    return all;
}

/* Reports show it. */
static bool is_line(const char *text, size_t size)
{
    enum { MOST = 64 };
    bool is = size && size < MOST;
    for (size_t i = 0; is && i + 1 < size; i++)
        is = text[i] >= ' ' && text[i] <= '~';
    return is && text[size - 1] == '\n';
}

/* Whether the agent is what its entry is for: of these sources, and the program whose fingerprint
 * is with it. */
static const char *check(const struct unpacked *u, const char *fingerprint)
{
    char digest[XL_DIGEST_TEXT];
    xl_digest_write(xl_digest(u->files[AGENT].at, u->files[AGENT].size), digest);
    char *made_of = xl_format("%.*s", (int)u->files[MADE_OF].size, u->files[MADE_OF].at);
    const bool is_of = xl_source_fingerprint_is_of(made_of, fingerprint);
    free(made_of);
    if (!is_of)
        return "its agent is of other sources";
    if (!is_line(u->files[COMPILER].at, u->files[COMPILER].size))
        return "its compiler's version is no text";
    return xl_link_reading_is_of(u->files[LINKED].at, u->files[LINKED].size, digest)
               ? NULL
               : "its agent is another one";
}

static const char *unpack_and_check(const char *body, size_t size, const char *isa,
                                    const char *fingerprint, struct unpacked *u)
{
    return unpack(body, size, isa, u) ? check(u, fingerprint)
                                      : "its files are not those of an agent";
}

const char *xl_shared_build_check(const char *body, size_t size, const char *isa,
                                  const char *fingerprint)
{
    struct unpacked u;
    return unpack_and_check(body, size, isa, fingerprint, &u);
}

static bool write_file(const char *directory, const char *name, const char *bytes, size_t size)
{
    char *path = xl_join_path(directory, "%s", name), *temporary = xl_format("%s.remote", path);
    FILE *f = fopen(temporary, "we");
    bool done = f && fwrite(bytes, 1, size, f) == size;
    if (f && fclose(f))
        done = false;
    done = done &&
           (strncmp(name, "agent-", strlen("agent-")) != 0 || chmod(temporary, 0755) == 0) &&
           rename(temporary, path) == 0;
    if (!done)
        remove(temporary);
    free(temporary);
    free(path);
    return done;
}

static bool write_text(const char *directory, const char *name, char *text)
{
    const bool done = write_file(directory, name, text, strlen(text));
    free(text);
    return done;
}

/* The files that say what the directory was made from. A directory that CMake has configured has
 * them: then they must name the same trees. */
static bool prepare_directory(const struct xl_build *b, const struct trees *t)
{
    struct trees is;
    const struct xl_arch *arch = xl_arch_find(b->arch);
    if (mkdir(b->directory, 0777) && errno != EEXIST)
        return false;
    read_made_from(b, &is);
    if (is.sysroot[0])
        return strcmp(is.sysroot, t->sysroot) == 0 && strcmp(is.tools, t->tools) == 0;
    return write_text(b->directory, "emulator",
                      xl_format("%s/usr/bin/qemu-%s\n", t->tools, arch->qemu)) &&
           write_text(b->directory, "made-from",
                      xl_format("%s %s of the remote cache\n", t->sysroot, t->tools));
}

static bool write_files(const struct xl_build *b, const struct unpacked *u)
{
    char name[64];
    bool done = true;
    name_file(MADE_OF, b->isa, name);
    char *made_of = xl_join_path(b->directory, "%s", name);
    remove(made_of); /* until all files are there */
    free(made_of);
    for (size_t i = 0; i < FILES && done; i++) {
        name_file(i, b->isa, name);
        if (u->files[i].at)
            done = write_file(b->directory, name, u->files[i].at, u->files[i].size);
    }
    return done;
}

static bool fetch_agent(const struct xl_build *b, const struct trees *t, const char *fingerprint)
{
    size_t size;
    struct unpacked u;
    char *made_of = describe(b, t, agent_kind, fingerprint),
         *body = made_of ? xl_remote_get(agent_kind, made_of, &size) : NULL;
    const char *why = body ? unpack_and_check(body, size, b->isa, fingerprint, &u) : NULL;
    bool is = false;
    if (why)
        xl_remote_refuse(why);
    else if (body)
        is = prepare_directory(b, t) && write_files(b, &u);
    free(body);
    free(made_of);
    return is;
}

static void find_trees(const struct xl_build *b, const char *trees, struct trees *t)
{
    find_tree(trees, b->arch, t->sysroot);
    find_tree(trees, "tools", t->tools);
}

bool xl_shared_build_fetch(const struct xl_build *builds, size_t count, const char *trees)
{
    struct trees t;
    bool all = true;
    find_trees(builds, trees, &t);
    for (size_t i = 0; i < count; i++) { /* all at a time */
        char *made_of = describe(&builds[i], &t, agent_kind, xl_source_fingerprint());
        if (made_of)
            xl_remote_want(agent_kind, made_of);
        free(made_of);
    }
    for (size_t i = 0; i < count && all; i++)
        all = xl_source_fingerprint_matches(builds[i].directory, builds[i].isa, "") ||
              fetch_agent(&builds[i], &t, xl_source_fingerprint());
    return all;
}

/* The fingerprint of the agent that was stored last. */
static bool read_earlier(const struct xl_build *b, const struct trees *t, char text[XL_DIGEST_TEXT])
{
    size_t size;
    char *made_of = describe(b, t, earlier_kind, xl_source_fingerprint_rest()),
         *body = made_of ? xl_remote_get(earlier_kind, made_of, &size) : NULL;
    const bool is = body && size == XL_DIGEST_TEXT - 1 &&
                    strspn(body, "0123456789abcdef") == XL_DIGEST_TEXT - 1;
    if (is)
        memcpy(text, body, XL_DIGEST_TEXT);
    free(body);
    free(made_of);
    return is;
}

bool xl_shared_build_fetch_earlier(const struct xl_build *builds, size_t count, const char *trees)
{
    struct trees t;
    char fingerprint[XL_DIGEST_TEXT];
    bool all = true;
    find_trees(builds, trees, &t);
    for (size_t i = 0; i < count && all; i++)
        all = read_earlier(&builds[i], &t, fingerprint) && fetch_agent(&builds[i], &t, fingerprint);
    return all;
}
