// line_table.c - a machine with few registers, whose program is the section .debug_line.
//
// Each row of the table says from which address on code comes from which line. ptxas adds what DWARF 2 lacks: a row
// whose code was inlined names the row of the call (INLINED_CALL, counted from 1 in each sequence).
#include "line_table.h"
#include "../../system/grow.h"
#include <stdio.h>
#include <string.h>

#define INSTRUCTION_BYTES 16
#define PATH_MOST 4096
#define CALLS_MOST 64 // one inlined into the next

enum {
    COPY = 1,
    ADVANCE_PC,
    ADVANCE_LINE,
    SET_FILE,
    SET_COLUMN,
    NEGATE_STATEMENT,
    BASIC_BLOCK,
    CONST_ADD_PC,
    FIXED_PC
};
enum { END_SEQUENCE = 1, SET_ADDRESS, INLINED_CALL = 0x90 };

typedef struct {
    const uint8_t *bytes, *at, *end; // the section; what is read next; behind the last byte of the unit
} Reader;

typedef struct {
    uint64_t address;
    uint32_t file, line, call; // call: number of a row, 0: none
} Row;

typedef struct {
    uint8_t length, range, opcodes; // of an instruction in bytes; of line steps; the first special opcode
    int8_t base;                    // the least line step
    const uint8_t *arguments;       // of each opcode
    const uint8_t *folders, *files; // where the lists begin
} Unit;

typedef struct {
    Row *rows;
    uint32_t count;
    Row now;
    bool ours; // the sequence is the kernel's
} Sequence;

static uint64_t number(Reader *reader, unsigned size) {
    uint64_t value = 0;
    if ((uint64_t)(reader->end - reader->at) < size) {
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, size);
    reader->at += size;
    return value;
}

static uint64_t leb(Reader *reader, bool is_signed) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    do {
        byte = (uint8_t)number(reader, 1);
        if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && reader->at < reader->end);
    if (is_signed && shift < 64 && byte & 64) value |= ~UINT64_C(0) << shift;
    return value;
}

// "" at the end of a list, or where the table is damaged.
static const char *string(Reader *reader) {
    const uint8_t *from = reader->at, *zero = memchr(from, 0, (size_t)(reader->end - from));
    reader->at = zero ? zero + 1 : reader->end;
    return zero ? (const char *)from : "";
}

static const char *nth_string(Reader reader, const uint8_t *list, uint64_t nth) {
    const char *found = "";
    reader.at = list;
    for (uint64_t n = 0; n < nth && *(found = string(&reader)); n++)
        ;
    return found;
}

// ---- files ---------------------------------------------------------------------------------------------------------

static bool file_path(const Reader *reader, const Unit *unit, uint32_t nth, char path[PATH_MOST]) {
    Reader list = *reader;
    const char *name = "";
    uint64_t folder = 0;
    list.at = unit->files;
    for (uint32_t n = 0; n < nth && *(name = string(&list)); n++) {
        folder = leb(&list, false);
        leb(&list, false);
        leb(&list, false);
    }
    const char *before = *name == '/' ? "" : nth_string(*reader, unit->folders, folder);
    return *name && snprintf(path, PATH_MOST, "%s%s%s", before, *before ? "/" : "", name) < PATH_MOST;
}

// Its place in code->files. false: it has no name, or there is no memory.
static bool file_add(SassCode *code, const Reader *reader, const Unit *unit, uint32_t nth, uint32_t *place) {
    char path[PATH_MOST];
    if (!file_path(reader, unit, nth, path)) return false;
    for (*place = 0; *place < code->file_count; ++*place)
        if (!strcmp(code->files[*place], path)) return true;
    if (!ARRAY_GROW(code->files, code->file_count)) return false;
    code->files[code->file_count] = strdup(path);
    return code->files[code->file_count] && ++code->file_count;
}

// ---- rows ----------------------------------------------------------------------------------------------------------

// The line that code of the row belongs to: the innermost one that is in the same file as the kernel.
static Row place_of(const Sequence *sequence, const Row *row) {
    const Row *calls[CALLS_MOST];
    unsigned count = 0;
    for (calls[count++] = row; row->call && row->call <= sequence->count && count < CALLS_MOST; count++)
        calls[count] = row = &sequence->rows[row->call - 1];
    unsigned n = 0;
    while (calls[n]->file != row->file) n++;
    return *calls[n];
}

