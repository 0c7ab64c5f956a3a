// csv.h - tables as spreadsheets and platforms exchange them (RFC 4180), read as untrusted input and written in the
// form they had.
#ifndef CSV_H
#define CSV_H

#include "../device/system/message.h"
#include "encoding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char **cells;
    unsigned count;
} CsvRow;
typedef struct {
    CsvRow *rows;
    unsigned count;
    char separator; // of , ; and tab, whatever the first line with one has most of
    bool mark;      // began with a byte order mark
    Encoding encoding;
    unsigned head; // the row with the names of the columns: the first, unless somebody finds them further down
} Csv;

// false with a sentence in error.
bool csv_read(const char *path, Csv *csv, Message error);
// The same of a text, NUL behind it, which it frees; NULL: error says why there is none. `name` is for sentences.
bool csv_take(const char *name, char *text, size_t length, Csv *csv, Message error);
void csv_free(Csv *csv);
// "" outside of the table.
const char *csv_cell(const Csv *csv, unsigned row, int column);
// Whether nothing stands in a row.
bool csv_is_blank(const Csv *csv, unsigned row);
// The column of that name, in any case; -1: there is none.
int csv_column(const Csv *csv, const char *name);
// false: out of memory, or there is no such cell.
bool csv_set(Csv *csv, unsigned row, int column, const char *text);
// Takes a column out of every row.
void csv_drop(Csv *csv, unsigned column);
// One row as it came, its cells in quotes where they need it.
void csv_put_row(FILE *out, const Csv *csv, unsigned row);

// Rows that were put into memory, in the encoding that the table had: *text is replaced. false: out of memory.
bool csv_encode(const Csv *csv, char **text, size_t *length);

// Writes a field of a table of our own: quoted, and with an apostrophe before a text that a spreadsheet would take for
// a formula.
void csv_put(FILE *out, const char *text);
// The same for a whole row, with its end.
void csv_put_fields(FILE *out, const char *const *texts, unsigned count);

#endif
