/* The matrix as a picture: which build feeds which CPU, and which tier runs that.
 * SPDX-License-Identifier: MIT
 *
 * An arch is a table of its CPUs. The builds that feed them are at its sides: one node per
 * compiler, the first to the left, the second to the right, and so on. A cell of the table is a
 * row. Names need no escapes: rows.c refuses characters that are special in DOT or XML.
 */
#include "report/docs_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "matrix/cpu_groups.h"

/* Points. DejaVu's letters are the widest in common use: text that is laid out with it fits its
 * cell in whatever font a browser has. */
#define FONT "DejaVu Sans,Verdana,sans-serif"
enum { XL_CELL_WIDTH = 30, XL_LETTER_WIDTH = 7, XL_GAP = 4 };

/* Widths of the columns of text: the same in all tables, so that their cells stand in line. */
struct columns {
    int cpu, isa, vl;
};

static const enum xl_colour tier_colours[XL_TIERS] = {XL_COLOUR_PR, XL_COLOUR_TRUNK,
                                                      XL_COLOUR_FULL};
static const enum xl_colour tier_edges[XL_TIERS] = {XL_COLOUR_PR, XL_COLOUR_TRUNK, XL_COLOUR_LINE};
static const enum xl_colour tier_inks[XL_TIERS] = {XL_COLOUR_ON_PR, XL_COLOUR_ON_TRUNK,
                                                   XL_COLOUR_ON_FULL};

static bool is_left(size_t compiler)
{
    return compiler % 2 == 0;
}

static void put_text_cell(FILE *out, const char *align, int width, enum xl_colour colour, int size,
                          const char *text)
{
    fprintf(out,
            "<td align=\"%s\" width=\"%d\"><font point-size=\"%d\" color=\"%s\">%s</font></td>",
            align, width, size, xl_colour(colour), text);
}

/* A cell in the colour of a tier, with its text in it; without colour if no tier has it. */
static void put_tier_cell(FILE *out, enum xl_tier tier, const char *text)
{
    if (tier == XL_TIERS && *text)
        put_text_cell(out, "center", XL_CELL_WIDTH, XL_COLOUR_SOFT, 8, text);
    else if (tier == XL_TIERS)
        fprintf(out, "<td width=\"%d\"></td>", XL_CELL_WIDTH);
    else
        fprintf(
            out,
            "<td width=\"%d\" bgcolor=\"%s\"><font point-size=\"8\" color=\"%s\">%s</font></td>",
            XL_CELL_WIDTH, xl_colour(tier_colours[tier]), xl_colour(tier_inks[tier]), text);
}

/* The cells of the compilers of one side of a table's line: of a CPU, or of the head (cpu NULL). */
static void put_side(FILE *out, const struct xl_cpu_groups *g, const struct xl_row *cpu, bool left)
{
    for (size_t c = 0; c < g->compiler_count; c++) {
        for (size_t o = 0; is_left(c) == left && o < g->opt_count; o++) {
            if (!cpu) {
                put_text_cell(out, "center", XL_CELL_WIDTH, XL_COLOUR_SOFT, 8, g->opts[o]);
                continue;
            }
            enum xl_tier tier = xl_group_cpu_tier(g, cpu, g->compilers[c], g->opts[o]);
            put_tier_cell(out, tier, tier < XL_TIERS ? xl_tier_name(tier) : "");
        }
    }
}

static void put_gap(FILE *out)
{
    fprintf(out, "<td width=\"%d\"></td>", XL_GAP);
}

static void put_head_line(FILE *out, const struct xl_cpu_groups *g, const struct xl_arch *arch,
                          struct columns w)
{
    char name[64];
    snprintf(name, sizeof name, "<b>%s</b>", arch->name);
    fputs("<tr><td></td>", out);
    put_side(out, g, NULL, true);
    put_gap(out);
    put_text_cell(out, "left", w.cpu, XL_COLOUR_TEXT, 10, name);
    put_text_cell(out, "left", w.isa, XL_COLOUR_SOFT, 8, "ISA");
    put_text_cell(out, "right", w.vl, XL_COLOUR_SOFT, 8, "VL");
    put_gap(out);
    put_side(out, g, NULL, false);
    fputs("<td></td></tr>\n", out);
}

