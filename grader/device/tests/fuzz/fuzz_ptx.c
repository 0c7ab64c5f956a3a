// fuzz_ptx.c - any bytes are read as PTX or refused, and whatever was read can be printed.
//
// The bytes are tried as a whole text, behind a text's first lines, and as a kernel's body, so that a fuzzer without
// examples gets past the first lines at once.
#include "emulator/ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEADER ".version 9.0\n.target sm_90\n"
#define KERNEL                                                                                                         \
    ".global .u64 v[4];.func (.param .b32 r) f(.param .b32 a);.entry k(.param .u64 p){.reg .pred %p<9>;.reg .b32 "     \
    "%r<9>;"
#define STRINGS ".file 1 \"f\".section .debug_str{L:.b8 97,0}"

static void print_all(const PtxModule *module) {
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = &module->functions[i];
        char text[64];
        for (uint32_t j = 0; j < function->instruction_count; j++)
            ptx_print(module, function, &function->instructions[j], text, sizeof text);
    }
    for (uint32_t i = 0; i < module->location_count; i++) {
        const PtxLocation *location = &module->locations[i];
        if (location->file >= module->file_count || location->inlined_at >= (int32_t)i) abort();
        if (location->function && strlen(location->function) > 1 << 20) abort();
    }
}

// The text is copied to memory of exactly its size, where reading past its end is seen.
static void try_text(const char *before, const uint8_t *data, size_t size, const char *after) {
    size_t first = strlen(before), last = strlen(after), length = first + size + last;
    char *text = malloc(length + !length);
    if (!text) abort();
    memcpy(text, before, first);
    if (size) memcpy(text + first, data, size);
    memcpy(text + first + size, after, last);
    PtxError error;
    PtxModule *module = ptx_read(text, length, &error);
    free(text);
    if (module) print_all(module);
    else if (!error.message[0] || !error.line) abort();
    ptx_free(module);
}

static const char *const WORDS[] = {".global ",
                                    ".const ",
                                    ".shared ",
                                    ".param ",
                                    ".local ",
                                    ".extern ",
                                    ".visible ",
                                    ".align 8 ",
                                    ".b8 ",
                                    ".u64 ",
                                    ".f32 ",
                                    ".f64 ",
                                    ".v2 ",
                                    ".v4 ",
                                    ".reg ",
                                    ".b32 ",
                                    ".pred ",
                                    "x",
                                    "y",
                                    "[2]",
                                    "[]",
                                    "={",
                                    "},",
                                    "};",
                                    "generic(v)+8",
                                    "0xFF(v)",
                                    "0XFF00(v)",
                                    ".global .u64 a[3]={",
                                    ".const .f32 b[2][2]={",
                                    ".global .b8 c[20]={",
                                    "-1",
                                    "0f3F800000",
                                    "0d3FF0000000000000",
                                    "1.5e3",
                                    ".entry g(",
                                    ".func ",
                                    "(.param .b32 z)",
                                    "{",
                                    "}",
                                    "add.s32 ",
                                    "%r1",
                                    ",",
                                    ";\n",
                                    "@%p1 ",
                                    "bra L;",
                                    "L:",
                                    "[%r1+4]",
                                    "[v]",
                                    "%p1|%p2",
                                    "{%r1,%r2}",
                                    "(%r1)",
                                    "call ",
                                    "f",
                                    "t: .branchtargets L;",
                                    "brx.idx %r1, t;",
                                    ".loc 1 2 3",
                                    ", function_name L",
                                    ", inlined_at 1 2 3",
                                    ".file 2 \"g\"\n",
                                    ".section .debug_str {",
                                    ".maxntid 1,2,3 ",
                                    ".pragma \"a\";",
                                    "%tid.x",
                                    "_",
                                    "<5>",
                                    ".attribute(.managed) ",
                                    "/*",
                                    "*/",
                                    "//"};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

// Every other change puts one of PTX's words somewhere, the rest are the fuzzer's own.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    const char *word = WORDS[seed / 2 % (sizeof WORDS / sizeof *WORDS)];
    size_t length = strlen(word), place = seed / 256 % (size + 1);
    if (seed % 2 || size + length > room) return LLVMFuzzerMutate(data, size, room);
    memmove(data + place + length, data + place, size - place);
    memcpy(data + place, word, length);
    return size + length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_text("", data, size, "");
    try_text(HEADER, data, size, STRINGS);
    try_text(HEADER KERNEL, data, size, "}" STRINGS);
    return 0;
}
