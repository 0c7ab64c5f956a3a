// elf.h - sections and names of an ELF file of 64 bits, whose author is not trusted: what does not lie in the file is
// empty. Parts are bytes of the file itself, at any address.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes; // NULL: there is nothing to be read
    size_t size;
} Bytes;

typedef struct {
    Bytes file;
    Elf64_Ehdr header;
} Elf;

Bytes bytes_part(Bytes whole, uint64_t offset, uint64_t size);         // empty: it does not lie in `whole`
bool elf_open(Elf *elf, Bytes file);                                   // false: it is no ELF file of 64 bits
bool elf_section(const Elf *elf, uint64_t index, Elf64_Shdr *section); // false: there is none
Bytes elf_content(const Elf *elf, const Elf64_Shdr *section);
// The content of the section that this one is linked to: the names of symbols.
Bytes elf_linked(const Elf *elf, const Elf64_Shdr *section);
// The text at an offset of a table of strings; "" where there is none.
const char *elf_string(Bytes table, uint64_t offset);

#endif
