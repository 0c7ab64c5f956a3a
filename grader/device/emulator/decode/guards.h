// guards.h - which comparisons are known to hold at an instruction, since branches have made sure of them.
#ifndef GUARDS_H
#define GUARDS_H

#include "../machine/code.h"

typedef enum { EQUAL, LESS, AT_MOST } Relation;

// a RELATION b, both read as numbers of the type.
struct Guard {
    Relation relation;
    PtxType type;
    const PtxOperand *a, *b;
};

enum { GUARDS_MOST = 64 }; // of a kernel

// Fills in Program.guards and Program.guarded.
void guards_find(Program *program);

#endif
