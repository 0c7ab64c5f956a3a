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

int main(int argc, char **argv) {
    bool preparing = argc > 3 && !strcmp(argv[1], "--prepare");
    if (argc < 3) {
        fprintf(stderr, "usage: compile DIRECTORY NVCC ARGUMENT...              does what NVCC ARGUMENT... does\n"
                        "       compile --prepare DIRECTORY/NAME NVCC ARGUMENT...   reads the headers of a preamble\n");
        return 2;
    }
    if (preparing) return prepare(argv[2], argv + 3);
    Plan plan;
    if (plan_make(&plan, argv + 2)) return schedule_run(&plan, argv[1]);
    execv(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
