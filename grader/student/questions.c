// questions.c - the questions of a student's file, with their numbers, and others.
#define _POSIX_C_SOURCE 200809L // open_memstream
#include "questions.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../grading/key.h"
#include "../questions/answers.h"
#include "../questions/course.h"
#include "../report/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

static void print_question(const Terminal *terminal, const DrawScope *scope, const Question *question) {
    char asks[ADVICE_BYTES], words[240], text[600];
    draw_fill(scope, question->asks, asks, sizeof asks);
    draw_fill(scope, question->words ? question->words : "", words, sizeof words);
    snprintf(text, sizeof text, "%s: %s%s%s%s (%d)", question->name, asks, words[0] ? ". One of: " : "", words,
             words[0] && question->kind == ANSWER_SET ? "; or several" : "", question->points);
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
    course_read(course);
    draw_for(exercise, source, length, course, &draw);
    free(source);
    printf("%s%s%s\n", shown, draw.student[0] ? ": the questions of " : "", draw.student);
    if (!show_report(paths, &draw, error)) return fail(error);
    for (unsigned i = 0; i < exercise->question_count; i++) print_question(&terminal, &scope, &exercise->questions[i]);
    return 0;
}

// ---- other numbers ----

// Whether a line answers a question of the exercise; its length up to the colon.
static size_t answered(const Exercise *exercise, const char *line) {
    char begin[80];
    for (unsigned q = 0; q < exercise->question_count; q++) {
        snprintf(begin, sizeof begin, "//= %s:", exercise->questions[q].name);
        if (text_begins(line, begin)) return strlen(begin);
    }
    return 0;
}

// The source with the next numbers and with its answers taken out, allocated. NULL: out of memory.
static char *with_other_numbers(const Exercise *exercise, const char *source, unsigned number) {
    static const char begin[] = "//= " NUMBERS_LINE ":";
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool written = false;
    if (!out) return NULL;
    for (const char *line = source; *line;) {
        size_t length = strcspn(line, "\n"), name = answered(exercise, line);
        length += line[length] == '\n';
        bool numbers = text_begins(line, begin);
        if (!written && (numbers || name)) written = fprintf(out, "%s %u\n", begin, number) > 0;
        if (name) fprintf(out, "%.*s ?\n", (int)name, line);
        else if (!numbers) fwrite(line, 1, length, out);
        line += length;
    }
    return fclose(out) ? free(text), NULL : text;
}

int another_command(const Paths *paths, const Exercise *exercise) {
    char path[PATH_BYTES];
    Message error;
    size_t length;
    paths_source(paths, "exercises", exercise, path);
    if (!exercise->parameter_count) return printf("The questions of %s have no other numbers.\n", exercise->name), 0;
    char *source = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (!source) return fail(error);
    char *text = with_other_numbers(exercise, source, draw_number(source, length) + 1);
    bool written = text && file_write(path, text, strlen(text), error);
    if (!text) message_set(error, "out of memory");
    free(source);
    free(text);
    return written ? questions_command(paths, exercise) : fail(error);
}
