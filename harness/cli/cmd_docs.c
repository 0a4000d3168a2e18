/* crosslane matrix docs: docs/reference/matrix.md, docs/reference/matrix.svg, docs/reference/checks.md and the tables of
 * docs/reference/results.md, written or checked.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "docs/checks_docs.h"
#include "docs/generated.h"
#include "docs/matrix_diagram.h"
#include "docs/matrix_docs.h"
#include "docs/results_docs.h"
#include "docs/svg.h"

static const struct xl_field fields[] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) {#LEVEL, #NAME, TYPE, VALUES, TEXT},
#include "results/results.def"
#undef XL_KEY
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) {"list " #THING, #NAME, TYPE, VALUES, TEXT},
#include "cli/list.def"
#undef XL_KEY
};

/* A page, and its text. */
struct page {
    const char *file;
    char *text;
    size_t size;
};

static const char picture[] = "docs/reference/matrix.svg", command[] = "./crosslane matrix docs",
                  graphviz[] = "apt-get install -y --no-install-recommends graphviz";

static int failure(const struct xl_error *err)
{
    fprintf(stderr, "crosslane: error: %s\n", err->text);
    return XL_EXIT_ENVIRONMENT;
}

static int check_picture(const char *dot)
{
    struct xl_error err;
    size_t size;
    char *svg = xl_generated_read(picture, &size, &err);
    enum xl_svg_state state = svg ? xl_svg_state(svg, dot) : XL_SVG_STALE;
    if (!svg)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    else if (state == XL_SVG_EDITED)
        fprintf(stderr, "crosslane: error: %s was edited by hand\n", picture);
    free(svg);
    return state == XL_SVG_CURRENT ? 0 : xl_generated_stale(picture, command);
}

/* Another Graphviz draws the same text otherwise: what is current stays. */
static int is_current(const char *dot)
{
    struct xl_error err;
    size_t size;
    char *svg = xl_generated_read(picture, &size, &err);
    int current = svg && xl_svg_state(svg, dot) == XL_SVG_CURRENT;
    free(svg);
    return current;
}

static int write_picture(const char *dot)
{
    struct xl_error err;
    if (is_current(dot))
        return XL_EXIT_OK;
    char *drawn = xl_svg_draw(dot, &err);
    if (!drawn && errno == ENOENT)
        xl_error_set(&err, "%s is drawn by Graphviz, which is not installed: %s", picture,
                     graphviz);
    char *svg = drawn ? xl_svg_seal(drawn, dot, &err) : NULL;
    int status = svg && xl_generated_write(picture, svg, strlen(svg), &err) == 0 ? XL_EXIT_OK
                                                                                 : failure(&err);
    free(drawn);
    free(svg);
    return status;
}

static int write_all(const struct page *pages, size_t count, const char *dot)
{
    struct xl_error err;
    for (size_t i = 0; i < count; i++)
        if (xl_generated_write(pages[i].file, pages[i].text, pages[i].size, &err))
            return failure(&err);
    return write_picture(dot);
}

/* All of them, so that one run says all. */
static int check_all(const struct page *pages, size_t count, const char *dot)
{
    int stale = check_picture(dot);
    for (size_t i = 0; i < count; i++)
        stale |= xl_generated_check(pages[i].file, pages[i].text, pages[i].size, command);
    return stale ? XL_EXIT_FINDING : XL_EXIT_OK;
}

/* Between its tables that page is written by hand. */
static char *results_page(const char *file, size_t *size, struct xl_error *err)
{
    char *page = xl_generated_read(file, size, err);
    char *text =
        page ? xl_results_docs(page, fields, sizeof fields / sizeof fields[0], size) : NULL;
    free(page);
    return text;
}

int xl_cli_docs(int check)
{
    struct xl_row_list list;
    struct xl_error err;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    struct page pages[] = {
        {.file = "docs/reference/matrix.md"}, {.file = "docs/reference/checks.md"}, {.file = "docs/reference/results.md"}};
    const size_t count = sizeof pages / sizeof pages[0];
    xl_error_set(&err, "out of memory");
    pages[0].text = xl_matrix_docs(&list, &pages[0].size);
    pages[1].text = xl_checks_docs(&pages[1].size, &err);
    pages[2].text = results_page(pages[2].file, &pages[2].size, &err);
    char *dot = xl_matrix_dot(&list);
    int status;
    if (!pages[0].text || !pages[1].text || !pages[2].text || !dot)
        status = failure(&err);
    else
        status = check ? check_all(pages, count, dot) : write_all(pages, count, dot);
    for (size_t i = 0; i < count; i++)
        free(pages[i].text);
    free(dot);
    xl_row_list_free(&list);
    return status;
}
