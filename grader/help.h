// help.h - what the commands are, for people.
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

// A line for each command.
void help_all(FILE *out);
// One command's own help. false: there is no such command.
bool help_command(FILE *out, const char *name);

#endif
