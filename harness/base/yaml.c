/* Builds the tree of a YAML document, as GitHub reads it, from libyaml's events.
 * SPDX-License-Identifier: MIT
 */
#include "base/yaml_nodes.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/memory.h"
#include "base/unicode.h"

struct xl_yaml {
    struct xl_arena arena;
    const struct xl_node *root;
};

struct anchor {
    const char *name;
    const struct xl_node *node; /* its weight is 0 until its collection is closed */
};

struct frame {
    struct xl_node *node;
    size_t first; /* index of its first child in builder.children */
};

struct builder {
    yaml_parser_t parser;
    struct xl_yaml *doc;
    struct xl_error *err;
    const char *file;
    const char *text;
    size_t size;
    char *rewritten; /* the text, if it is JSON; else NULL */
    void *anchors;   /* tsearch tree of struct anchor */
    size_t nodes;
    bool has_document;
    size_t depth;
    struct frame frames[XL_YAML_MAX_DEPTH];
    /* Of all open collections. A mapping has key, value, key ... */
    struct {
        const struct xl_node **at;
        size_t count, room;
    } children;
};

const struct xl_node *xl_yaml_root(const struct xl_yaml *doc)
{
    return doc->root;
}

void xl_yaml_free(struct xl_yaml *doc)
{
    if (doc == NULL)
        return;
    xl_arena_free(&doc->arena);
    free(doc);
}

static int fail_at(struct builder *b, size_t line, size_t column, const char *message)
{
    return xl_fail(b->err, "%s:%zu:%zu: error: %s", b->file, line, column, message);
}

static struct xl_node *new_node(struct builder *b, enum xl_node_type type, yaml_mark_t mark)
{
    struct xl_node *node = xl_arena_alloc(&b->doc->arena, 1, sizeof *node);
    node->type = type;
    node->file = b->file;
    node->line = (unsigned)mark.line + 1;
    node->column = (unsigned)mark.column + 1;
    return node;
}

static int count_nodes(struct builder *b, const struct xl_node *node, size_t more)
{
    b->nodes += more;
    if (b->nodes > XL_YAML_MAX_NODES)
        return xl_node_error(b->err, node, "more than %d nodes%s", XL_YAML_MAX_NODES,
                             more > 1 ? " once this alias is expanded" : "");
    return 0;
}

static int compare_anchors(const void *a, const void *b)
{
    return strcmp(((const struct anchor *)a)->name, ((const struct anchor *)b)->name);
}

/* tdestroy must not free anchors: the arena owns them. */
static void keep_anchor(void *anchor __attribute__((unused)))
{
}

/* If a name is used twice, later aliases mean the later node. */
static void add_anchor(struct builder *b, const yaml_char_t *name, const struct xl_node *node)
{
    if (name == NULL)
        return;
    struct anchor *anchor = xl_arena_alloc(&b->doc->arena, 1, sizeof *anchor);
    anchor->name = xl_arena_text(&b->doc->arena, (const char *)name, strlen((const char *)name));
    struct anchor **found =
        (struct anchor **)xl_checked_memory(tsearch(anchor, &b->anchors, compare_anchors));
    (*found)->node = node;
}

/* Keys are always strings, and an alias may be a key. So a key is a node of its own. */
static const struct xl_node *new_key(struct builder *b, const struct xl_node *from)
{
    if (from->type == XL_NODE_SEQUENCE || from->type == XL_NODE_MAPPING) {
        xl_node_unexpected(b->err, from);
        return NULL;
    }
    char buffer[XL_NUMBER_TEXT];
    const char *text = xl_node_text(from, buffer);
    struct xl_node *key = xl_arena_alloc(&b->doc->arena, 1, sizeof *key);
    *key = *from;
    key->type = XL_NODE_STRING;
    key->count = from->type == XL_NODE_STRING ? from->count : strlen(text);
    key->text = text == buffer ? xl_arena_text(&b->doc->arena, text, key->count) : text;
    return key;
}

