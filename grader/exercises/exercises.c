// exercises.c - the table of all exercises.
#include "exercise.h"

#include <string.h>

#define EXERCISE(name) extern const Exercise name##_exercise;
#include "exercises.def"
#undef EXERCISE

const Exercise *const exercises[] = {
#define EXERCISE(name) &name##_exercise,
#include "exercises.def"
#undef EXERCISE
};

const unsigned exercise_count = sizeof exercises / sizeof *exercises;

const Exercise *exercise_named(const char *name) {
    for (unsigned i = 0; i < exercise_count; i++)
        if (!strcmp(exercises[i]->name, name)) return exercises[i];
    return NULL;
}

int exercise_most_points(const Exercise *exercise) {
    int most = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) most += exercise->parts[i].points;
    return most;
}

unsigned exercise_first_measured(const Exercise *exercise) {
    for (unsigned i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].measured && !exercise->cases[i].hidden) return i;
    return 0;
}

const CaseSpec *exercise_estimated(const Exercise *exercise) {
    return exercise->estimated ? exercise->estimated : exercise->timed;
}
