// built.c - the file that was handed in, and the program built from it.
#include "stages.h"

#include "../device/system/text.h"
#include "../grading/key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t trimmed_length(const char *text, size_t length) {
    while (length && strchr(" \t\r\n", text[length - 1])) length--;
    return length;
}

// Where the line of the numbers begins and ends; both at the end if there is none. To ask for others is no answer.
static void find_numbers(const char *text, size_t length, size_t *begin, size_t *end) {
    static const char line[] = "\n//= numbers:";
    const char *at = strstr(text, line);
    *begin = at ? (size_t)(at - text) : length;
    const char *stop = at ? memchr(at + 1, '\n', length - *begin - 1) : NULL;
    *end = stop ? (size_t)(stop - text) : length;
}

static bool same_but_for_numbers(const char *one, size_t one_length, const char *other, size_t other_length) {
    size_t begin, end, other_begin, other_end;
    find_numbers(one, one_length, &begin, &end);
    find_numbers(other, other_length, &other_begin, &other_end);
    return begin == other_begin && one_length - end == other_length - other_end && !memcmp(one, other, begin) &&
           !memcmp(one + end, other + other_end, one_length - end);
}

static bool is_skeleton(const Built *built) {
    char path[PATH_BYTES];
    size_t length;
    paths_part(built->job->paths, built->job->exercise, "skeleton.cu", path);
    char *skeleton = file_read(path, MOST_SOURCE_BYTES, &length, NULL);
    if (!skeleton) return false;
    size_t own = trimmed_length(built->source, built->length);
    length = trimmed_length(skeleton, length);
    bool same = own == length && !memcmp(skeleton, built->source, own);
    // Of questions alone, a verdict says next how to see those with these numbers.
    if (exercise_runs(built->job->exercise)) same = same_but_for_numbers(built->source, own, skeleton, length);
    free(skeleton);
    return same;
}

static bool stop(Built *built, VerdictState state, const char *summary) {
    built->stop.state = state;
    snprintf(built->stop.summary, sizeof built->stop.summary, "%s", summary);
    return true;
}

// The program, and whatever an exercise's key needs before the student's program runs.
static bool make_program(Built *built, char error[200]) {
    const GradeJob *job = built->job;
    BuildResult *build = &built->build;
    if (!exercise_runs(job->exercise)) return true;
    if (job->exercise->key == KEY_PER_CASE && !key_prepare(job->paths, job->exercise, built->folder, error))
        return false;
    if (job->program) {
        *build = (BuildResult){.built = true};
        snprintf(build->program, sizeof build->program, "%s", job->program);
        return true;
    }
    if (!build_program(job->paths, job->exercise, built->source, built->length, built->shown, built->folder, build,
                       error))
        return false;
    if (build->killed)
        return stop(
            built, STATE_grader_died,
            "The machine ended the compiler on this file, and again when it was tried once more, as it does "
            "when it is short of memory. A person has to look at it: it has no points yet, which is not a zero.");
    return build->built || stop(built, STATE_build, build->summary);
}

bool build_file(const GradeJob *job, Built *built, char error[200]) {
    *built = (Built){.job = job, .stop.state = STATE_passed};
    if (job->shown) text_copy(built->shown, sizeof built->shown, job->shown);
    else paths_shown(job->paths, job->file, built->shown, sizeof built->shown);
    if (file_is_link(job->file))
        return stop(built, STATE_rejected,
                    "The file is a link, and links are not followed: put the file itself there.");
    if (!file_exists(job->file))
        return stop(built, STATE_not_started, "The file is not there; make reset brings the skeleton back.");
    built->source = file_read(job->file, MOST_SOURCE_BYTES, &built->length, error);
    if (!built->source) return stop(built, STATE_rejected, error);
    if (is_skeleton(built)) return stop(built, STATE_not_started, "Nothing is changed yet.");
    return paths_work_folder(job->paths, built->folder, error) && make_program(built, error);
}

void built_free(Built *built) {
    if (built->folder[0]) folder_remove(built->folder);
    free(built->source);
}
