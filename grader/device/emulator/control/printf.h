// printf.h - device code's printf, and the text of a block that waits for the end of the launch.
#ifndef PRINTF_H
#define PRINTF_H

#include "system_calls.h"

#define PRINT_BYTES 8650752u // device printf's buffer, as the runtime's default
#define LONGEST_STRING 4096

void block_print(Block *block, const char *text, size_t length);
bool block_print_full(const Block *block); // whatever the block prints will be lost

// The NUL-terminated string at a device address, cut at LONGEST_STRING; "(bad pointer)" where there is none, and as the
// runtime has it "(null)".
void lane_string(const Warp *warp, unsigned lane, uint64_t address, char *to);

SYSTEM_CALL(call_vprintf);

#endif
