// elf64.h - of the ELF format (64 bits, little-endian) what machine code is read with, for any host: Linux alone has a
// header for all of it.
#ifndef ELF64_H
#define ELF64_H

#include <stdint.h>

#define ELF_MAGIC "\177ELF\2" // and its class: 64 bits
#define ELF_MAGIC_BYTES 5

typedef struct {
    uint8_t e_ident[16];
    uint16_t e_type, e_machine;
    uint32_t e_version;
    uint64_t e_entry, e_phoff, e_shoff;
    uint32_t e_flags;
    uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} ElfHeader;

enum { SECTION_SYMBOLS = 2, SECTION_WITHOUT_BYTES = 8, SYMBOL_OBJECT = 1, SYMBOL_FUNCTION = 2 };

typedef struct {
    uint32_t sh_name, sh_type;
    uint64_t sh_flags, sh_addr, sh_offset, sh_size;
    uint32_t sh_link, sh_info;
    uint64_t sh_addralign, sh_entsize;
} ElfSection;

typedef struct {
    uint32_t st_name;
    uint8_t st_info, st_other; // the kind: the low 4 bits of st_info
    uint16_t st_shndx;
    uint64_t st_value, st_size;
} ElfSymbol;

typedef struct {
    uint64_t r_offset, r_info; // the type: the low half of r_info; the symbol: the high one
    int64_t r_addend;
} ElfRelocation;

#endif
