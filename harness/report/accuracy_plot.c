/* The errors of a kernel over its first input, as a picture.
 * SPDX-License-Identifier: MIT
 */
#include "report/accuracy_plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

/* For light pages and for dark ones. The style replaces light colours by dark ones. */
enum colour { TEXT, SOFT, LINE, ERROR };
static const struct {
    const char *light, *dark;
} colours[] = {[TEXT] = {"#1f2328", "#e6edf3"},
               [SOFT] = {"#59636e", "#9198a1"},
               [LINE] = {"#c8d1da", "#3d444d"},
               [ERROR] = {"#0a5cc2", "#6cb2ff"}};

/* In the picture's units: the axes, and room for their words. */
enum { LEFT = 56, TOP = 40, WIDTH = XL_PLOT_BINS, HEIGHT = 240, RIGHT = 24, BOTTOM = 48 };

static double most_of(const struct xl_error_plot *plot)
{
    double most = 0;
    for (size_t i = 0; i < XL_PLOT_BINS; i++)
        most = fmax(most, plot->worst[i]);
    return most;
}

static void put_text(FILE *out, double x, double y, const char *anchor, enum colour colour,
                     const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y,
            anchor, colours[colour].light, text);
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, enum colour colour,
                     const char *more)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>\n", x1,
            y1, x2, y2, colours[colour].light, more);
}

/* Powers of ten, and zero. */
static void put_input_axis(FILE *out, enum xl_type type)
{
    const int reach = type == XL_f32 ? 30 : 250, step = type == XL_f32 ? 15 : 125;
    for (int sign = -1; sign <= 1; sign++) {
        for (int power = -reach; power <= reach; power += step) {
            char text[32];
            double x = sign * pow(10, power), at = LEFT + WIDTH * xl_plot_place(type, x);
            snprintf(text, sizeof text, "%g", x);
            put_line(out, at, TOP + HEIGHT, at, TOP + HEIGHT + 4, SOFT, "");
            put_text(out, at, TOP + HEIGHT + 18, "middle", SOFT, text);
            if (sign == 0)
                break;
        }
    }
}

static void put_error_axis(FILE *out, double top)
{
    for (int i = 0; i <= 4; i++) {
        char text[32];
        double y = TOP + HEIGHT - HEIGHT * i / 4.0;
        snprintf(text, sizeof text, "%.3g", top * i / 4);
        put_line(out, LEFT, y, LEFT + WIDTH, y, LINE, "");
        put_text(out, LEFT - 6, y + 4, "end", SOFT, text);
    }
}

static void put_errors(FILE *out, const struct xl_error_plot *plot, double top)
{
    for (size_t i = 0; i < XL_PLOT_BINS; i++)
        if (plot->errors[i])
            fprintf(out, "<rect x=\"%zu\" y=\"%.1f\" width=\"1\" height=\"%.1f\" fill=\"%s\"/>\n",
                    LEFT + i, TOP + HEIGHT - HEIGHT * plot->worst[i] / top,
                    HEIGHT * plot->worst[i] / top, colours[ERROR].light);
}

static void put_plot(FILE *out, const struct xl_kernel *kernel, const char *row,
                     const struct xl_error_plot *plot)
{
    double most = most_of(plot), bound = kernel->contract.ulp;
    bool shows_bound = bound < 4 * most;
    double top = (shows_bound ? fmax(most, bound) : most) * 1.1;
    char title[256];
    top = top > 0 ? top : 1;
    snprintf(title, sizeof title, "%s on %s: worst error %.3f ULP, contract %g", kernel->name, row,
             most, bound);
    put_text(out, LEFT, TOP - 18, "start", TEXT, title);
    put_error_axis(out, top);
    put_errors(out, plot, top);
    put_input_axis(out, plot->type);
    if (shows_bound) {
        double y = TOP + HEIGHT - HEIGHT * bound / top;
        put_line(out, LEFT, y, LEFT + WIDTH, y, TEXT, " stroke-dasharray=\"4 4\"");
    }
    put_text(out, LEFT + WIDTH / 2.0, TOP + HEIGHT + 38, "middle", SOFT,
             "first input, every bit pattern as wide");
}

static void put_style(FILE *out)
{
    fputs("<style>\n@media (prefers-color-scheme: dark) {\n", out);
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        fprintf(out, "[fill=\"%s\"] { fill: %s } [stroke=\"%s\"] { stroke: %s }\n",
                colours[i].light, colours[i].dark, colours[i].light, colours[i].dark);
    fputs("}\n</style>\n", out);
}

char *xl_accuracy_plot(const struct xl_kernel *kernel, const char *row,
                       const struct xl_error_plot *plot, size_t *size)
{
    char *text = NULL;
    FILE *out = xl_checked_memory(open_memstream(&text, size));
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n",
            LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    put_style(out);
    put_plot(out, kernel, row, plot);
    fputs("</svg>\n", out);
    fclose(out);
    return text;
}
