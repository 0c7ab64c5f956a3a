// estimated_results.c - are the elements right that blocks have written at the size that is estimated?
//
// Whatever a program does at the sizes that are checked, its time counts at another. So the blocks that were executed
// to estimate it must have written what they were there for.
#define _GNU_SOURCE // memfd_create
#include "../device/system/text.h"
#include "../exercises/definition.h"
#include "estimate.h"
#include "stages.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_BYTES (UINT64_C(1) << 30)
#define COVERED 0.75 // of an output: right answers write 1 to 1.03 of it, by what some of their blocks do

// ---- what the program was given ------------------------------------------------------------------------------------

typedef struct {
    CaseArray arrays[2 * CASE_FILE_MAX_ARRAYS];
    size_t bytes[2 * CASE_FILE_MAX_ARRAYS]; // of an array's own mapping; 0: its data are another file's
    CaseFile file;
} Given;

// The part again and again, in the pages of one file. NULL: there is no memory for it, or a part is no whole pages.
static void *map_repeated(const CaseArray *part, size_t bytes) {
    size_t each = part->count * part->element_bytes;
    int file = each % (size_t)sysconf(_SC_PAGESIZE) ? -1 : memfd_create("part", MFD_CLOEXEC);
    bool good = file >= 0 && write(file, part->data, each) == (ssize_t)each;
    void *place = good ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    for (size_t at = 0; place != MAP_FAILED && good && at < bytes; at += each) {
        size_t size = bytes - at < each ? bytes - at : each;
        good = mmap((char *)place + at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED;
    }
    if (file >= 0) close(file);
    if (place == MAP_FAILED || good) return place == MAP_FAILED ? NULL : place;
    munmap(place, bytes);
    return NULL;
}

// false: the array's contents are not known.
static bool give(Given *given, const CaseArray *array, const CaseArray *from) {
    size_t n = given->file.count, bytes = array->count * array->element_bytes;
    given->arrays[n] = *array;
    given->arrays[n].data = from->data;
    if (bytes > from->count * from->element_bytes) {
        given->arrays[n].data = map_repeated(from, bytes);
        given->bytes[n] = bytes;
    }
    if (given->arrays[n].data) given->file.count++;
    return given->arrays[n].data;
}

// Arrays of the device are announced in its file, beside their first parts; what lies on the host is in the program's.
static bool given_open(Given *given, const CaseFile *device, const CaseFile *program) {
    bool all = true;
    *given = (Given){.file.arrays = given->arrays};
    for (size_t i = 0; i < device->count && all; i++) {
        const CaseArray *array = &device->arrays[i];
        char name[sizeof array->name + sizeof CASE_PART];
        snprintf(name, sizeof name, CASE_PART "%s", array->name);
        const CaseArray *part = case_file_find(device, name);
        if (part && part->count) all = give(given, array, part);
    }
    for (size_t i = 0; i < program->count && all; i++) {
        const CaseArray *array = &program->arrays[i];
        if (array->role == CASE_HOST && array->data && array->count) all = give(given, array, array);
    }
    return all;
}

static void given_close(Given *given) {
    for (size_t n = 0; n < given->file.count; n++)
        if (given->bytes[n]) munmap(given->arrays[n].data, given->bytes[n]);
}

// ---- what it has written -------------------------------------------------------------------------------------------

static bool array_is_right(const Outcome *outcome, const Exercise *exercise, const ReportWritten *results,
                           char wrong[160]) {
    bool right = !results->count || results->covered >= COVERED;
    if (!right) snprintf(wrong, 160, "its blocks write %.0f %% of %s", 100 * results->covered, results->array);
    for (unsigned n = 0; n < results->count && right; n++) {
        Expected like = {.name = NULL};
        uint64_t index, bits;
        report_written_element(results, n, &index, &bits);
        double expected = exercise->element(outcome, results->array, index, &like);
        right = !like.name || element_compare(&like, index, bits, expected, wrong);
    }
    return right;
}

void estimated_results_check(const Exercise *exercise, const EstimatedInputs *files, const DeviceReport *report,
                             char wrong[160]) {
    CaseFile device = {0}, program = {0};
    static Given given; // large
    given.file.count = 0;
    ReportWritten results;
    char error[160];
    wrong[0] = 0;
    if (!exercise->element) return;
    bool known = case_file_read(files->device, MOST_BYTES, &device, error) &&
                 case_file_read(files->program, MOST_BYTES, &program, error) && given_open(&given, &device, &program);
    Outcome outcome = {.spec = exercise_estimated(exercise), .input = &given.file};
    for (unsigned n = 0; known && !wrong[0] && report_written(report, n, &results); n++)
        if (!results.unsure) (void)array_is_right(&outcome, exercise, &results, wrong);
    given_close(&given);
    case_file_free(&device);
    case_file_free(&program);
}
