/* Extracts the part of a preprocessed file that some names need.
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

enum { XL_LONG_LINE = 100 };

struct word {
    const char *at;
    size_t length;
};

struct words {
    struct word *at;
    size_t count, room;
};

struct piece {
    const char *at, *end;
    bool is_needed;
    /* What it declares. */
    struct words names;
};

struct pieces {
    struct piece *at;
    size_t count, room;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_text(struct word w, const char *text)
{
    return strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* The end of the literal, or of the other character, that begins here. */
static const char *skip_other(const char *at, const char *end)
{
    const char quote = *at;
    if (quote != '"' && quote != '\'')
        return at + 1;
    for (at++; at < end && *at != quote; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

/* Takes the next identifier or number from *at on, and sets *at to its end. */
static bool next_word(const char **at, const char *end, struct word *w)
{
    while (*at < end && !is_word(**at))
        *at = skip_other(*at, end);
    w->at = *at;
    while (*at < end && is_word(**at))
        ++*at;
    w->length = (size_t)(*at - w->at);
    return w->length > 0;
}

/* The end of the brackets that open here. */
static const char *skip_brackets(const char *at, const char *end)
{
    int depth = 0;
    do {
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at = skip_other(at, end);
    } while (at < end && depth);
    return at;
}

/* Words with an operand, which declare nothing. */
static bool is_attribute(struct word w)
{
    return is_text(w, "__attribute__") || is_text(w, "__attribute") || is_text(w, "__asm__") ||
           is_text(w, "__asm") || is_text(w, "_Alignas") || is_text(w, "__typeof__");
}

static void add_words(struct words *names, const char *at, const char *end)
{
    for (struct word w; next_word(&at, end, &w);)
        if (!isdigit((unsigned char)*w.at))
            xl_push(names, w);
}

/* Reads the piece that begins here. It declares the words before a bracket or before the end of a
 * declarator, and those in the brackets of `(*f)` and of an enum. */
static void read_piece(const char *at, const char *end, struct piece *p)
{
    struct word w, last = {at, 0};
    bool is_enum = false, is_function = false, has_no_body = false;
    *p = (struct piece){.at = at};
    while ((at = skip_blanks(at, end)) < end) {
        const char *from = at;
        if (is_word(*at)) {
            next_word(&at, end, &w);
            is_enum |= is_text(w, "enum");
            has_no_body |= is_text(w, "typedef");
            if (is_attribute(w))
                at = skip_brackets(skip_blanks(at, end), end);
            else if (is_text(w, "enum") || is_text(w, "struct") || is_text(w, "union"))
                last.length = 0;
            else
                last = w;
            continue;
        }
        at = strchr("([{", *at) ? skip_brackets(at, end) : skip_other(at, end);
        if (strncmp(from, "(*", 2) == 0 || (*from == '{' && is_enum && !is_function))
            add_words(&p->names, from, at);
        else if (strchr(",;=([{", *from))
            add_words(&p->names, last.at, last.at + last.length);
        if (*from == ';' || (*from == '{' && is_function))
            break;
        has_no_body |= *from == '=';
        is_function = *from == '(' && !has_no_body;
        last.length = 0;
    }
    p->end = at;
}

static void split(const char *text, struct pieces *all)
{
    const char *at = text, *end = text + strlen(text);
    while ((at = skip_blanks(at, end)) < end) {
        struct piece p = {.at = at, .end = at + strcspn(at, "\n"), .is_needed = *at == '#'};
        if (!p.is_needed) /* no pragma */
            read_piece(at, end, &p);
        xl_push(all, p);
        at = p.end;
    }
}

static bool declares(const struct piece *p, struct word w)
{
    for (size_t i = 0; i < p->names.count; i++)
        if (p->names.at[i].length == w.length && memcmp(p->names.at[i].at, w.at, w.length) == 0)
            return true;
    return false;
}

/* Marks the pieces that declare words of a text, and all that they need. */
static void mark_needed(struct pieces *all, const char *at, const char *end)
{
    for (struct word w; next_word(&at, end, &w);)
        for (size_t i = 0; i < all->count; i++) {
            struct piece *p = &all->at[i];
            if (p->is_needed || !declares(p, w))
                continue;
            p->is_needed = true;
            mark_needed(all, p->at, p->end);
        }
}

/* Whether a line marker has a flag: 1: a file begins; 2: it ends; 3: it is a system header. */
static bool has_flag(const char *line, size_t length, char flag)
{
    const char *flags =
        length > 3 && memcmp(line, "# ", 2) == 0 ? memrchr(line, '"', length) : NULL;
    return flags && memchr(flags, flag, (size_t)(line + length - flags));
}

/* Adds the name in angle brackets of an #include, once. */
static void add_include(const char *line, struct xl_text *includes)
{
    char *include = xl_format("#include %.*s\n", (int)(strcspn(line, ">") + 1), line);
    if (!includes->at || !strstr(includes->at, include))
        xl_text_add(includes, "%s", include);
    free(include);
}

/* Separates includes of system headers and code. */
static void separate(const char *text, struct xl_text *includes, struct xl_text *code)
{
    unsigned depth = 0;         /* of a system header and what it includes */
    const char *pending = NULL; /* an include, until the next line says what kind it is */
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const bool begins = has_flag(text, length, '1'), is_system = has_flag(text, length, '3');
        if (pending && length && (!begins || is_system))
            add_include(pending, includes);
        pending = length ? NULL : pending;
        if (begins)
            depth += depth || is_system;
        else if (has_flag(text, length, '2'))
            depth -= depth > 0;
        else if (!depth && strncmp(text, "#include", 8) == 0)
            pending = memchr(text, '<', length);
        else if (!depth && strncmp(text, "# ", 2) != 0)
            xl_text_add(code, "%.*s\n", (int)length, text);
    }
}

/* The expansion of a macro is one long line: breaks it behind semicolons and braces. */
static void put_piece(const struct piece *p, struct xl_text *f)
{
    const size_t length = (size_t)(p->end - p->at);
    const bool is_long = !memchr(p->at, '\n', length) && length > XL_LONG_LINE;
    int depth = 0;
    for (const char *c = p->at; c < p->end; c++) {
        const bool is_empty = *c == '\n' && c[1 + strspn(c + 1, " ")] == '\n';
        depth += (*c == '(') - (*c == ')');
        if (!is_empty)
            xl_text_add_bytes(f, c, 1);
        if (is_long && !depth && strchr(";{}", *c) && c + 1 < p->end)
            xl_text_add_bytes(f, "\n", 1);
    }
    xl_text_add_bytes(f, "\n", 1);
}

char *xl_prune(const char *text, const char *roots, bool whole)
{
    struct xl_text result = {0}, code = {0};
    struct pieces all = {0};
    separate(text, &result, &code);
    xl_text_add(&result, "\n");
    split(code.at ? code.at : "", &all);
    mark_needed(&all, roots, roots + strlen(roots));
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].is_needed || whole)
            put_piece(&all.at[i], &result);
        free(all.at[i].names.at);
    }
    free(all.at);
    free(code.at);
    return result.at;
}
