// hint.c - gives the next of an exercise's three hints.
#include "../device/system/message.h"
#include "../report/terminal.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define HINTS 3

int hint_command(const Paths *paths, const Exercise *exercise) {
    Message error;
    unsigned given = progress_hints(paths, exercise);
    unsigned number = given < HINTS ? given + 1 : HINTS;
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    printf("Hint %u of %u for %s:\n", number, HINTS, exercise->name);
    terminal_wrapped(&terminal, 0, 0, exercise->hints[number - 1]);
    char *solution = given >= HINTS ? paths_solution(paths, exercise, NULL, error) : NULL;
    if (given >= HINTS && !solution) puts("That was the last one.");
    else if (given >= HINTS)
        printf("That was the last one. solutions/%s/%s.cu is one answer.\n", exercise->chapter, exercise->name);
    free(solution);
    if (progress_set_hints(paths, exercise, number, error)) return 0;
    fprintf(stderr, "grade: %s\n", error);
    return 2;
}
