// inputs.c - what the answers to an exercise are run on when they are timed: the case whose time is estimated.
//
// usage: inputs FOLDER
//
// Writes FOLDER/EXERCISE.input for each exercise with a function, and prints a line for each exercise that is timed:
// its name, "function" or "program", "calls" or "kernels" (what is timed), its interface or "-", the size, and a
// program's arguments, with tabs between them. Inputs are those of seed 1, as for an estimate.
#include "../../../common/case_file.h"
#include "../../exercises/exercise.h"

#include <stdio.h>

#define SEED 1

static bool input_write(const Exercise *exercise, const CaseSpec *spec, const char *folder) {
    char path[4096], error[200] = "out of memory";
    CaseFile values = {0};
    snprintf(path, sizeof path, "%s/%s.input", folder, exercise->name);
    bool written = exercise->make(spec, SEED, &values) && case_file_write(path, &values, error);
    if (!written) fprintf(stderr, "inputs: %s: %s\n", exercise->name, error);
    case_file_free(&values);
    return written;
}

static void line_print(const Exercise *exercise, const CaseSpec *spec) {
    bool program = exercise_is_program(exercise);
    printf("%s\t%s\t%s\t%s\t%s", exercise->name, program ? "program" : "function",
           program || exercise->timed_kernels ? "kernels" : "calls", program ? "-" : exercise->interface, spec->label);
    if (program) {
        char texts[8][64], *list[8];
        unsigned count = 0;
        for (unsigned i = 0; i < 8; i++) list[i] = texts[i];
        exercise->arguments(spec, SEED, list, &count);
        for (unsigned i = 0; i < count; i++) printf("\t%s", list[i]);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: inputs FOLDER\n"), 2;
    for (unsigned i = 0; i < exercise_count; i++) {
        const CaseSpec *spec = exercise_estimated(exercises[i]);
        if (!spec) continue;
        if (exercise_is_function(exercises[i]) && !input_write(exercises[i], spec, argv[1])) return 2;
        line_print(exercises[i], spec);
    }
    return 0;
}
