// keys.c - single keys from the student's terminal.
#include "keys.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static bool taken;

void keys_end(void) {
    if (taken) tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    taken = false;
}

void keys_again(void) {
    struct termios settings = before;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (taken) tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

bool keys_begin(void) {
    const char *kind = getenv("TERM");
    bool able = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && strcmp(kind, "dumb") != 0;
    if (!able || tcgetattr(STDIN_FILENO, &before)) return false;
    taken = true;
    atexit(keys_end);
    keys_again();
    return true;
}

int keys_next(bool *closed) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    *closed = false;
    if (poll(&input, 1, 0) <= 0) return 0;
    ssize_t got = read(STDIN_FILENO, &key, 1);
    *closed = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
    return got == 1 ? (unsigned char)key : 0;
}
