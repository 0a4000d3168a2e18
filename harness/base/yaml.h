/* YAML as GitHub reads it: a document as a tree of nodes that know where they stand.
 * SPDX-License-Identifier: MIT
 *
 * YAML 1.2's core schema with GitHub's exceptions (docs: MATRIX.md; source: YamlObjectReader and
 * TemplateReader in github.com/actions/runner). JSON is read too: it is YAML but for
 * characters escaped as two surrogates, which are read where the text starts like JSON.
 *
 * Every input is refused or read in bounded time and memory: see the limits below.
 */
#ifndef XL_HARNESS_BASE_YAML_H
#define XL_HARNESS_BASE_YAML_H

#include <stddef.h>

#include "base/error.h"
#include "base/yaml_node.h"

enum {
    XL_YAML_MAX_BYTES = 16 * 1024 * 1024,
    XL_YAML_MAX_DEPTH = 100,     /* open collections, aliases replaced by what they name */
    XL_YAML_MAX_NODES = 1000000, /* keys and values, aliases replaced by what they name */
    XL_YAML_MAX_DIRECTIVES = 100,
};

struct xl_yaml;

/* Reads one document of size bytes; text may go afterwards. name is what messages call it.
 * On success *doc is the caller's, to release with xl_yaml_free. On failure -1, *doc is NULL and
 * err holds "NAME:LINE:COL: error: ...". */
int xl_yaml_parse(const char *name, const char *text, size_t size, struct xl_yaml **doc,
                  struct xl_error *err);

/* The root node; it lives as long as the document. */
const struct xl_node *xl_yaml_root(const struct xl_yaml *doc);

/* Frees the document with all its nodes; NULL is fine. */
void xl_yaml_free(struct xl_yaml *doc);

#endif
