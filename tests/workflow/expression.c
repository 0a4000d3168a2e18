/* The evaluator: recursive descent, one function a level of precedence.
 * SPDX-License-Identifier: MIT
 */
#include "expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/yaml_node.h"

struct parser {
    struct xl_scope *scope;
    const char *text, *at;
    bool asked; /* for the status, by calling cancelled() or always() */
    bool failed;
    struct xl_error *err;
};

static struct json_object *parse_or(struct parser *p);

/* Keeps the first message; what follows is not read. */
static struct json_object *refuse(struct parser *p, const char *what, const char *name, int length)
{
    if (!p->failed)
        xl_error_set(p->err, "%s '%.*s' in the expression '%s'", what, length, name, p->text);
    p->failed = true;
    p->at = "";
    return NULL;
}

static struct json_object *keep(struct xl_scope *s, struct json_object *made)
{
    if (!s->made)
        s->made = json_object_new_array();
    json_object_array_add(s->made, made);
    return made;
}

static bool take(struct parser *p, const char *token)
{
    p->at += strspn(p->at, " \n");
    if (strncmp(p->at, token, strlen(token)) != 0)
        return false;
    p->at += strlen(token);
    return true;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || (length && at[length] == '-'))
        length++;
    return length;
}

static bool truth(struct json_object *v)
{
    if (json_object_is_type(v, json_type_string))
        return json_object_get_string_len(v) > 0;
    if (json_object_is_type(v, json_type_array) || json_object_is_type(v, json_type_object))
        return true;
    return json_object_get_boolean(v);
}

/* What GitHub compares values of different types as. */
static double number(struct json_object *v)
{
    if (json_object_is_type(v, json_type_string))
        return xl_number_of_text(json_object_get_string(v), json_object_get_string_len(v));
    if (json_object_is_type(v, json_type_array) || json_object_is_type(v, json_type_object))
        return NAN;
    return json_object_get_double(v);
}

static bool equal(struct json_object *a, struct json_object *b)
{
    if (json_object_is_type(a, json_type_string) && json_object_is_type(b, json_type_string))
        return strcasecmp(json_object_get_string(a), json_object_get_string(b)) == 0;
    return a == b || number(a) == number(b);
}

/* json-c would write a number of a JSON text as it was spelled there: 1e3. */
static const char *number_text(struct xl_scope *s, struct json_object *v)
{
    char text[XL_NUMBER_TEXT];
    xl_number_g15(json_object_get_double(v), text);
    return json_object_get_string(keep(s, json_object_new_string(text)));
}

static const char *text_of(struct xl_scope *s, struct json_object *v)
{
    if (json_object_is_type(v, json_type_array))
        return "Array";
    if (json_object_is_type(v, json_type_object))
        return "Object";
    if (json_object_is_type(v, json_type_double))
        return number_text(s, v);
    return v ? json_object_get_string(v) : "";
}

static void print_json(FILE *f, struct xl_scope *s, struct json_object *v, int depth);

