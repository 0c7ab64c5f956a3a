// message.c - sentences that are cut where a reader sees it.
#include "message.h"

#include "text_arguments.h"

#include <string.h>

#define MARK "…"

// The first bytes of text, at most `most`, without a part of a character at their end. text[most] is readable.
static size_t whole_characters(const char *text, size_t most) {
    size_t kept = most;
    while (kept && most - kept < 4 && ((unsigned char)text[kept] & 0xC0) == 0x80) kept--;
    return kept;
}

// Appends `length` bytes. false: they did not fit, and the message ends with the mark.
static bool append(Message message, const char *text, size_t length) {
    size_t used = strlen(message), left = MESSAGE_BYTES - 1 - used;
    size_t taken = length <= left ? length : left;
    memcpy(message + used, text, taken);
    message[used + taken] = 0;
    if (taken == length) return true;
    strcpy(message + whole_characters(message, MESSAGE_BYTES - sizeof MARK), MARK);
    return false;
}

static bool append_argument(Message message, const Argument *argument) {
    if (!argument->cut) return append(message, argument->text, argument->length);
    return append(message, argument->text, whole_characters(argument->text, argument->length)) &&
           append(message, MARK, strlen(MARK));
}

bool message_set_list(Message message, const char *format, va_list given) {
    Message made = "";
    va_list list;
    va_copy(list, given);
    for (bool fits = true; fits && *format;) {
        size_t length = strcspn(format, "%");
        bool percent = format[length] && format[length + 1] == '%';
        fits = append(made, format, length + percent);
        format += length + 2 * percent;
        if (!fits || *format != '%' || percent) continue;
        Argument argument;
        format = argument_next(format + 1, &list, &argument);
        fits = append_argument(made, &argument);
    }
    va_end(list);
    strcpy(message, made);
    return false;
}

bool message_set(Message message, const char *format, ...) {
    va_list list;
    va_start(list, format);
    message_set_list(message, format, list);
    va_end(list);
    return false;
}
