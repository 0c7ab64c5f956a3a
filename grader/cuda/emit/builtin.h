// builtin.h - builtins by kind: for builtin*.c alone.
#ifndef BUILTIN_H
#define BUILTIN_H

#include "generate.h"

bool builtin_arithmetic(Generator *generator, const Expression *expression, const Value *values, Value *result);
bool builtin_memory(Generator *generator, const Expression *expression, const Value *values, Value *result);
bool builtin_threads(Generator *generator, const Expression *expression, const Value *values, Value *result);
Op *half_quotient(Generator *generator, Op *a, Op *b);
// An instruction with an effect; NULL list elements end the operands.
Op *action(Generator *generator, IrType type, const char *text, unsigned count, Op *const *args);

#endif
