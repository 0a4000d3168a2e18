/* An entry of the remote cache: its head, and a compressed body.
 * SPDX-License-Identifier: MIT
 */
#include "remote/entry.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/text.h"

#define XL_ENTRY_FORMAT "crosslane-entry 1\n"

/* Protocol buffers: the number of a field is above the three bits of its type. */
enum {
    WIRE_TYPE = 7,
    WIRE_VARINT = 0,
    WIRE_64 = 1,
    WIRE_BYTES = 2,
    WIRE_32 = 5,
    STDOUT_RAW = 5 << 3 | WIRE_BYTES,
    VARINT_MOST = 10 /* bytes of a number */
};

enum { XL_MOST_RATIO = 1100 };

void xl_entry_key(const struct xl_entry_name *name, char key[XL_ENTRY_KEY])
{
    const struct xl_digest first =
                               xl_digest_combine(xl_digest_text(XL_ENTRY_FORMAT),
                                                 xl_digest_combine(xl_digest_text(name->kind),
                                                                   xl_digest_text(name->made_of))),
                           second = xl_digest_combine(first, xl_digest_text(name->version));
    xl_digest_write(first, key);
    xl_digest_write(second, key + XL_DIGEST_TEXT - 1);
}

/* The head, without the text that the key is made of. */
static char *write_head(const struct xl_entry_name *name, size_t size, struct xl_digest digest)
{
    char key[XL_ENTRY_KEY], text[XL_DIGEST_TEXT];
    xl_entry_key(name, key);
    xl_digest_write(digest, text);
    return xl_format(XL_ENTRY_FORMAT "version %s\nkind %s\nkey %s\nsize %zu\ndigest %s\n"
                                     "made-of %zu\n",
                     name->version, name->kind, key, size, text, strlen(name->made_of));
}

static void put_varint(struct xl_text *text, uint64_t value)
{
    enum { BITS = 7, MORE = 1 << BITS };
    for (; value >= MORE; value >>= BITS)
        xl_text_add_bytes(text, (const char[]){(char)(value % MORE | MORE)}, 1);
    xl_text_add_bytes(text, (const char[]){(char)value}, 1);
}

char *xl_entry_pack(const struct xl_entry_name *name, const char *body, size_t body_size,
                    size_t *size)
{
    if (body_size > XL_ENTRY_MOST)
        return NULL;
    uLongf used = compressBound(body_size);
    struct xl_text sent = {0};
    char *head = write_head(name, body_size, xl_digest(body, body_size)),
         *packed = xl_alloc(used, 1);
    const bool fits =
        compress2((Bytef *)packed, &used, (const Bytef *)body, body_size, Z_BEST_SPEED) == Z_OK;
    put_varint(&sent, STDOUT_RAW);
    put_varint(&sent, strlen(head) + strlen(name->made_of) + used);
    xl_text_add(&sent, "%s%s", head, name->made_of);
    xl_text_add_bytes(&sent, packed, used);
    free(head);
    free(packed);
    *size = sent.used;
    if (fits && sent.used <= XL_ENTRY_SENT_MOST)
        return sent.at;
    free(sent.at);
    return NULL;
}

/* Bytes that are left to read. */
struct bytes {
    const char *at;
    size_t left;
};

static bool skip(struct bytes *b, uint64_t count)
{
    if (count > b->left)
        return false;
    b->at += count;
    b->left -= (size_t)count;
    return true;
}

static bool take_varint(struct bytes *b, uint64_t *value)
{
    enum { BITS = 7, MORE = 1 << BITS, WORD = 64 };
    *value = 0;
    for (unsigned i = 0; i < VARINT_MOST && b->left; i++) {
        const unsigned char byte = (unsigned char)*b->at;
        skip(b, 1);
        if (i * BITS < WORD)
            *value |= (uint64_t)(byte % MORE) << (i * BITS);
        if (byte < MORE)
            return true;
    }
    return false;
}

/* Reads one field. Keeps the last stdout_raw. */
static bool take_field(struct bytes *b, struct bytes *entry)
{
    uint64_t tag, length;
    if (!take_varint(b, &tag))
        return false;
    switch (tag & WIRE_TYPE) {
    case WIRE_VARINT:
        return take_varint(b, &length);
    case WIRE_64:
        return skip(b, sizeof(uint64_t));
    case WIRE_32:
        return skip(b, sizeof(uint32_t));
    case WIRE_BYTES:
        break;
    default:
        return false;
    }
    if (!take_varint(b, &length))
        return false;
    const struct bytes value = {b->at, (size_t)length};
    if (!skip(b, length))
        return false;
    if (tag == STDOUT_RAW)
        *entry = value;
    return true;
}

