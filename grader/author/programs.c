// programs.c - every solution and skeleton as a program, with the inputs of the case that is measured: for a profiler,
// or for whatever else is to run what is graded. Known answers as files, for the same.
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../grading/build.h"
#include "../grading/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SOURCE (1 << 20)

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *folder, *version; // "solution" or "skeleton"
    CaseSpec spec;
    uint64_t seed;
} Making;

static bool program_make(const Making *making, const char *source_path, Message error) {
    const Exercise *exercise = making->exercise;
    char room[PATH_BYTES], program[PATH_BYTES];
    size_t length;
    BuildResult build;
    snprintf(room, sizeof room, "%.700s/%.80s-%s.build", making->folder, exercise->name, making->version);
    snprintf(program, sizeof program, "%.700s/%.80s-%s", making->folder, exercise->name, making->version);
    char *source = file_read(source_path, MOST_SOURCE, &length, error);
    bool built = source && folder_make(room) &&
                 build_program(making->paths, exercise, source, length, making->version, room, &build, error) &&
                 (build.built || (message_set(error, "%.199s", build.summary), false)) &&
                 !rename(build.program, program);
    free(source);
    folder_remove(room);
    return built;
}

// A line for each: exercise, version, case, program and its arguments, with tabs between them and names as they are in
// the folder.
static void program_print(const Making *making) {
    const Exercise *exercise = making->exercise;
    const char *name = exercise->name;
    printf("%s\t%s\t%s\t%s-%s", name, making->version, making->spec.label, name, making->version);
    if (exercise_is_program(exercise)) {
        char texts[8][64], *list[8];
        unsigned count = 0;
        for (unsigned i = 0; i < COUNT_OF(list); i++) list[i] = texts[i];
        exercise->arguments(&making->spec, making->seed, list, &count);
        for (unsigned i = 0; i < count; i++) printf("\t%s", list[i]);
    } else {
        printf("\t--case\t%s.input\t--data\t%s.input\t--out\t%s-%s.output", name, name, name, making->version);
    }
    printf("\n");
}

static bool inputs_make(const Making *making, Message error) {
    char input[PATH_BYTES];
    CaseFile values = {0};
    snprintf(input, sizeof input, "%.700s/%.80s.input", making->folder, making->exercise->name);
    bool made = exercise_is_program(making->exercise) ||
                run_write_input(making->exercise, &making->spec, making->seed, &values, input, error);
    case_file_free(&values);
    return made;
}

static bool exercise_make(const Paths *paths, const Exercise *exercise, const char *folder, Message error) {
    char solution[PATH_BYTES], skeleton[PATH_BYTES];
    int index = exercise_timed_case(exercise);
    Making making = {.paths = paths, .exercise = exercise, .folder = folder};
    making.seed = run_case_seed(exercise, index < 0 ? 0 : (unsigned)index, 0, 0);
    making.spec = run_case_spec(exercise, index < 0 ? 0 : (unsigned)index, making.seed);
    paths_source(paths, "solutions", exercise, solution);
    paths_part(paths, exercise, "skeleton.cu", skeleton);
    if (!inputs_make(&making, error)) return false;
    const char *const versions[] = {"solution", "skeleton"}, *const sources[] = {solution, skeleton};
    for (size_t i = 0; i < COUNT_OF(versions); i++) {
        making.version = versions[i];
        if (!program_make(&making, sources[i], error)) return false;
        program_print(&making);
    }
    return true;
}

static bool known_write_all(const Paths *paths, const Exercise *exercise, const char *folder, Message error) {
    KnownAnswers known;
    if (!known_read(paths, exercise, &known, error)) return false;
    bool written = true;
    for (unsigned i = 0; i < known.count && written; i++) {
        written = known_write(paths, exercise, &known, &known.answers[i], folder, error);
        if (!written) complain("%s:", known.answers[i].place);
    }
    known_free(&known);
    return written;
}

int known_command(const Paths *paths, int argc, char **argv) {
    Message error = "";
    if (argc < 2) return complain("which folder for the answers? grade known FOLDER");
    for (int i = 2; i < argc; i++)
        if (!known_exercise(argv[i])) return COULD_NOT_WORK;
    for (unsigned i = 0; i < exercise_count; i++) {
        bool wanted = argc == 2;
        for (int name = 2; name < argc; name++) wanted = wanted || !strcmp(argv[name], exercises[i]->name);
        if (wanted && !known_write_all(paths, exercises[i], argv[1], error)) return complain("%s", error);
    }
    return 0;
}

int programs_command(const Paths *paths, int argc, char **argv) {
    Message error = "";
    if (argc < 2 || !folder_make(argv[1])) return complain("which folder for the programs? grade programs FOLDER");
    for (unsigned i = 0; i < exercise_count; i++) {
        bool wanted = argc == 2;
        for (int name = 2; name < argc; name++) wanted = wanted || !strcmp(argv[name], exercises[i]->name);
        if (!wanted || !exercise_runs(exercises[i])) continue;
        if (!exercise_make(paths, exercises[i], argv[1], error)) return complain("%s: %s", exercises[i]->name, error);
    }
    return 0;
}
