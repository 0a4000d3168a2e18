/* Numbers as GitHub's expressions read and write them.
 * SPDX-License-Identifier: MIT
 *
 * The decimal point is a point only in the "C" locale, which a program has unless it calls
 * setlocale. Source: ExpressionUtility.ParseNumber and YamlObjectReader in
 * github.com/actions/runner.
 */
#ifndef XL_HARNESS_MATRIX_NUMBER_H
#define XL_HARNESS_MATRIX_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { XL_NUMBER_TEXT = 32 };

enum xl_radix {
    XL_RADIX_NONE,    /* neither 0x... nor 0o... */
    XL_RADIX_NUMBER,  /* read */
    XL_RADIX_TOO_BIG, /* more than 32 bits */
};

/* [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)? and nothing more. */
bool xl_number_is_decimal(const char *text, size_t length);

/* 0x and 0o as 32 bits two's complement, so that 0xFFFFFFFF is -1. */
enum xl_radix xl_number_radix(const char *text, size_t length, double *out);

/* What a string is worth beside a number: blanks around it ignored, '' is 0, no number is NaN.
 * The text must end in a NUL. */
double xl_number_of_text(const char *text, size_t length);

/* The shortest text that reads back the same; whole numbers up to 63 bits have no exponent. */
void xl_number_text(double value, char out[XL_NUMBER_TEXT]);

/* GitHub's text of a number inside messages, names and keys: at most 15 digits (.NET "G15"). */
void xl_number_g15(double value, char out[XL_NUMBER_TEXT]);

/* Whether a number written like this (3.10, 007, 12345678901234567) loses digits that a reader
 * sees: those of a version, mostly. Notations with an exponent or a prefix are meant as numbers. */
bool xl_number_loses_digits(const char *text, size_t length);

#endif
