/* Reads `source` of crosslane.yml, and fetches source packages of Debian.
 * SPDX-License-Identifier: MIT
 */
#include "build/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"

enum { XL_SOURCE_MS = 60 * 60 * 1000 };

char *xl_source_package(const struct xl_node *node, struct xl_error *err)
{
    static const char *const parts[] = {"package", "version", "suite"};
    struct xl_text text = {0};
    char buffer[XL_NUMBER_TEXT];
    int failed = 0;
    for (int i = 0; i < 3 && !failed; i++) {
        const struct xl_node *part = xl_node_get(node, parts[i]);
        const bool is_text = part && part->type != XL_NODE_SEQUENCE &&
                             part->type != XL_NODE_MAPPING && part->type != XL_NODE_NULL;
        if (!is_text)
            failed = xl_node_error(err, node,
                                   "'source' needs '%s': it has package, version and suite of a "
                                   "Debian source package",
                                   parts[i]);
        else
            xl_text_add(&text, "%s%s", i ? " " : "",
                        part->plain && part->type == XL_NODE_NUMBER ? part->text
                                                                    : xl_node_text(part, buffer));
    }
    if (!failed && node->count != 3)
        failed = xl_node_error(err, node, "'source' has package, version and suite only");
    if (!failed)
        return text.at;
    free(text.at);
    return NULL;
}

/* Sets the message to the script's: from its first error on, without what it did before. */
static void set_message(const char *output, struct xl_error *err)
{
    const char *at = strstr(output, "error: ");
    while (at && at > output && at[-1] != '\n')
        at--;
    at = at ? at : output;
    xl_error_set(err, "%.*s", (int)strcspn(at, "\n"), at);
    for (at += strcspn(at, "\n"); *at && at[1]; at += 1 + strcspn(at + 1, "\n"))
        xl_append(err->text, sizeof err->text, "\n%.*s", (int)strcspn(at + 1, "\n"), at + 1);
}

char *xl_source_fetch(const char *source, struct xl_error *err)
{
    struct xl_words words = {0};
    char *script = xl_join_path(xl_root(), "sysroots/mk-source"), *output = NULL, *dir = NULL;
    xl_words_add(&words, script);
    xl_words_add_text(&words, source);
    const int status = xl_command((const char *const *)words.at, XL_SOURCE_MS, &output, err);
    if (status == 0) {
        /* The path is the last line: those before are progress, if it was fetched. */
        size_t length = strlen(output);
        while (length && output[length - 1] == '\n')
            output[--length] = '\0';
        const char *newline = strrchr(output, '\n');
        dir = xl_copy_text(newline ? newline + 1 : output);
    } else if (status > 0) {
        set_message(output, err);
    }
    xl_words_free(&words);
    free(script);
    free(output);
    return dir;
}

char *xl_source_version(const char *source)
{
    char *package = xl_copy_text(source), *end = strrchr(package, ' ');
    if (end)
        *end = '\0';
    return package;
}
