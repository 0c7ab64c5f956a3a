// operands.h - what instructions on texture and surface objects share: their operands, and finding the object.
#ifndef TEXTURE_OPERANDS_H
#define TEXTURE_OPERANDS_H

#include "../../decode/decoders.h"
#include "objects.h"

// ---- decoding -------------------------------------------------------------------------------------------------------

// .1d to .acube; false after decode_fail().
bool decode_geometry(Decoder *decoder, const PtxInstruction *in, TextureShape *shape);
// [handle, {coordinates}]: the handle to out->a, the coordinates' operands to *coordinates.
bool decode_object(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out,
                   const PtxOperand **coordinates);
// Binds the first `count` elements of a vector; a scalar is a vector of one.
bool decode_elements(Decoder *decoder, const PtxInstruction *in, const PtxOperand *vector, PtxType type,
                     Operand *elements, unsigned count);

// ---- running --------------------------------------------------------------------------------------------------------

// An object as one lane finds it.
typedef struct {
    Warp *warp;
    const Instruction *instruction;
    unsigned lane;
    const Texture *texture;
    Allocation *allocation;
    uint64_t base; // of the first texel, within the allocation
    bool reported; // a fault of one of its texels has been recorded
} TextureAccess;

// Finds the object of the lane's handle, a texture or a surface. false: there is none, or its memory is gone; the fault
// is recorded.
bool texture_access_begin(TextureAccess *access, bool is_surface);
// Does the object have that shape? false: fault recorded.
bool texture_access_fits(TextureAccess *access, TextureShape shape);
// Does the allocation have the texel at `offset`? false: fault recorded.
bool texture_access_inside(TextureAccess *access, uint64_t offset);
uint8_t *texture_access_bytes(const TextureAccess *access, uint64_t offset);
// A fault of the lane, at `offset` from the first texel.
void texture_access_fault(const TextureAccess *access, FaultKind kind, uint64_t offset, uint32_t bytes, bool is_write,
                          Fact fact);
// Checks that something has written the bytes, which are about to be read.
void texture_access_reads(TextureAccess *access, uint64_t offset, uint32_t bytes);
// Notes, for the order of streams, that the launch uses the bytes; texture_access_reads() does for what is read.
void texture_access_uses(const TextureAccess *access, uint64_t offset, uint32_t bytes, MemoryUse use);

#endif
