// matrix.h - products of small matrices by a whole warp: mma and wmma, and how their elements get from and to
// registers.
#ifndef MATRIX_H
#define MATRIX_H

#include "../../memory/load_store.h"

#define MATRIX_MOST 256  // elements of a result: 16 x 16, or 32 x 8
#define FACTOR_MOST 4096 // of a factor: 16 x 256 bits
#define FLOATS_MOST 512  // of a factor of floats of 16 and 8 bits: 32 x 16, or 16 x 32

// d = a * b + c: a has m rows and k columns, b k rows and n columns.
typedef struct {
    unsigned m, n, k;
    PtxType a, b, c, d;
    bool saturates; // s32 results
    bool differing; // of bits: counts where they differ, not where both are 1
} Product;

// Row by row: the bits of each element, or doubles.
typedef union {
    uint32_t bits[FACTOR_MOST];
    double value[MATRIX_MOST];
} Matrix;

// mnk among the modifiers ("m16n8k16"). false: there is none.
bool product_shape(const PtxInstruction *in, Product *product);
// Is there such a product: types that go together, and sizes that fit?
bool product_exists(const Product *product);
// matrix_product.c; d may be c
void product_compute(const Product *product, const Matrix *a, const Matrix *b, const Matrix *c, Matrix *d);

unsigned element_bits(PtxType type);
unsigned elements_in_register(PtxType type);
double element_value(PtxType type, uint32_t bits); // of floats

// Where the elements of a fragment lie. place[WARP_LANES * r + lane] is the index in the matrix of the first element in
// register r of that lane; each further element in the same register lies `step` elements behind the one before.
typedef struct {
    unsigned registers, step;
    const uint16_t *place;
} Places;

// Copies the first places->registers registers of the list to a matrix, or back; elements have that many bits.
void matrix_gather(const Warp *warp, const Operand *list, const Places *places, unsigned bits, Matrix *matrix);
void matrix_scatter(const Warp *warp, const Operand *list, const Places *places, unsigned bits, const Matrix *matrix);

// The registers of count vector operands (or single registers) from `first` on, one after another, into out->list;
// sizes[n] of them must be in operand first + n.
bool decode_fragments(Decoder *decoder, const PtxInstruction *in, uint32_t first, uint32_t count, const PtxType *types,
                      const unsigned *sizes, Instruction *out);

// mma_m8n8k4.c: mma.m8n8k4 of halves, whose types and shape have been read
bool decode_quad_mma(Decoder *decoder, const PtxInstruction *in, const Product *product, Instruction *out);

#endif
