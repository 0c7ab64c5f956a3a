// machine_code.c - a kernel's code and constants, read from an ELF image, and bound to a launch.
//
// The code of kernel NAME is the section .text.NAME, whose sh_info has the registers of a thread in its highest byte.
// Bank 0 of constants is what a launch passes; 2 is the kernel's literals (.nv.constant2.NAME), 3 the program's
// __constant__ variables, 4 addresses of its other variables, for which there are relocations.
#include "../../system/grow.h"
#include "../image/elf64.h"
#include "../machine/allocations.h"
#include "decode.h"
#include "execute.h"
#include "line_table.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGISTERS_SHIFT 24
#define ATTRIBUTE_PARAMETERS 0x0a // {u32 symbol, u16 offset in bank 0, u16 bytes}
#define ATTRIBUTE_FRAME 0x11      // {u32 symbol, u32 bytes}
#define FORMAT_SIZED 4
#define RELOCATION_ADDRESS 2
#define BANK_BYTES 65536
#define LOCAL_WORDS 0x20    // of bank 0: the generic address of local memory
#define WORKSPACE_HIGH 0x44 // of bank 0, %envreg1 and %envreg2: what the barrier of a grid counts in
#define WORKSPACE_LOW 0x48
#define STACK_WORD 0x28 // of bank 0: where a thread's stack begins
#define OPCODE_CALL 0x144
#define SPECIAL_ROWS 8 // zeros, and what is dropped: four of each, for the widest access
#define RESERVED_SHARED 1024

typedef struct {
    const uint8_t *bytes;
    uint64_t size;
    ElfHeader header;
    const char *kernel;
    SassCode *code;
    const uint8_t *text;
    uint64_t text_bytes;
} Image;

static const uint8_t *within(const Image *image, uint64_t offset, uint64_t size) {
    return offset <= image->size && size <= image->size - offset ? image->bytes + offset : NULL;
}

static bool section_at(const Image *image, uint32_t index, ElfSection *out) {
    const uint8_t *found = index < image->header.e_shnum
                               ? within(image, image->header.e_shoff + (uint64_t)index * sizeof *out, sizeof *out)
                               : NULL;
    if (found) memcpy(out, found, sizeof *out);
    return found;
}

static const char *string_at(const Image *image, uint32_t table, uint64_t offset) {
    ElfSection strings;
    if (!section_at(image, table, &strings) || offset >= strings.sh_size) return "";
    const uint8_t *text = within(image, strings.sh_offset, strings.sh_size);
    return text && memchr(text + offset, 0, strings.sh_size - offset) ? (const char *)text + offset : "";
}

// The section of that name, or of that name and the kernel's. NULL: there is none, or it is not within the image.
static const uint8_t *section_named(const Image *image, const char *prefix, bool of_kernel, ElfSection *out,
                                    uint32_t *index) {
    size_t length = strlen(prefix);
    for (uint32_t n = 0; section_at(image, n, out); n++) {
        const char *name = string_at(image, image->header.e_shstrndx, out->sh_name);
        if (strncmp(name, prefix, length) != 0 || strcmp(name + length, of_kernel ? image->kernel : "") != 0) continue;
        if (index) *index = n;
        return out->sh_type == SECTION_WITHOUT_BYTES ? NULL : within(image, out->sh_offset, out->sh_size);
    }
    return NULL;
}

static bool bank_read(const Image *image, unsigned number, const char *section, bool of_kernel) {
    ElfSection found;
    const uint8_t *bytes = section_named(image, section, of_kernel, &found, NULL);
    struct SassBank *bank = &image->code->banks[number];
    bank->bytes = calloc(BANK_BYTES + 16, 1);
    bank->size = BANK_BYTES;
    if (!bank->bytes || (bytes && found.sh_size > BANK_BYTES)) return false;
    if (bytes) memcpy(bank->bytes, bytes, found.sh_size);
    return true;
}

static bool symbol_add(SassCode *code, struct SassSymbol symbol, const char *name) {
    if (!ARRAY_GROW(code->symbols, code->symbol_count)) return false;
    symbol.name = strdup(name);
    code->symbols[code->symbol_count] = symbol;
    return symbol.name && ++code->symbol_count;
}

// What lies in section of the image: its symbol number `number`.
static bool symbol_at(const Image *image, const ElfSection *table, uint64_t number, ElfSymbol *out) {
    const uint8_t *at = number < table->sh_size / sizeof *out
                            ? within(image, table->sh_offset + number * sizeof *out, sizeof *out)
                            : NULL;
    if (at) memcpy(out, at, sizeof *out);
    return at;
}

