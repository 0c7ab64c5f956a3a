// surface.c - suld, sust and sured: bytes of a CUDA array by coordinates, without filter or conversion.
//
// The lowest coordinate counts bytes, the others rows, slices and layers. What lies outside traps, is moved to the
// nearest place inside, or reads zeros and writes nothing, as the instruction says.
#include "../../base/bits.h"
#include "operands.h"
#include <string.h>

typedef enum { OUTSIDE_TRAPS, OUTSIDE_CLAMPS, OUTSIDE_IS_ZERO } Outside;
typedef uint64_t Reduction(uint64_t old, uint64_t value, bool wide);

typedef struct {
    TextureShape shape;
    Outside outside;
    Reduction *reduction; // sured
    uint32_t bytes;       // of all elements
    Operand layer, at[3];
} SurfaceAccess;

typedef enum { PLACE_FOUND, PLACE_OUTSIDE, PLACE_FAULTY } Found; // outside: of the surface, or of all objects

// ---- places ---------------------------------------------------------------------------------------------------------

// Clamps a coordinate to [0, most]; false if it was outside.
static bool into(int64_t *coordinate, int64_t most) {
    int64_t given = *coordinate;
    *coordinate = given < 0 ? 0 : given > most ? most : given;
    return *coordinate == given;
}

static int64_t lane_integer(const Warp *warp, Operand operand, unsigned lane) {
    return ((const int32_t *)operand_lanes(warp, operand))[lane];
}

// The offset of the lane's bytes from the first texel.
static Found place_find(TextureAccess *access, const SurfaceAccess *surface, bool is_write, uint64_t *offset) {
    const TextureLevel *level = &access->texture->level[0];
    int64_t at[3] = {0}, most[3] = {(int64_t)level->pitch - surface->bytes, level->height - 1, level->depth - 1};
    for (unsigned n = 0; n < surface->shape.dimensions; n++)
        at[n] = lane_integer(access->warp, surface->at[n], access->lane);
    if (surface->shape.layered) at[2] = lane_integer(access->warp, surface->layer, access->lane);
    const int64_t given[3] = {at[0], at[1], at[2]};
    if (surface->shape.layered) at[2] = (uint32_t)at[2]; // a layer below the first is far beyond the last
    bool inside = most[0] >= 0;
    for (unsigned n = 0; n < 3; n++) inside &= into(&at[n], most[n] < 0 ? 0 : most[n]);
    *offset = (uint64_t)at[2] * level->slice + (uint64_t)at[1] * level->pitch + (uint64_t)at[0];
    if (given[0] % (int64_t)surface->bytes) {
        texture_access_fault(access, FAULT_MISALIGNED, *offset, surface->bytes, is_write,
                             FACT_OF(surface_misaligned, is_write, surface->bytes, (uint64_t)given[0]));
        return PLACE_FAULTY;
    }
    if (inside || (surface->outside == OUTSIDE_CLAMPS && most[0] >= 0)) return PLACE_FOUND;
    if (surface->outside == OUTSIDE_IS_ZERO) return PLACE_OUTSIDE;
    texture_access_fault(access, FAULT_SURFACE_BOUNDS, *offset, surface->bytes, is_write,
                         FACT_OF(surface_outside, is_write, surface->bytes, (uint64_t)given[0], (uint64_t)given[1],
                                 (uint64_t)given[2], level->pitch, level->height, level->depth));
    return PLACE_FAULTY;
}

static void mark_written(TextureAccess *access, uint64_t offset, uint32_t bytes) {
    Allocation *allocation = access->allocation;
    uint64_t first = access->base + offset;
    if (!allocation->all_initialised) bits_set(allocation->initialised, first, first + bytes - 1);
    memory_mark_computed(allocation, first, bytes);
}

// ---- running --------------------------------------------------------------------------------------------------------

