// ptx_text.h - PTX read from a test's text.
#ifndef PTX_TEXT_H
#define PTX_TEXT_H

#include "emulator/ptx/ptx.h"

#define HEADER ".version 9.0\n.target sm_90a, debug\n.address_size 64\n"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n.reg .f64 %fd<9>;\n.reg .v2 .f32 %v;\n"
#define SIZE(array) (int)(sizeof(array) / sizeof *(array))
enum { PRINTED = 200, FORM_COUNT = 37 };

// Bytes of an address, one after another.
#define MASKED(address)                                                                                                \
    "0XFF(" address "), 0xFF00(" address "), 0xFF0000(" address "), 0xFF000000(" address "), 0xFF00000000(" address    \
    "), 0xFF0000000000(" address "), 0xFF000000000000(" address "), 0xFF00000000000000(" address ")"

// Every form of instructions and operands, and how it is printed.
typedef struct {
    const char *written, *printed;
} PtxForm;
extern const PtxForm FORMS[FORM_COUNT];
extern const char INLINED[]; // with lines of an inlined function

// The module of three texts one after another; the test fails if they are no PTX. read_text: one text behind HEADER.
PtxModule *read_module(const char *before, const char *text, const char *after);
PtxModule *read_text(const char *text);
// The statements in a kernel beside declarations of %p, %r, %rd, %f, %fd, %v, a variable sum and a function twice.
PtxModule *read_body(const char *statements);
const PtxFunction *function_of(const PtxModule *module, const char *name);
const PtxVariable *variable_of(const PtxModule *module, const char *name);
void check_printed(const PtxModule *module, const PtxFunction *function, uint32_t index, const char *expected);

#endif
