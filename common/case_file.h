// case_file.h - the values of one test case on their way into and out of a student's program.
//
// The grader writes a case file (sizes and input arrays), the interface's main() reads it, copies arrays to the
// device, calls the student's function and writes the outputs as another case file. Both sides use this reader,
// and it distrusts every length: the grader reads what a student's process wrote.
//
// Layout, little-endian: "WBCASE1\0", then entries until the end of the file:
//   char name[24] (NUL-padded), u32 type, u32 element_bytes, u64 count, count * element_bytes bytes, padding to 8.
#ifndef CASE_FILE_H
#define CASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { CASE_INT64 = 1, CASE_FLOAT32 = 2, CASE_FLOAT64 = 3, CASE_INT32 = 4 } CaseType;

typedef struct {
    char name[24];
    CaseType type;
    uint64_t count;
    void *data; // count elements, 8-byte aligned; the file owns it
} CaseArray;

typedef struct {
    CaseArray *arrays;
    size_t count;
} CaseFile;

#define CASE_FILE_MAX_ARRAYS 64

// Reads a case file into *file, whatever it held before. false with a sentence in error[160] and an empty *file if it
// is missing, no regular file (links are not followed), larger than max_bytes or malformed.
bool case_file_read(const char *path, uint64_t max_bytes, CaseFile *file, char error[160]);
bool case_file_write(const char *path, const CaseFile *file, char error[160]);
void case_file_free(CaseFile *file);
// Adds an array of count zeroed elements and returns its data; the file owns it. NULL: out of memory, a name that is
// empty, longer than 23 bytes or taken, or CASE_FILE_MAX_ARRAYS reached.
void *case_file_add(CaseFile *file, const char *name, CaseType type, uint64_t count);
// The array of that name, NULL if there is none.
const CaseArray *case_file_find(const CaseFile *file, const char *name);
// The single integer of that name; fallback if there is none.
int64_t case_file_integer(const CaseFile *file, const char *name, int64_t fallback);

#ifdef __cplusplus
}
#endif
#endif
