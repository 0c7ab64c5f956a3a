// disturbed.c - an experiment: a device on which integers become other floating-point numbers than they should.
//
// Random numbers are drawn as integers, and nothing but a conversion makes them floating-point numbers. A program whose
// kernels draw has the results of a right program on the same device. One whose host draws has the results of another
// device, and cannot know the right ones, unless a kernel converts each number for it.
#include "disturbed.h"
#include "../base/arena.h"
#include <string.h>

static bool is_disturbed(const PtxInstruction *in) {
    static const char *const integers[] = {"u32", "s32", "u64", "s64"};
    if (strcmp(in->mnemonic, "cvt") || in->modifier_count != 3 || strcmp(in->modifiers[0], "rn")) return false;
    if (strcmp(in->modifiers[1], "f32") && strcmp(in->modifiers[1], "f64")) return false;
    for (size_t n = 0; n < sizeof integers / sizeof *integers; n++)
        if (!strcmp(in->modifiers[2], integers[n])) return true;
    return false;
}

bool conversions_disturb(PtxModule *ptx) {
    for (uint32_t f = 0; f < ptx->function_count; f++)
        for (uint32_t n = 0; n < ptx->functions[f].instruction_count; n++) {
            PtxInstruction *in = &ptx->functions[f].instructions[n];
            if (!is_disturbed(in)) continue;
            const char **modifiers = arena_alloc(ptx->arena, 4 * sizeof *modifiers);
            if (!modifiers) return false;
            modifiers[0] = "rn";
            modifiers[1] = "disturbed";
            modifiers[2] = in->modifiers[1];
            modifiers[3] = in->modifiers[2];
            in->modifiers = modifiers;
            in->modifier_count = 4;
        }
    return true;
}
