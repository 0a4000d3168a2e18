/* Reads YAML as GitHub does: a document becomes a tree of nodes with their places in the file.
 * SPDX-License-Identifier: MIT
 *
 * YAML 1.2's core schema with GitHub's exceptions. Source: YamlObjectReader and TemplateReader in
 * github.com/actions/runner. JSON is read too. JSON escapes some characters as two surrogates,
 * which YAML does not allow; they are read if the text starts like JSON.
 *
 * The limits below bound the time and memory that any input takes.
 */
#ifndef XL_HARNESS_BASE_YAML_H
#define XL_HARNESS_BASE_YAML_H

#include <stddef.h>

#include "base/error.h"
#include "base/yaml_node.h"

enum {
    XL_YAML_MAX_BYTES = 16 * 1024 * 1024,
    XL_YAML_MAX_DEPTH = 100,     /* open collections, with aliases expanded */
    XL_YAML_MAX_NODES = 1000000, /* keys and values, with aliases expanded */
    XL_YAML_MAX_DIRECTIVES = 100,
};

struct xl_yaml;

/* Reads one document of `size` bytes. The text is not needed afterwards. Messages call it `name`.
 * Returns 0, and the caller gives *doc to xl_yaml_free; or -1, with *doc NULL and
 * "NAME:LINE:COL: error: ..." in err. */
int xl_yaml_parse(const char *name, const char *text, size_t size, struct xl_yaml **doc,
                  struct xl_error *err);

/* The root node. It lives as long as the document. */
const struct xl_node *xl_yaml_root(const struct xl_yaml *doc);

/* Frees the document with all its nodes. doc may be NULL. */
void xl_yaml_free(struct xl_yaml *doc);

#endif
