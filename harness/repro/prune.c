/* Extracts the part of a preprocessed file that one function needs.
 * SPDX-License-Identifier: MIT
 *
 * The text consists of pieces: declarations, definitions, pragmas. A piece is needed if a needed
 * piece contains an identifier that it declares. This code knows only brackets, literals and a few
 * keywords of C.
 */
#include "repro/compile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { XL_MAX_NAMES = 400, XL_MAX_HEADERS = 100, XL_LONG_LINE = 100 };

struct word {
    const char *at;
    size_t length;
};

struct piece {
    const char *at;
    size_t length;
    bool is_needed;
    /* What it declares. */
    struct word *names;
    size_t name_count;
};

struct pieces {
    struct piece *at;
    size_t count, room;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_text(const struct word *w, const char *text)
{
    return strlen(text) == w->length && memcmp(w->at, text, w->length) == 0;
}

static bool is_same(const struct word *a, const struct word *b)
{
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* The end of the literal that begins here. */
static const char *skip_literal(const char *at, const char *end)
{
    const char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* Takes the next identifier from *at on, and sets *at to its end. */
static bool next_word(const char **at, const char *end, struct word *w)
{
    const char *c = *at;
    while (c < end && !is_word(*c))
        c = *c == '"' || *c == '\'' ? skip_literal(c, end) : c + 1;
    w->at = c;
    while (c < end && is_word(*c))
        c++;
    w->length = (size_t)(c - w->at);
    *at = c;
    return w->length > 0;
}

/* The end of the brackets that open here. */
static const char *skip_brackets(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        if (*at == '"' || *at == '\'') {
            at = skip_literal(at, end);
            continue;
        }
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at++;
        if (!depth)
            break;
    }
    return at;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

static bool is_attribute(const struct word *w)
{
    return is_text(w, "__attribute__") || is_text(w, "__attribute") || is_text(w, "__asm__") ||
           is_text(w, "__asm") || is_text(w, "_Alignas") || is_text(w, "__typeof__");
}

/* The outline of a declaration, without attributes. */
struct shape {
    /* The identifier before the first parenthesis, and the last one before an initializer or a
     * bound. */
    struct word before_paren, last;
    bool has_paren, is_typedef;
    /* An initializer or a bound has begun. */
    bool is_closed;
    /* The text so far ends in a parameter list. */
    bool is_function;
};

static void add_word(struct shape *s, const struct word *w)
{
    s->is_typedef |= is_text(w, "typedef");
    if (!s->is_closed && !is_text(w, "enum") && !is_text(w, "struct") && !is_text(w, "union"))
        s->last = *w;
    s->is_function = false;
}

/* The end of the piece that begins here, and its shape. */
static const char *read_piece(const char *at, const char *end, struct shape *s)
{
    struct word w;
    *s = (struct shape){.has_paren = false};
    while ((at = skip_blanks(at, end)) < end) {
        if (*at == ';')
            return at + 1;
        if (is_word(*at)) {
            next_word(&at, end, &w);
            if (is_attribute(&w))
                at = skip_brackets(skip_blanks(at, end), end);
            else
                add_word(s, &w);
        } else if (*at == '(') {
            if (!s->has_paren)
                s->before_paren = s->last;
            s->has_paren = true;
            at = skip_brackets(at, end);
            s->is_function = !s->is_closed;
        } else if (*at == '{' && s->is_function && !s->is_typedef) {
            return skip_brackets(at, end);
        } else if (*at == '{' || *at == '[') {
            s->is_closed |= *at == '[';
            at = skip_brackets(at, end);
        } else {
            s->is_closed |= *at == '=';
            at = *at == '"' || *at == '\'' ? skip_literal(at, end) : at + 1;
        }
    }
    return end;
}

static void add_name(struct piece *p, const struct word *w)
{
    if (p->name_count < XL_MAX_NAMES && !isdigit((unsigned char)*w->at))
        p->names[p->name_count++] = *w;
}

/* Adds tags of structs, unions and enums, and constants of enums. */
static void add_tags(struct piece *p)
{
    const char *at = p->at, *end = p->at + p->length;
    struct word w, tag;
    bool is_enum;
    while (next_word(&at, end, &w)) {
        is_enum = is_text(&w, "enum");
        if (!is_enum && !is_text(&w, "struct") && !is_text(&w, "union"))
            continue;
        const char *body = skip_blanks(at, end);
        if (body < end && *body != '{' && next_word(&at, end, &tag)) {
            body = skip_blanks(at, end);
            if (body < end && (*body == '{' || *body == ';'))
                add_name(p, &tag);
        }
        const char *past = body < end && *body == '{' ? skip_brackets(body, end) : body;
        while (is_enum && next_word(&body, past, &w))
            add_name(p, &w);
    }
}

/* Adds all identifiers, if it is unknown which one is declared. */
static void add_all(struct piece *p)
{
    const char *at = p->at;
    for (struct word w; next_word(&at, p->at + p->length, &w);)
        add_name(p, &w);
}

static void name_piece(struct piece *p, const struct shape *s)
{
    p->names = xl_alloc(XL_MAX_NAMES, sizeof *p->names);
    const bool is_function = s->has_paren && !s->is_typedef && s->before_paren.length;
    if (is_function)
        add_name(p, &s->before_paren);
    else if (s->has_paren)
        add_all(p);
    else if (s->last.length)
        add_name(p, &s->last);
    if (!is_function)
        add_tags(p);
}

static void add_piece(struct pieces *all, const char *at, size_t length, const struct shape *s)
{
    struct piece p = {.at = at, .length = length, .is_needed = !s};
    if (s)
        name_piece(&p, s);
    xl_push(all, p);
}

static void split(const char *text, struct pieces *all)
{
    const char *at = text, *end = text + strlen(text);
    while ((at = skip_blanks(at, end)) < end) {
        const char *from = at;
        struct shape s;
        if (*at == '#') { /* a pragma */
            at += strcspn(at, "\n");
            add_piece(all, from, (size_t)(at - from), NULL);
        } else {
            at = read_piece(at, end, &s);
            add_piece(all, from, (size_t)(at - from), &s);
        }
    }
}

static bool declares(const struct piece *p, const struct word *w)
{
    for (size_t i = 0; i < p->name_count; i++)
        if (is_same(&p->names[i], w))
            return true;
    return false;
}

/* Marks the pieces that declare a word, and all that they need. */
static void mark_needed(struct pieces *all, const struct word *w)
{
    for (size_t i = 0; i < all->count; i++) {
        struct piece *p = &all->at[i];
        if (p->is_needed || !declares(p, w))
            continue;
        p->is_needed = true;
        const char *at = p->at;
        for (struct word of; next_word(&at, p->at + p->length, &of);)
            mark_needed(all, &of);
    }
}

/* A line marker: a file begins or ends, and whether it is a system header. */
struct marker {
    bool enters, leaves, is_system;
};

static bool read_marker(const char *line, size_t length, struct marker *m)
{
    if (length < 4 || line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2]))
        return false;
    const char *end = line + length, *at = end;
    while (at > line && at[-1] != '"')
        at--;
    *m = (struct marker){.enters = false};
    for (; at < end; at++) {
        m->enters |= *at == '1';
        m->leaves |= *at == '2';
        m->is_system |= *at == '3';
    }
    return true;
}

/* The position in the tree of included files. */
struct position {
    /* The depth of the file, and of the outermost system header around it, or 0. */
    unsigned depth, system;
    /* Names in angle brackets that were handled already. */
    const char *headers[XL_MAX_HEADERS];
    size_t lengths[XL_MAX_HEADERS], count;
    /* The last include, until its marker says whether it is a system header. */
    const char *pending;
    size_t pending_length;
};

static void settle_include(struct position *w, bool is_system, struct xl_text *f)
{
    bool is_new = w->pending != NULL && w->count < XL_MAX_HEADERS;
    for (size_t i = 0; is_new && i < w->count; i++)
        is_new = w->lengths[i] != w->pending_length ||
                 memcmp(w->headers[i], w->pending, w->pending_length) != 0;
    if (is_new) {
        w->headers[w->count] = w->pending;
        w->lengths[w->count++] = w->pending_length;
        if (is_system)
            xl_text_add(f, "#include %.*s\n", (int)w->pending_length, w->pending);
    }
    w->pending = NULL;
}

static void take_marker(struct position *w, const struct marker *m, struct xl_text *f)
{
    if (m->enters) {
        settle_include(w, m->is_system, f);
        w->depth++;
        if (m->is_system && !w->system)
            w->system = w->depth;
    } else if (m->leaves) {
        if (w->system == w->depth)
            w->system = 0;
        w->depth -= w->depth > 0;
    }
}

/* Separates includes and code. */
static void separate(const char *text, struct xl_text *includes, struct xl_text *code)
{
    struct position w = {.depth = 0};
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        struct marker m;
        length = strcspn(text, "\n");
        if (read_marker(text, length, &m)) {
            take_marker(&w, &m, includes);
        } else if (!w.system && strncmp(text, "#include", 8) == 0) {
            settle_include(&w, true,
                           includes); /* the one before: included already, so without marker */
            const char *from = memchr(text, '<', length), *to = memchr(text, '>', length);
            w.pending = from && to ? from : NULL;
            w.pending_length = from && to ? (size_t)(to - from) + 1 : 0;
        } else if (!w.system) {
            if (length)
                settle_include(&w, true, includes);
            xl_text_add(code, "%.*s\n", (int)length, text);
        }
    }
    settle_include(&w, true, includes);
}

