// rtf.h - the text of a document that an editor saved as RTF, which TextEdit on macOS does with whatever is pasted.
#ifndef RTF_H
#define RTF_H

#include <stdbool.h>
#include <stddef.h>

bool is_rtf(const char *data, size_t length);
// The text as UTF-8, allocated, NUL behind it: without fonts, colors and formats, and with plain quotes and dashes for
// those that editors make of a program's. note[160] says that it was done. NULL: out of memory.
char *rtf_text(const char *data, size_t length, size_t *text_length, char note[160]);

#endif
