// limited.h - readers of hostile bytes run in a process of their own, with limits and without privileges; what such a
// process found comes back through an anonymous file, the record, which is distrusted as well.
#ifndef LIMITED_H
#define LIMITED_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LIMITED_DONE,
    LIMITED_UNREADABLE, // damaged, or of another format
    LIMITED_TOO_MUCH,   // holds more than it may
    LIMITED_LOCKED,     // needs a password
    LIMITED_SLOW,       // took more processor time than it may
    LIMITED_KILLED,     // crashed
    LIMITED_OURS        // no memory, or no process: the grader's own failure
} LimitedEnd;

// Runs work in such a process; it writes to the record with limited_put and returns how it ends. The caller has the
// record's text (NUL behind it) in *text, which it frees; NULL unless the end is LIMITED_DONE.
typedef LimitedEnd LimitedWork(void *context, int record);
LimitedEnd limited_run(LimitedWork *work, void *context, char **text, size_t *length);
bool limited_put(int record, const void *data, size_t length);
// The end as a sentence about `what` ("The archive"), "" for LIMITED_DONE and LIMITED_OURS.
void limited_words(LimitedEnd end, const char *what, char words[200]);

#endif
