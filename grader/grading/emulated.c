// emulated.c - a program under build/emulate.
#include "emulated.h"

#include "../system/files.h"

#include <stdio.h>

void command_add_list(Command *command, const char *const *words) {
    while (*words && command->count < MOST_COMMAND_WORDS - 1) command->words[command->count++] = *words++;
}

void command_add_case(Command *command, const Exercise *exercise, const CaseSpec *spec, uint64_t seed) {
    char *own[MOST_OWN_ARGUMENTS];
    unsigned count = 0;
    for (unsigned i = 0; i < MOST_OWN_ARGUMENTS; i++) own[i] = command->own[i];
    exercise->arguments(spec, seed, own, &count);
    for (unsigned i = 0; i < count && i < MOST_OWN_ARGUMENTS; i++) command_add(command, command->own[i]);
}

void command_run(const Command *command, const char *folder, unsigned step, const ProcessLimits *limits,
                 ProcessResult *result) {
    char temporary[PATH_BYTES + 16], home[PATH_BYTES + 16], chosen[64];
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", folder);
    snprintf(home, sizeof home, "HOME=%s", folder);
    snprintf(chosen, sizeof chosen, "WORKBOOK_STEP=%u", step - 1);
    const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", temporary, home, step ? chosen : NULL, NULL};
    process_run(&(ProcessSpec){.arguments = command->words,
                               .environment = environment,
                               .folder = folder,
                               .limits = *limits,
                               .report = true},
                result);
}
