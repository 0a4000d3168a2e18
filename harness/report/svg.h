/* Pictures, most of them drawn by Graphviz, in colours for light and dark pages.
 * SPDX-License-Identifier: MIT
 *
 * Where things stand in a picture depends on Graphviz's version and the fonts installed, so an SVG
 * cannot be checked by drawing it anew. It carries the DOT text that it was drawn from, and a hash
 * of the rest of itself.
 */
#ifndef XL_HARNESS_REPORT_SVG_H
#define XL_HARNESS_REPORT_SVG_H

#include "base/error.h"

enum xl_colour {
    XL_COLOUR_TEXT,
    XL_COLOUR_SOFT, /* text of less weight */
    XL_COLOUR_LINE,
    XL_COLOUR_PR,
    XL_COLOUR_ON_PR, /* text on it */
    XL_COLOUR_TRUNK,
    XL_COLOUR_ON_TRUNK,
    XL_COLOUR_FULL,
    XL_COLOUR_ON_FULL,
    XL_COLOURS
};

/* As DOT text names it: the one for light pages, which the SVG's style changes on dark ones. */
const char *xl_colour(enum xl_colour colour);

/* The first element of a drawing, which changes its colours on dark pages; the caller frees it.
 * NULL without memory. */
char *xl_svg_style(void);

/* What dot makes of the DOT text; the caller frees it. NULL with err, errno ENOENT if there is no
 * dot. */
char *xl_svg_draw(const char *dot, struct xl_error *err);

/* The file of a drawing: with style, DOT text and hash. The caller frees it. NULL with err. */
char *xl_svg_seal(const char *drawn, const char *dot, struct xl_error *err);

enum xl_svg_state {
    XL_SVG_CURRENT,
    XL_SVG_STALE,  /* drawn from another DOT text, or with another style */
    XL_SVG_EDITED, /* not as it was sealed */
};

enum xl_svg_state xl_svg_state(const char *file, const char *dot);

#endif
