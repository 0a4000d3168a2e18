/* Pictures, most of them drawn by Graphviz, in colours for light and dark pages.
 * SPDX-License-Identifier: MIT
 */
#include "report/docs_pages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"

/* The style replaces light colours by dark ones, so all light colours must differ. */
static const struct {
    const char *light, *dark;
} colours[XL_COLOURS] = {
    [XL_COLOUR_TEXT] = {"#1f2328", "#e6edf3"},     [XL_COLOUR_SOFT] = {"#59636e", "#9198a1"},
    [XL_COLOUR_LINE] = {"#c8d1da", "#3d444d"},     [XL_COLOUR_PR] = {"#0a5cc2", "#6cb2ff"},
    [XL_COLOUR_ON_PR] = {"#fffffe", "#0a1524"},    [XL_COLOUR_TRUNK] = {"#a5d0ff", "#1d4f8c"},
    [XL_COLOUR_ON_TRUNK] = {"#0a2a52", "#e0efff"}, [XL_COLOUR_FULL] = {"#eef1f4", "#20272f"},
    [XL_COLOUR_ON_FULL] = {"#6a737d", "#8b949e"},
};

const char *xl_colour(enum xl_colour colour)
{
    return colours[colour].light;
}

char *xl_svg_draw(const char *dot, struct xl_error *err)
{
    static const char *const argv[] = {"dot", "-Tsvg", NULL};
    char *text = NULL;
    size_t size = 0;
    FILE *drawn = tmpfile();
    int status = drawn ? xl_pipe_through(argv, dot, strlen(dot), fileno(drawn)) : -1;
    if (status == 0 && (fseek(drawn, 0, SEEK_SET) != 0 || getdelim(&text, &size, '\0', drawn) < 0))
        status = -1;
    int why = errno;
    if (drawn)
        fclose(drawn);
    if (status == 0)
        return text;
    if (status > 0)
        xl_error_set(err, "dot ended with status %d", status);
    else
        xl_error_set(err, "cannot run dot: %s", strerror(why));
    free(text);
    errno = status > 0 ? 0 : why;
    return NULL;
}

/* The text before the drawing. */
static char *head_of(const char *dot)
{
    return xl_format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<!-- SPDX-License-Identifier: MIT -->\n"
                     "<!-- Generated; do not edit. Drawn by Graphviz from:\n%s-->\n",
                     dot);
}

char *xl_svg_style(void)
{
    struct xl_text text = {0};
    xl_text_add(&text, "<style>\n@media (prefers-color-scheme: dark) {\n");
    for (int i = 0; i < XL_COLOURS; i++)
        xl_text_add(&text, "[fill=\"%s\"] { fill: %s } [stroke=\"%s\"] { stroke: %s }\n",
                    colours[i].light, colours[i].dark, colours[i].light, colours[i].dark);
    xl_text_add(&text, "}\n</style>\n");
    return text.at;
}

/* The last line. */
static void hash_line(const char *text, size_t size, char line[64])
{
    snprintf(line, 64, "<!-- hash of all above: %016" PRIx64 " -->\n", xl_hash(text, size));
}

/* The file without its last line. */
static char *unsealed(const char *svg, const char *inside, const char *dot)
{
    char *head = head_of(dot), *style = xl_svg_style();
    char *text = xl_format("%s%.*s\n%s%s", head, (int)(inside - svg), svg, style,
                           inside + strspn(inside, "\n"));
    free(head);
    free(style);
    return text;
}

char *xl_svg_seal(const char *drawn, const char *dot, struct xl_error *err)
{
    const char *svg = strstr(drawn, "<svg"), *end = svg ? strchr(svg, '>') : NULL;
    char line[64];
    /* XML: "--" would end the comment with the DOT text. */
    if (!end || strstr(dot, "--")) {
        xl_error_set(err, end ? "the DOT text has '--'" : "dot drew no SVG");
        return NULL;
    }
    char *text = unsealed(svg, end + 1, dot);
    hash_line(text, strlen(text), line);
    char *sealed = xl_format("%s%s", text, line);
    free(text);
    return sealed;
}

static int is_sealed(const char *file)
{
    char line[64];
    size_t size = strlen(file), length;
    hash_line("", 0, line);
    length = strlen(line);
    if (size < length)
        return 0;
    hash_line(file, size - length, line);
    return strcmp(file + size - length, line) == 0;
}

enum xl_svg_state xl_svg_state(const char *file, const char *dot)
{
    char *head = head_of(dot), *style = xl_svg_style();
    enum xl_svg_state state = XL_SVG_STALE;
    if (!is_sealed(file))
        state = XL_SVG_EDITED;
    else if (strncmp(file, head, strlen(head)) == 0 && strstr(file, style))
        state = XL_SVG_CURRENT;
    free(head);
    free(style);
    return state;
}
