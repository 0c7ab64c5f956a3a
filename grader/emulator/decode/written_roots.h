// written_roots.h - which memory a kernel's stores can reach, as far as its code tells before it runs.
#ifndef WRITTEN_ROOTS_H
#define WRITTEN_ROOTS_H

#include "../machine/code.h"

// Fills in Program.roots and writes_anywhere.
void written_roots_find(Program *program);

#endif
