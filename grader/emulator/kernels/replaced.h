// replaced.h - an experiment: a program whose instructions of some forms are taken for those of another form.
#ifndef REPLACED_H
#define REPLACED_H

#include "../ptx/ptx.h"

// rules: "cvt.rn.f64.u64=cvt.rn.f64.u32,fma.rn.f32=fma.rn.sat.f32", instructions in full and what they become, of the
// same mnemonic. Others stay as they are. Each function's `replaced` grows by how many it has. false: out of memory.
bool instructions_replace(PtxModule *ptx, const char *rules);

#endif
