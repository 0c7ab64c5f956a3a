// help.c - what the commands are, for people.
#include "help.h"

#include <string.h>

#define SHORT 34 // arguments that leave room for words beside them

static const struct {
    const char *name, *arguments, *words, *more;
} commands[] = {
#define COMMAND(name, arguments, words, more) {#name, arguments, words, more},
#include "help.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

void help_all(FILE *out) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        int used = fprintf(out, "%s grade %s %s", i ? "      " : "usage:", commands[i].name, commands[i].arguments);
        if (used > SHORT + 15) fputc('\n', out), used = 0;
        fprintf(out, "%*s%s\n", SHORT + 17 - used, "", commands[i].words);
    }
    fputs("\nA part of a name will do if only one has it, and a chapter's number. grade COMMAND --help says more.\n",
          out);
}

bool help_command(FILE *out, const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name)) continue;
        fprintf(out, "usage: grade %s %s\n\n%s", name, commands[i].arguments, commands[i].more);
        return true;
    }
    return false;
}
