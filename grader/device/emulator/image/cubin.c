// cubin.c - what ptxas decided about kernels, read from machine code (ELF).
//
// A kernel NAME is a function symbol marked as an entry, in its own section .text.NAME. Its static shared memory
// is the section .nv.shared.NAME, which names the code's section in sh_info; from sm_90 on it begins with 1 KiB for
// the system, and a section .nv.shared.reserved.* says so. Registers and stack stand in .nv.info as attributes
// {u8 format, u8 code, u16 length, u32 symbol, u32 value}; before ABI 8 the registers are the top byte of the code
// section's sh_info as well. Layout as measured with the toolkit's own ptxas -v.
#include "cubin.h"
#include "../../system/grow.h"
#include "elf64.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    KERNEL_MARK = 0x10, // in st_other
    SYSTEM_SHARED_BYTES = 1024,
    FORMAT_SIZED = 4,
    ATTRIBUTE_FRAME = 0x11,
    ATTRIBUTE_MIN_STACK = 0x12,
    ATTRIBUTE_REGISTERS = 0x2f,
    REGISTERS_SHIFT = 24
};

typedef struct {
    const uint8_t *bytes;
    uint64_t size;
} Span;

typedef struct {
    Span file;
    ElfHeader header;
    int target;
    bool reserves_shared;
    FatbinResources **list;
    size_t *count;
    size_t first;        // entries of other files stand before it
    uint32_t *of_symbol; // 1 + entry by symbol, 0: no kernel
    size_t symbol_count;
    uint64_t name_bytes;
} Cubin;

static Span part(Span whole, uint64_t offset, uint64_t size) {
    if (offset > whole.size || size > whole.size - offset) return (Span){0};
    return (Span){whole.bytes + offset, size};
}

static bool section(const Cubin *cubin, uint32_t index, ElfSection *out) {
    if (index >= cubin->header.e_shnum) return false;
    Span found = part(part(cubin->file, cubin->header.e_shoff, (uint64_t)cubin->header.e_shnum * sizeof *out),
                      index * sizeof *out, sizeof *out);
    if (!found.bytes) return false;
    memcpy(out, found.bytes, sizeof *out);
    return true;
}

static Span contents(const Cubin *cubin, const ElfSection *from) {
    return part(cubin->file, from->sh_offset, from->sh_size);
}

// The string at the offset in a string table; NULL if it does not end within.
static const char *string_at(Span table, uint64_t offset) {
    if (offset >= table.size || !memchr(table.bytes + offset, '\0', table.size - offset)) return NULL;
    return (const char *)table.bytes + offset;
}

static const char *section_name(const Cubin *cubin, const ElfSection *of) {
    ElfSection names;
    const char *name =
        section(cubin, cubin->header.e_shstrndx, &names) ? string_at(contents(cubin, &names), of->sh_name) : NULL;
    return name ? name : "";
}

