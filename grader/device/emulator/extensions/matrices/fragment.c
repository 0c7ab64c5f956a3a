// fragment.c - fragments of mma and wmma: where their elements are in registers, and how machine code moves those of
// wmma.
//
// A fragment is what the machine's own products take, one after another: tiles of 8 lines, of which lane 4g + t has
// `each` consecutive elements of line g from depth `each` * t on. 16-bit elements are two in a register, bytes four; a
// lane has two neighbours of a result, be they in one register or two.
//
// Machine code loads and stores a tile at once, a lane what it has, if that lies together in memory. If it lies apart,
// that is one access per element; but a tile of 16-bit elements is square, is moved as it lies and then turned
// (MOVM). Factors of 16 and 8 bits in shared memory that would be moved a tile at once come in by LDSM, 16 lines with
// one instruction. A generic address is no shared one. All of that was read off the machine code (nvcc 13.0, sm_90) of
// every shape, type, layout and space.
#include "fragment.h"

enum { TILE_LINES = 8, MATRIX_ROW_BYTES = 16 };

Fragment fragment_of(const Product *p, Part part, PtxType type) {
    bool turned = p->m == 8 && p->n == 32;
    Fragment fragment = {.bits = element_bits(type), .factor = part != PART_C};
    fragment.columns = part == PART_B || (part == PART_C && turned);
    fragment.lines = fragment.columns ? p->n : p->m;
    fragment.depth = part != PART_C ? p->k : turned ? p->m : p->n;
    fragment.each = fragment.bits < 32 ? 32 / fragment.bits : part == PART_C ? 2 : 1;
    bool left = part == PART_C || (part == PART_B) == turned;
    fragment.height = left && fragment.lines > TILE_LINES ? 2 : 1;
    return fragment;
}

static unsigned tile_depth(const Fragment *fragment) { return 4 * fragment->each; }
static unsigned tiles_deep(const Fragment *fragment) { return fragment->depth / tile_depth(fragment); }
static unsigned tiles_of(const Fragment *fragment) { return fragment->lines / TILE_LINES * tiles_deep(fragment); }

static unsigned tile_registers(const Fragment *fragment) {
    return fragment->bits < 32 ? 1 : fragment->each; // each lane's elements of a tile are 32 bits, or have one each
}

unsigned fragment_registers(const Fragment *fragment) { return tiles_of(fragment) * tile_registers(fragment); }

static void tile_place(const Fragment *fragment, unsigned tile, unsigned *line, unsigned *depth) {
    unsigned together = fragment->height * tiles_deep(fragment);
    *line = (tile / together * fragment->height + tile % fragment->height) * TILE_LINES;
    *depth = tile % together / fragment->height * tile_depth(fragment);
}

Places fragment_places(Decoder *decoder, const Fragment *fragment, bool by_line) {
    unsigned count = fragment_registers(fragment), registers = tile_registers(fragment);
    uint16_t *place = decode_keep(decoder, count * WARP_LANES * sizeof *place);
    for (unsigned n = 0; n < count * WARP_LANES; n++) {
        unsigned reg = n / WARP_LANES, lane = n % WARP_LANES, line, depth;
        tile_place(fragment, reg / registers, &line, &depth);
        line += lane / 4;
        depth += lane % 4 * fragment->each + reg % registers;
        place[n] = (uint16_t)(by_line ? line * fragment->depth + depth : depth * fragment->lines + line);
    }
    return (Places){count, by_line ? 1 : fragment->lines, place};
}

// ---- moves -------------------------------------------------------------------------------------------------------

static unsigned tiles_at_once(const Fragment *fragment) {
    unsigned high = fragment->lines < 2 * TILE_LINES ? 1 : 2;
    return high * tiles_deep(fragment);
}

Moves fragment_moves(const Fragment *fragment, bool turned, bool loads_shared) {
    Moves moves = {.turned = turned, .lanes = FULL_MASK, .elements = fragment->each, .count = tiles_of(fragment)};
    bool together = !turned || fragment->bits == 16;
    if (together && loads_shared && fragment->factor && fragment->bits < 32) {
        unsigned tiles = tiles_at_once(fragment);
        moves.kind = BY_MATRICES;
        moves.count /= tiles;
        moves.elements = 8 * MATRIX_ROW_BYTES / fragment->bits;
        moves.lanes = FULL_MASK >> (WARP_LANES - TILE_LINES * tiles);
    } else if (together) {
        moves.kind = BY_PIECES;
    } else {
        moves.kind = BY_ELEMENTS;
        moves.count *= fragment->each;
        moves.elements = 1;
    }
    return moves;
}

void fragment_moved(const Fragment *fragment, const Moves *moves, unsigned n, unsigned lane, unsigned *major,
                    unsigned *minor) {
    unsigned line, depth, across = lane / 4, along = lane % 4 * fragment->each, tile = n;
    if (moves->kind == BY_MATRICES) {
        tile = (n * tiles_at_once(fragment) + lane / TILE_LINES) % tiles_of(fragment);
        across = lane % TILE_LINES, along = 0;
    } else if (moves->kind == BY_ELEMENTS) {
        tile = n / fragment->each;
        across = lane % 4 * fragment->each + n % fragment->each, along = lane / 4;
    }
    tile_place(fragment, tile, &line, &depth);
    *major = (moves->turned ? depth : line) + across;
    *minor = (moves->turned ? line : depth) + along;
}
