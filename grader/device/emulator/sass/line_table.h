// line_table.h - which source line each instruction of a kernel's machine code comes from.
#ifndef SASS_LINE_TABLE_H
#define SASS_LINE_TABLE_H

#include "sass.h"

// Reads the section .debug_line, DWARF of version 2 as ptxas writes it. begin: where in it the address of the kernel's
// first instruction is set, which its relocation says. Fills in file and line of code->instructions, and code->files. A
// damaged table is read as far as it goes.
void line_table_read(SassCode *code, const uint8_t *bytes, uint64_t size, uint64_t begin);

#endif
