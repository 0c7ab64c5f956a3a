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

const Part *exercise_time_part(const Exercise *exercise) {
    for (unsigned i = 0; i < exercise->part_count; i++)
        if (exercise->parts[i].kind == PART_TIME) return &exercise->parts[i];
    return NULL;
}

Work exercise_work(const Exercise *exercise, const CaseSpec *spec, const CaseFile *input) {
    Work work = {0};
    for (size_t i = 0; input && i < input->count; i++) {
        const CaseArray *array = &input->arrays[i];
        double bytes = (double)array->count * array->element_bytes;
        if (array->role == CASE_IN || array->role == CASE_IN_OUT) work.loaded += bytes;
        if (array->role == CASE_OUT || array->role == CASE_IN_OUT) work.stored += bytes;
    }
    if (exercise->least_work) exercise->least_work(spec, &work);
    return work;
}

int exercise_timed_case(const Exercise *exercise) {
    int timed = -1;
    for (unsigned i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].measured && !exercise->cases[i].hidden) timed = (int)i;
    return timed;
}
