/* Reads YAML as GitHub does: a document becomes a tree of nodes with their places in the file.
 * SPDX-License-Identifier: MIT
 *
 * YAML 1.2's core schema with GitHub's exceptions. Source: YamlObjectReader and TemplateReader in
 * github.com/actions/runner. JSON is read too. JSON escapes some characters as two surrogates,
 * which YAML does not allow; they are read if the text starts like JSON.
 *
 * The limits below bound the time and memory that any input takes.
 */
#ifndef XL_HARNESS_BASE_YAML_NODES_H
#define XL_HARNESS_BASE_YAML_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A node of a YAML document: what it is, and where it stands. */

/* Numbers as GitHub's expressions read and write them.
 *
 * The decimal point is a point only in the "C" locale, which a program has unless it calls
 * setlocale. Source: ExpressionUtility.ParseNumber and YamlObjectReader in
 * github.com/actions/runner. */

enum { XL_NUMBER_TEXT = 32 };

/* What a string is worth beside a number: blanks around it ignored, '' is 0, no number is NaN.
 * The text must end in a NUL. */
double xl_number_of_text(const char *text, size_t length);

/* The shortest text that reads back the same; whole numbers up to 63 bits have no exponent. */
void xl_number_text(double value, char out[XL_NUMBER_TEXT]);

/* GitHub's text of a number inside messages, names and keys: at most 15 digits (.NET "G15"). */
void xl_number_g15(double value, char out[XL_NUMBER_TEXT]);

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

/* Whether it is one value, perhaps null: no mapping and no sequence. */
static inline bool xl_node_is_single(const struct xl_node *node)
{
    return node->type != XL_NODE_MAPPING && node->type != XL_NODE_SEQUENCE;
}

/* The index of a text among the names; or -1 with err at the node: "unknown WHAT 'TEXT'". */
int xl_node_one_of(const struct xl_node *node, const char *what, const char *text,
                   const char *const *names, size_t count, struct xl_error *err);

/* Checks that a mapping has only these keys. Returns 0, or -1 with err. */
int xl_node_check_keys(const struct xl_node *mapping, const char *what, const char *const *names,
                       size_t count, struct xl_error *err);

/* What a YAML scalar means: null, boolean, number or string. */

/* Sets the type and the value of a node that has its text and place. `tag` is NULL or the tag in
 * full; `quoted` is any style but plain. -1 and a message where tag and text do not agree. */
int xl_scalar_resolve(struct xl_node *node, const char *tag, bool quoted, struct xl_error *err);

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
