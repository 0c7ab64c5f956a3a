// operands.c - operands of texture and surface instructions, and the way from a handle to texels.
#include "operands.h"
#include "../../base/bits.h"
#include "../../counters/exact_use.h"
#include "../../machine/execute.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- decoding -------------------------------------------------------------------------------------------------------

bool decode_geometry(Decoder *decoder, const PtxInstruction *in, TextureShape *shape) {
    static const struct {
        const char *name;
        TextureShape shape;
    } GEOMETRIES[] = {{"1d", {1, false, false}}, {"2d", {2, false, false}}, {"3d", {3, false, false}},
                      {"a1d", {1, true, false}}, {"a2d", {2, true, false}}, {"cube", {3, false, true}},
                      {"acube", {3, true, true}}};
    for (size_t n = 0; n < sizeof GEOMETRIES / sizeof *GEOMETRIES; n++) {
        *shape = GEOMETRIES[n].shape;
        if (ptx_has(in, GEOMETRIES[n].name)) return true;
    }
    return decode_fail(decoder, in, "textures of this geometry");
}

bool decode_object(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out,
                   const PtxOperand **coordinates) {
    bool both = operand->kind == OPERAND_VECTOR && operand->count == 2;
    if (!both) return decode_fail(decoder, in, "expected an object and coordinates in brackets");
    *coordinates = &operand->elements[1];
    if (!decode_address(decoder, in, &operand->elements[0], out)) return false;
    bool is_handle = out->a.bank == BANK_LONG || out->a.bank == BANK_LITERAL_LONG;
    bool is_variable = operand->elements[0].base == BASE_VARIABLE; // a texture reference, which CUDA 12 has no more
    if (is_handle && !is_variable && !operand->elements[0].offset) return true;
    return decode_fail(decoder, in, "objects are named by 64-bit handles here");
}

bool decode_elements(Decoder *decoder, const PtxInstruction *in, const PtxOperand *vector, PtxType type,
                     Operand *elements, unsigned count) {
    bool is_vector = vector->kind == OPERAND_VECTOR;
    if ((is_vector ? vector->count : 1) < count) return decode_fail(decoder, in, "a vector has too few elements");
    for (unsigned n = 0; n < count; n++) {
        elements[n] = decode_operand(decoder, in, is_vector ? &vector->elements[n] : vector, type);
        if (!operand_is_bound(elements[n])) return false;
    }
    return true;
}

// ---- running --------------------------------------------------------------------------------------------------------

static const char *space_of(const TextureAccess *access) {
    return access->texture && access->texture->description.is_surface ? "surface" : "texture";
}

void texture_access_fault(const TextureAccess *access, FaultKind kind, uint64_t offset, uint32_t bytes, bool is_write,
                          Fact fact) {
    Fault fault = {.count = 1, .bytes = bytes, .is_write = is_write, .fact = fact};
    if (access->texture) fault.address = access->texture->description.address + offset;
    if (access->allocation) {
        fault.allocation = access->allocation->base;
        fault.allocation_bytes = access->allocation->size;
    }
    snprintf(fault.space, sizeof fault.space, "%s", space_of(access));
    warp_fault(access->warp, access->instruction, access->lane, kind, &fault);
}

// Hardware says nothing and gives zeros, or what the object of the other kind is of; but for numbers that can be no
// object's.
static bool invalid(TextureAccess *access, uint64_t handle, bool is_surface) {
    const Texture *texture = access->texture;
    access->texture = NULL;
    if (!texture && handle) warp_stop(access->warp, fault_error(FAULT_OUT_OF_BOUNDS));
    if (!texture)
        texture_access_fault(access, FAULT_INVALID_OBJECT, 0, 0, false, FACT_OF(no_object, handle, is_surface));
    else if (texture->destroyed)
        texture_access_fault(access, FAULT_INVALID_OBJECT, 0, 0, false, FACT_OF(object_destroyed, is_surface));
    else texture_access_fault(access, FAULT_INVALID_OBJECT, 0, 0, false, FACT_OF(object_other, is_surface));
    access->texture = texture;
    // Surface instructions look only at extents, which of memory that is no array may be more than there is.
    return texture && !texture->destroyed && (!is_surface || texture->description.source == SOURCE_ARRAY);
}

bool texture_access_begin(TextureAccess *access, bool is_surface) {
    const Launch *launch = access->warp->block->launch;
    uint64_t handle = ((const uint64_t *)operand_lanes(access->warp, access->instruction->a))[access->lane];
    const Texture *texture = access->texture = texture_find(launch->extensions[STATE_textures], handle);
    access->allocation = NULL;
    access->reported = false;
    bool fits = texture && !texture->destroyed && (texture->description.is_surface != 0) == is_surface;
    if (!fits && !invalid(access, handle, is_surface)) return false;
    access->allocation = memory_find(launch->memory, texture->description.address);
    access->base = texture->description.address - access->allocation->base;
    if (!access->allocation->freed) return true;
    texture_access_fault(access, FAULT_USE_AFTER_FREE, 0, 0, false,
                         FACT_OF(object_freed, is_surface, fact_text(access->allocation->label)));
    return false;
}

// To surface instructions the faces of a cube map are layers.
static TextureShape shape_of(const TextureDescription *d) {
    bool slices = d->layered || d->cube, cube = d->cube && !d->is_surface;
    unsigned plane = d->height ? 2 : 1;
    return (TextureShape){(uint8_t)(cube || (d->depth && !slices) ? 3 : plane), cube ? d->layered : slices, cube};
}

bool texture_access_fits(TextureAccess *access, TextureShape shape) {
    TextureShape own = shape_of(&access->texture->description);
    if (own.dimensions == shape.dimensions && own.layered == shape.layered && own.cube == shape.cube) return true;
    texture_access_fault(access, FAULT_INVALID_OBJECT, 0, 0, false,
                         FACT_OF(object_shape, access->texture->description.is_surface,
                                 FACT_SHAPE(own.dimensions, own.layered, own.cube),
                                 FACT_SHAPE(shape.dimensions, shape.layered, shape.cube)));
    return false;
}

bool texture_access_inside(TextureAccess *access, uint64_t offset) {
    const Allocation *allocation = access->allocation;
    uint32_t bytes = access->texture->texel_bytes;
    if (access->base + offset + bytes <= allocation->size) return true;
    if (!access->reported)
        texture_access_fault(access, FAULT_OUT_OF_BOUNDS, offset, bytes, false,
                             FACT_OF(texel_outside, fact_text(allocation->label)));
    access->reported = true;
    return false;
}

uint8_t *texture_access_bytes(const TextureAccess *access, uint64_t offset) {
    return access->allocation->data + access->base + offset;
}

void texture_access_uses(const TextureAccess *access, uint64_t offset, uint32_t bytes, MemoryUse use) {
    uint64_t first = access->texture->description.address + offset;
    exact_use_note(access->warp->block->launch, access->allocation, use, first, first + bytes);
}

void texture_access_reads(TextureAccess *access, uint64_t offset, uint32_t bytes) {
    Allocation *allocation = access->allocation;
    texture_access_uses(access, offset, bytes, USE_READ);
    if (!access->warp->block->launch->checks || allocation->all_initialised || access->reported) return;
    uint64_t first = access->base + offset;
    if (bits_any_set(allocation->initialised, first, first + bytes - 1)) return;
    access->reported = true;
    texture_access_fault(access, FAULT_UNINITIALISED_GLOBAL, offset, bytes, false,
                         FACT_OF(texel_unwritten, fact_text(space_of(access))));
}
