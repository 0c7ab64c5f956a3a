// exports.h - functions and variables of a program that its libraries would take for theirs.
#ifndef EXPORTS_H
#define EXPORTS_H

#include "../system/elf.h"

#define EXPORT_NAME 80 // bytes, a longer name is cut

// The first name that the program at `path` defines for other libraries to find. common/program.map allows operator new
// and delete, and variables of libraries that the linker copies into a program are no definitions of its own. A version
// (.symver) keeps a name in spite of that file. false: there is none.
bool program_exports(const char *path, char name[EXPORT_NAME]);
bool file_exports(Bytes file, char name[EXPORT_NAME]); // the same of a program's bytes

#endif
