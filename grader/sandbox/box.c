// box.c - the command line that runs a command in a box, and whether the command was reached.
#include "box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool bare; // of this process and what it starts

void box_make_bare(void) { bare = true; }

unsigned box_prefix(const Paths *paths, BoxKind kind, const char *folder, const char *words[BOX_WORDS]) {
    if (!paths->box[0]) return 0;
    bool users = paths->user[0];
    unsigned count = 0;
    words[count++] = paths->box;
    words[count++] = kind == BOX_BUILD ? (users ? "build-as" : "build") : users ? "run-as" : bare ? "run-bare" : "run";
    if (users) words[count++] = paths->user;
    words[count++] = folder;
    return count;
}

bool box_reached(const Paths *paths, const char *folder) {
    char path[PATH_BYTES];
    if (!paths->box[0]) return true;
    snprintf(path, sizeof path, BOX_STATUS, folder);
    char *text = file_read(path, 4096, NULL, NULL);
    bool reached = text && strstr(text, "\"exit-code\"");
    free(text);
    unlink(path);
    return reached;
}
