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

static int wait_here(const char *library, const char *prepared, char **arguments) {
    Plan plan;
    int status = plan_make(&plan, arguments) ? waiting_start(&plan, prepared, library) : 1;
    plan_free(&plan);
    return status;
}

// arguments: what was prepared, nvcc, and its arguments.
static int compile(const char *waiting, char **arguments) {
    Plan plan;
    if (plan_make(&plan, arguments + 1)) {
        plan.waiting = waiting;
        return schedule_run(&plan, arguments[0]);
    }
    execv(arguments[1], arguments + 1);
    perror(arguments[1]);
    return 127;
}

int main(int argc, char **argv) {
    bool preparing = argc > 3 && !strcmp(argv[1], "--prepare"), starting = argc > 4 && !strcmp(argv[1], "--wait");
    const char *waiting = argc > 4 && !strcmp(argv[1], "--waiting") ? argv[2] : NULL;
    if (argc < 3) {
        fprintf(stderr,
                "usage: compile [--waiting FOLDER] DIRECTORY NVCC ARGUMENT...   does what NVCC ARGUMENT... does\n"
                "       compile --prepare DIRECTORY/NAME NVCC ARGUMENT...       reads the headers of a preamble\n"
                "       compile --wait LIBRARY DIRECTORY NVCC ARGUMENT...       starts front ends that wait here\n");
        return 2;
    }
    if (preparing) return prepare(argv[2], argv + 3);
    if (starting) return wait_here(argv[2], argv[3], argv + 4);
    return compile(waiting, waiting ? argv + 3 : argv + 1);
}
