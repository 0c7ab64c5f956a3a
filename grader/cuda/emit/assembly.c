// assembly.c - asm statements: refused. What the exercises want of them are builtins.
#include "generate.h"

void assembly_generate(Generator *generator, const Statement *statement) {
    generator_refuse(generator, statement->place, "asm", "use an intrinsic function");
}