static void sequence_end(SassCode *code, const Reader *reader, const Unit *unit, const Sequence *sequence) {
    uint32_t file = 0, known = UINT32_MAX;
    for (uint32_t r = 0; r < sequence->count; r++) {
        Row place = place_of(sequence, &sequence->rows[r]);
        uint64_t from = sequence->rows[r].address / INSTRUCTION_BYTES;
        uint64_t to = (r + 1 < sequence->count ? sequence->rows[r + 1] : sequence->now).address / INSTRUCTION_BYTES;
        if (place.file != known && !file_add(code, reader, unit, place.file, &file)) continue;
        known = place.file;
        for (uint64_t n = from; n < to && n < code->count; n++) {
            code->instructions[n].file = file;
            code->instructions[n].line = place.line;
        }
    }
}

static void row_add(Sequence *sequence) {
    if (sequence->ours && ARRAY_GROW(sequence->rows, sequence->count))
        sequence->rows[sequence->count++] = sequence->now;
}

static const Row FIRST_ROW = {.file = 1, .line = 1};

static void extended(Reader *reader, SassCode *code, const Unit *unit, uint64_t begin, Sequence *sequence) {
    uint64_t length = leb(reader, false);
    if (!length || length > (uint64_t)(reader->end - reader->at)) {
        reader->at = reader->end;
        return;
    }
    const uint8_t *next = reader->at + length;
    switch (number(reader, 1)) {
    case SET_ADDRESS:
        sequence->ours = (uint64_t)(reader->at - reader->bytes) == begin;
        sequence->now.address = number(reader, 8);
        break;
    case INLINED_CALL: sequence->now.call = (uint32_t)leb(reader, false); break;
    case END_SEQUENCE:
        if (sequence->ours) sequence_end(code, reader, unit, sequence);
        sequence->count = 0;
        sequence->ours = false;
        sequence->now = FIRST_ROW;
        break;
    default: break;
    }
    reader->at = next;
}

static void special(const Unit *unit, Sequence *sequence, uint8_t opcode, bool row) {
    unsigned step = (unsigned)opcode - unit->opcodes;
    sequence->now.address += (uint64_t)unit->length * (step / unit->range);
    if (!row) return;
    sequence->now.line += (uint32_t)(unit->base + (int)(step % unit->range));
    row_add(sequence);
}

static void standard(Reader *reader, const Unit *unit, Sequence *sequence, uint8_t opcode) {
    switch (opcode) {
    case COPY: row_add(sequence); break;
    case ADVANCE_PC: sequence->now.address += unit->length * leb(reader, false); break;
    case ADVANCE_LINE: sequence->now.line += (uint32_t)leb(reader, true); break;
    case SET_FILE: sequence->now.file = (uint32_t)leb(reader, false); break;
    case CONST_ADD_PC: special(unit, sequence, 255, false); break;
    case FIXED_PC: sequence->now.address += number(reader, 2); break;
    default:
        for (unsigned n = 0; n < unit->arguments[opcode - 1]; n++) leb(reader, false);
    }
}

static bool unit_begin(Reader *reader, Unit *unit) {
    uint64_t version = number(reader, 2), length = number(reader, 4);
    if (version != 2 || length > (uint64_t)(reader->end - reader->at)) return false;
    const uint8_t *program = reader->at + length;
    unit->length = (uint8_t)number(reader, 1);
    number(reader, 1);
    unit->base = (int8_t)number(reader, 1);
    unit->range = (uint8_t)number(reader, 1);
    unit->opcodes = (uint8_t)number(reader, 1);
    unit->arguments = reader->at;
    if (!unit->range || !unit->opcodes || unit->opcodes - 1 > reader->end - reader->at) return false;
    unit->folders = reader->at += unit->opcodes - 1;
    while (*string(reader))
        ;
    unit->files = reader->at;
    reader->at = program;
    return true;
}

void line_table_read(SassCode *code, const uint8_t *bytes, uint64_t size, uint64_t begin) {
    const uint8_t *end = bytes + size;
    Sequence sequence = {.now = FIRST_ROW};
    for (Reader reader = {bytes, bytes, end}; end - reader.at > 4; reader.at = reader.end) {
        Unit unit;
        reader.end = end;
        uint64_t length = number(&reader, 4);
        if (length < (uint64_t)(end - reader.at)) reader.end = reader.at + length;
        if (!unit_begin(&reader, &unit)) continue;
        while (reader.at < reader.end) {
            uint8_t opcode = (uint8_t)number(&reader, 1);
            if (!opcode) extended(&reader, code, &unit, begin, &sequence);
            else if (opcode >= unit.opcodes) special(&unit, &sequence, opcode, true);
            else standard(&reader, &unit, &sequence, opcode);
        }
    }
    free(sequence.rows);
}
