// screen.h - a program on a terminal of its own, or behind a pipe, that a test reads and types to.
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

typedef struct {
    pid_t pid;
    int fd;
    char *text; // all that was printed so far, NUL-terminated; owned
    size_t length, seen;
    struct termios before; // how the terminal was when the program began
    bool is_terminal;
} Screen;

// Starts a program (NULL-terminated, looked up on the PATH) on a terminal of that size; 0 columns: behind a pipe.
void screen_start(Screen *screen, unsigned columns, unsigned rows, const char *const *arguments);
// Waits until words come that were not there at the last call. Fails the test if they do not within two minutes.
void screen_wait(Screen *screen, const char *words);
void screen_type(const Screen *screen, const char *keys);
// Waits until the program has ended and returns its exit status, 128 + the signal that ended it. *restored: the
// terminal is as it was; NULL: nobody asks. *left: processes of its session that are still there.
int screen_end(Screen *screen, bool *restored, unsigned *left);
void screen_free(Screen *screen);

#endif
