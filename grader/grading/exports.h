// exports.h - functions and variables of a program that its libraries would take for theirs.
#ifndef EXPORTS_H
#define EXPORTS_H

#include <stdbool.h>

// The first name that the program at `path` defines for other libraries to find. common/program.map allows operator new
// and delete, and variables of libraries that the linker copies into a program are no definitions of its own. A version
// (.symver) keeps a name in spite of that file. false: there is none.
bool program_exports(const char *path, char name[80]);

#endif
