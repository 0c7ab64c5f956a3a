// map.c - every chapter with its exercises, how far each is, and what to do next.
#include "progress.h"

#include "../device/system/text.h"
#include "../report/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "06_bank_conflicts" is "06 bank conflicts".
static void chapter_words(const char *chapter, char words[64]) {
    snprintf(words, 64, "%.63s", chapter);
    for (char *at = words; *at; at++)
        if (*at == '_') *at = ' ';
}

static const char *sign_of(ProgressMark mark, bool unicode) {
    if (mark.passed) return unicode ? "\u2713" : "+";
    if (mark.points >= 0) return unicode ? "\u25d0" : "~";
    return unicode ? "\u00b7" : ".";
}

#define BEFORE_TITLE 35

static void print_exercise(const Exercise *exercise, ProgressMark mark, TerminalStyle style) {
    printf("    %s %-24s", sign_of(mark, style.unicode), exercise->name);
    if (mark.points >= 0) printf("%3d  ", mark.points);
    else printf("     ");
    print_cut(stdout, exercise->title, style.width - BEFORE_TITLE);
    puts("");
}

enum { CUBLAS_TFLOPS = 51, BAR = 40 }; // of an H200, chapters/13_capstone/figures/h200_variants.csv; columns

static void print_bar(const char *chapter, const char *name, double tflops, bool unicode) {
    printf("    %-2.2s %-21s%6.1f  ", chapter, name, tflops);
    for (int i = 0; i < BAR * tflops / CUBLAS_TFLOPS && i < BAR; i++) fputs(unicode ? "\u2588" : "#", stdout);
    puts("");
}

// The matrix product that runs through the book: the student's own, chapter by chapter, beside the library's.
static void print_product(const ProgressMark *marks, bool unicode) {
    bool any = false;
    for (unsigned i = 0; i < exercise_count; i++) {
        if (marks[i].tflops <= 0) continue;
        if (!any) puts("\nyour matrix product so far, TFLOP/s (without a GPU, estimated for an H200)");
        any = true;
        print_bar(exercises[i]->chapter, exercises[i]->name, marks[i].tflops, unicode);
    }
    if (any) print_bar("", "cuBLAS", CUBLAS_TFLOPS, unicode);
}

static void print_next(const Exercise *next, TerminalStyle style) {
    const Terminal terminal = {.out = stdout, .style = style};
    char text[400];
    snprintf(text, sizeof text, "Next: read chapters/%s/README.md and edit exercises/%s/%s.cu, then", next->chapter,
             next->chapter, next->name);
    terminal_wrapped(&terminal, 0, 6, text);
    printf("      make grade EXERCISE=%s\n", next->name);
}

int map_command(const Paths *paths) {
    TerminalStyle style = terminal_style(stdout);
    ProgressMark *marks = progress_marks(paths);
    if (!marks) return fprintf(stderr, "grade: out of memory\n"), 2;
    unsigned passed = 0;
    int points = 0;
    const char *chapter = "";
    for (unsigned i = 0; i < exercise_count; i++) {
        const Exercise *exercise = exercises[i];
        if (strcmp(chapter, exercise->chapter)) {
            char words[64];
            chapter = exercise->chapter;
            chapter_words(chapter, words);
            printf("%s\n", words);
        }
        print_exercise(exercise, marks[i], style);
        passed += marks[i].passed;
        points += marks[i].points > 0 ? marks[i].points : 0;
    }
    const Exercise *next = progress_next(marks, NULL);
    print_product(marks, style.unicode);
    due_print(paths, marks);
    free(marks);
    printf("\n%u of %u passed, %d of %u points\n", passed, exercise_count, points, 100 * exercise_count);
    if (!next) return printf("You have finished the workbook.\n") < 0;
    print_next(next, style);
    printf("make help says what else there is.\n");
    return 0;
}
