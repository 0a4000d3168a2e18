/* What a process without exec lets go of.
 * SPDX-License-Identifier: MIT
 */
#include "emulator/forked.h"

#include <signal.h>
#include <unistd.h>

void xl_forked_let_go(int first)
{
    enum { MOST_FDS = 1024 };
    if (close_range((unsigned)first, ~0U, 0)) /* before Linux 5.9 */
        for (int fd = first; fd < MOST_FDS; fd++)
            close(fd);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
}