static bool find_entry(struct bytes message, struct bytes *entry)
{
    *entry = (struct bytes){NULL, 0};
    while (message.left)
        if (!take_field(&message, entry))
            return false;
    return entry->at;
}

/* Takes a line "WORD VALUE". False: it is another line, or its value is longer than the field. */
static bool take_line(struct bytes *b, const char *word, char *value, size_t room)
{
    const size_t length = strlen(word);
    const char *end = memchr(b->at, '\n', b->left);
    if (!end || (size_t)(end - b->at) < length + 1 || memcmp(b->at, word, length) != 0 ||
        b->at[length] != ' ' || (size_t)(end - b->at) - length > room)
        return false;
    snprintf(value, room, "%.*s", (int)(end - b->at - (ptrdiff_t)length - 1), b->at + length + 1);
    return skip(b, (uint64_t)(end - b->at) + 1);
}

static bool take_number(struct bytes *b, const char *word, size_t *value)
{
    char text[24], *end;
    if (!take_line(b, word, text, sizeof text))
        return false;
    *value = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

static bool take_text(struct bytes *b, const char *text)
{
    const size_t length = strlen(text);
    return length <= b->left && memcmp(b->at, text, length) == 0 && skip(b, length);
}

/* The head of an entry. */
struct head {
    char version[40], kind[16], key[XL_ENTRY_KEY + 1], digest[XL_DIGEST_TEXT + 1];
    size_t size, made_of;
};

/* Takes the head off the entry. Returns why it cannot; NULL if it has. */
static const char *take_head(struct bytes *b, struct head *head)
{
    static const char format[] = "crosslane-entry ";
    if (b->left < sizeof format - 1 || memcmp(b->at, format, sizeof format - 1) != 0)
        return "it is no entry";
    if (!take_text(b, XL_ENTRY_FORMAT) ||
        !take_line(b, "version", head->version, sizeof head->version))
        return "its format is another version's";
    if (!take_line(b, "kind", head->kind, sizeof head->kind) ||
        !take_line(b, "key", head->key, sizeof head->key) || !take_number(b, "size", &head->size) ||
        !take_line(b, "digest", head->digest, sizeof head->digest) ||
        !take_number(b, "made-of", &head->made_of))
        return "its head is damaged";
    return NULL;
}

/* Compares the head with what was asked for. */
static const char *check_head(struct bytes *b, const struct head *head,
                              const struct xl_entry_name *name)
{
    char key[XL_ENTRY_KEY];
    xl_entry_key(name, key);
    if (strcmp(head->version, name->version) != 0)
        return "another version wrote it";
    if (strcmp(head->kind, name->kind) != 0 || strcmp(head->key, key) != 0 ||
        head->made_of != strlen(name->made_of) || !take_text(b, name->made_of))
        return "it is of another key";
    /* zlib makes a text at most a thousand times smaller. */
    return head->size > XL_ENTRY_MOST || head->size / XL_MOST_RATIO > b->left ? "it is too large"
                                                                              : NULL;
}

char *xl_entry_unpack(const struct xl_entry_name *name, const char *bytes, size_t size,
                      size_t *body_size, const char **why)
{
    struct bytes b;
    struct head head;
    char digest[XL_DIGEST_TEXT];
    if (!find_entry((struct bytes){bytes, size}, &b)) {
        *why = "it is no entry";
        return NULL;
    }
    if ((*why = take_head(&b, &head)) || (*why = check_head(&b, &head, name)))
        return NULL;
    uLongf used = head.size;
    char *body = xl_alloc(head.size + 1, 1);
    const bool is_whole =
        uncompress((Bytef *)body, &used, (const Bytef *)b.at, b.left) == Z_OK && used == head.size;
    xl_digest_write(xl_digest(body, is_whole ? used : 0), digest);
    if (is_whole && strcmp(digest, head.digest) == 0) {
        *body_size = used;
        return body;
    }
    *why = "its checksum is wrong";
    free(body);
    return NULL;
}
