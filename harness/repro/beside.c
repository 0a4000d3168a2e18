/* What a program of its own does besides one call, where that alone does not fail: calls before it,
 * beside it, or signals within it.
 * SPDX-License-Identifier: MIT
 */
#include "repro/beside.h"

bool xl_is_beside(enum xl_check check)
{
    return check == XL_CHECK_threads || check == XL_CHECK_repeat || check == XL_CHECK_signals;
}

static const char reverse_helper[] =
    "\n/* The same values, and another call. */\n"
    "static void reverse(unsigned char *at, size_t count, size_t size)\n"
    "{\n"
    "    unsigned char held[8], *end = at + count * size;\n"
    "    for (; count > 1 && (end -= size) > at; at += size) {\n"
    "        memcpy(held, at, size);\n"
    "        memcpy(at, end, size);\n"
    "        memcpy(end, held, size);\n"
    "    }\n"
    "}\n";

void xl_beside_put_helper(FILE *f)
{
    fputs(reverse_helper, f);
}

static const char loop[] =
    "\n/* Until it fails, or for some seconds. Returns NULL if it does not. */\n"
    "static void *call_often(void *is_other)\n"
    "{\n"
    "    const time_t end = time(NULL) + 6;\n"
    "    while (time(NULL) < end)\n"
    "        if (fails(is_other != NULL))\n"
    "            return \"it failed\";\n"
    "    return NULL;\n"
    "}\n";

static const char threads[] = "    static char is_other;\n"
                              "    pthread_t other;\n"
                              "    if (pthread_create(&other, NULL, call_often, &is_other))\n"
                              "        return 2;\n"
                              "    return call_often(NULL) != NULL;\n";

static const char on_alarm[] = "\n/* It uses the stack, as any signal does. */\n"
                               "static void on_alarm(int number)\n"
                               "{\n"
                               "    volatile char below[4096];\n"
                               "    for (size_t i = 0; i < sizeof below; i++)\n"
                               "        below[i] = (char)number;\n"
                               "}\n";

static const char timer[] = "    const struct itimerval often = {{0, 200}, {0, 200}};\n"
                            "    signal(SIGALRM, on_alarm);\n"
                            "    setitimer(ITIMER_REAL, &often, NULL);\n";

void xl_beside_put_main(FILE *f, enum xl_check check)
{
    if (xl_is_beside(check))
        fputs(loop, f);
    if (check == XL_CHECK_signals)
        fputs(on_alarm, f);
    fprintf(f, "\nint main(void)\n{\n");
    if (check == XL_CHECK_signals)
        fputs(timer, f);
    if (check == XL_CHECK_threads)
        fputs(threads, f);
    else if (check == XL_CHECK_repeat)
        fprintf(f, "    return fails(0) || fails(0) || (fails(1), fails(0));\n");
    else if (check == XL_CHECK_signals)
        fprintf(f, "    return call_often(NULL) != NULL;\n");
    else
        fprintf(f, "    return fails();\n");
    fprintf(f, "}\n");
}