/* The ends of the line are ports that edges go to: l3 and r3 for the third CPU. */
static void put_cpu_line(FILE *out, const struct xl_cpu_groups *g, const struct xl_row *cpu,
                         struct columns w, int number)
{
    char vl[16] = "–";
    if (cpu->vl_bits)
        snprintf(vl, sizeof vl, "%u", cpu->vl_bits);
    fprintf(out, "<tr><td port=\"l%d\"></td>", number);
    put_side(out, g, cpu, true);
    put_gap(out);
    put_text_cell(out, "left", w.cpu, XL_COLOUR_TEXT, 10, cpu->cpu);
    put_text_cell(out, "left", w.isa, XL_COLOUR_TEXT, 10, cpu->isa->name);
    put_text_cell(out, "right", w.vl, XL_COLOUR_TEXT, 10, vl);
    put_gap(out);
    put_side(out, g, cpu, false);
    fprintf(out, "<td port=\"r%d\"></td></tr>\n", number);
}

static struct columns columns_of(const struct xl_row_list *list)
{
    struct columns w = {.cpu = 8 * XL_LETTER_WIDTH, .vl = 5 * XL_LETTER_WIDTH};
    for (size_t i = 0; i < list->count; i++) {
        int cpu = (int)strlen(list->rows[i].cpu) * XL_LETTER_WIDTH;
        int isa = (int)strlen(list->rows[i].isa->name) * XL_LETTER_WIDTH;
        w.cpu = cpu > w.cpu ? cpu : w.cpu;
        w.isa = isa > w.isa ? isa : w.isa;
    }
    return w;
}

static void put_table(FILE *out)
{
    fprintf(out,
            "<table border=\"1\" cellborder=\"0\" cellspacing=\"2\" cellpadding=\"2\" "
            "color=\"%s\">\n",
            xl_colour(XL_COLOUR_LINE));
}

static void put_cpus(FILE *out, const struct xl_cpu_groups *g, size_t a)
{
    const struct columns w = columns_of(g->list);
    const struct xl_row *cpu;
    int number = 0;
    fprintf(out, "a%zu [label=<", a);
    put_table(out);
    put_head_line(out, g, g->arches[a], w);
    for (size_t at = 0; (cpu = xl_group_next_cpu(g, g->arches[a], &at));)
        put_cpu_line(out, g, cpu, w, ++number);
    fputs("</table>>]\n", out);
}

/* The builds of a compiler for an arch: a cell for each level, with the tier that first needs it.
 */
static void put_builds(FILE *out, const struct xl_cpu_groups *g, size_t a, size_t c)
{
    fprintf(out, "b%zu_%zu [label=<", a, c);
    put_table(out);
    fprintf(out, "<tr><td colspan=\"%zu\"><font color=\"%s\">%s-%s</font></td></tr>\n<tr>",
            g->opt_count, xl_colour(XL_COLOUR_TEXT), g->arches[a]->name, g->compilers[c]);
    for (size_t o = 0; o < g->opt_count; o++) {
        const struct xl_build_spec *build =
            xl_group_build(g, g->arches[a], g->compilers[c], g->opts[o]);
        put_tier_cell(out, build ? xl_group_build_tier(g, build) : XL_TIERS,
                      build ? g->opts[o] : "");
    }
    fputs("</tr></table>>]\n", out);
}

static void put_edge(FILE *out, size_t a, size_t c, int number, enum xl_tier tier)
{
    static const char *const widths[XL_TIERS] = {"2.2", "1.6", "0.8"};
    if (is_left(c))
        fprintf(out, "b%zu_%zu:e -> a%zu:l%d:w [", a, c, a, number);
    else
        fprintf(out, "a%zu:r%d:e -> b%zu_%zu:w [dir=back ", a, number, a, c);
    if (tier == XL_TIERS)
        fputs("style=invis]\n", out);
    else
        fprintf(out, "color=\"%s\" penwidth=%s]\n", xl_colour(tier_edges[tier]), widths[tier]);
}

