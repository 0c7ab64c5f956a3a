// test_causes.c - students' mistakes, and whether the first sentence of a verdict names their cause.
//
// grader/tests/mistakes/EXERCISE/ has mistakes as changes of a right program, right.cu, or where there is none of the
// solution. They were written down before their verdicts were looked at. An edit begins with what a teacher would name
// first:
//     cause: WORDS | WORDS      the sentence has one of these; several such lines: one of each
//     line: TEXT | TEXT         the first line it names holds one of these; none: it need not name a line
// What the sentence quotes of the source does not count as its words.
#include "../../author/author.h"
#include "../support/jobs.h"

#include "../../system/text.h"

#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Trials trials;
static char folder[PATH_BYTES];
static Paths paths;

static void add(const Exercise *exercise, const char *path, const char *text, char *says) {
    char error[200], name[200];
    Trial *grown = realloc(trials.trials, (trials.count + 1) * sizeof *grown);
    need(exercise != NULL && grown != NULL, path);
    trials.trials = grown;
    Trial *trial = &grown[trials.count++];
    *trial = (Trial){.exercise = exercise, .says = says};
    snprintf(name, sizeof name, "%.190s", path + strlen("grader/tests/mistakes/"));
    snprintf(trial->shown, sizeof trial->shown, "%s", name);
    for (char *slash = name; (slash = strchr(slash, '/'));) *slash = '.';
    snprintf(trial->file, sizeof trial->file, "%.700s/%.190s.cu", folder, name);
    need(file_write(trial->file, text, strlen(text), error), error);
}

// The edits of a folder, applied to its right program.
static void collect_folder(const char *mistakes) {
    char error[200], path[PATH_BYTES], pattern[PATH_BYTES + 8], name[PATH_BYTES];
    glob_t edits = {0};
    snprintf(name, sizeof name, "%s", mistakes);
    snprintf(pattern, sizeof pattern, "%.1000s/*.edit", mistakes);
    snprintf(path, sizeof path, "%.1000s/right.cu", mistakes);
    const Exercise *exercise = exercise_named(basename(name));
    need(exercise != NULL, mistakes);
    bool own = file_exists(path);
    if (!own) paths_source(&paths, "solutions", exercise, path);
    char *right = text_read(path);
    if (own) add(exercise, path, right, NULL);
    need(glob(pattern, 0, NULL, &edits) == 0, pattern);
    for (size_t e = 0; e < edits.gl_pathc; e++) {
        char *edit = text_read(edits.gl_pathv[e]), *text = edits_apply(right, edit, error);
        need(text != NULL, edits.gl_pathv[e]);
        add(exercise, edits.gl_pathv[e], text, edit);
        free(text);
    }
    globfree(&edits);
    free(right);
}

static void collect(void) {
    char error[200];
    glob_t folders = {0};
    need(paths_find(&paths, error), error);
    need(paths_work_folder(&paths, folder, error), error);
    need(glob("grader/tests/mistakes/*", 0, NULL, &folders) == 0, "there are no mistakes");
    for (size_t i = 0; i < folders.gl_pathc; i++) collect_folder(folders.gl_pathv[i]);
    globfree(&folders);
}

static void grade_everything(void) {
    trials_run(&paths, &trials, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), NULL);
    for (unsigned i = 0; i < trials.count; i++) need(trials.trials[i].state[0], trials.trials[i].problem);
}
static void remove_files(void) { folder_remove(folder); }

// ---- what a sentence says ----

// Line `number` of a file, without its indentation.
static void line_text(const char *path, unsigned number, char text[200]) {
    char *file = text_read(path), *line = file;
    for (unsigned i = 1; i < number && line; i++) line = strchr(line, '\n'), line = line ? line + 1 : NULL;
    snprintf(text, 200, "%s", "");
    if (line) line += strspn(line, " ");
    if (line) snprintf(text, 200, "%.*s", (int)strcspn(line, "\n"), line);
    free(file);
}

