// matrix.h - products of small matrices by a whole warp: mma and wmma, and where their elements lie in registers.
#ifndef MATRIX_H
#define MATRIX_H

#include "load_store.h"

#define MATRIX_MOST 256  // elements of a result: 16 x 16, or 32 x 8
#define FACTOR_MOST 4096 // of a factor: 16 x 256 bits

// d = a * b + c: a has m rows and k columns, b k rows and n columns. Values of every type are kept as doubles.
typedef struct {
    unsigned m, n, k;
    PtxType a, b, c, d;
    bool saturates; // s32 results
    bool differing; // of bits: counts where they differ, not where both are 1
} Product;

// mnk among the modifiers ("m16n8k16"). false: there is none.
bool product_shape(const PtxInstruction *in, Product *product);
// Is there such a product: types that go together, and sizes that fit?
bool product_exists(const Product *product);
// Row-major a, b and c; d may be c.
void product_compute(const Product *product, const double *a, const double *b, const double *c, double *d);

unsigned element_bits(PtxType type);
unsigned elements_in_register(PtxType type);
// Element `index` of a lane's register, and its replacement; value has been rounded to the type.
double element_get(const Warp *warp, Operand reg, unsigned lane, unsigned index, PtxType type);
void element_set(const Warp *warp, Operand reg, unsigned lane, unsigned index, PtxType type, double value);

// The registers of count vector operands (or single registers) from `first` on, one after another, into out->list;
// sizes[n] of them must be in operand first + n.
bool decode_fragments(Decoder *decoder, const PtxInstruction *in, uint32_t first, uint32_t count, const PtxType *types,
                      const unsigned *sizes, Instruction *out);

// mma_quad.c: mma.m8n8k4 of halves, whose types and shape have been read
bool decode_quad_mma(Decoder *decoder, const PtxInstruction *in, const Product *product, Instruction *out);

#endif