static void load(TextureAccess *access, const Instruction *i, const uint8_t *bytes) {
    for (unsigned n = 0; n < i->list_count; n++) {
        uint64_t value = 0;
        void *lanes = operand_lanes(access->warp, i->list[n]);
        if (bytes) memcpy(&value, bytes + n * i->bytes, i->bytes);
        if (i->list[n].bank == BANK_LONG) ((uint64_t *)lanes)[access->lane] = value;
        else ((uint32_t *)lanes)[access->lane] = (uint32_t)value;
    }
}

static uint64_t lane_value(const TextureAccess *access, const Instruction *i, unsigned element) {
    const void *lanes = operand_lanes(access->warp, i->list[element]);
    bool wide = i->list[element].bank == BANK_LONG || i->list[element].bank == BANK_LITERAL_LONG;
    return wide ? ((const uint64_t *)lanes)[access->lane] : ((const uint32_t *)lanes)[access->lane];
}

static void store(TextureAccess *access, const Instruction *i, uint8_t *bytes) {
    for (unsigned n = 0; n < i->list_count; n++) {
        uint64_t value = lane_value(access, i, n);
        memcpy(bytes + n * i->bytes, &value, i->bytes);
    }
}

// Other blocks may reduce into the same place at the same time.
static void reduce(TextureAccess *access, const Instruction *i, uint8_t *bytes, Reduction *reduction) {
    uint64_t value = lane_value(access, i, 0);
    if (i->bytes == 8) {
        uint64_t *to = (uint64_t *)(void *)bytes, old = __atomic_load_n(to, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(to, &old, reduction(old, value, true), true, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {}
    } else {
        uint32_t *to = (uint32_t *)(void *)bytes, old = __atomic_load_n(to, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(to, &old, (uint32_t)reduction(old, (uint32_t)value, false), true,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    }
}

static Found begin_lane(TextureAccess *access, const SurfaceAccess *surface, bool is_write, uint64_t *offset) {
    if (texture_access_begin(access, true) && texture_access_fits(access, surface->shape))
        return place_find(access, surface, is_write, offset);
    return access->warp->block->error ? PLACE_FAULTY : PLACE_OUTSIDE;
}

static void run_surface_load(Warp *warp, const Instruction *i) {
    warp->worker->sites[i->site].requests++;
    const SurfaceAccess *surface = (const SurfaceAccess *)(uintptr_t)i->extra;
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        TextureAccess access = {.warp = warp, .instruction = i, .lane = (unsigned)__builtin_ctz(left)};
        uint64_t offset;
        Found place = begin_lane(&access, surface, false, &offset);
        if (place == PLACE_FAULTY) return;
        if (place == PLACE_FOUND) texture_access_reads(&access, offset, surface->bytes);
        load(&access, i, place == PLACE_FOUND ? texture_access_bytes(&access, offset) : NULL);
    }
}

// Stores and reductions.
static void run_surface_store(Warp *warp, const Instruction *i) {
    warp->worker->sites[i->site].requests++;
    const SurfaceAccess *surface = (const SurfaceAccess *)(uintptr_t)i->extra;
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        TextureAccess access = {.warp = warp, .instruction = i, .lane = (unsigned)__builtin_ctz(left)};
        uint64_t offset;
        Found place = begin_lane(&access, surface, true, &offset);
        if (place == PLACE_FAULTY) return;
        if (place == PLACE_OUTSIDE) continue;
        uint8_t *bytes = texture_access_bytes(&access, offset);
        if (surface->reduction) {
            texture_access_reads(&access, offset, surface->bytes);
            reduce(&access, i, bytes, surface->reduction);
        } else {
            store(&access, i, bytes);
        }
        mark_written(&access, offset, surface->bytes);
        texture_access_uses(&access, offset, surface->bytes, surface->reduction ? USE_ATOMIC : USE_WRITE);
    }
}

// ---- decoding -------------------------------------------------------------------------------------------------------

static bool begin_surface(Decoder *decoder, const PtxInstruction *in, uint32_t object, Instruction *out,
                          SurfaceAccess **surface) {
    const PtxOperand *coordinates;
    Operand elements[4];
    SurfaceAccess *kept = *surface = decode_keep(decoder, sizeof *kept);
    PtxType type = ptx_type(in);
    if (in->operand_count != 2) return decode_fail(decoder, in, "wrong number of operands");
    if (!ptx_has(in, "b")) return decode_fail(decoder, in, "accesses that convert formats");
    if (!decode_geometry(decoder, in, &kept->shape)) return false;
    if (kept->shape.cube) return decode_fail(decoder, in, "surfaces of this geometry");
    if (!decode_object(decoder, in, &in->operands[object], out, &coordinates)) return false;
    if (!decode_elements(decoder, in, coordinates, TYPE_B32, elements, kept->shape.dimensions + kept->shape.layered))
        return false;
    if (kept->shape.layered) kept->layer = elements[0];
    memcpy(kept->at, elements + kept->shape.layered, kept->shape.dimensions * sizeof *elements);
    if (!decode_list(decoder, in, &in->operands[1 - object], type, out)) return false;
    out->bytes = (uint8_t)ptx_type_bytes(type);
    kept->bytes = (uint32_t)out->bytes * out->list_count;
    kept->outside = ptx_has(in, "clamp") ? OUTSIDE_CLAMPS : ptx_has(in, "zero") ? OUTSIDE_IS_ZERO : OUTSIDE_TRAPS;
    out->extra = (uintptr_t)kept;
    out->site = decode_site(decoder, CLASS_SURFACE);
    return true;
}

bool decode_surface_load(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    SurfaceAccess *surface;
    out->run = run_surface_load;
    return begin_surface(decoder, in, 1, out, &surface);
}

bool decode_surface_store(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    SurfaceAccess *surface;
    out->run = run_surface_store;
    return begin_surface(decoder, in, 0, out, &surface);
}

static uint64_t sum(uint64_t a, uint64_t b, bool wide) { return (void)wide, a + b; }
static uint64_t both(uint64_t a, uint64_t b, bool wide) { return (void)wide, a & b; }
static uint64_t either(uint64_t a, uint64_t b, bool wide) { return (void)wide, a | b; }
static uint64_t lesser_unsigned(uint64_t a, uint64_t b, bool wide) { return (void)wide, a < b ? a : b; }
static uint64_t greater_unsigned(uint64_t a, uint64_t b, bool wide) { return (void)wide, a > b ? a : b; }
static int64_t signed_of(uint64_t value, bool wide) { return wide ? (int64_t)value : (int32_t)value; }
static uint64_t lesser_signed(uint64_t a, uint64_t b, bool wide) {
    return signed_of(a, wide) < signed_of(b, wide) ? a : b;
}
static uint64_t greater_signed(uint64_t a, uint64_t b, bool wide) {
    return signed_of(a, wide) > signed_of(b, wide) ? a : b;
}

bool decode_surface_reduction(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    static const struct {
        const char *name;
        Reduction *of_unsigned, *of_signed;
    } REDUCTIONS[] = {{"add", sum, sum},
                      {"and", both, both},
                      {"or", either, either},
                      {"min", lesser_unsigned, lesser_signed},
                      {"max", greater_unsigned, greater_signed}};
    SurfaceAccess *surface;
    PtxType type = ptx_type(in);
    bool is_signed = type == TYPE_S32 || type == TYPE_S64;
    if (ptx_type_bytes(type) < 4) return decode_fail(decoder, in, "values of this type");
    out->run = run_surface_store;
    if (!begin_surface(decoder, in, 0, out, &surface)) return false;
    for (size_t n = 0; n < sizeof REDUCTIONS / sizeof *REDUCTIONS; n++)
        if (ptx_has(in, REDUCTIONS[n].name))
            surface->reduction = is_signed ? REDUCTIONS[n].of_signed : REDUCTIONS[n].of_unsigned;
    return surface->reduction || decode_fail(decoder, in, "this reduction");
}
