// encoding.h - text in other encodings than UTF-8, as Windows and spreadsheets save it.
#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    ENCODING_UTF8,
    ENCODING_LITTLE, // UTF-16: Notepad and PowerShell on Windows, Blackboard
    ENCODING_BIG,
    ENCODING_WINDOWS // Windows-1252, in which spreadsheets of western Europe save
} Encoding;

// Whether it is UTF-16, by its byte order mark or because every other byte is often 0; else ENCODING_UTF8.
Encoding encoding_wide(const char *text, size_t length);
// The same of a text with NUL behind it, and Windows-1252 where it is not UTF-8.
Encoding encoding_of(const char *text, size_t length);
// The text as UTF-8, allocated, NUL behind it; a byte order mark stays one, and half a pair of UTF-16 becomes U+FFFD.
// NULL: out of memory.
char *encoding_read(Encoding encoding, const char *text, size_t *length);
// The reverse: *text is replaced. false: out of memory.
bool encoding_write(Encoding encoding, char **text, size_t *length);

#endif
