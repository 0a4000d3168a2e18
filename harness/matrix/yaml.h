/* YAML as GitHub reads it: a document as a tree of nodes that know where they stand.
 * SPDX-License-Identifier: MIT
 *
 * YAML 1.2's core schema with GitHub's exceptions (docs: MATRIX.md; source: YamlObjectReader and
 * TemplateReader in github.com/actions/runner). JSON is read too: it is YAML but for
 * characters escaped as two surrogates, which are read where the text starts like JSON.
 *
 * Every input is refused or read in bounded time and memory: see the limits below.
 */
#ifndef XL_HARNESS_MATRIX_YAML_H
#define XL_HARNESS_MATRIX_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "matrix/number.h"

enum {
    XL_YAML_MAX_BYTES = 16 * 1024 * 1024,
    XL_YAML_MAX_DEPTH = 100,     /* open collections, aliases replaced by what they name */
    XL_YAML_MAX_NODES = 1000000, /* keys and values, aliases replaced by what they name */
    XL_YAML_MAX_DIRECTIVES = 100,
};

enum xl_node_type {
    XL_NODE_NULL,
    XL_NODE_BOOL,
    XL_NODE_NUMBER,
    XL_NODE_STRING,
    XL_NODE_SEQUENCE,
    XL_NODE_MAPPING,
};

/* A node belongs to its document. An alias is the very node that it names, so one node can be found
 * at several places; there are no cycles, and recursion over a tree ends within XL_YAML_MAX_DEPTH.
 */
struct xl_node {
    enum xl_node_type type;
    bool plain;            /* a scalar without quotes and without a tag */
    bool expression;       /* a string with "${{" in it, whose value only GitHub knows */
    bool boolean;          /* of XL_NODE_BOOL */
    uint32_t weight;       /* nodes of this tree, itself included, aliases replaced */
    uint32_t height;       /* 0 for a scalar, else 1 and the height of the highest child */
    size_t bytes;          /* of text in this tree, aliases replaced */
    unsigned line, column; /* from 1; columns count code points */
    const char *file;      /* the document's name, for messages */
    double number;         /* of XL_NODE_NUMBER */
    size_t count;          /* of bytes in text, items or pairs */
    union {
        const char *text; /* of a scalar: as written, quotes and escapes resolved; ends in a NUL
                             and has no other */
        const struct xl_node *const *items;
        const struct xl_pair *pairs;
    };
};

/* Keys are always strings: GitHub makes `3.10: x` the key 3.1. No two keys of a mapping are equal
 * without regard to case. */
struct xl_pair {
    const struct xl_node *key;
    const struct xl_node *value;
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

/* The value of a mapping's key, spelled exactly so; NULL if there is none or this is no mapping. */
const struct xl_node *xl_node_get(const struct xl_node *mapping, const char *key);

/* A scalar as GitHub writes it in messages and names: null is '', 3.10 is 3.1. The result is either
 * the node's own text or stands in buffer. */
const char *xl_node_text(const struct xl_node *scalar, char buffer[XL_NUMBER_TEXT]);

/* Sets "FILE:LINE:COL: error: ..." with the node's place. Always -1, so that callers can return it.
 */
__attribute__((format(printf, 3, 4))) int
xl_node_error(struct xl_error *err, const struct xl_node *node, const char *fmt, ...);

/* The complaint of GitHub's schema about a node of the wrong kind. Always -1. */
int xl_node_unexpected(struct xl_error *err, const struct xl_node *node);
#endif
