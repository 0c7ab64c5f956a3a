// observe_counting.c - both files that are made of observers.def, with the rows of counting.def too. They take the
// place of the emulator's own in the tests' program.
#include "counting.h"

#define MORE_OBSERVERS "../../tests/emulator/memory/counting.def"
#include "emulator/memory/observe.c"
#include "emulator/memory/repeated_shapes.c"
