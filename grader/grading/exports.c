// exports.c - names that a program defines in the table that the dynamic linker searches. (exports.h)
#include "exports.h"

#include "../system/elf.h"
#include "../system/files.h"
#include "../system/text.h"

#include <stdlib.h>
#include <string.h>

#if defined __aarch64__
#define COPIED R_AARCH64_COPY
#else
#define COPIED R_X86_64_COPY
#endif
enum { MOST_BYTES = 1 << 30, MOST_COPIED = 64 };

// Where the linker has made places for variables of libraries, such as stdout. A program has few.
typedef struct {
    uint64_t places[MOST_COPIED];
    unsigned count;
} Copied;

static void copied_add(Copied *copied, Bytes moves) {
    Elf64_Rela move;
    for (size_t at = 0; at + sizeof move <= moves.size && copied->count < MOST_COPIED; at += sizeof move) {
        memcpy(&move, moves.bytes + at, sizeof move);
        if (ELF64_R_TYPE(move.r_info) == COPIED) copied->places[copied->count++] = move.r_offset;
    }
}

static bool is_copied(const Copied *copied, const Elf64_Sym *symbol) {
    bool variable = ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size > 0;
    for (unsigned i = 0; variable && i < copied->count; i++)
        if (copied->places[i] == symbol->st_value) return true;
    return false;
}

static bool is_allowed(const char *name) {
    static const char *const operators[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (text_begins(name, operators[i])) return true;
    return false;
}

static bool table_exports(Bytes symbols, Bytes names, const Copied *copied, char name[EXPORT_NAME]) {
    Elf64_Sym symbol;
    for (size_t at = sizeof symbol; at + sizeof symbol <= symbols.size; at += sizeof symbol) { // the first one is none
        memcpy(&symbol, symbols.bytes + at, sizeof symbol);
        if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS) continue;
        const char *exported = elf_string(names, symbol.st_name);
        if (is_allowed(exported) || is_copied(copied, &symbol)) continue;
        text_clean(name, EXPORT_NAME, exported, strlen(exported), false);
        return true;
    }
    return false;
}

bool file_exports(Bytes file, char name[EXPORT_NAME]) {
    Elf elf;
    Elf64_Shdr section;
    Copied copied = {0};
    if (!elf_open(&elf, file)) return false;
    for (uint64_t i = 0; elf_section(&elf, i, &section); i++)
        if (section.sh_type == SHT_RELA) copied_add(&copied, elf_content(&elf, &section));
    for (uint64_t i = 0; elf_section(&elf, i, &section); i++)
        if (section.sh_type == SHT_DYNSYM &&
            table_exports(elf_content(&elf, &section), elf_linked(&elf, &section), &copied, name))
            return true;
    return false;
}

bool program_exports(const char *path, char name[EXPORT_NAME]) {
    Bytes file = {0};
    char *bytes = file_read(path, MOST_BYTES, &file.size, NULL);
    file.bytes = (const uint8_t *)bytes;
    bool exports = bytes && file_exports(file, name);
    free(bytes);
    return exports;
}
