// merged_accesses.h - finds the accesses to shared and global memory that the assembler merges.
#ifndef MERGED_ACCESSES_H
#define MERGED_ACCESSES_H

#include "../decode/operands.h"

// Sets merged_bytes, merged_from and FATE_MERGED of the function's decoded loads and stores.
void merged_accesses_find(const Decoder *decoder, const Blocks *blocks);

#endif
