// compile.h - nvcc's work in less time: its steps side by side, and headers read once.
//
// `nvcc --dryrun` prints the commands that nvcc would run one after another. build/compiler/compile runs the same
// commands, but each as soon as its input is there, and gives some of them a quicker form:
//
//     preprocessors   start with the macros of the known headers, whose text is inserted afterwards   macros.c
//     host compiler   loads a precompiled header of what cudafe++ makes of the known headers          header.c
//                     and compiles while cicc and ptxas still work                                    early.c
//     linker          is lld                                                                          schedule.c
//
// A quick form counts only if it succeeds and prints nothing; otherwise the plain command runs in its place, so every
// message is nvcc's own. If the printed commands are not the eight that are known, nvcc itself is executed.
//
// The known headers are those of a *preamble*, a few #include lines of the workbook's own. They are prepared when the
// workbook is built, before any student's file is read, and nothing is saved afterwards: no file can have an effect on
// the build of another. Prepared text is used only where it stands for the very same text, byte for byte.
#ifndef COMPILE_H
#define COMPILE_H

#include "../device/system/files.h"

#include <stdbool.h>
#include <stddef.h>

#define MOST_TEXT (64 << 20) // of what a compiler's step has written

// ---- steps.c: the commands ----

typedef enum {
    PREPROCESS_HOST,
    FRONT_HOST, // cudafe++
    PREPROCESS_DEVICE,
    FRONT_DEVICE, // cicc
    ASSEMBLE,     // ptxas
    BUNDLE,       // fatbinary
    COMPILE_HOST,
    LINK,
    STEP_COUNT,                 // of nvcc
    COMPILE_EARLY = STEP_COUNT, // ours: most of COMPILE_HOST
    EVERY_STEP
} StepKind;

#define MOST_WORDS 128
typedef struct {
    char *words[MOST_WORDS]; // NULL-terminated
    unsigned count;
    bool early; // the command runs once early_begin has returned
} Step;

typedef struct {
    Step steps[STEP_COUNT];
    char *printed; // what the words are part of
    // What paths below these differ in, where the workbook was prepared under other paths than it is used.
    char toolkit[1024], common[1024];
} Plan;

// The commands for nvcc's arguments (the first is nvcc). false: they are not the known ones.
bool plan_make(Plan *plan, char **arguments);
void plan_free(Plan *plan);
void step_add(Step *step, const char *word);
// The step without `word` and, where `value` is true, without the word behind it.
void step_drop(Step *step, const char *word, bool value);
// The word behind `option`, what follows in the word that begins with `begin`, and the only word that ends with
// `suffix`; NULL if there is none.
char *step_value(const Step *step, const char *option);
char *step_behind(const Step *step, const char *begin);
char *step_file(const Step *step, const char *suffix);
// All words but the files that differ from build to build and options on warnings (a quick form that warns does not
// count), one a line, with the plan's paths replaced by marks.
// Allocated; NULL if out of memory.
char *step_flags(const Plan *plan, const Step *step);

// ---- schedule.c: running them ----

// Runs every step as soon as those before it allow, with what was prepared in the directory `prepared`. Prints what
// nvcc would have printed, and returns its exit status.
int schedule_run(Plan *plan, const char *prepared);
// Runs one step to its end; what it prints is dropped. Whether it succeeded.
bool step_run(const Step *step);

// ---- prepared.c: files of prepared preambles, DIRECTORY/NAME.SUFFIX ----

typedef struct {
    char base[1024];                  // DIRECTORY/NAME
    char toolkit[1024], common[1024]; // as they were when it was prepared
} Preamble;

enum { MOST_PREAMBLES = 4 };
// Those in the directory whose headers have not changed since, those with more #include lines first. Returns how many.
unsigned preambles_find(const Plan *plan, const char *prepared, Preamble preambles[MOST_PREAMBLES]);
// Prepares the preamble as DIRECTORY/NAME. The plan's source file consists of its #include lines and of one line more,
// PREAMBLE_END and "__COUNTER__ };". false: something is unknown here.
#define PREAMBLE_END "enum { end_of_preamble = "
bool preamble_prepare(Plan *plan, const char *base);
// The whole file BASE.SUFFIX; allocated, NUL-terminated; NULL if there is none.
char *prepared_read(const char *base, const char *suffix);
// Whether the step has the flags that BASE.SUFFIX was made with.
bool prepared_for(const Plan *plan, const Step *step, const char *base, const char *suffix);

// ---- header.c ----

// Makes BASE.hpp and its precompiled form from what cudafe++ wrote. false: the text is not of the known shape.
bool header_prepare(const Plan *plan, const char *base);
// Makes the host compiler's step one that compiles the file REST with the precompiled header of one of the preambles;
// *used: which. false: there is none.
bool header_use(const Plan *plan, const Preamble *preambles, unsigned count, Step *quick, const Preamble **used);

// ---- early.c ----

#define EARLY "early" // a directory
#define REST EARLY "/rest.cpp"
#define EARLY_BYTES "tmpxft_bytes.fatbin" // which fatbinary writes beside its own file

// Prepares what stands for the file of fatbinary, from one that it wrote.
bool early_prepare(const Plan *plan, const char *base);
// The step COMPILE_EARLY. false: nothing can be compiled early.
bool early_use(const Plan *plan, const Preamble *preambles, unsigned count, Step *early, const Preamble **used);
// Takes the stub as it is.
bool early_begin(const Plan *plan);
// The quick form of COMPILE_HOST after COMPILE_EARLY: the rest of it. false: what was compiled is not what is there
// now.
bool early_finish(const Plan *plan, const Preamble *used, Step *quick);

// ---- macros.c ----

// Makes the files of a preprocessor's step, PREPROCESS_HOST or PREPROCESS_DEVICE.
bool macros_prepare(const Plan *plan, StepKind kind, const char *base);
// The quick form of that step, and which preamble it is for. false: there is none.
bool macros_use(const Plan *plan, StepKind kind, const Preamble *preambles, unsigned count, Step *quick,
                const Preamble **used);
// Inserts the headers' text into what the quick form has written. false: the plain form has to run.
bool macros_finish(const Plan *plan, StepKind kind, const Preamble *used);

#endif
