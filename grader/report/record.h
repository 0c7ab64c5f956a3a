// record.h - structures as JSON and back, by a table of their fields: a name stands once, for writing and for reading.
#ifndef RECORD_H
#define RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    FIELD_TEXT,         // char[]
    FIELD_TEXT_OR_NULL, // "" is null
    FIELD_INT,
    FIELD_UNSIGNED,
    FIELD_WHOLE, // uint64_t
    FIELD_TRUTH,
    FIELD_REAL,     // double; what is not finite is a word: "nan", "inf"
    FIELD_LEAST,    // double; null: -infinity
    FIELD_MOST,     // double; null: infinity
    FIELD_NUMBERS,  // unsigned[3]
    FIELD_INDEX,    // uint64_t[3], of which `count` are there
    FIELD_WORD,     // an enum, as one of `words`
    FIELD_RECORD,   // `fields` of the structure at that place
    FIELD_ROWS,     // an array of structures, of which `count` are there
    FIELD_ALLOCATED // the same behind a pointer, with room for one more
} FieldKind;

typedef struct Field {
    const char *name; // NULL: the table ends
    FieldKind kind;
    size_t at, size; // offset in the structure; size of a text or of a row
    size_t given;    // offset of a bool that says whether there is a value, otherwise null; 0: there always is
    bool (*is_there)(const void *structure); // the same as a function
    const struct Field *fields;
    const char *const *words; // to NULL
    size_t count;             // offset in the structure of an unsigned
    size_t room;              // bytes of an array in the structure
} Field;

// The fields' values, added to the object.
void record_write(json_t *object, const Field *fields, const void *structure);
// Fills in a structure of zeros. Distrusts the object, which may be NULL. false: a word or an array is none that there
// can be, or no memory is left.
bool record_read(const json_t *object, const Field *fields, void *structure);

#endif
