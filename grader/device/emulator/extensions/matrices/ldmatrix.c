// ldmatrix.c - ldmatrix, stmatrix, movmatrix: 8 x 8 matrices of 16-bit elements in shared memory and registers.
//
// Lanes 8m to 8m + 7 give the addresses of matrix m's rows, of 16 bytes. Lane 4g + t holds elements 2t and 2t + 1 of
// row g, or of column g if the instruction transposes the matrix.
#include "../../machine/divergence.h"
#include "../../memory/load_store.h"

enum { EDGE = 8, ROW_BYTES = 16, FLAG_TRANSPOSED = 1 };

typedef uint16_t Rows[WARP_LANES][EDGE]; // by lane that gives the address

// Element e (0 or 1) of a lane's register of the matrix.
static uint16_t *element(Rows rows, const Instruction *i, unsigned matrix, unsigned lane, unsigned e) {
    unsigned line = lane / 4, at = lane % 4 * 2 + e;
    bool transposed = i->flags & FLAG_TRANSPOSED;
    return &rows[matrix * EDGE + (transposed ? at : line)][transposed ? line : at];
}

static void access_rows(Warp *warp, const Instruction *i, Rows rows, AccessKind kind, Mover move) {
    uint32_t all = warp->mask;
    Access access = {.kind = kind, .order = ORDER_AHEAD, .bytes = ROW_BYTES, .values = rows};
    warp->mask = i->list_count == 4 ? FULL_MASK : (1u << EDGE * i->list_count) - 1;
    warp->mask &= all;
    if (warp->mask) access_memory(warp, i, &access, move);
    warp->mask = all;
}

static void run_ldmatrix(Warp *warp, const Instruction *i) {
    Rows rows = {{0}};
    if (!warp_converge(warp, i, FULL_MASK)) return;
    access_rows(warp, i, rows, ACCESS_LOAD, access_fetch);
    for (unsigned matrix = 0; matrix < i->list_count && !warp->block->stopped; matrix++) {
        uint32_t *d = operand_lanes(warp, i->list[matrix]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            d[lane] = *element(rows, i, matrix, lane, 0) | (uint32_t)*element(rows, i, matrix, lane, 1) << 16;
    }
}

static void run_stmatrix(Warp *warp, const Instruction *i) {
    Rows rows = {{0}};
    if (!warp_converge(warp, i, FULL_MASK)) return;
    for (unsigned matrix = 0; matrix < i->list_count; matrix++) {
        const uint32_t *words = operand_lanes(warp, i->list[matrix]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            *element(rows, i, matrix, lane, 0) = (uint16_t)words[lane];
            *element(rows, i, matrix, lane, 1) = (uint16_t)(words[lane] >> 16);
        }
    }
    access_rows(warp, i, rows, ACCESS_STORE, access_store);
}

static void run_movmatrix(Warp *warp, const Instruction *i) {
    uint16_t matrix[EDGE][EDGE];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    const uint32_t *a = operand_lanes(warp, i->a);
    uint32_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        for (unsigned e = 0; e < 2; e++) matrix[lane / 4][lane % 4 * 2 + e] = (uint16_t)(a[lane] >> 16 * e);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        d[lane] = matrix[lane % 4 * 2][lane / 4] | (uint32_t)matrix[lane % 4 * 2 + 1][lane / 4] << 16;
}

bool decode_movmatrix(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (!ptx_has(in, "m8n8") || !ptx_has(in, "trans") || !ptx_has(in, "b16") || in->operand_count != 2)
        return decode_fail(decoder, in, "matrices of this shape");
    out->run = run_movmatrix;
    out->class = CLASS_EXCHANGE;
    out->site = decode_site(decoder, CLASS_EXCHANGE);
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_B32);
    out->a = decode_operand(decoder, in, &in->operands[1], TYPE_B32);
    return operand_is_bound(out->d) && operand_is_bound(out->a);
}

static bool bind(Decoder *decoder, const PtxInstruction *in, Instruction *out, uint32_t address,
                 InstructionClass class) {
    if (!ptx_has(in, "m8n8") || !ptx_has(in, "b16") || in->operand_count != 2)
        return decode_fail(decoder, in, "matrices of this shape");
    unsigned count = ptx_has(in, "x4") ? 4 : ptx_has(in, "x2") ? 2 : 1;
    if (!decode_list(decoder, in, &in->operands[1 - address], TYPE_B32, out)) return false;
    if (out->list_count != count) return decode_fail(decoder, in, "registers do not fit the shape");
    if (!decode_address(decoder, in, &in->operands[address], out)) return false;
    out->bytes = ROW_BYTES;
    out->flags = ptx_has(in, "trans") ? FLAG_TRANSPOSED : 0;
    out->class = (uint8_t) class;
    out->space = (uint8_t)ptx_space(in);
    decode_memory_sites(decoder, class, ptx_space(in), out);
    return true;
}

bool decode_ldmatrix(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_ldmatrix;
    return bind(decoder, in, out, 1, CLASS_LOAD);
}

bool decode_stmatrix(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_stmatrix;
    return bind(decoder, in, out, 0, CLASS_STORE);
}
