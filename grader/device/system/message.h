// message.h - the sentence that a function leaves when it fails: one size, and one function that writes it.
//
// A caller passes a Message, as in file_write(path, text, length, error), and prints or passes it on when the function
// returns false (NULL, -1). A call that succeeds leaves it as it was. The sentence has no period, and says what to do
// next where somebody can do something.
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>

#define MESSAGE_BYTES 200

typedef char Message[MESSAGE_BYTES];

// As snprintf, in UTF-8. What a precision ("%.100s") or the end of the message cuts is cut between characters, and
// "…" stands in its place. Arguments may be parts of the message itself. Returns false, so that a function can end with
// it: return message_set(error, "cannot open %.120s: %s", path, strerror(errno));
bool message_set(Message message, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool message_set_list(Message message, const char *format, va_list list) __attribute__((format(printf, 2, 0)));

#endif
