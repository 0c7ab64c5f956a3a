// worksheet.c - Moodle's grading worksheet, known by what stands in its cells.
#include "worksheet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

const char *worksheet_number(const char *cell) {
    const char *number = cell + strlen(cell);
    while (number > cell && isdigit((unsigned char)number[-1])) number--;
    return number;
}

bool worksheet_numbers(const Csv *csv, int column) {
    const char *first = csv_cell(csv, csv->head + 1, column);
    size_t word = (size_t)(worksheet_number(first) - first);
    for (unsigned line = csv->head + 1; line < csv->count; line++) {
        const char *cell = csv_cell(csv, line, column), *number = worksheet_number(cell);
        if (csv_is_blank(csv, line)) continue;
        if (!*number || (size_t)(number - cell) != word || strncmp(cell, first, word)) return false;
    }
    return word > 0 && csv->count > csv->head + 1;
}

// "100.00", "100,00"
static bool is_worth(const char *cell) {
    size_t whole = strspn(cell, DIGITS);
    return whole && strchr(".,", cell[whole]) && cell[whole] && strspn(cell + whole + 1, DIGITS) == 2 &&
           !cell[whole + 3] && strtod(cell, NULL) > 0;
}

static bool is_equal(const Csv *csv, int column) {
    for (unsigned line = csv->head + 2; line < csv->count; line++)
        if (!csv_is_blank(csv, line) && strcmp(csv_cell(csv, line, column), csv_cell(csv, csv->head + 1, column)))
            return false;
    return true;
}

// Names differ; what stands there where people are hidden is the state of the submission, of which there are few.
static bool is_name(const Csv *csv, int column) {
    unsigned different = 0, rows = csv->count - csv->head - 1;
    for (unsigned line = csv->head + 1; line < csv->count; line++) {
        bool again = false;
        for (unsigned above = csv->head + 1; above < line && !again; above++)
            again = !strcmp(csv_cell(csv, line, column), csv_cell(csv, above, column));
        different += !again && csv_cell(csv, line, column)[0];
    }
    return 2 * different > rows;
}

bool worksheet_find(const Csv *csv, Worksheet *sheet) {
    *sheet = (Worksheet){.identifier = 0, .name = -1, .grade = -1, .most = -1};
    if (csv->count < csv->head + 2 || !worksheet_numbers(csv, 0)) return false;
    for (unsigned i = 2; i < csv->rows[csv->head].count && sheet->most < 0; i++)
        if (is_worth(csv_cell(csv, csv->head + 1, (int)i)) && is_equal(csv, (int)i)) sheet->most = (int)i;
    if (sheet->most < 0) return false;
    sheet->grade = sheet->most - 1;
    if (sheet->grade > 1 && is_name(csv, 1)) sheet->name = 1;
    return true;
}