/* The expansion of a macro is one long line: breaks it behind semicolons and braces. */
static void put_piece(const struct piece *p, struct xl_text *f)
{
    const bool is_long = !memchr(p->at, '\n', p->length) && p->length > XL_LONG_LINE;
    int depth = 0;
    for (const char *c = p->at, *end = c + p->length; c < end; c++) {
        const bool is_empty = *c == '\n' && c[1 + strspn(c + 1, " ")] == '\n';
        depth += (*c == '(') - (*c == ')');
        if (!is_empty)
            xl_text_add_bytes(f, c, 1);
        if (is_long && !depth && strchr(";{}", *c) && c + 1 < end)
            xl_text_add_bytes(f, "\n", 1);
    }
    xl_text_add_bytes(f, "\n", 1);
}

static void put(struct pieces *all, const char *root, bool whole, struct xl_text *f)
{
    const struct word w = {root, strlen(root)};
    mark_needed(all, &w);
    for (size_t i = 0; i < all->count; i++) {
        const struct piece *p = &all->at[i];
        if (p->is_needed || whole)
            put_piece(p, f);
        free(p->names);
    }
    free(all->at);
}

char *xl_prune(const char *text, const char *root, bool whole)
{
    struct xl_text result = {0}, code = {0};
    struct pieces all = {0};
    separate(text, &result, &code);
    xl_text_add(&result, "\n");
    split(code.at ? code.at : "", &all);
    put(&all, root, whole, &result);
    free(code.at);
    return result.at;
}
