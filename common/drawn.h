// drawn.h - what was drawn for a student's questions, as a key program gets it: NAME=VALUE among its arguments.
#ifndef DRAWN_H
#define DRAWN_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

// The value of a parameter as text. Ends the program if the parameter is not there, which is the definition's fault.
static inline const char *drawn_text(char **argv, const char *name) {
    size_t length = strlen(name);
    for (char **each = argv + 1; *each; each++)
        if (!strncmp(*each, name, length) && (*each)[length] == '=') return *each + length + 1;
    fprintf(stderr, "there is no parameter %s\n", name);
    exit(EXIT_FAILURE);
}

static inline int drawn(char **argv, const char *name) { return atoi(drawn_text(argv, name)); }

#endif
