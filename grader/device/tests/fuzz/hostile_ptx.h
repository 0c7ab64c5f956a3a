// hostile_ptx.h - PTX whose numbers a fuzzer chooses: sizes, alignments, counts and offsets of every kind.
#ifndef HOSTILE_PTX_H
#define HOSTILE_PTX_H

// In a text "@16@" is a number that is 16 unless the fuzzer wants another. Each text has a kernel k; its parameters are
// four numbers of 64 bits, p0 to p3, in registers %l0 to %l3, unless it declares others itself.
extern const char *const HOSTILE_PTX[];
extern const unsigned HOSTILE_PTX_COUNT;

#endif
