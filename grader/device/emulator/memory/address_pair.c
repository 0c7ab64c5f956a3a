// address_pair.c - an address among several of an instruction: its base, and its offset as a literal.
#include "address_pair.h"
#include "load_store.h"

bool decode_address_pair(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Operand pair[2]) {
    Instruction address = {0};
    if (!decode_address(decoder, in, operand, &address)) return false;
    pair[0] = address.a;
    pair[1] = decode_literal(decoder, TYPE_U64, address.extra);
    return true;
}

uint64_t lane_address(const Warp *warp, const Instruction *i, unsigned lane) {
    const void *base = operand_lanes(warp, i->a);
    bool wide = i->a.bank == BANK_LONG || i->a.bank == BANK_LITERAL_LONG;
    return wide ? ((const uint64_t *)base)[lane] + access_offset(i)
                : (uint32_t)(((const uint32_t *)base)[lane] + (uint32_t)access_offset(i));
}

Instruction with_address_pair(const Warp *warp, const Instruction *i, const Operand pair[2], PtxSpace space) {
    Instruction other = *i;
    other.a = pair[0];
    other.extra = *(const uint64_t *)operand_lanes(warp, pair[1]);
    other.space = (uint8_t)space;
    return other;
}
