// csv.c - reading and writing tables.
#include "csv.h"
#include "../device/system/grow.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_BYTES (64u << 20)
#define MOST_COLUMNS 4096

// ---- reading ----

static bool row_add(CsvRow *row, const char *text, size_t length) {
    if (row->count == MOST_COLUMNS) return false;
    if (!ARRAY_GROW(row->cells, row->count)) return false;
    row->cells[row->count] = strndup(text, length);
    return row->cells[row->count] && ++row->count;
}

static CsvRow *table_add(Csv *csv) {
    if (!ARRAY_GROW(csv->rows, csv->count)) return NULL;
    csv->rows[csv->count] = (CsvRow){.count = 0};
    return &csv->rows[csv->count++];
}

// Of the first line that has one: a title may stand above the table.
static char separator_of(const char *text) {
    static const char known[] = ",;\t";
    unsigned best = 0, counts[3] = {0};
    bool quoted = false;
    for (; *text && (quoted || !counts[best] || (*text != '\n' && *text != '\r')); text++) {
        const char *found = strchr(known, *text);
        if (*text == '"') quoted = !quoted;
        else if (!quoted && found) counts[found - known]++;
        for (unsigned i = 0; i < 3; i++)
            if (counts[i] > counts[best]) best = i;
    }
    return known[best];
}

// Reads one cell at `at` into text[], which is long enough. Returns where it ends.
static const char *read_cell(const char *at, char separator, char *text, size_t *length) {
    *length = 0;
    if (*at == '"') {
        for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
            if (*at == '"') at++;
            text[(*length)++] = *at;
        }
        if (*at) at++;
    }
    while (*at && *at != separator && *at != '\n' && *at != '\r') text[(*length)++] = *at++;
    return at;
}

static bool read_row(Csv *csv, const char **at, char *text) {
    CsvRow *row = table_add(csv);
    size_t length;
    for (bool more = row != NULL; more;) {
        *at = read_cell(*at, csv->separator, text, &length);
        if (!row_add(row, text, length)) return false;
        more = **at && **at == csv->separator;
        *at += more;
    }
    if (**at == '\r') ++*at;
    if (**at == '\n') ++*at;
    return row != NULL;
}

// ---- tables ----

// As UTF-8; frees the text.
static char *plain_text(char *text, Csv *csv, size_t *length, Message error) {
    if (!text || (csv->encoding = encoding_of(text, *length)) == ENCODING_UTF8) return text;
    char *plain = encoding_read(csv->encoding, text, length);
    if (!plain) message_set(error, "out of memory");
    free(text);
    return plain;
}

bool csv_take(const char *name, char *taken, size_t length, Csv *csv, Message error) {
    *csv = (Csv){.count = 0};
    char *text = plain_text(taken, csv, &length, error), *cell = text ? malloc(length + 1) : NULL;
    if (!text) return false;
    const char *at = text;
    bool read = cell != NULL && strlen(text) == length;
    if (read && !strncmp(at, "\xEF\xBB\xBF", 3)) csv->mark = true, at += 3;
    csv->separator = separator_of(at);
    while (read && *at) read = read_row(csv, &at, cell);
    free(cell);
    free(text);
    if (read && csv->count) return true;
    message_set(error, "%.120s is no table of comma-separated values", name);
    csv_free(csv);
    return false;
}

bool csv_read(const char *path, Csv *csv, Message error) {
    size_t length = 0;
    char *text = file_read(path, MOST_BYTES, &length, error);
    return csv_take(path, text, length, csv, error);
}

bool csv_is_blank(const Csv *csv, unsigned row) {
    for (unsigned i = 0; i < csv->rows[row].count; i++)
        if (csv->rows[row].cells[i][0]) return false;
    return true;
}

void csv_free(Csv *csv) {
    for (unsigned i = 0; i < csv->count; i++) {
        for (unsigned j = 0; j < csv->rows[i].count; j++) free(csv->rows[i].cells[j]);
        free(csv->rows[i].cells);
    }
    free(csv->rows);
    *csv = (Csv){.count = 0};
}

const char *csv_cell(const Csv *csv, unsigned row, int column) {
    if (row >= csv->count || column < 0 || (unsigned)column >= csv->rows[row].count) return "";
    return csv->rows[row].cells[column];
}

int csv_column(const Csv *csv, const char *name) {
    for (unsigned i = 0; csv->head < csv->count && i < csv->rows[csv->head].count; i++)
        if (!strcasecmp(csv->rows[csv->head].cells[i], name)) return (int)i;
    return -1;
}

bool csv_set(Csv *csv, unsigned row, int column, const char *text) {
    if (row >= csv->count || column < 0) return false;
    while (csv->rows[row].count <= (unsigned)column)
        if (!row_add(&csv->rows[row], "", 0)) return false;
    char *copy = strdup(text);
    if (!copy) return false;
    free(csv->rows[row].cells[column]);
    csv->rows[row].cells[column] = copy;
    return true;
}

void csv_drop(Csv *csv, unsigned column) {
    for (unsigned i = 0; i < csv->count; i++) {
        CsvRow *row = &csv->rows[i];
        if (column >= row->count) continue;
        free(row->cells[column]);
        row->count--;
        memmove(row->cells + column, row->cells + column + 1, (row->count - column) * sizeof *row->cells);
    }
}

// ---- writing ----

static void put_quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void csv_put_row(FILE *out, const Csv *csv, unsigned row) {
    const char special[] = {csv->separator, '"', '\n', '\r', 0};
    if (row == 0 && csv->mark) fputs("\xEF\xBB\xBF", out);
    for (unsigned i = 0; i < csv->rows[row].count; i++) {
        const char *cell = csv->rows[row].cells[i];
        if (i) fputc(csv->separator, out);
        if (cell[strcspn(cell, special)]) put_quoted(out, cell);
        else fputs(cell, out);
    }
    fputs("\r\n", out);
}

bool csv_encode(const Csv *csv, char **text, size_t *length) { return encoding_write(csv->encoding, text, length); }

void csv_put(FILE *out, const char *text) {
    bool formula = text[0] && strchr("=+-@\t\r", text[0]);
    if (!formula) {
        put_quoted(out, text);
        return;
    }
    fputs("\"'", out);
    for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

void csv_put_fields(FILE *out, const char *const *texts, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (i) fputc(',', out);
        csv_put(out, texts[i]);
    }
    fputs("\r\n", out);
}
