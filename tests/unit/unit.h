/* What unit tests include: cmocka, behind the headers that it needs. Few tests use their state.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_UNIT_UNIT_H
#define XL_TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#endif
