// chosen.c - an experiment: some blocks, in which all numbers that kernels draw are the same.
//
// What becomes of the result then shows what these blocks have to do with it. Their number is the same for every
// secret, so they are two fifths of what many blocks do alike. An even secret chooses the same blocks in every launch
// of as many blocks; an odd one chooses anew in each launch.
#include "chosen.h"

// Places of that many bits, in an order that the secret gives: each step can be undone.
static uint32_t shuffled(uint32_t place, unsigned bits, uint64_t secret) {
    uint32_t mask = (uint32_t)((1ull << bits) - 1);
    for (unsigned round = 0; round < 4; round++) {
        secret = secret * 0x5851F42D4C957F2Du + 0x14057B7EF767814Fu;
        place = (place * (uint32_t)(secret >> 32 | 1) + (uint32_t)(secret >> 20)) & mask;
        place ^= place >> (bits + 1) / 2;
    }
    return place;
}

bool block_is_chosen(const Launch *launch, uint32_t index) {
    uint64_t blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
    uint64_t secret = launch->choice + (launch->choice & 1 ? launch->number << 32 : 0);
    unsigned bits = 1;
    while (blocks >> bits) bits++;
    do index = shuffled(index, bits, secret);
    while (index >= blocks);
    return index < blocks * 2 / 5;
}
