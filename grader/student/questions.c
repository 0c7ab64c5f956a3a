// questions.c - the questions of a student's file, with the numbers that are drawn from their name.
#include "questions.h"

#include "../grading/key.h"
#include "../questions/answers.h"
#include "../report/terminal.h"
#include "../system/message.h"
#include "../system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNNAMED "//= " STUDENT_LINE ": ?"

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

static void print_question(const Terminal *terminal, const DrawScope *scope, const Question *question) {
    char asks[ADVICE_BYTES], words[240], text[600];
    draw_fill(scope, question->asks, asks, sizeof asks);
    draw_fill(scope, question->words ? question->words : "", words, sizeof words);
    snprintf(text, sizeof text, "%s: %s%s%s%s (%d%s%s)", question->name, asks, words[0] ? ". One of: " : "", words,
             words[0] && question->kind == ANSWER_SET ? "; or several" : "", question->points,
             question->after ? "; after " : "", question->after ? question->after : "");
    fputs("  ", terminal->out);
    terminal_wrapped(terminal, 2, 6, text);
}

// ---- a profiler's report, where the questions come with one ----

static void print_report(const DeviceReport *report, const Exercise *exercise) {
    for (int row = -1; row < (int)exercise->report_row_count; row++) {
        const ReportRow *shown = row < 0 ? NULL : &exercise->report_rows[row];
        printf("  %-22s", shown ? shown->label : "");
        for (const char *at = exercise->report_kernels; *at; at += strcspn(at, ","), at += *at == ',') {
            char kernel[64], number[32];
            snprintf(kernel, sizeof kernel, "%.*s", (int)strcspn(at, ","), at);
            double value = !shown           ? 0
                           : shown->counter ? report_kernel_counter(report, kernel, shown->counter)
                                            : report_launch_most(report, kernel, shown->field);
            printf(" %12s", shown ? text_number(value, number) : kernel);
        }
        putchar('\n');
    }
    putchar('\n');
}

static bool show_report(const Paths *paths, const Draw *draw, Message error) {
    char folder[PATH_BYTES];
    if (!draw->exercise->report_kernels) return true;
    if (!paths_work_folder(paths, folder, error)) return false;
    bool there = key_prepare(paths, draw->exercise, folder, error);
    KeyRun *run = there ? key_load(paths, draw, folder, error) : NULL;
    if (run) print_report(run->report, draw->exercise);
    bool shown = run != NULL;
    key_free(run);
    folder_remove(folder);
    return shown;
}

int questions_command(const Paths *paths, const Exercise *exercise) {
    char path[PATH_BYTES], course[64], shown[PATH_BYTES];
    Message error;
    size_t length;
    Draw draw;
    const DrawScope scope = {.draw = &draw};
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    paths_source(paths, "exercises", exercise, path);
    paths_shown(paths, path, shown, sizeof shown);
    if (!exercise->question_count) return printf("%s has no questions.\n", exercise->name), 0;
    char *source = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (!source) return fail(error);
    course_read(paths, course);
    draw_for(exercise, source, length, course, &draw);
    free(source);
    if (!draw_is_known(&draw)) {
        printf("%s\n", shown);
        terminal_wrapped(&terminal, 0, 0,
                         "This file's questions use numbers drawn from your name. Replace the question mark in "
                         "\"" UNNAMED "\" with your name, or type make student NAME=\"Your Name\", which writes it "
                         "into every file that has such a line.");
        return 1;
    }
    printf("%s%s%s\n", shown, draw.student[0] ? ": the questions of " : "", draw.student);
    if (!show_report(paths, &draw, error)) return fail(error);
    for (unsigned i = 0; i < exercise->question_count; i++) print_question(&terminal, &scope, &exercise->questions[i]);
    return 0;
}

// ---- the name in every file ----

// 1: written, 0: nothing to write, -1: it could not be.
static int name_write(const char *path, const char *name, Message error) {
    size_t length;
    char own[64], line[160];
    char *text = file_exists(path) ? file_read(path, MOST_SOURCE_BYTES, &length, error) : NULL;
    if (!text || !strstr(text, UNNAMED)) return free(text), 0;
    text_copy(own, sizeof own, name); // no more than is read of it
    snprintf(line, sizeof line, "//= " STUDENT_LINE ": %s", own);
    char *named = text_replaced(text, UNNAMED, line, false);
    int result = named && file_write(path, named, strlen(named), error) ? 1 : -1;
    free(named);
    free(text);
    return result;
}

int student_command(const Paths *paths, int words, char **name) {
    char whole[256] = "", simple[64], path[PATH_BYTES];
    Message error;
    unsigned written = 0;
    for (int i = 0; i < words; i++) text_append(whole, sizeof whole, "%s%s", i ? " " : "", name[i]);
    name_simplified(whole, simple);
    if (!simple[0] || strpbrk(whole, "\r\n")) return fail("say your name: make student NAME=\"Ada Lovelace\"");
    for (unsigned i = 0; i < exercise_count; i++) {
        paths_source(paths, "exercises", exercises[i], path);
        int result = name_write(path, whole, error);
        if (result < 0) return fail(error);
        written += (unsigned)result;
    }
    printf("%s stands in %u file%s now. make questions EXERCISE=name shows your questions.\n", whole, written,
           written == 1 ? "" : "s");
    return 0;
}
