// trick: the host computes
// like: nothing
// says: results stay the same when kernels compute something else
// wrong-computed_on_host.cu - right results, without a device.
#include "workbook.h"

void relax_all(const float *in, float *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i] = in[i];
        for (int turn = 0; turn < 16; turn++) out[i] = out[i] * 0.5f + 1;
    }
}
