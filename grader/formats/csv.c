// csv.c - reading and writing tables.
#include "csv.h"
#include "../system/grow.h"

#include "../system/files.h"
#include "../system/message.h"
#include "../system/text.h"

#include <stdint.h>
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

// ---- UTF-16 ----

static unsigned unit_at(const char *text, size_t index, bool big) {
    const unsigned char *bytes = (const unsigned char *)text + 2 * index;
    return big ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
}

static size_t put_utf8(char *out, uint32_t c) {
    if (c < 0x80) return out[0] = (char)c, 1;
    size_t count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = count; i-- > 1; c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> count) | c);
    return count;
}

// What follows the mark as UTF-8, NUL behind it; half a pair becomes U+FFFD. NULL: out of memory.
static char *from_utf16(const char *text, size_t *length, bool big) {
    size_t units = *length / 2, used = 0;
    char *out = malloc(3 * units + 1);
    for (size_t i = 1; out && i < units; i++) {
        uint32_t c = unit_at(text, i, big), low = i + 1 < units ? unit_at(text, i + 1, big) : 0;
        bool pair = c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000;
        if (pair) c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00), i++;
        else if (c >= 0xD800 && c < 0xE000) c = 0xFFFD;
        used += put_utf8(out + used, c);
    }
    if (out) out[used] = 0;
    *length = used;
    return out;
}

static void put_unit(char *out, unsigned unit, bool big) {
    out[big ? 0 : 1] = (char)(unit >> 8);
    out[big ? 1 : 0] = (char)unit;
}

static uint32_t take_utf8(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    uint32_t c = first < 0x80 ? first : first < 0xE0 ? first & 0x1F : first < 0xF0 ? first & 0x0F : first & 0x07;
    while ((**at & 0xC0) == 0x80) c = c << 6 | ((unsigned char)*(*at)++ & 0x3F);
    return c;
}

static bool encode_utf16(bool big, char **text, size_t *length) {
    char *out = malloc(2 * *length + 4);
    size_t used = 2;
    if (!out) return false;
    put_unit(out, 0xFEFF, big);
    for (const char *at = *text; *at;) {
        uint32_t c = take_utf8(&at);
        if (c > 0xFFFF) put_unit(out + used, 0xD800 + ((c - 0x10000) >> 10), big), used += 2;
        put_unit(out + used, c > 0xFFFF ? 0xDC00 + ((c - 0x10000) & 0x3FF) : c, big);
        used += 2;
    }
    free(*text);
    *text = out;
    *length = used;
    return true;
}

// ---- Windows-1252, in which spreadsheets of western Europe save ----

// The characters of 0x80 to 0x9F; all others are those of Unicode.
static const uint16_t windows[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                     0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

static bool is_utf8(const char *text) {
    while (*text) {
        const char *at = text;
        if (text_next(&text) == UNFIT && text == at + 1 && (unsigned char)*at >= 0x80) return false;
    }
    return true;
}

static char *from_windows(const char *text, size_t *length) {
    char *out = malloc(3 * *length + 1);
    size_t used = 0;
    for (; out && *text; text++) {
        unsigned char byte = (unsigned char)*text;
        used += put_utf8(out + used, byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte);
    }
    if (out) out[used] = 0;
    *length = used;
    return out;
}

static char windows_byte(uint32_t c) {
    for (unsigned i = 0; i < 32; i++)
        if (windows[i] == c) return (char)(0x80 + i);
    return c < 0x80 || (c >= 0xA0 && c < 0x100) ? (char)c : '?';
}

static void encode_windows(char *text, size_t *length) {
    size_t used = 0;
    for (const char *at = text; *at;) text[used++] = windows_byte(take_utf8(&at));
    text[used] = 0;
    *length = used;
}

bool csv_encode(const Csv *csv, char **text, size_t *length) {
    if (csv->encoding == CSV_WINDOWS) encode_windows(*text, length);
    bool wide = csv->encoding == CSV_BIG || csv->encoding == CSV_LITTLE;
    return !wide || encode_utf16(csv->encoding == CSV_BIG, text, length);
}

// ---- tables ----

static char *read_text(const char *path, Csv *csv, size_t *length, Message error) {
    char *text = file_read(path, MOST_BYTES, length, error);
    if (!text || *length < 2) return text;
    if (!memcmp(text, "\xFF\xFE", 2)) csv->encoding = CSV_LITTLE;
    if (!memcmp(text, "\xFE\xFF", 2)) csv->encoding = CSV_BIG;
    if (csv->encoding == CSV_BYTES && strlen(text) == *length && !is_utf8(text)) csv->encoding = CSV_WINDOWS;
    if (csv->encoding == CSV_BYTES) return text;
    char *plain =
        csv->encoding == CSV_WINDOWS ? from_windows(text, length) : from_utf16(text, length, csv->encoding == CSV_BIG);
    if (!plain) message_set(error, "out of memory");
    free(text);
    return plain;
}

bool csv_read(const char *path, Csv *csv, Message error) {
    size_t length;
    *csv = (Csv){.count = 0};
    char *text = read_text(path, csv, &length, error), *cell = text ? malloc(length + 1) : NULL;
    if (!text) return false;
    const char *at = text;
    bool read = cell != NULL && strlen(text) == length;
    if (read && !strncmp(at, "\xEF\xBB\xBF", 3)) csv->mark = true, at += 3;
    csv->separator = separator_of(at);
    while (read && *at) read = read_row(csv, &at, cell);
    free(cell);
    free(text);
    if (read && csv->count) return true;
    message_set(error, "%.120s is no table of comma-separated values", path);
    csv_free(csv);
    return false;
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
