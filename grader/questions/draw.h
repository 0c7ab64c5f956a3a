// draw.h - the numbers of one student's questions.
//
// They are drawn from the name that stands in the file (//= student: NAME), the exercise and the course, and from
// nothing else: the same file has the same questions on every machine and in every run. Another name has other numbers.
#ifndef DRAW_H
#define DRAW_H

#include "../system/paths.h"

#define STUDENT_LINE "student"
#define MOST_PARAMETERS 16

typedef struct {
    const Exercise *exercise;
    char student[64];                           // as it is written; "": no name, or no parameters, and nothing is drawn
    char values[MOST_PARAMETERS][48];           // of exercise->parameters, in their order
    char texts[MOST_PARAMETERS][112];           // "NAME=VALUE": the key program's arguments
    const char *arguments[MOST_PARAMETERS + 1]; // pointers to texts, NULL-terminated
} Draw;

// Draws for the name in a file. A file without a name, or an exercise without parameters, gives a draw without values.
// course: see course_read. The draw must stay where it is: arguments point into it.
void draw_for(const Exercise *exercise, const char *source, size_t length, const char *course, Draw *draw);
// The same for a name.
void draw_for_name(const Exercise *exercise, const char *student, const char *course, Draw *draw);

// Whether all that is drawn is known: the exercise has no parameters, or there is a name.
bool draw_is_known(const Draw *draw);

// What is the same for a course and different from others: the first line of the file course.txt in the workbook; ""
// without it.
void course_read(const Paths *paths, char course[64]);

// Two names that differ in case, blanks or punctuation only are one name: letters and digits remain.
void name_simplified(const char *name, char simple[64]);

// ---- in texts and formulas ----

// Keys of the exercise's questions, as far as they are known; NULL: none.
typedef bool (*DrawKeys)(const void *context, const char *name, double *value);
typedef struct {
    const Draw *draw;
    DrawKeys keys;
    const void *context;
} DrawScope;

// A formula with parameters, and with keys where the scope has them.
bool draw_value(const DrawScope *scope, const char *formula, double *value);
// Copies text with each {...} replaced by the parameter or the formula in it ("{stride}", "{4 * stride}"). What is not
// known becomes "...".
void draw_fill(const DrawScope *scope, const char *text, char *filled, size_t size);

// The values that a parameter may have, one after another: false when there are no more. For authors and tests.
bool parameter_value(const Parameter *parameter, unsigned index, char value[48]);

#endif