/* What comes before a member: its own line, and its name if it has one. */
static void print_start(FILE *f, size_t index, int depth, const char *name)
{
    fprintf(f, "%s\n%*s", index ? "," : "", 2 * depth, "");
    if (!name)
        return;
    struct json_object *key = json_object_new_string(name);
    fprintf(f, "%s: ", json_object_to_json_string_ext(key, JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(key);
}

static void print_members(FILE *f, struct xl_scope *s, struct json_object *v, int depth)
{
    size_t n = 0;
    if (json_object_is_type(v, json_type_array)) {
        for (; n < json_object_array_length(v); n++) {
            print_start(f, n, depth + 1, NULL);
            print_json(f, s, json_object_array_get_idx(v, n), depth + 1);
        }
    } else {
        json_object_object_foreach(v, key, value)
        {
            print_start(f, n++, depth + 1, key);
            print_json(f, s, value, depth + 1);
        }
    }
    if (n)
        fprintf(f, "\n%*s", 2 * depth, "");
}

/* As GitHub lays JSON out, which json-c has no flags for. */
static void print_json(FILE *f, struct xl_scope *s, struct json_object *v, int depth)
{
    bool list = json_object_is_type(v, json_type_array);
    if (!list && !json_object_is_type(v, json_type_object)) {
        fputs(json_object_is_type(v, json_type_double)
                  ? number_text(s, v)
                  : json_object_to_json_string_ext(v, JSON_C_TO_STRING_NOSLASHESCAPE),
              f);
        return;
    }
    fputc(list ? '[' : '{', f);
    print_members(f, s, v, depth);
    fputc(list ? ']' : '}', f);
}

static struct json_object *to_json(struct xl_scope *s, struct json_object *v)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    print_json(f, s, v, 0);
    fclose(f);
    struct json_object *made = keep(s, json_object_new_string(text));
    free(text);
    return made;
}

static struct json_object *call(struct parser *p, const char *name, int length,
                                struct json_object *const *args, int count)
{
    struct json_object *v;
    if (length == 9 && strncmp(name, "cancelled", 9) == 0 && count == 0) {
        p->asked = true;
        return keep(p->scope, json_object_new_boolean(false));
    }
    if (length == 6 && strncmp(name, "always", 6) == 0 && count == 0) {
        p->asked = true;
        return keep(p->scope, json_object_new_boolean(true));
    }
    if (length == 10 && strncmp(name, "startsWith", 10) == 0 && count == 2) {
        const char *start = text_of(p->scope, args[1]);
        bool does = strncasecmp(text_of(p->scope, args[0]), start, strlen(start)) == 0;
        return keep(p->scope, json_object_new_boolean(does));
    }
    if (length == 6 && strncmp(name, "toJSON", 6) == 0 && count == 1)
        return to_json(p->scope, args[0]);
    if (length == 8 && strncmp(name, "fromJSON", 8) == 0 && count == 1) {
        v = json_tokener_parse(text_of(p->scope, args[0]));
        return v ? keep(p->scope, v) : refuse(p, "no JSON in", name, length);
    }
    return refuse(p, "unknown function, or one with other arguments,", name, length);
}

static struct json_object *parse_call(struct parser *p, const char *name, int length)
{
    struct json_object *args[2] = {NULL, NULL};
    int count = 0;
    while (!p->failed && !take(p, ")")) {
        if (count == 2 || (count && !take(p, ",")))
            return refuse(p, "unknown arguments of", name, length);
        args[count++] = parse_or(p);
    }
    return p->failed ? NULL : call(p, name, length, args, count);
}

/* What `.*` gives: all items, or all values. */
static struct json_object *all_of(struct parser *p, struct json_object *v)
{
    struct json_object *all = keep(p->scope, json_object_new_array());
    if (json_object_is_type(v, json_type_array))
        for (size_t i = 0; i < json_object_array_length(v); i++)
            json_object_array_add(all, json_object_get(json_object_array_get_idx(v, i)));
    if (json_object_is_type(v, json_type_object)) {
        json_object_object_foreach(v, key, value)
        {
            (void)key;
            json_object_array_add(all, json_object_get(value));
        }
    }
    return all;
}

/* GitHub's names have no case. */
static bool find(struct json_object *v, const char *name, struct json_object **found)
{
    if (!json_object_is_type(v, json_type_object))
        return false;
    json_object_object_foreach(v, key, value)
    {
        *found = value;
        if (strcasecmp(key, name) == 0)
            return true;
    }
    *found = NULL;
    return false;
}

/* A member of an object, or what is there of it in each item of what `.*` gave. */
static struct json_object *member(struct parser *p, struct json_object *v, const char *key,
                                  bool each)
{
    struct json_object *found = NULL, *all;
    if (!each)
        return find(v, key, &found) ? found : NULL;
    all = keep(p->scope, json_object_new_array());
    for (size_t i = 0; i < json_object_array_length(v); i++)
        if (find(json_object_array_get_idx(v, i), key, &found))
            json_object_array_add(all, json_object_get(found));
    return all;
}

static struct json_object *parse_path(struct parser *p, struct json_object *v)
{
    bool each = false;
    while (!p->failed && *p->at == '.') {
        p->at++;
        char key[64];
        size_t length = name_length(p->at);
        if (*p->at == '*') {
            p->at++;
            v = all_of(p, v);
            each = true;
            continue;
        }
        if (length == 0 || length >= sizeof key)
            return refuse(p, "no name at", p->at, (int)strlen(p->at));
        memcpy(key, p->at, length);
        key[length] = '\0';
        p->at += length;
        v = member(p, v, key, each);
    }
    return v;
}

static struct json_object *parse_string(struct parser *p)
{
    struct json_object *made;
    char *text = calloc(1, strlen(p->at) + 1);
    size_t length = 0;
    for (; *p->at && (*p->at != '\'' || p->at[1] == '\''); p->at++) {
        p->at += *p->at == '\''; /* '' is one */
        text[length++] = *p->at;
    }
    made = keep(p->scope, json_object_new_string(text));
    free(text);
    return take(p, "'") ? made : refuse(p, "no end of the string", "", 0);
}

static struct json_object *parse_value(struct parser *p)
{
    if (take(p, "(")) {
        struct json_object *v = parse_or(p);
        return take(p, ")") ? v : refuse(p, "no ) before", p->at, (int)strlen(p->at));
    }
    if (take(p, "'"))
        return parse_string(p);
    const char *name = p->at;
    size_t length = name_length(name);
    char key[64];
    struct json_object *context;
    p->at += length;
    if (length && take(p, "("))
        return parse_call(p, name, (int)length);
    if (length == 0 || length >= sizeof key)
        return refuse(p, "no value at", name, (int)strlen(name));
    memcpy(key, name, length);
    key[length] = '\0';
    if (!find(p->scope->contexts, key, &context))
        return refuse(p, "unknown context", name, (int)length);
    return parse_path(p, context);
}

static struct json_object *parse_not(struct parser *p)
{
    if (take(p, "!"))
        return keep(p->scope, json_object_new_boolean(!truth(parse_not(p))));
    return parse_value(p);
}

static struct json_object *parse_equal(struct parser *p)
{
    struct json_object *v = parse_not(p);
    for (;;) {
        if (take(p, "=="))
            v = keep(p->scope, json_object_new_boolean(equal(v, parse_not(p))));
        else if (take(p, "!="))
            v = keep(p->scope, json_object_new_boolean(!equal(v, parse_not(p))));
        else
            return v;
    }
}

/* The operators give one of their operands. */
static struct json_object *parse_and(struct parser *p)
{
    struct json_object *v = parse_equal(p);
    while (take(p, "&&")) {
        struct json_object *right = parse_equal(p);
        v = truth(v) ? right : v;
    }
    return v;
}

static struct json_object *parse_or(struct parser *p)
{
    struct json_object *v = parse_and(p);
    while (take(p, "||")) {
        struct json_object *right = parse_and(p);
        v = truth(v) ? v : right;
    }
    return v;
}

/* Evaluates from p->at up to the token that must end it. */
static struct json_object *evaluate(struct parser *p, const char *end)
{
    struct json_object *v = parse_or(p);
    if (!p->failed && !take(p, end))
        refuse(p, "cannot read", p->at, (int)strlen(p->at));
    return v;
}

int xl_scope_value(struct xl_scope *s, const char *text, struct json_object **value,
                   struct xl_error *err)
{
    struct parser p = {.scope = s, .text = text, .at = text, .err = err};
    *value = NULL;
    if (!take(&p, "${{"))
        refuse(&p, "no ${{ at", text, (int)strlen(text));
    else
        *value = evaluate(&p, "}}");
    if (!p.failed && *p.at)
        refuse(&p, "more than one expression:", p.at, (int)strlen(p.at));
    return p.failed ? -1 : 0;
}

int xl_scope_text(struct xl_scope *s, const char *text, const char **out, struct xl_error *err)
{
    struct parser p = {.scope = s, .text = text, .at = text, .err = err};
    char *made = NULL;
    size_t size;
    FILE *f = open_memstream(&made, &size);
    for (;;) {
        const char *start = strstr(p.at, "${{");
        fwrite(p.at, 1, start ? (size_t)(start - p.at) : strlen(p.at), f);
        if (!start)
            break;
        p.at = start + 3;
        fputs(text_of(s, evaluate(&p, "}}")), f);
    }
    fclose(f);
    *out = json_object_get_string(keep(s, json_object_new_string(made)));
    free(made);
    return p.failed ? -1 : 0;
}

int xl_scope_holds(struct xl_scope *s, const char *condition, bool *holds, struct xl_error *err)
{
    *holds = !s->failed;
    if (!condition)
        return 0;
    struct parser p = {.scope = s, .text = condition, .at = condition, .err = err};
    bool wrapped = take(&p, "${{");
    bool value = truth(evaluate(&p, wrapped ? "}}" : ""));
    if (!p.failed && *p.at)
        refuse(&p, "cannot read", p.at, (int)strlen(p.at));
    *holds = value && (p.asked || !s->failed);
    return p.failed ? -1 : 0;
}
