/* Reads the JUnit file of CTest.
 * SPDX-License-Identifier: MIT
 *
 * Its form: cmCTestTestHandler::WriteJUnitXML of CMake 3.25.
 */
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "suite/runner_output.h"

struct junit {
    XML_Parser parser;
    struct xl_tests *tests;
    bool is_junit, is_in_test, is_in_output;
    char *name, *status, *message;
    double seconds;
    struct xl_text output;
};

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static void forget_test(struct junit *j)
{
    free(j->name);
    free(j->status);
    free(j->message);
    j->name = j->status = j->message = NULL;
    j->output.used = 0;
    j->is_in_test = j->is_in_output = false;
}

static void XMLCALL begin_element(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct junit *j = data;
    if (strcmp(name, "testsuite") == 0) {
        j->is_junit = true;
    } else if (strcmp(name, "testcase") == 0) {
        forget_test(j);
        j->is_in_test = true;
        j->name = xl_copy_text(attribute(attributes, "name"));
        j->status = xl_copy_text(attribute(attributes, "status"));
        j->seconds = strtod(attribute(attributes, "time"), NULL);
    } else if (j->is_in_test && (strcmp(name, "failure") == 0 || strcmp(name, "skipped") == 0)) {
        free(j->message);
        j->message = xl_copy_text(attribute(attributes, "message"));
    } else if (strcmp(name, "system-out") == 0) {
        j->is_in_output = j->is_in_test;
    }
}

static void XMLCALL add_text(void *data, const XML_Char *text, int size)
{
    struct junit *j = data;
    enum { MOST = 16 * XL_TEST_OUTPUT };
    if (!j->is_in_output)
        return;
    xl_text_add_bytes(&j->output, text, (size_t)size);
    if (j->output.used > MOST) {
        memmove(j->output.at, j->output.at + j->output.used - XL_TEST_OUTPUT, XL_TEST_OUTPUT);
        j->output.used = XL_TEST_OUTPUT;
    }
}

/* "notrun" is both a test that skipped itself and one that could not be started. */
static enum xl_outcome outcome_of(const struct junit *j)
{
    if (strcmp(j->status, "run") == 0)
        return XL_PASS;
    if (strcmp(j->status, "disabled") == 0)
        return XL_SKIP;
    if (strcmp(j->status, "notrun") == 0)
        return j->message && strncmp(j->message, "SKIP_", 5) == 0 ? XL_SKIP : XL_NOT_RUN;
    return XL_FAIL;
}

static void XMLCALL end_element(void *data, const XML_Char *name)
{
    struct junit *j = data;
    if (strcmp(name, "system-out") == 0)
        j->is_in_output = false;
    if (strcmp(name, "testcase") != 0 || !j->is_in_test)
        return;
    struct xl_test_result r = {.label = j->name,
                               .outcome = outcome_of(j),
                               .reason = j->message ? j->message : "",
                               .output = j->output.at,
                               .output_size = j->output.used,
                               .seconds = j->seconds};
    /* The output of a test without a program is CTest's own message. */
    if (j->output.used && (r.outcome == XL_NOT_RUN || strcmp(j->status, "disabled") == 0))
        r.reason = j->output.at;
    if (r.outcome == XL_PASS)
        r.reason = "";
    xl_tests_set(j->tests, &r);
    forget_test(j);
}

/* Entities are declared in it; JUnit has none. */
static void XMLCALL refuse(void *data, const XML_Char *name, const XML_Char *system_id,
                           const XML_Char *public_id, int has_internal_subset)
{
    (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
    XML_StopParser(((struct junit *)data)->parser, XML_FALSE);
}

bool xl_read_junit(FILE *f, struct xl_tests *tests)
{
    enum { CHUNK = 1 << 16 };
    struct junit j = {.parser = xl_checked_memory(XML_ParserCreate(NULL)), .tests = tests};
    bool is_end = false;
    XML_SetUserData(j.parser, &j);
    XML_SetElementHandler(j.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(j.parser, add_text);
    XML_SetStartDoctypeDeclHandler(j.parser, refuse);
    while (!is_end) {
        void *chunk = xl_checked_memory(XML_GetBuffer(j.parser, CHUNK));
        const size_t size = fread(chunk, 1, CHUNK, f);
        is_end = size < CHUNK;
        if (XML_ParseBuffer(j.parser, (int)size, is_end) != XML_STATUS_OK)
            break;
    }
    forget_test(&j);
    free(j.output.at);
    XML_ParserFree(j.parser);
    return j.is_junit;
}
