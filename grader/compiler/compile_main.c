// compile_main.c - build/compiler/compile, which stands in front of nvcc.
#include "compile.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int prepare(const char *base, char **arguments) {
    Plan plan;
    bool prepared = plan_make(&plan, arguments) && preamble_prepare(&plan, base);
    plan_free(&plan);
    return prepared ? 0 : 1;
}

// arguments: what was prepared, nvcc, and its arguments.
static int compile(char **arguments) {
    Plan plan;
    if (plan_make(&plan, arguments + 1)) return schedule_run(&plan, arguments[0]);
    execv(arguments[1], arguments + 1);
    perror(arguments[1]);
    return 127;
}

int main(int argc, char **argv) {
    bool preparing = argc > 3 && !strcmp(argv[1], "--prepare");
    if (argc < 3) {
        fprintf(stderr, "usage: compile DIRECTORY NVCC ARGUMENT...                  does what NVCC ARGUMENT... does\n"
                        "       compile --prepare DIRECTORY/NAME NVCC ARGUMENT...   reads the headers of a preamble\n");
        return 2;
    }
    return preparing ? prepare(argv[2], argv + 3) : compile(argv + 1);
}
