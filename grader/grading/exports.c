// exports.c - the table of names that the dynamic linker searches, in an ELF file whose author is not trusted: each
// offset and size in it is checked before it is followed.
#include "exports.h"

#include "../system/files.h"
#include "../system/text.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __aarch64__
#define COPIED R_AARCH64_COPY
#else
#define COPIED R_X86_64_COPY
#endif
#define MOST_BYTES (1u << 30)
#define MOST_COPIED 64

typedef struct {
    const char *bytes;
    size_t size;
    const Elf64_Shdr *sections;
    uint64_t section_count;
} Program;

// The `index`-th of items of that size that a section has; NULL: it has fewer, or lies beyond the file.
static const void *item(const Program *program, const Elf64_Shdr *section, uint64_t index, size_t size) {
    if (section->sh_offset > program->size || section->sh_size > program->size - section->sh_offset) return NULL;
    if (index >= section->sh_size / size || section->sh_offset % _Alignof(uint64_t)) return NULL;
    return program->bytes + section->sh_offset + index * size;
}

static bool program_open(Program *program) {
    const Elf64_Ehdr *header = (const void *)program->bytes;
    if (program->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG)) return false;
    if (header->e_shoff > program->size || header->e_shoff % _Alignof(Elf64_Shdr)) return false;
    uint64_t most = (program->size - header->e_shoff) / sizeof *program->sections;
    if (!most || header->e_shentsize != sizeof *program->sections) return false;
    program->sections = (const void *)(program->bytes + header->e_shoff);
    program->section_count = header->e_shnum ? header->e_shnum : program->sections[0].sh_size; // 0: too many for it
    return program->section_count <= most;
}

static void name_of(const Program *program, const Elf64_Shdr *table, const Elf64_Sym *symbol, char name[80]) {
    const Elf64_Shdr *names = table->sh_link < program->section_count ? &program->sections[table->sh_link] : NULL;
    size_t length = 0;
    name[0] = 0;
    if (!names || names->sh_offset > program->size || names->sh_size > program->size - names->sh_offset) return;
    if (symbol->st_name >= names->sh_size) return;
    const char *from = program->bytes + names->sh_offset + symbol->st_name;
    while (symbol->st_name + length < names->sh_size && from[length]) length++;
    text_clean(name, 80, from, length, false);
}

static bool is_allowed(const char *name) {
    static const char *const operators[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strncmp(name, operators[i], strlen(operators[i]))) return true;
    return false;
}

// Where the linker has made places for variables of libraries, such as stdout. A program has few.
typedef struct {
    uint64_t places[MOST_COPIED];
    unsigned count;
} Copied;

static void copied_find(const Program *program, Copied *copied) {
    for (uint64_t s = 0; s < program->section_count; s++) {
        const Elf64_Rela *move;
        const Elf64_Shdr *section = &program->sections[s];
        for (uint64_t i = 0; section->sh_type == SHT_RELA && (move = item(program, section, i, sizeof *move)); i++)
            if (ELF64_R_TYPE(move->r_info) == COPIED && copied->count < MOST_COPIED)
                copied->places[copied->count++] = move->r_offset;
    }
}

static bool is_copied(const Copied *copied, const Elf64_Sym *symbol) {
    bool variable = ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size > 0;
    for (unsigned i = 0; variable && i < copied->count; i++)
        if (copied->places[i] == symbol->st_value) return true;
    return false;
}

static bool table_exports(const Program *program, const Elf64_Shdr *table, const Copied *copied, char name[80]) {
    const Elf64_Sym *symbol;
    for (uint64_t i = 1; (symbol = item(program, table, i, sizeof *symbol)); i++) {
        if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS) continue;
        name_of(program, table, symbol, name);
        if (!is_allowed(name) && !is_copied(copied, symbol)) return true;
    }
    return false;
}

bool program_exports(const char *path, char name[80]) {
    Program program = {0};
    Copied copied = {0};
    bool exports = false;
    char *bytes = file_read(path, MOST_BYTES, &program.size, NULL);
    program.bytes = bytes;
    if (bytes && program_open(&program)) {
        copied_find(&program, &copied);
        for (uint64_t s = 0; s < program.section_count && !exports; s++)
            exports = program.sections[s].sh_type == SHT_DYNSYM &&
                      table_exports(&program, &program.sections[s], &copied, name);
    }
    free(bytes);
    return exports;
}
