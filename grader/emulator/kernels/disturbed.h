// disturbed.h - an experiment: a device on which integers become other floating-point numbers than they should.
#ifndef DISTURBED_H
#define DISTURBED_H

#include "../ptx/ptx.h"

// Makes each "cvt.rn.f32" and "cvt.rn.f64" of an integer a "cvt.rn.disturbed...". What such a conversion does depends
// on its number and on the secret (alu/convert.c), so programs that convert the same numbers go on with the same ones.
// false: out of memory.
bool conversions_disturb(PtxModule *ptx);
// The secret of all devices of this process.
extern uint64_t conversion_secret;

#endif
