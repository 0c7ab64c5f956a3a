// main.c - the playground as a command, for tests: what a page says of a file.
#include "playground.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "usage: playground --list\n"
    "       playground EXERCISE [TRACED] <FILE.cu\n"
    "\n"
    "Prints as JSON which exercises a page can run, or what a page says of a file: errors, results of\n"
    "the visible cases, faults, and counters by line. TRACED: accesses kept of each instruction.\n"
    "EXERCISE \"\": FILE.cu is a program with a main() of its own, as those around listings of lessons are.\n";

int main(int argc, char **argv) {
    enum { MOST_TEXT = 4 << 20 };
    if (argc < 2 || !strcmp(argv[1], "--help")) return fputs(USAGE, argc < 2 ? stderr : stdout), argc < 2 ? 2 : 0;
    if (!strcmp(argv[1], "--list")) return puts(playground_list()), 0;
    char *text = calloc(1, MOST_TEXT);
    if (!text) return 2;
    text[fread(text, 1, MOST_TEXT - 1, stdin)] = 0;
    puts(playground_run(argv[1], text, argc > 2 ? (unsigned)atoi(argv[2]) : 0));
    free(text);
    return 0;
}
