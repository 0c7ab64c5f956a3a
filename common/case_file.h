// case_file.h - the values of one test case, passed into and out of a student's program.
//
// The grader writes a case file: sizes, host arrays, and the arrays that lie on the device. An interface's main() reads
// it and calls the student's function. What lies on the device does not pass through the student's process: there it
// has a role, a type and a count, and the device process fills it and reads it back (see harness.h). Every reader of
// these files distrusts every length: the grader reads what a student's process wrote.
//
// Layout, little-endian: "WBCASE2\0", then entries until the end of the file:
//   char name[24] (NUL-padded), u16 type, u16 role, u32 element_bytes, u64 count, u64 data_bytes,
//   data_bytes bytes (count * element_bytes, or none), padding to 8.
#ifndef CASE_FILE_H
#define CASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// CASE_BYTES are elements of any size: structures.
typedef enum {
    CASE_INT64 = 1,
    CASE_FLOAT32,
    CASE_FLOAT64,
    CASE_INT32,
    CASE_INT16,
    CASE_INT8,
    CASE_UINT64,
    CASE_UINT32,
    CASE_UINT16,
    CASE_UINT8,
    CASE_BYTES,
    CASE_TYPE_COUNT
} CaseType;

typedef enum {
    CASE_HOST,     // a size or an array in host memory, as the file gives it
    CASE_HOST_OUT, // an array in host memory that the function fills
    CASE_IN,       // device memory with these contents
    CASE_OUT,      // device memory that the function fills
    CASE_IN_OUT,   // device memory with these contents, changed in place
    CASE_ROLE_COUNT
} CaseRole;

typedef struct {
    char name[24];
    CaseType type;
    CaseRole role;
    uint32_t element_bytes;
    uint64_t count;
    void *data; // count elements, 8-byte aligned, owned by the file; NULL: only announced
} CaseArray;

typedef struct {
    CaseArray *arrays;
    size_t count;
} CaseFile;

#define CASE_FILE_MAX_ARRAYS 64
// Begins the name of an array that holds the first part of an announced input's contents, which repeats to its end:
// enough for a run that is only sampled. The device process alone reads it.
#define CASE_PART "part:"

// Reads a case file into *file, whatever it held before. false with a sentence in error[160] and an empty *file if it
// is missing, no regular file (links are not followed), larger than max_bytes or malformed.
bool case_file_read(const char *path, uint64_t max_bytes, CaseFile *file, char error[160]);
bool case_file_write(const char *path, const CaseFile *file, char error[160]);
// The same without the contents of what lies on the device (CASE_IN, CASE_IN_OUT): what a student's process may see.
bool case_file_write_sealed(const char *path, const CaseFile *file, char error[160]);
void case_file_free(CaseFile *file);
// Adds an array of count zeroed elements and returns its data; the file owns it. NULL: out of memory, a name that is
// empty, longer than 23 bytes or taken, or CASE_FILE_MAX_ARRAYS reached.
void *case_file_add(CaseFile *file, const char *name, CaseType type, CaseRole role, uint64_t count);
// The same for structures of element_bytes each.
void *case_file_add_structs(CaseFile *file, const char *name, uint32_t element_bytes, CaseRole role, uint64_t count);
// Announces an array without contents, of any role but CASE_HOST.
bool case_file_announce(CaseFile *file, const char *name, CaseType type, uint32_t element_bytes, CaseRole role,
                        uint64_t count);
// Adds one integer (CASE_INT64, CASE_HOST).
bool case_file_set(CaseFile *file, const char *name, int64_t value);
// The array of that name, NULL if there is none.
const CaseArray *case_file_find(const CaseFile *file, const char *name);
// The single integer of that name; fallback if there is none.
int64_t case_file_integer(const CaseFile *file, const char *name, int64_t fallback);
uint32_t case_type_bytes(CaseType type); // of an element; 0 for CASE_BYTES and unknown types

#ifdef __cplusplus
}
#endif
#endif
