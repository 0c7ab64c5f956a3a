// course.h - what an instructor sets for a course: the file course.txt in the workbook, and a secret beside it.
//
//     Memory performance, autumn 2026                               what is the same for a course; may be missing
//     points results 40, time 40, behavior 10, understanding 10     what each kind of work is worth; may be missing
//     due 2026-11-20 23:59:00 +0100 HW 1: bank_quiz                 student/due.c
#ifndef COURSE_H
#define COURSE_H

#include "../device/system/message.h"
#include "../system/paths.h"

// Reads course.txt, if there is one. To be called before a process enters a jail, where it cannot be read. false with a
// sentence: a line is wrong.
bool course_load(const Paths *paths, Message error);
// The first line, where it says neither points nor dates; "" without it.
void course_named(char course[64]);
// The same, mixed with the secret where there is one. Whoever lacks the secret cannot draw what a student was asked.
void course_read(char course[64]);

bool secret_known(void);
// Takes "--secret FILE" out of a command's arguments and GRADE_SECRET out of the environment. The first line of the
// file is the secret; without the option, the variable's value is. false with a sentence.
bool secret_take(int *argc, char **argv, Message error);

// What each part of the exercise is out of. All together it is what the exercise is out of, shared out as the course's
// line of points says over the kinds of work that the exercise has, and within a kind as the exercise does. Without
// that line, or where it gives nothing to any of them, a part keeps its own points.
void course_points(const Exercise *exercise, int *most);

#endif