/* Larger tiers first, so that the smaller ones are drawn over them. The edges to CPUs that the
 * compiler does not feed are not drawn, but keep its builds at their side. */
static void put_edges(FILE *out, const struct xl_cpu_groups *g, size_t a, size_t c)
{
    for (int tier = XL_TIERS; tier >= 0; tier--) {
        const struct xl_row *cpu;
        int number = 0;
        for (size_t at = 0; (cpu = xl_group_next_cpu(g, g->arches[a], &at));) {
            number++;
            if (xl_group_cpu_tier(g, cpu, g->compilers[c], NULL) == (enum xl_tier)tier)
                put_edge(out, a, c, number, (enum xl_tier)tier);
        }
    }
}

static bool has_rows(const struct xl_cpu_groups *g, size_t a)
{
    size_t at = 0;
    return xl_group_next_cpu(g, g->arches[a], &at) != NULL;
}

static bool has_builds(const struct xl_cpu_groups *g, size_t a, size_t c)
{
    for (size_t o = 0; o < g->opt_count; o++)
        if (xl_group_build(g, g->arches[a], g->compilers[c], g->opts[o]))
            return true;
    return false;
}

static void put_arch(FILE *out, const struct xl_cpu_groups *g, size_t a)
{
    put_cpus(out, g, a);
    for (size_t c = 0; c < g->compiler_count; c++) {
        if (!has_builds(g, a, c))
            continue;
        put_builds(out, g, a, c);
        put_edges(out, g, a, c);
    }
}

/* dot would put the arches in any order: edges that are not drawn put each below the last one. */
static void put_order(FILE *out, const struct xl_cpu_groups *g)
{
    const char *separator = "{rank=same edge [style=invis] ";
    for (size_t a = 0; a < g->arch_count; a++) {
        if (!has_rows(g, a))
            continue;
        fprintf(out, "%sa%zu", separator, a);
        separator = " -> ";
    }
    fputs("}\n", out);
}

/* What the colours mean. */
static void put_legend(FILE *out, const struct xl_cpu_groups *g)
{
    static const char *const says[XL_TIERS] = {
        "%zu rows, %zu builds", "%zu rows with those, %zu builds", "all %zu rows, %zu builds"};
    fprintf(out,
            "label=<<table border=\"0\">\n"
            "<tr><td><font point-size=\"9\" color=\"%s\">Each cell is a row: a CPU with a build of "
            "its compiler and level. It says the smallest tier that runs it.</font></td></tr>\n"
            "<tr><td><table border=\"0\" cellspacing=\"3\" cellpadding=\"2\" cellborder=\"0\"><tr>",
            xl_colour(XL_COLOUR_SOFT));
    for (int i = 0; i < XL_TIERS; i++) {
        enum xl_tier tier = (enum xl_tier)i;
        const struct xl_tier_size size = xl_tier_size(g->list, tier);
        char text[100];
        snprintf(text, sizeof text, says[i], size.rows, size.builds);
        put_tier_cell(out, tier, xl_tier_name(tier));
        put_text_cell(out, "left", 0, XL_COLOUR_TEXT, 9, text);
        put_gap(out);
    }
    fputs("</tr></table></td></tr></table>>\n", out);
}

char *xl_matrix_dot(const struct xl_row_list *list)
{
    const struct xl_cpu_groups g = xl_cpu_groups_of(list);
    char *text = NULL;
    size_t size;
    FILE *out = xl_checked_memory(open_memstream(&text, &size));
    fputs("digraph matrix {\n"
          "graph [rankdir=LR bgcolor=transparent labelloc=t nodesep=0.15 ranksep=0.9 pad=0.1 "
          "fontname=\"" FONT "\"]\n"
          "node [shape=plain fontsize=10 fontname=\"" FONT "\"]\n"
          "edge [arrowsize=0.5]\n",
          out);
    put_legend(out, &g);
    for (size_t a = 0; a < g.arch_count; a++)
        if (has_rows(&g, a))
            put_arch(out, &g, a);
    put_order(out, &g);
    fputs("}\n", out);
    fclose(out);
    return text;
}