static bool constants_find(const Image *image) {
    ElfSection bank, table;
    uint32_t index = 0;
    if (!section_named(image, ".nv.constant3", false, &bank, &index)) return true;
    if (!section_named(image, ".symtab", false, &table, NULL)) return true;
    ElfSymbol symbol;
    for (uint64_t n = 0; symbol_at(image, &table, n, &symbol); n++) {
        if (symbol.st_shndx != index || (symbol.st_info & 15) != SYMBOL_OBJECT) continue;
        if (symbol.st_value > BANK_BYTES || symbol.st_size > BANK_BYTES - symbol.st_value) return false;
        struct SassSymbol place = {.offset = (uint32_t)symbol.st_value, .size = (uint32_t)symbol.st_size, .bank = 3};
        if (!symbol_add(image->code, place, string_at(image, table.sh_link, symbol.st_name))) return false;
    }
    return true;
}

static bool addresses_find(const Image *image) {
    ElfSection relocations, table;
    const uint8_t *bytes = section_named(image, ".rela.nv.constant4", false, &relocations, NULL);
    if (!bytes || !section_named(image, ".symtab", false, &table, NULL)) return true;
    for (uint64_t n = 0; n < relocations.sh_size / sizeof(ElfRelocation); n++) {
        ElfRelocation relocation;
        ElfSymbol symbol;
        memcpy(&relocation, bytes + n * sizeof relocation, sizeof relocation);
        if ((uint32_t)relocation.r_info != RELOCATION_ADDRESS || relocation.r_offset > BANK_BYTES - 8) continue;
        if (!symbol_at(image, &table, relocation.r_info >> 32, &symbol)) continue;
        struct SassSymbol place = {.offset = (uint32_t)relocation.r_offset,
                                   .size = 8,
                                   .address = true,
                                   .bank = 4,
                                   .addend = (uint64_t)relocation.r_addend};
        if (!symbol_add(image->code, place, string_at(image, table.sh_link, symbol.st_name))) return false;
    }
    return true;
}

// Attributes {u8 format, u8 code, u16 length or value, data}.
static void attributes_read(const Image *image) {
    ElfSection info;
    const uint8_t *bytes = section_named(image, ".nv.info.", true, &info, NULL);
    uint64_t size = bytes ? info.sh_size : 0;
    for (uint64_t at = 0; size - at >= 4 && at < size;) {
        uint16_t length, offset;
        memcpy(&length, bytes + at + 2, 2);
        uint8_t format = bytes[at], kind = bytes[at + 1];
        at += 4;
        if (format != FORMAT_SIZED) continue;
        if (length > size - at) return;
        if (kind == ATTRIBUTE_PARAMETERS && length >= 8) {
            memcpy(&offset, bytes + at + 4, 2);
            image->code->parameter_offset = offset;
        }
        at += length;
    }
}

static bool code_decode(const Image *image, int target) {
    SassCode *code = image->code;
    code->count = (uint32_t)(image->text_bytes / 16);
    code->instructions = calloc(code->count + 1, sizeof *code->instructions);
    if (!code->instructions) return false;
    for (uint32_t n = 0; n < code->count; n++) {
        uint64_t words[2];
        memcpy(words, image->text + 16ull * n, sizeof words);
        if (!sass_decode(code, n, words[0], words[1], target)) return false;
    }
    return true;
}

// Where the kernel's part of the line table begins, its relocation says.
static void lines_read(const Image *image) {
    ElfSection lines, relocations, table;
    const uint8_t *bytes = section_named(image, ".debug_line", false, &lines, NULL);
    const uint8_t *rows = section_named(image, ".rela.debug_line", false, &relocations, NULL);
    if (!bytes || !rows || !section_at(image, relocations.sh_link, &table)) return;
    for (uint64_t n = 0; n < relocations.sh_size / sizeof(ElfRelocation); n++) {
        ElfRelocation relocation;
        ElfSymbol symbol;
        memcpy(&relocation, rows + n * sizeof relocation, sizeof relocation);
        if (!symbol_at(image, &table, relocation.r_info >> 32, &symbol)) continue;
        if (strcmp(string_at(image, table.sh_link, symbol.st_name), image->kernel) != 0) continue;
        line_table_read(image->code, bytes, lines.sh_size, relocation.r_offset);
    }
}

static bool calls_with_stack(const SassCode *code) {
    bool stack = false, calls = false;
    for (uint32_t n = 0; n < code->count; n++) {
        stack |= code->instructions[n].unit == UNIT_LOCAL;
        calls |= (code->instructions[n].low & 0x1ff) == OPCODE_CALL;
    }
    return stack && calls;
}

