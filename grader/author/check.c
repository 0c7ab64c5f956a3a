// check.c - grade check: everything about one exercise, or about all, said in one run.
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned print_trials(const Trials *trials, bool all) {
    unsigned problems = 0;
    for (unsigned i = 0; i < trials->count; i++) {
        const Trial *trial = &trials->trials[i];
        problems += trial->problem[0] != 0;
        if (trial->problem[0]) printf("%s: %s\n", trial->shown, trial->problem);
        else if (all)
            printf("  %-11s %3d  %s\n               %s\n", trial->state, trial->points, trial->shown, trial->summary);
    }
    return problems;
}

static bool is_chosen(const Exercise *exercise, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], exercise->name)) return true;
    return argc == 1;
}

int check_command(const Paths *paths, int argc, char **argv) {
    char folder[PATH_BYTES];
    Message error;
    Trials trials = {0};
    unsigned problems = 0, chosen = 0;
    for (int i = 1; i < argc; i++)
        if (!known_exercise(argv[i])) return COULD_NOT_WORK;
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    for (unsigned i = 0; i < exercise_count; i++) {
        if (!is_chosen(exercises[i], argc, argv)) continue;
        chosen++;
        problems += parts_check(paths, exercises[i], stdout);
        if (!trials_collect(paths, exercises[i], folder, &trials, error)) return complain("%s", error);
    }
    fflush(stdout);
    trials_run(paths, &trials, default_jobs(), isatty(STDERR_FILENO) ? stderr : NULL);
    problems += print_trials(&trials, chosen == 1);
    printf("%u exercise%s, %u graded files, %u problem%s\n", chosen, chosen == 1 ? "" : "s", trials.count, problems,
           problems == 1 ? "" : "s");
    trials_free(&trials);
    folder_remove(folder);
    return problems ? 1 : 0;
}
