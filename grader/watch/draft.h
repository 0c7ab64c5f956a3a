// draft.h - what our own compiler says of a saved file while nvcc still works.
//
// build/playground compiles the text, interprets its host code and runs the visible cases; no code of the student's
// runs on this machine. A draft is called one, nvcc's verdict follows it, and a difference between both is said and
// kept.
#ifndef DRAFT_H
#define DRAFT_H

#include "../report/verdict.h"
#include "../system/paths.h"

#include <jansson.h>
#include <sys/types.h>

typedef struct {
    pid_t pid;      // 0: nobody works at one
    int descriptor; // readable when draft_take is to be called; -1: never
    char *text;     // the report, as far as it has come
    size_t length;
    json_t *report; // NULL: there is none
    double began;
    bool right;     // as far as it knows: all points
    char says[360]; // "" where the draft compiler cannot say anything
    char why[240];  // then: why not
    char line[400]; // the same, as a line while nvcc works
} Draft;

void draft_begin(Draft *draft, const Paths *paths, const Exercise *exercise, const char *file);
// Whether the draft has come, and says something.
bool draft_take(Draft *draft);
bool draft_wait(Draft *draft); // the same, once it has come
// How the verdict differs from the draft, in words; "" if it does not. The file is then kept as build/drafts/NAME.cu.
void draft_compare(const Draft *draft, const Paths *paths, const Verdict *verdict, const char *file, char words[400]);
void draft_end(Draft *draft); // also where there is none

#endif
