// emulated.c - a program under build/emulate.
#include "emulated.h"

#include "../sandbox/box.h"

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

static void start(const EmulatedRun *run, const Command *command, ProcessResult *result) {
    char temporary[PATH_BYTES + 16], home[PATH_BYTES + 16], chosen[64];
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", run->folder);
    snprintf(home, sizeof home, "HOME=%s", run->folder);
    snprintf(chosen, sizeof chosen, "WORKBOOK_STEP=%u", run->step - 1);
    const char *const environment[] = {"PATH=/usr/bin:/bin",      "LC_ALL=C", temporary, home,
                                       run->step ? chosen : NULL, NULL};
    process_run(&(ProcessSpec){.arguments = command->words,
                               .environment = environment,
                               .folder = run->folder,
                               .limits = *run->limits,
                               .report = true},
                result);
}

void emulated_run(const EmulatedRun *run, const Command *device, const Command *arguments, ProcessResult *result) {
    const char *box[BOX_WORDS + 1] = {NULL};
    Command command = {.count = 0};
    command_add(&command, run->paths->emulate, "--quiet", "--json-fd", "3");
    command_add_list(&command, device->words);
    if (run->paths->user[0]) command_add(&command, "--user", run->paths->device_user);
    box_prefix(run->paths, BOX_RUN, run->folder, box);
    command_add_list(&command, box);
    command_add(&command, run->program);
    command_add_list(&command, arguments->words);
    start(run, &command, result);
    users_clear(run->paths); // or one case could leave something for the next
}
