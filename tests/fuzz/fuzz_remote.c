/* libFuzzer: arbitrary bytes as what a server of the remote cache answers. The first one says what
 * they are: an entry, the results in one, an agent in one, or what an agent was linked from.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "build/link_reading.h"
#include "build/shared_build.h"
#include "remote/entry.h"
#include "results/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct xl_kernel record = {.name = "cvt_i32_f64",
                                        .args = {XL_IN(i32, a, 1), XL_OUT(f64, r, 1), XL_COUNT}};
static const struct xl_entry_name name = {"1", "results", "tool 1\n"};

/* What is taken for an entry comes back as it was when it is packed again. */
static void open_entry(const char *data, size_t size)
{
    const char *why = NULL;
    size_t body_size, packed_size, again_size;
    char *body = xl_entry_unpack(&name, data, size, &body_size, &why);
    if (!body && !why)
        abort();
    if (!body)
        return;
    char *packed = xl_entry_pack(&name, body, body_size, &packed_size);
    char *again = packed ? xl_entry_unpack(&name, packed, packed_size, &again_size, &why) : NULL;
    if (!again || again_size != body_size || memcmp(again, body, body_size) != 0)
        abort();
    free(again);
    free(packed);
    free(body);
}

/* With the digest that is right. */
static void open_results(const char *data, size_t size)
{
    char digest[XL_DIGEST_TEXT];
    struct xl_store_file file;
    struct xl_kernel_result k = {.kernel = "add_f32", .variant = "neon"};
    xl_digest_write(xl_digest(data, size), digest);
    char *text = xl_format("crosslane-results 3 %s\n%.*s", digest, (int)size, data);
    if (!xl_store_file_parse(&file, text, strlen(text)))
        return;
    for (size_t i = 0; i < file.count; i++) {
        struct json_object *o = json_tokener_parse(file.lines[i].value);
        if (xl_stored_read(o, xl_stored_result_is_worth, &k) && k.outcome == XL_FAIL)
            abort();
        struct xl_kernel_result bug = {.kernel = "cvt_i32_f64", .record = &record};
        if (xl_stored_read(o, xl_stored_bug_is_worth, &bug) && bug.finding_count > XL_MAX_FINDINGS)
            abort();
        free(bug.code);
        json_object_put(o);
    }
    xl_store_file_free(&file);
}

static void open_linked(const char *data, size_t size)
{
    struct xl_link_fingerprint linked = {0};
    struct xl_error err;
    struct xl_link_reading r = {.directory = "/", .linked = &linked, .err = &err};
    char *text = xl_format("%.*s", (int)size, data);
    if (xl_link_reading_parse(&r, text))
        for (size_t i = 0; i < r.defined.count; i++)
            if (r.defined.at[i].object >= linked.count)
                abort();
    free(text);
    free(r.defined.at);
    free(r.undefined.at);
    xl_link_fingerprint_free(&linked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *rest = (const char *)data + 1;
    if (!size)
        return 0;
    if (data[0] == 'e')
        open_entry(rest, size - 1);
    else if (data[0] == 'r')
        open_results(rest, size - 1);
    else if (data[0] == 'l')
        open_linked(rest, size - 1);
    else {
        char *body = xl_format("%.*s", (int)(size - 1), rest); /* a NUL is behind a body */
        xl_shared_build_check(body, strlen(body), "neon", "00000000000000000000000000000001");
        free(body);
    }
    return 0;
}
