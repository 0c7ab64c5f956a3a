// fetch.c - tex, tld4 and txq: fetches through texture objects, and questions about objects.
//
// A fetch is one instruction of a warp to the counters; what passes through the texture path of the L1 cache is not
// counted.
#include "../../base/bits.h"
#include "operands.h"
#include <string.h>

typedef struct Fetch Fetch;
typedef void Sampling(const Fetch *fetch, const TexelSource *source, const Coordinates *c, uint32_t lanes,
                      Texel *texels);

struct Fetch {
    TextureShape shape;
    Sampling *sampling;
    unsigned component; // tld4
    bool is_level, is_gradient;
    Operand result[4], layer, at[3], level, dx[3], dy[3];
};

// ---- running --------------------------------------------------------------------------------------------------------

static void by_coordinates(const Fetch *fetch, const TexelSource *source, const Coordinates *c, uint32_t lanes,
                           Texel *texels) {
    sample(source, fetch->shape, c, lanes, texels);
}

static void by_index(const Fetch *fetch, const TexelSource *source, const Coordinates *c, uint32_t lanes,
                     Texel *texels) {
    sample_indices(source, fetch->shape, c, lanes, texels);
}

static void by_corners(const Fetch *fetch, const TexelSource *source, const Coordinates *c, uint32_t lanes,
                       Texel *texels) {
    sample_gather(source, fetch->component, c, lanes, texels);
}

static Coordinates coordinates_of(const Warp *warp, const Fetch *fetch) {
    Coordinates c = {0};
    for (unsigned n = 0; n < fetch->shape.dimensions; n++) {
        c.at[n] = operand_lanes(warp, fetch->at[n]);
        if (!fetch->is_gradient) continue;
        c.dx[n] = operand_lanes(warp, fetch->dx[n]);
        c.dy[n] = operand_lanes(warp, fetch->dy[n]);
    }
    if (fetch->shape.layered) c.layer = operand_lanes(warp, fetch->layer);
    if (fetch->is_level) c.level = operand_lanes(warp, fetch->level);
    return c;
}

// How arrays lie in a real GPU's memory is not known: sectors that are read are noted for linear memory only.
static bool seen(void *context, unsigned lane, uint64_t offset) {
    TextureAccess *access = context;
    access->reported &= access->lane == lane;
    access->lane = lane;
    bool is_array = access->texture->description.source == SOURCE_ARRAY;
    if (!is_array && !texture_access_inside(access, offset)) return false;
    texture_access_reads(access, offset, access->texture->texel_bytes);
    if (!is_array) memory_touch(access->allocation, false, (access->base + offset) / SECTOR_BYTES, 1);
    return true;
}

// Finds the object of the access's lane; false: the fault is recorded.
static bool fetch_begin(TextureAccess *access, const Fetch *fetch) {
    if (!texture_access_begin(access, false) || !texture_access_fits(access, fetch->shape)) return false;
    const TextureDescription *d = &access->texture->description;
    if (!fetch->is_gradient || d->anisotropy <= 1 || d->levels == 1) return true;
    texture_access_fault(access, FAULT_UNSUPPORTED, 0, 0, false, FACT_ALONE(texture_gradients));
    return false;
}

// Nobody asks which texels of an array are read if all of it was written, and no other stream may change it.
static TexelSource source_of(TextureAccess *access) {
    bool asked = access->texture->description.source != SOURCE_ARRAY || !access->allocation->all_initialised ||
                 access->warp->block->launch->notes_use;
    return (TexelSource){access->texture, texture_access_bytes(access, 0), asked ? seen : NULL, access};
}

// The lanes of the mask that have the first one's object.
static uint32_t lanes_alike(const uint64_t *handles, uint32_t mask) {
    uint64_t handle = handles[__builtin_ctz(mask)];
    uint32_t alike = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) alike |= (uint32_t)(handles[lane] == handle) << lane;
    return alike & mask;
}

