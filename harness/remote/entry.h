/* An entry of the remote cache: its head, and a compressed body.
 * SPDX-License-Identifier: MIT
 *
 * On the wire it is a message ActionResult of Bazel's Remote Execution API, whose field stdout_raw
 * has the entry: bazel-remote takes only such messages under /ac/, and adds a field of its own.
 *
 *   crosslane-entry 1       the format
 *   version 1.0.0           of the tool that wrote it
 *   kind results
 *   key HEX                 xl_entry_key
 *   size BYTES              of the body
 *   digest HEX              of the body
 *   made-of BYTES           the text of all that the key is made of follows, then the body (zlib)
 */
#ifndef XL_HARNESS_REMOTE_ENTRY_H
#define XL_HARNESS_REMOTE_ENTRY_H

#include <stddef.h>

enum {
    XL_ENTRY_KEY = 65,                     /* as a SHA-256: 64 hexadecimal digits and the NUL */
    XL_ENTRY_SENT_MOST = 64 << 20,         /* bytes of an entry, ... */
    XL_ENTRY_MOST = 8 * XL_ENTRY_SENT_MOST /* ... and of its body: a disassembly packs well */
};

/* What an entry is for. */
struct xl_entry_name {
    const char *version; /* of the tool */
    const char *kind;    /* a word */
    const char *made_of; /* all that decides the body */
};

void xl_entry_key(const struct xl_entry_name *name, char key[XL_ENTRY_KEY]);

/* The bytes to send, which the caller frees. NULL: they are too many. */
char *xl_entry_pack(const struct xl_entry_name *name, const char *body, size_t body_size,
                    size_t *size);

/* The body of an entry that was received, with a NUL behind it, which the caller frees. NULL, and
 * *why it is refused: it is no entry, of another version or key, or damaged. */
char *xl_entry_unpack(const struct xl_entry_name *name, const char *bytes, size_t size,
                      size_t *body_size, const char **why);

#endif
