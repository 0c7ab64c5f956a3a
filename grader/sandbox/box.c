// box.c - the command line that runs a command in a box, and whether the command was reached.
#include "box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned box_prefix(const Paths *paths, BoxKind kind, const char *folder, const char *words[BOX_WORDS]) {
    if (!paths->box[0]) return 0;
    words[0] = paths->box;
    words[1] = kind == BOX_BUILD ? "build" : "run";
    words[2] = folder;
    return BOX_WORDS;
}

bool box_reached(const Paths *paths, const char *folder) {
    char path[PATH_BYTES], error[200];
    if (!paths->box[0]) return true;
    snprintf(path, sizeof path, BOX_STATUS, folder);
    char *text = file_read(path, 4096, NULL, error);
    bool reached = text && strstr(text, "\"exit-code\"");
    free(text);
    unlink(path);
    return reached;
}