static bool begins(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

// Adds the kernel; names together longer than the file would be the same one many times.
static bool kernel_add(Cubin *cubin, size_t symbol, const char *name, const ElfSection *code) {
    cubin->name_bytes += strlen(name) + 1;
    if (cubin->name_bytes > cubin->file.size) return false;
    if (!ARRAY_GROW(*cubin->list, *cubin->count)) return false;
    char *copy = strdup(name);
    if (!copy) return false;
    (*cubin->list)[(*cubin->count)++] =
        (FatbinResources){.kernel = copy, .target = cubin->target, .registers = code->sh_info >> REGISTERS_SHIFT};
    assert(symbol<cubin->symbol_count && * cubin->count> cubin->first);
    cubin->of_symbol[symbol] = (uint32_t)(*cubin->count - cubin->first);
    return true;
}

static bool kernels_find(Cubin *cubin, const ElfSection *table, uint32_t *of_section) {
    ElfSection strings, code;
    Span symbols = contents(cubin, table);
    if (!section(cubin, table->sh_link, &strings) || cubin->of_symbol) return false;
    cubin->symbol_count = symbols.size / sizeof(ElfSymbol);
    cubin->of_symbol = calloc(cubin->symbol_count + 1, sizeof *cubin->of_symbol);
    for (size_t i = 0; cubin->of_symbol && i < cubin->symbol_count; i++) {
        ElfSymbol symbol;
        memcpy(&symbol, symbols.bytes + i * sizeof symbol, sizeof symbol);
        bool is_kernel = (symbol.st_info & 15) == SYMBOL_FUNCTION && symbol.st_other & KERNEL_MARK;
        if (!is_kernel || !section(cubin, symbol.st_shndx, &code)) continue;
        const char *name = string_at(contents(cubin, &strings), symbol.st_name);
        if (!name || !kernel_add(cubin, i, name, &code)) return false;
        of_section[symbol.st_shndx] = cubin->of_symbol[i];
    }
    return cubin->of_symbol != NULL;
}

static void attribute_apply(Cubin *cubin, uint8_t code, uint32_t symbol, uint32_t value) {
    if (symbol >= cubin->symbol_count || !cubin->of_symbol[symbol]) return;
    FatbinResources *entry = &(*cubin->list)[cubin->first + cubin->of_symbol[symbol] - 1];
    bool is_stack = code == ATTRIBUTE_FRAME || code == ATTRIBUTE_MIN_STACK;
    if (code == ATTRIBUTE_REGISTERS) entry->registers = value;
    if (is_stack && value > entry->local_bytes) entry->local_bytes = value;
}

static void attributes_read(Cubin *cubin, Span info) {
    uint64_t at = 0;
    while (info.size - at >= 4) {
        const uint8_t *attribute = info.bytes + at;
        uint16_t length;
        uint32_t words[2];
        memcpy(&length, attribute + 2, sizeof length);
        at += 4;
        if (attribute[0] != FORMAT_SIZED) continue; // the length is the value itself
        if (length > info.size - at) return;
        if (length == sizeof words) {
            memcpy(words, info.bytes + at, sizeof words);
            attribute_apply(cubin, attribute[1], words[0], words[1]);
        }
        at += length;
    }
}

static bool symbols_read(Cubin *cubin, uint32_t *of_section) {
    ElfSection found;
    for (uint32_t i = 0; section(cubin, i, &found); i++) {
        const char *name = section_name(cubin, &found);
        bool debug = !strcmp(name, ".nv_debug.shared") && found.sh_size >= SYSTEM_SHARED_BYTES; // as -G has it
        cubin->reserves_shared |= debug || begins(name, ".nv.shared.reserved.");
        if (found.sh_type == SECTION_SYMBOLS && !kernels_find(cubin, &found, of_section)) return false;
    }
    return cubin->of_symbol != NULL;
}

static void resources_read(Cubin *cubin, const uint32_t *of_section) {
    ElfSection found;
    for (uint32_t i = 0; section(cubin, i, &found); i++) {
        const char *name = section_name(cubin, &found);
        if (!strcmp(name, ".nv.info")) attributes_read(cubin, contents(cubin, &found));
        if (!begins(name, ".nv.shared.") || found.sh_info >= cubin->header.e_shnum || !of_section[found.sh_info])
            continue;
        uint64_t system = cubin->reserves_shared && found.sh_size >= SYSTEM_SHARED_BYTES ? SYSTEM_SHARED_BYTES : 0;
        (*cubin->list)[cubin->first + of_section[found.sh_info] - 1].shared_bytes = (uint32_t)(found.sh_size - system);
    }
}

bool cubin_read(const uint8_t *bytes, size_t size, int target, FatbinResources **list, size_t *count) {
    Cubin cubin = {.file = {bytes, size}, .target = target, .list = list, .count = count, .first = *count};
    if (size < sizeof cubin.header || memcmp(bytes, ELF_MAGIC, ELF_MAGIC_BYTES)) return false;
    memcpy(&cubin.header, bytes, sizeof cubin.header);
    if (cubin.header.e_shentsize != sizeof(ElfSection)) return false;
    uint32_t *of_section = calloc(cubin.header.e_shnum + 1, sizeof *of_section); // 1 + entry by code section
    bool read = of_section && symbols_read(&cubin, of_section);
    if (read) resources_read(&cubin, of_section);
    free(cubin.of_symbol);
    free(of_section);
    return read;
}