// The sentence in small letters, up to its full stop, without what it quotes of that line.
static void sentence_words(const char *summary, const char *quoted, char words[SUMMARY_BYTES]) {
    char *quote = words;
    snprintf(words, SUMMARY_BYTES, "%s", summary);
    char start[71]; // the sentence shows no more of a long line
    snprintf(start, sizeof start, "%.70s", quoted);
    if (*quoted && (quote = strstr(words, start)))
        memmove(quote, quote + strlen(start), strlen(quote + strlen(start)) + 1);
    char *end = words;
    while ((end = strpbrk(end, ".?!")) && end[1] && end[1] != ' ') end++;
    if (end && *end) *end = 0;
    for (char *at = words; *at; at++) *at = (char)tolower((unsigned char)*at);
}

// Whether `text` has one of the alternatives that '|' separates.
static bool has_one_of(const char *text, const char *alternatives, bool small) {
    char each[200];
    while (*alternatives) {
        size_t length = strcspn(alternatives, "|"), end = length;
        size_t start = strspn(alternatives, " ");
        while (end > start && alternatives[end - 1] == ' ') end--;
        snprintf(each, sizeof each, "%.*s", (int)(end - start), alternatives + start);
        for (char *at = each; small && *at; at++) *at = (char)tolower((unsigned char)*at);
        if (*each && strstr(text, each)) return true;
        alternatives += length + (alternatives[length] == '|');
    }
    return false;
}

// Whether the verdict's first sentence has every cause of the edit and names the line first.
static bool is_named(const Trial *trial) {
    char words[SUMMARY_BYTES], quoted[200] = "", alternatives[200];
    const char *says = trial->says, *line = strstr(trial->summary, "line ");
    if (line) line_text(trial->file, (unsigned)atoi(line + 5), quoted);
    sentence_words(trial->summary, quoted, words);
    while (says_next(&says, "cause:", alternatives))
        if (!has_one_of(words, alternatives, true)) return false;
    says = trial->says;
    return !says_next(&says, "line:", alternatives) || has_one_of(quoted, alternatives, false);
}

START_TEST(right_programs_pass) {
    for (unsigned i = 0; i < trials.count; i++)
        if (!trials.trials[i].says)
            ck_assert_msg(!strcmp(trials.trials[i].state, "passed"), "%s: %s: %s", trials.trials[i].shown,
                          trials.trials[i].state, trials.trials[i].summary);
}
END_TEST

START_TEST(causes_are_named_first) {
    char list[8000] = "";
    unsigned mistakes = 0, not_named = 0;
    for (unsigned i = 0; i < trials.count; i++) {
        const Trial *trial = &trials.trials[i];
        if (!trial->says) continue;
        mistakes++;
        if (is_named(trial)) continue;
        not_named++;
        text_append(list, sizeof list, "\n%s (%s): %s", trial->shown, trial->state, trial->summary);
    }
    ck_assert_uint_ge(mistakes, 75);
    ck_assert_msg(!not_named, "%u of %u causes are not named first:%s", not_named, mistakes, list);
}
END_TEST

START_TEST(mistakes_do_not_pass) {
    for (unsigned i = 0; i < trials.count; i++)
        if (trials.trials[i].says)
            ck_assert_msg(strcmp(trials.trials[i].state, "passed"), "%s passes", trials.trials[i].shown);
}
END_TEST

Suite *causes_suite(void) {
    Suite *suite = suite_create("causes");
    TCase *grading = tcase_create("grading");
    collect();
    tcase_add_unchecked_fixture(grading, grade_everything, remove_files);
    tcase_add_test(grading, right_programs_pass);
    tcase_add_test(grading, mistakes_do_not_pass);
    tcase_add_test(grading, causes_are_named_first);
    suite_add_tcase(suite, grading);
    return suite;
}
