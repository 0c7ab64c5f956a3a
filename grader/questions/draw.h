// draw.h - the numbers of a file's questions.
//
// They are drawn from the exercise, the course, and two lines that the file may have, and from nothing else: the same
// file has the same questions on every machine and in every run.
//     //= numbers: 2               the second numbers; make another writes this line
//     //= student: Ada Lovelace    numbers of one's own, where a class wants that
#ifndef DRAW_H
#define DRAW_H

#include "../device/system/message.h"
#include "../system/paths.h"

#define STUDENT_LINE "student"
#define NUMBERS_LINE "numbers"
#define MOST_PARAMETERS 16

typedef struct {
    const Exercise *exercise;
    char student[64];                           // as it is written; "": no name
    char values[MOST_PARAMETERS][48];           // of exercise->parameters, in their order
    char texts[MOST_PARAMETERS][112];           // "NAME=VALUE": the key program's arguments
    const char *arguments[MOST_PARAMETERS + 1]; // pointers to texts, NULL-terminated
} Draw;

// Draws for a file. course: course_read(). The draw must stay where it is: arguments point into it.
void draw_for(const Exercise *exercise, const char *source, size_t length, const char *course, Draw *draw);
// The first numbers of a name.
void draw_for_name(const Exercise *exercise, const char *student, const char *course, Draw *draw);
// Which numbers a file asks for, from 1 on.
unsigned draw_number(const char *source, size_t length);

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