static bool image_read(Image *image, int target) {
    ElfSection text;
    image->text = section_named(image, ".text.", true, &text, NULL);
    if (!image->text || text.sh_size / 16 > UINT32_MAX / 64) return false;
    image->text_bytes = text.sh_size;
    SassCode *code = image->code;
    code->zero_row = code->registers;
    code->dump_row = code->zero_row + SPECIAL_ROWS / 2;
    code->uniform_row = code->dump_row + SPECIAL_ROWS / 2;
    code->rows = code->uniform_row + SASS_UNIFORM_REGISTERS;
    attributes_read(image);
    return bank_read(image, 0, "", false) && bank_read(image, 2, ".nv.constant2.", true) &&
           bank_read(image, 3, ".nv.constant3", false) && bank_read(image, 4, ".nv.constant4", false) &&
           constants_find(image) && addresses_find(image) && code_decode(image, target);
}

SassCode *sass_read(const uint8_t *elf, size_t size, const char *kernel, int target, uint32_t registers) {
    Image image = {.bytes = elf, .size = size, .kernel = kernel, .code = calloc(1, sizeof *image.code)};
    bool is_elf = size >= sizeof image.header && memcmp(elf, ELF_MAGIC, ELF_MAGIC_BYTES) == 0;
    if (is_elf) memcpy(&image.header, elf, sizeof image.header);
    if (image.code) image.code->registers = registers < 254 ? registers + 2 : 256; // a pair may begin with the last one
    if (image.code && is_elf && image.header.e_shentsize == sizeof(ElfSection) && image_read(&image, target)) {
        image.code->calls = calls_with_stack(image.code);
        lines_read(&image);
        return image.code;
    }
    sass_free(image.code);
    return NULL;
}

void sass_free(SassCode *code) {
    if (!code) return;
    for (size_t n = 0; n < sizeof code->banks / sizeof *code->banks; n++) free(code->banks[n].bytes);
    for (uint32_t n = 0; n < code->symbol_count; n++) free(code->symbols[n].name);
    for (uint32_t n = 0; n < code->file_count; n++) free(code->files[n]);
    free(code->files);
    free(code->symbols);
    free(code->constants);
    free(code->literals);
    free(code->instructions);
    free(code);
}

// ---- a launch's constants ------------------------------------------------------------------------------------------

static bool symbol_bind(SassCode *code, const struct SassSymbol *symbol, SassVariable find, void *context) {
    uint64_t address, size;
    const uint8_t *bytes;
    assert(symbol->bank < 5 && symbol->offset <= BANK_BYTES && symbol->size <= BANK_BYTES - symbol->offset);
    uint8_t *to = code->banks[symbol->bank].bytes + symbol->offset;
    if (!find(context, symbol->name, &address, &bytes, &size)) return false;
    address += symbol->addend;
    if (symbol->address) memcpy(to, &address, sizeof address);
    else if (bytes) memcpy(to, bytes, size < symbol->size ? size : symbol->size);
    return true;
}

void sass_bind(SassCode *code, const uint32_t grid[3], const uint32_t block[3], const uint8_t *parameters,
               uint32_t parameter_bytes, uint64_t workspace, SassVariable find, void *context) {
    uint8_t *launch = code->banks[0].bytes;
    const uint32_t high = (uint32_t)(workspace >> 32), low = (uint32_t)workspace;
    memcpy(launch + WORKSPACE_HIGH, &high, sizeof high);
    memcpy(launch + WORKSPACE_LOW, &low, sizeof low);
    const uint64_t local_window = LOCAL_WINDOW;
    memcpy(launch, block, 12);
    memcpy(launch + 12, grid, 12);
    memcpy(launch + LOCAL_WORDS, &local_window, sizeof local_window);
    memcpy(launch + STACK_WORD, &code->local_bytes, sizeof code->local_bytes);
    if (parameter_bytes <= BANK_BYTES - code->parameter_offset)
        memcpy(launch + code->parameter_offset, parameters, parameter_bytes);
    for (uint32_t n = 0; n < code->symbol_count; n++) (void)symbol_bind(code, &code->symbols[n], find, context);
    for (uint32_t n = 0; n < code->constant_count; n++) {
        const SassConstant *constant = &code->constants[n];
        uint32_t words[2] = {0, 0};
        if (constant->bank < 5 && code->banks[constant->bank].bytes)
            memcpy(words, code->banks[constant->bank].bytes + constant->offset, sizeof words);
        assert(constant->literal + 1u < code->literal_count);
        EACH_LANE {
            code->literals[constant->literal][l] = words[0];
            code->literals[constant->literal + 1][l] = words[1];
        }
    }
}
