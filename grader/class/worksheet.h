// worksheet.h - the columns of Moodle's grading worksheet, whose names are in the teacher's language.
#ifndef WORKSHEET_H
#define WORKSHEET_H

#include "../formats/csv.h"

// Columns; name is -1 where people are hidden.
typedef struct {
    int identifier, name, grade, most;
} Worksheet;
// Whether a table is such a worksheet, as its cells tell: the first column is a word and a number ("Participant 1234",
// "Teilnehmer/in1234"), the same word in each row, and one column is the same positive number with two decimals in each
// row ("100,00"), which is what the work is worth. The grade stands before it.
bool worksheet_find(const Csv *csv, Worksheet *sheet);
// Whether each cell of a column is a word, the same in each, with a number behind it.
bool worksheet_numbers(const Csv *csv, int column);
// The number behind the word.
const char *worksheet_number(const char *cell);

#endif
