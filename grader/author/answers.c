// answers.c - the key of an exercise as the lines of a file, for those who write solutions and known answers.
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../grading/key.h"
#include "../questions/answers.h"
#include "../questions/course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The key is printed only in the instructor's edition, which has the solution, and to those who have the course's
// secret.
static bool draw_of(const Paths *paths, const Exercise *exercise, const char *student, Draw *draw) {
    char course[64];
    Message error;
    size_t length;
    char *source = paths_solution(paths, exercise, &length, error);
    if (!source) return complain("answers are not printed here: %s; make grade measures yours", error), false;
    if (!secret_known()) {
        free(source);
        return complain("answers need the course's secret: --secret FILE, or the variable GRADE_SECRET. Without it, "
                        "measure: write an answer into the file and type make grade EXERCISE=%s, or run "
                        "grader/exercises/%s/key.cu with other numbers",
                        exercise->name, exercise->name),
               false;
    }
    if (student) course_read(course), draw_for_name(exercise, student, course, draw);
    else course_named(course), draw_for(exercise, source, length, course, draw);
    free(source);
    return true;
}

static bool print_keys(const Draw *draw, const KeyRun *run) {
    const DrawScope scope = {.draw = draw};
    char keys[draw->exercise->question_count][64];
    Message error;
    if (!answers_keys(draw, run, keys, error)) return complain("%s", error), false;
    if (draw->student[0]) printf("//= %s: %s\n", STUDENT_LINE, draw->student);
    for (unsigned i = 0; i < draw->exercise->question_count; i++) {
        const Question *question = &draw->exercise->questions[i];
        char asks[200];
        draw_fill(&scope, question->asks, asks, sizeof asks);
        printf("//= %s: %s // %s\n", question->name, keys[i], asks);
    }
    return true;
}

int answers_command(const Paths *paths, int argc, char **argv) {
    const Exercise *exercise = argc > 1 ? known_exercise(argv[1]) : NULL;
    char folder[PATH_BYTES];
    Message error = "";
    Draw draw;
    if (argc < 2 || argc > 3) return complain("say which one: build/grade answers EXERCISE [STUDENT] --secret FILE");
    if (!exercise || !draw_of(paths, exercise, argc == 3 ? argv[2] : NULL, &draw)) return COULD_NOT_WORK;
    if (!exercise->question_count) return complain("%s has no questions", exercise->name);
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    KeyRun *run = key_prepare(paths, exercise, folder, error) ? key_load(paths, &draw, folder, error) : NULL;
    bool printed = run ? print_keys(&draw, run) : (complain("%s", error), false);
    key_free(run);
    folder_remove(folder);
    return printed ? 0 : COULD_NOT_WORK;
}
