/* What the terminal of an output can do, and how wide it is.
 * SPDX-License-Identifier: MIT
 */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool xl_is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool xl_has_colour(int fd)
{
    const char *no = getenv("NO_COLOR");
    return (!no || !*no) && xl_is_terminal(fd);
}

void xl_terminal_size(int fd, unsigned *columns, unsigned *lines)
{
    struct winsize size = {0};
    const bool is_told = ioctl(fd, TIOCGWINSZ, &size) == 0;
    *columns = is_told && size.ws_col ? size.ws_col : 80;
    *lines = is_told && size.ws_row ? size.ws_row : 24;
}
