// answer.h - a student's file in a page: compiled by our own compiler, its host code interpreted, on an emulated GPU.
//
// The file is followed by the exercise's interface, so that lines keep their numbers. Nothing here knows the emulator:
// its types and the compiler's have the same names.
#ifndef PLAYGROUND_ANSWER_H
#define PLAYGROUND_ANSWER_H

#include "../../common/case_file.h"
#include "../device/emulator/web/json_text.h"

typedef struct Answer Answer;

// Never NULL. `interface` is the name of the exercise's interface; NULL: a program with a main() of its own, or kernels
// without a host.
Answer *answer_compile(const char *text, const char *interface);
void answer_free(Answer *answer);
bool answer_compiles(const Answer *answer);
// As a list: {"kind": "error", "refused" or "warning", "line", "column", "length", "message", "advice"}. A line behind
// the last one of the file means its end.
void answer_json_diagnostics(JsonText *json, const char *name, const Answer *answer);

// As an object: each kernel's name in the source, and what the image calls it.
void answer_json_kernels(JsonText *json, const char *name, const Answer *answer);
uint8_t *answer_image(const Answer *answer, size_t *size); // of the kernels, to be freed; NULL: it does not compile

// Why a run ended before its end; problem is "" if it did not.
typedef struct {
    char problem[320];
    unsigned line; // of the file, 0: unknown
    bool refused;  // the program is not to blame: nvcc's would go on
    bool endless;  // host code took all steps that it may
} AnswerEnd;
// Runs the interface on the input, or main() without any, on a GPU of its own, and takes the outputs. `traced`: of
// gpu_open().
void answer_run(Answer *answer, const CaseFile *input, CaseFile *output, uint32_t traced, AnswerEnd *end);
struct Device *answer_device(Answer *answer); // of the last run; NULL: there was none
// Where an array of the last run's input was on the device; 0: it was not there.
uint64_t answer_address(const Answer *answer, const CaseFile *input, size_t array);
const char *answer_printed(const Answer *answer);

#endif