static bool key_is_next(const struct builder *b, const struct frame *frame)
{
    return frame->node->type == XL_NODE_MAPPING && (b->children.count - frame->first) % 2 == 0;
}

/* Adds a node at the parser's position. */
static int attach(struct builder *b, const struct xl_node *node)
{
    if (b->depth == 0) {
        b->doc->root = node;
        return 0;
    }
    if (key_is_next(b, &b->frames[b->depth - 1])) {
        node = new_key(b, node);
        if (node == NULL)
            return -1;
    }
    xl_push(&b->children, node);
    return 0;
}

static int on_alias(struct builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    const struct anchor key = {name, NULL};
    struct anchor *const *found = tfind(&key, &b->anchors, compare_anchors);
    const struct xl_node here = {
        .file = b->file,
        .line = (unsigned)event->start_mark.line + 1,
        .column = (unsigned)event->start_mark.column + 1,
    };
    if (found == NULL)
        return xl_node_error(b->err, &here, "Unknown anchor '%s'", name);
    const struct xl_node *node = (*found)->node;
    if (node->weight == 0)
        return xl_node_error(b->err, &here, "alias '%s' stands inside the node that it names",
                             name);
    if (b->depth + node->height > XL_YAML_MAX_DEPTH)
        return xl_node_error(b->err, &here, "nested deeper than %d levels", XL_YAML_MAX_DEPTH);
    /* Keys are compared with each other, so a long key counts by its length. */
    const bool is_key = b->depth > 0 && key_is_next(b, &b->frames[b->depth - 1]);
    if (count_nodes(b, &here, node->weight + (is_key ? node->bytes / 64 : 0)) != 0)
        return -1;
    return attach(b, node);
}

static int on_scalar(struct builder *b, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    struct xl_node *node = new_node(b, XL_NODE_STRING, event->start_mark);
    if (count_nodes(b, node, 1) != 0)
        return -1;
    if (memchr(text, '\0', length) != NULL)
        return xl_node_error(b->err, node, "a string cannot hold a NUL character");
    node->weight = 1;
    node->bytes = length;
    node->count = length;
    node->text = xl_arena_text(&b->doc->arena, text, length);
    const char *tag = (const char *)event->data.scalar.tag;
    const bool quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (xl_scalar_resolve(node, tag, quoted, b->err) != 0)
        return -1;
    node->expression = node->type == XL_NODE_STRING && strstr(node->text, "${{") != NULL;
    add_anchor(b, event->data.scalar.anchor, node);
    return attach(b, node);
}

