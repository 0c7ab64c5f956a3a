// test_causes.c - students' mistakes, and whether the first sentence of a verdict names their cause.
//
// grader/tests/mistakes/EXERCISE.txt has mistakes as changes of the right program in it, or where there is none of the
// solution, in the form of known answers. They were written down before their verdicts were looked at. An edit begins
// with what a teacher would name first:
//     cause: WORDS | WORDS      the sentence has one of these; several such lines: one of each
//     line: TEXT | TEXT         the first line it names holds one of these; none: it need not name a line
// What the sentence quotes of the source does not count as its words.
#include "../../author/author.h"
#include "../../device/tests/support/jobs.h"

#include "../../device/system/text.h"

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

// `name` is that of an answer: wrong/NAME.edit.
static void add(const Exercise *exercise, const char *name, const char *text, const char *says) {
    Message error;
    Trial *grown = realloc(trials.trials, (trials.count + 1) * sizeof *grown);
    need(grown != NULL, name);
    trials.trials = grown;
    Trial *trial = &grown[trials.count++];
    *trial = (Trial){.exercise = exercise, .says = says ? strdup(says) : NULL};
    name = strchr(name, '/') + 1;
    snprintf(trial->shown, sizeof trial->shown, "%s/%.100s", exercise->name, name);
    snprintf(trial->file, sizeof trial->file, "%.700s/%s.%.100s.cu", folder, exercise->name, name);
    need(file_write(trial->file, text, strlen(text), error), error);
}

// The edits of a file, applied to its right program.
static void collect_file(const char *mistakes) {
    char name[PATH_BYTES], path[PATH_BYTES];
    Message error;
    KnownAnswers known = {0};
    snprintf(name, sizeof name, "%s", mistakes);
    char *base = basename(name);
    base[strcspn(base, ".")] = 0;
    const Exercise *exercise = exercise_named(base);
    need(exercise != NULL, mistakes);
    char *all = text_read(mistakes);
    need(known_parse(all, mistakes, &known, error), error);
    const KnownAnswer *own = known_named(&known, "right/right.cu");
    paths_source(&paths, "solutions", exercise, path);
    char *right = own ? strdup(own->text) : text_read(path);
    if (own) add(exercise, own->name, right, NULL);
    for (unsigned i = 0; i < known.count; i++) {
        const KnownAnswer *answer = &known.answers[i];
        if (answer == own) continue;
        char *text = edits_apply(right, answer->text, error);
        need(text != NULL, answer->place);
        add(exercise, answer->name, text, answer->text);
        free(text);
    }
    free(right);
    free(all);
    known_free(&known);
}

static void collect(void) {
    Message error;
    glob_t files = {0};
    need(paths_find(&paths, error), error);
    need(paths_work_folder(&paths, folder, error), error);
    need(glob("grader/tests/mistakes/*.txt", 0, NULL, &files) == 0, "there are no mistakes");
    for (size_t i = 0; i < files.gl_pathc; i++) collect_file(files.gl_pathv[i]);
    globfree(&files);
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

// The sentence in small letters, up to its full stop, without the line that it quotes: "line 7 (x = y;): ...".
static void sentence_words(const char *summary, char words[SUMMARY_BYTES]) {
    snprintf(words, SUMMARY_BYTES, "%s", summary);
    char *line = strstr(words, "line "), *quote = line ? strchr(line, '(') : NULL;
    char *after = quote ? strstr(quote, "): ") : NULL;
    if (after) memmove(quote, after, strlen(after) + 1);
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
    sentence_words(trial->summary, words);
    while (says_next(&says, "cause:", alternatives))
        if (!has_one_of(words, alternatives, true)) return false;
    says = trial->says;
    return !says_next(&says, "line:", alternatives) || has_one_of(quoted, alternatives, false);
}

START_TEST(right_programs_are_right) {
    for (unsigned i = 0; i < trials.count; i++) {
        const Trial *trial = &trials.trials[i];
        bool right = !strcmp(trial->state, "passed");
        ck_assert_msg(trial->says || right, "%s: %s: %s", trial->shown, trial->state, trial->summary);
    }
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
    tcase_add_test(grading, right_programs_are_right);
    tcase_add_test(grading, mistakes_do_not_pass);
    tcase_add_test(grading, causes_are_named_first);
    suite_add_tcase(suite, grading);
    return suite;
}
