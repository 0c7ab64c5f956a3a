// playground.h - an exercise in a page: text in, what the student reads out.
//
// The file is compiled and run on the exercise's visible cases, and held against the same oracle as in the grader; the
// same rules make points of it. README.md says what a page does not judge. The same functions are compiled for this
// machine (build/playground), to compare what both say.
#ifndef PLAYGROUND_H
#define PLAYGROUND_H

#include <stdint.h>

// {"exercises": [{"name", "title", "chapter", "reason": why the page cannot run it, or "", "hints": [...]}]}
const char *playground_list(void);

// {"diagnostics": [...] (answer.h), "cases": [{"label", "passed", "message", "cause": what made it wrong, "problem":
// why it ended, "problem_line", "refused": by this page alone, "faults": number}], "parts": [{"label", "points" (null:
// only the grader knows), "max_points"}], "limits": [{"label", "counts", "case", "value", "least", "most" (null: any),
// "met", "advice"}], "shown": the case that the rest is of, "printed", "faults", "lines", "launches", "accesses",
// "without_gaps" (counted.h), "arrays": [{"name", "allocation", "wrong": bytes up to the first wrong element}]}.
// {"error"}: there is no such exercise. "": the text is a program with a main() of its own, a listing's. It has one
// case, which passes if the program runs to its end without a fault. What is returned is valid until the next call.
// traced: accesses kept of each instruction.
const char *playground_run(const char *exercise, const char *text, unsigned traced);

// A figure's kernels: {"diagnostics", "kernels": {name: its name in the image}}. The image is what core_load() takes;
// it has no bytes if the text does not compile.
const char *playground_compile(const char *text);
const uint8_t *playground_image(void);
uint32_t playground_image_bytes(void);

#endif