static int on_start(struct builder *b, enum xl_node_type type, const yaml_event_t *event,
                    const yaml_char_t *tag, const yaml_char_t *anchor)
{
    const char *own_tag =
        type == XL_NODE_MAPPING ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq";
    struct xl_node *node = new_node(b, type, event->start_mark);
    if (count_nodes(b, node, 1) != 0)
        return -1;
    if (tag != NULL && strcmp((const char *)tag, own_tag) != 0)
        return xl_node_error(b->err, node, "Unexpected tag '%s'", (const char *)tag);
    if (b->depth == XL_YAML_MAX_DEPTH)
        return xl_node_error(b->err, node, "nested deeper than %d levels", XL_YAML_MAX_DEPTH);
    /* Refused at its start, not at its end, so that the first mistake of the file is reported. */
    if (b->depth > 0 && key_is_next(b, &b->frames[b->depth - 1])) {
        new_key(b, node);
        return -1;
    }
    b->frames[b->depth++] = (struct frame){node, b->children.count};
    add_anchor(b, anchor, node);
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const struct xl_node *x = *(const struct xl_node *const *)a;
    const struct xl_node *y = *(const struct xl_node *const *)b;
    int order = xl_fold_compare(x->text, x->count, y->text, y->count);
    if (order != 0)
        return order;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static bool is_before(const struct xl_node *a, const struct xl_node *b)
{
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

/* Sorts the keys, because a million keys must not take a million passes. */
static int check_keys(struct builder *b, const struct xl_node *mapping)
{
    if (mapping->count < 2)
        return 0;
    const struct xl_node **keys = xl_alloc(mapping->count, sizeof *keys);
    for (size_t i = 0; i < mapping->count; i++)
        keys[i] = mapping->pairs[i].key;
    qsort(keys, mapping->count, sizeof *keys, compare_keys);
    const struct xl_node *first = NULL;
    for (size_t i = 1; i < mapping->count; i++) {
        if (!xl_fold_equal(keys[i - 1]->text, keys[i - 1]->count, keys[i]->text, keys[i]->count))
            continue;
        if (first == NULL || is_before(keys[i], first))
            first = keys[i];
    }
    free(keys);
    return first == NULL ? 0 : xl_node_error(b->err, first, "'%s' is already defined", first->text);
}

static int fill_mapping(struct builder *b, struct xl_node *node, const struct xl_node **children,
                        size_t count)
{
    struct xl_pair *pairs = xl_arena_alloc(&b->doc->arena, count, sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct xl_pair){children[2 * i], children[2 * i + 1]};
    node->pairs = pairs;
    node->count = count;
    return check_keys(b, node);
}

static int fill_sequence(struct builder *b, struct xl_node *node, const struct xl_node **children,
                         size_t count)
{
    const struct xl_node **items = xl_arena_alloc(&b->doc->arena, count, sizeof *items);
    if (count > 0)
        memcpy(items, children, count * sizeof *items);
    node->items = items;
    node->count = count;
    return 0;
}

static int on_end(struct builder *b)
{
    const struct frame frame = b->frames[b->depth - 1];
    const struct xl_node **children = b->children.at == NULL ? NULL : b->children.at + frame.first;
    const size_t count = b->children.count - frame.first;
    struct xl_node *node = frame.node;
    int status = node->type == XL_NODE_MAPPING ? fill_mapping(b, node, children, count / 2)
                                               : fill_sequence(b, node, children, count);
    if (status != 0)
        return -1;
    uint32_t weight = 1;
    uint32_t height = 0;
    for (size_t i = 0; children && i < count; i++) {
        weight += children[i]->weight;
        node->bytes += children[i]->bytes;
        height = children[i]->height > height ? children[i]->height : height;
    }
    node->weight = weight;
    node->height = height + 1;
    b->children.count = frame.first;
    b->depth--;
    return attach(b, node);
}

static int on_document(struct builder *b, const yaml_event_t *event)
{
    if (b->has_document)
        return fail_at(b, event->start_mark.line + 1, event->start_mark.column + 1,
                       "a second document starts here; a file has one");
    b->has_document = true;
    return 0;
}

static int on_event(struct builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return on_document(b, event);
    case YAML_ALIAS_EVENT:
        return on_alias(b, event);
    case YAML_SCALAR_EVENT:
        return on_scalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return on_start(b, XL_NODE_SEQUENCE, event, event->data.sequence_start.tag,
                        event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return on_start(b, XL_NODE_MAPPING, event, event->data.mapping_start.tag,
                        event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_end(b);
    default:
        return 0;
    }
}

/* Whether a tab is at this index, which counts characters as libyaml does. */
static bool is_tab_at(const struct builder *b, size_t index)
{
    const char *p = b->text;
    const char *end = b->text + b->size;
    for (size_t i = 0; i < index && p < end; i++)
        if (xl_utf8_next(&p, end) < 0)
            return false;
    return p < end && *p == '\t';
}

static int on_syntax_error(struct builder *b)
{
    const yaml_parser_t *parser = &b->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        xl_checked_memory(NULL);
    const size_t line = parser->problem_mark.line + 1;
    const size_t column = parser->problem_mark.column + 1;
    if (parser->error == YAML_SCANNER_ERROR && is_tab_at(b, parser->problem_mark.index))
        return fail_at(b, line, column, "found a tab; YAML is indented by spaces");
    struct xl_error message;
    const char *context = parser->context != NULL ? parser->context : "";
    xl_error_set(&message, "%s%s%s", context, *context != '\0' ? ", " : "",
                 parser->problem != NULL ? parser->problem : "not YAML");
    return fail_at(b, line, column, message.text);
}

static int read_events(struct builder *b)
{
    for (;;) {
        yaml_event_t event;
        if (yaml_parser_parse(&b->parser, &event) == 0)
            return on_syntax_error(b);
        const bool done = event.type == YAML_STREAM_END_EVENT;
        int status = on_event(b, &event);
        yaml_event_delete(&event);
        if (status != 0)
            return -1;
        if (done)
            return b->has_document ? 0 : fail_at(b, 1, 1, "no YAML document");
    }
}

/* Refuses what libyaml's reader refuses, because libyaml does not say where it is. */
static const char *refuse_character(int32_t code)
{
    if (code < 0)
        return "invalid UTF-8";
    if (code == 0)
        return "a NUL byte: not a text file";
    if (code == 0x09 || code == 0x0A || code == 0x0D || code == 0x85 || code > 0xFFFF)
        return NULL;
    if (code < 0x20 || (code > 0x7E && code < 0xA0) || code == 0xFEFF || code > 0xFFFD)
        return "a control character";
    return NULL;
}

static int check_characters(struct builder *b)
{
    size_t line = 1;
    size_t column = 1;
    size_t directives = 0;
    const char *end = b->text + b->size;
    for (const char *p = b->text; p < end;) {
        int32_t code = xl_utf8_next(&p, end);
        const char *problem = refuse_character(code);
        if (code == '%' && column == 1 && ++directives > XL_YAML_MAX_DIRECTIVES)
            problem = "too many directives"; /* libyaml compares every two of them */
        if (problem != NULL)
            return fail_at(b, line, column, problem);
        const bool is_break = code == '\n' || code == 0x85 || code == 0x2028 || code == 0x2029 ||
                              (code == '\r' && !(p < end && *p == '\n'));
        line += is_break;
        column = is_break ? 1 : column + 1;
    }
    return 0;
}

/* JSON may escape a character as two surrogates. YAML must not. */
static void rewrite_json(struct builder *b)
{
    size_t i = 0;
    while (i < b->size && strchr(" \t\r\n", b->text[i]) != NULL)
        i++;
    if (i == b->size || (b->text[i] != '{' && b->text[i] != '['))
        return;
    b->rewritten = xl_alloc(b->size, 1);
    memcpy(b->rewritten, b->text, b->size);
    b->size = xl_utf8_join_surrogates(b->rewritten, b->size);
    b->text = b->rewritten;
}

static int build(struct builder *b)
{
    if (check_characters(b) != 0)
        return -1;
    rewrite_json(b);
    if (yaml_parser_initialize(&b->parser) == 0)
        xl_checked_memory(NULL);
    yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)b->text, b->size);
    int status = read_events(b);
    yaml_parser_delete(&b->parser);
    tdestroy(b->anchors, keep_anchor);
    free(b->children.at);
    free(b->rewritten);
    return status;
}

int xl_yaml_parse(const char *name, const char *text, size_t size, struct xl_yaml **doc,
                  struct xl_error *err)
{
    *doc = NULL;
    if (size > XL_YAML_MAX_BYTES)
        return xl_fail(err, "%s:1:1: error: larger than %d bytes", name, XL_YAML_MAX_BYTES);
    const size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    struct builder *b = xl_alloc(1, sizeof *b);
    b->doc = xl_alloc(1, sizeof *b->doc);
    b->err = err;
    b->file = xl_arena_text(&b->doc->arena, name, strlen(name));
    b->text = size > 0 ? text + mark : "";
    b->size = size - mark;
    const int status = build(b);
    if (status == 0)
        *doc = b->doc;
    else
        xl_yaml_free(b->doc);
    free(b);
    return status;
}
