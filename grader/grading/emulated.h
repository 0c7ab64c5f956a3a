// emulated.h - a program that runs for a case, under build/emulate: its words, where it runs, and what it sees.
#ifndef EMULATED_H
#define EMULATED_H

#include "../exercises/exercise.h"
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
// Runs it in the folder, which alone it knows of, and takes its report. step: of a solution's ladder, from 1 on; 0: the
// function as it is.
void command_run(const Command *command, const char *folder, unsigned step, const ProcessLimits *limits,
                 ProcessResult *result);

#endif
