// csv.c - reading and writing tables.
#include "csv.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_BYTES (64u << 20)
#define MOST_COLUMNS 4096

// ---- reading ----

static bool row_add(CsvRow *row, const char *text, size_t length) {
    if (row->count == MOST_COLUMNS) return false;
    if ((row->count & (row->count + 1)) == 0) {
        char **longer = realloc(row->cells, (2 * row->count + 2) * sizeof *longer);
        if (!longer) return false;
        row->cells = longer;
    }
    row->cells[row->count] = strndup(text, length);
    return row->cells[row->count] && ++row->count;
}

static CsvRow *table_add(Csv *csv) {
    if ((csv->count & (csv->count + 1)) == 0) {
        CsvRow *longer = realloc(csv->rows, (2 * csv->count + 2) * sizeof *longer);
        if (!longer) return NULL;
        csv->rows = longer;
    }
    csv->rows[csv->count] = (CsvRow){.count = 0};
    return &csv->rows[csv->count++];
}

static char separator_of(const char *text) {
    static const char known[] = ",;\t";
    unsigned best = 0, counts[3] = {0};
    bool quoted = false;
    for (; *text && (quoted || (*text != '\n' && *text != '\r')); text++) {
        const char *found = strchr(known, *text);
        if (*text == '"') quoted = !quoted;
        else if (!quoted && found) counts[found - known]++;
    }
    for (unsigned i = 1; i < 3; i++)
        if (counts[i] > counts[best]) best = i;
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

bool csv_read(const char *path, Csv *csv, char error[200]) {
    size_t length;
    char *text = file_read(path, MOST_BYTES, &length, error), *cell = text ? malloc(length + 1) : NULL;
    *csv = (Csv){.count = 0};
    if (!text) return false;
    const char *at = text;
    bool read = cell != NULL && strlen(text) == length;
    if (read && !strncmp(at, "\xEF\xBB\xBF", 3)) csv->mark = true, at += 3;
    csv->separator = separator_of(at);
    while (read && *at) read = read_row(csv, &at, cell);
    free(cell);
    free(text);
    if (read && csv->count) return true;
    snprintf(error, 200, "%.120s is no table of comma-separated values", path);
    csv_free(csv);
    return false;
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
    for (unsigned i = 0; csv->count && i < csv->rows[0].count; i++)
        if (!strcasecmp(csv->rows[0].cells[i], name)) return (int)i;
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