static void write_results(const Warp *warp, const Fetch *fetch, uint32_t lanes, const Texel *texels) {
    for (unsigned n = 0; n < 4; n++) {
        uint32_t *result = operand_lanes(warp, fetch->result[n]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (lanes >> lane & 1) result[lane] = texels[lane].u[n];
    }
}

// Results are written when all have been computed, for they may go where coordinates come from.
static void run_fetch(Warp *warp, const Instruction *i) {
    warp->worker->sites[i->site].requests++;
    const Fetch *fetch = (const Fetch *)(uintptr_t)i->extra;
    const Coordinates coordinates = coordinates_of(warp, fetch);
    Texel texels[WARP_LANES];
    for (uint32_t left = warp->mask, lanes; left; left &= ~lanes) {
        lanes = lanes_alike(operand_lanes(warp, i->a), left);
        TextureAccess access = {.warp = warp, .instruction = i, .lane = (unsigned)__builtin_ctz(lanes)};
        if (fetch_begin(&access, fetch)) {
            TexelSource source = source_of(&access);
            fetch->sampling(fetch, &source, &coordinates, lanes, texels);
        } else {
            memset(texels, 0, sizeof texels);
        }
    }
    write_results(warp, fetch, warp->mask, texels);
    if (i->pair.bank == BANK_SINK) return;
    uint32_t *resident = operand_lanes(warp, i->pair); // arrays are never sparse here
    *resident |= warp->mask;
}

// ---- decoding -------------------------------------------------------------------------------------------------------

static const char *word(const PtxInstruction *in, uint32_t from_end) {
    return in->modifier_count > from_end ? in->modifiers[in->modifier_count - 1 - from_end] : "";
}

// Four registers, and perhaps a predicate that says whether all texels are resident.
static bool decode_results(Decoder *decoder, const PtxInstruction *in, Instruction *out, Fetch *fetch) {
    const PtxOperand *operand = &in->operands[0];
    PtxType type = ptx_type_named(word(in, 1));
    if (type != TYPE_F32 && type != TYPE_S32 && type != TYPE_U32)
        return decode_fail(decoder, in, "results of this type");
    if (!ptx_has(in, "v4")) return decode_fail(decoder, in, "results other than four components");
    if (operand->kind == OPERAND_PREDICATES) {
        out->pair = decode_operand(decoder, in, &operand->elements[1], TYPE_PRED);
        if (!operand_is_bound(out->pair)) return false;
        operand = &operand->elements[0];
    }
    return decode_elements(decoder, in, operand, type, fetch->result, 4);
}

// The coordinates {x, y, z}. Layered textures have the layer in front of them.
static bool decode_coordinates(Decoder *decoder, const PtxInstruction *in, const PtxOperand *vector, Fetch *fetch) {
    bool integers = !strcmp(word(in, 0), "s32");
    Operand elements[4];
    unsigned count = fetch->shape.dimensions + fetch->shape.layered;
    if (!integers && strcmp(word(in, 0), "f32")) return decode_fail(decoder, in, "coordinates of this type");
    if (integers && fetch->shape.cube) return decode_fail(decoder, in, "a direction of integers");
    if (!decode_elements(decoder, in, vector, TYPE_B32, elements, count)) return false;
    if (fetch->shape.layered) fetch->layer = elements[0];
    memcpy(fetch->at, elements + fetch->shape.layered, fetch->shape.dimensions * sizeof *elements);
    fetch->sampling = integers ? by_index : by_coordinates;
    return true;
}

static bool begin_fetch(Decoder *decoder, const PtxInstruction *in, Instruction *out, Fetch **fetch) {
    const PtxOperand *coordinates;
    *fetch = decode_keep(decoder, sizeof **fetch);
    if (in->operand_count < 2) return decode_fail(decoder, in, "too few operands");
    if (!decode_geometry(decoder, in, &(*fetch)->shape)) return false;
    if (!decode_object(decoder, in, &in->operands[1], out, &coordinates)) return false;
    if (!decode_results(decoder, in, out, *fetch)) return false;
    if (!decode_coordinates(decoder, in, coordinates, *fetch)) return false;
    out->run = run_fetch;
    out->extra = (uintptr_t)*fetch;
    out->site = decode_site(decoder, CLASS_TEXTURE);
    return true;
}

bool decode_texture(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Fetch *fetch;
    if (!begin_fetch(decoder, in, out, &fetch)) return false;
    fetch->is_level = ptx_has(in, "level");
    fetch->is_gradient = ptx_has(in, "grad");
    bool by_integers = fetch->sampling == by_index;
    if (in->operand_count != 2u + fetch->is_level + 2 * fetch->is_gradient || ptx_has(in, "base"))
        return decode_fail(decoder, in, "offsets, depth comparison and base levels");
    if (by_integers && (fetch->is_level || fetch->is_gradient))
        return decode_fail(decoder, in, "levels of integer coordinates");
    if (fetch->is_level) return decode_elements(decoder, in, &in->operands[2], TYPE_F32, &fetch->level, 1);
    if (!fetch->is_gradient) return true;
    unsigned count = fetch->shape.dimensions;
    return decode_elements(decoder, in, &in->operands[2], TYPE_F32, fetch->dx, count) &&
           decode_elements(decoder, in, &in->operands[3], TYPE_F32, fetch->dy, count);
}

bool decode_gather(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    static const char *const COMPONENTS[4] = {"r", "g", "b", "a"};
    Fetch *fetch;
    if (!begin_fetch(decoder, in, out, &fetch)) return false;
    for (unsigned n = 0; n < 4; n++)
        if (ptx_has(in, COMPONENTS[n])) fetch->component = n;
    bool plain = fetch->shape.dimensions == 2 && !fetch->shape.layered && in->operand_count == 2;
    if (!plain || fetch->sampling != by_coordinates) return decode_fail(decoder, in, "gathers other than of .2d");
    fetch->sampling = by_corners;
    return true;
}

// ---- questions ------------------------------------------------------------------------------------------------------

// The extents that an object has are answered in their order: the height of layered lines is the number of layers. An
// H200 refuses other questions.
typedef uint32_t Answer(const TextureDescription *d, const TextureLevel *level);
static uint32_t width_of(const TextureDescription *d, const TextureLevel *level) { return (void)d, level->width; }
static uint32_t slices_of(const TextureDescription *d, const TextureLevel *level) {
    return d->cube && !d->is_surface ? (d->layered ? level->depth / 6 : 0) : d->depth ? level->depth : 0;
}
static uint32_t height_of(const TextureDescription *d, const TextureLevel *level) {
    return d->height ? level->height : slices_of(d, level) + (d->source == SOURCE_ARRAY && !d->depth && !d->is_surface);
}
static uint32_t depth_of(const TextureDescription *d, const TextureLevel *level) {
    return d->height ? slices_of(d, level) : 0;
}

static const struct {
    const char *name;
    Answer *answer;
} QUESTIONS[] = {{"width", width_of}, {"height", height_of}, {"depth", depth_of}};

static void run_query(Warp *warp, const Instruction *i) {
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        TextureAccess access = {.warp = warp, .instruction = i, .lane = lane};
        uint32_t *answer = (uint32_t *)operand_lanes(warp, i->d) + lane;
        *answer = 0;
        if (!texture_access_begin(&access, i->flags)) continue;
        uint32_t level = ((const uint32_t *)operand_lanes(warp, i->b))[lane];
        const TextureDescription *d = &access.texture->description;
        if (level < d->levels) *answer = QUESTIONS[i->extra].answer(d, &access.texture->level[level]);
    }
}

bool decode_query(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool with_level = ptx_has(in, "level"), known = false;
    if (in->operand_count != 2u + with_level || in->operands[1].base != BASE_REGISTER)
        return decode_fail(decoder, in, "objects are named by 64-bit handles here");
    if (!decode_address(decoder, in, &in->operands[1], out)) return false;
    if (out->a.bank != BANK_LONG) return decode_fail(decoder, in, "objects are named by 64-bit handles here");
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_B32);
    out->b =
        with_level ? decode_operand(decoder, in, &in->operands[2], TYPE_B32) : decode_literal(decoder, TYPE_U32, 0);
    if (!operand_is_bound(out->d) || !operand_is_bound(out->b)) return false;
    for (size_t n = 0; n < sizeof QUESTIONS / sizeof *QUESTIONS && !known; n++) {
        known = ptx_has(in, QUESTIONS[n].name);
        out->extra = n;
    }
    if (!known) return decode_fail(decoder, in, "this question");
    out->flags = in->opcode == OPCODE_SUQ;
    out->run = run_query;
    out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}
