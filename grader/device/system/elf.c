// elf.c - sections and names of an ELF file. (elf.h)
#include "elf.h"

#include <string.h>

Bytes bytes_part(Bytes whole, uint64_t offset, uint64_t size) {
    if (offset > whole.size || size > whole.size - offset) return (Bytes){0};
    return (Bytes){whole.bytes + offset, (size_t)size};
}

bool elf_open(Elf *elf, Bytes file) {
    if (file.size < sizeof elf->header || memcmp(file.bytes, ELFMAG, SELFMAG)) return false;
    elf->file = file;
    memcpy(&elf->header, file.bytes, sizeof elf->header);
    return elf->header.e_ident[EI_CLASS] == ELFCLASS64 && elf->header.e_shentsize == sizeof(Elf64_Shdr);
}

static bool section_at(const Elf *elf, uint64_t index, Elf64_Shdr *section) {
    if (elf->header.e_shoff > elf->file.size || index > elf->file.size / sizeof *section) return false;
    Bytes at = bytes_part(elf->file, elf->header.e_shoff + index * sizeof *section, sizeof *section);
    if (at.bytes) memcpy(section, at.bytes, sizeof *section);
    return at.bytes != NULL;
}

// Too many for the header are counted in the first section, which is none itself.
static uint64_t section_count(const Elf *elf) {
    Elf64_Shdr first;
    if (elf->header.e_shnum) return elf->header.e_shnum;
    return section_at(elf, 0, &first) ? first.sh_size : 0;
}

bool elf_section(const Elf *elf, uint64_t index, Elf64_Shdr *section) {
    return index < section_count(elf) && section_at(elf, index, section);
}

Bytes elf_content(const Elf *elf, const Elf64_Shdr *section) {
    return bytes_part(elf->file, section->sh_offset, section->sh_type == SHT_NOBITS ? 0 : section->sh_size);
}

Bytes elf_linked(const Elf *elf, const Elf64_Shdr *section) {
    Elf64_Shdr linked;
    return elf_section(elf, section->sh_link, &linked) ? elf_content(elf, &linked) : (Bytes){0};
}

const char *elf_string(Bytes table, uint64_t offset) {
    Bytes rest = offset < table.size ? bytes_part(table, offset, table.size - offset) : (Bytes){0};
    return rest.bytes && memchr(rest.bytes, 0, rest.size) ? (const char *)rest.bytes : "";
}
