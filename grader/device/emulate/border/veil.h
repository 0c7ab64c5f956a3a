// veil.h - inputs that begin on the host, and that only kernels know.
//
// What a program has in its own memory it can compute with. So in a veiled case it gets other values, each a token for
// the real one, which takes its place where the token arrives on the device: in copies, in parameters, and in memory
// that both sides see, for as long as a kernel runs. A right program never notices. One that computes on the host
// computes with tokens.
//
// What kernels have computed and the host has received is kept as well: results that such a program gives back must be
// among it, bit by bit.
#ifndef VEIL_H
#define VEIL_H

#include "../../../../common/case_file.h"
#include "../../emulator/machine/allocations.h"

#define VEIL_ARRAY "veil"   // of the case: pairs of 4-byte words, a token and what it stands for
#define SHOWN_ARRAY "shown" // of what is stored: words that kernels computed and the host received

typedef struct Veil Veil;
Veil *veil_create(const CaseFile *given); // NULL: the case is not veiled, or no memory is left
void veil_destroy(Veil *veil);
// Replaces tokens in bytes of this process. Words are aligned as the first byte is. veil may be NULL, here and below.
void veil_lift(const Veil *veil, uint8_t *bytes, uint64_t size);
// Around a launch: kernels see memory that both sides see without tokens, and the host what kernels change in it.
void veil_begin(Veil *veil, Memory *memory);
void veil_end(Veil *veil);
// Bytes of an allocation are copied to the host. Those that a kernel computed are kept.
void veil_show(Veil *veil, const Allocation *allocation, uint64_t offset, uint64_t size);
// Adds SHOWN_ARRAY. false: out of memory.
bool veil_store(const Veil *veil, CaseFile *taken);

#endif
