// emulated.h - the one place where a program is started under build/emulate: its words, its box, and what it sees.
#ifndef EMULATED_H
#define EMULATED_H

#include "../exercises/exercise.h"
#include "../system/paths.h"
#include "../system/process.h"

#define MOST_COMMAND_WORDS 100
#define MOST_OWN_ARGUMENTS 8 // of an exercise that is a whole program

typedef struct {
    const char *words[MOST_COMMAND_WORDS]; // NULL-terminated
    unsigned count;
    char own[MOST_OWN_ARGUMENTS][64]; // arguments that an exercise has written
} Command;

// Adds the words of a NULL-terminated list, which live as long as the command does.
void command_add_list(Command *command, const char *const *words);
#define command_add(command, ...) command_add_list(command, (const char *const[]){__VA_ARGS__, NULL})
// Adds the arguments of a whole program for a case.
void command_add_case(Command *command, const Exercise *exercise, const CaseSpec *spec, uint64_t seed);

typedef struct {
    const Paths *paths;
    const char *program, *folder; // the folder is all that the program knows of, and it runs there
    unsigned step;                // of a solution's ladder, from 1 on; 0: the function as it is
    const ProcessLimits *limits;
} EmulatedRun;
// Runs the program under build/emulate, in a box where paths say so, and takes the device's report. device: options of
// build/emulate; arguments: the program's own. The folder must be the program's (users_give). Nothing else in the
// grader starts a program that a student wrote, except on a real GPU.
void emulated_run(const EmulatedRun *run, const Command *device, const Command *arguments, ProcessResult *result);

#endif
