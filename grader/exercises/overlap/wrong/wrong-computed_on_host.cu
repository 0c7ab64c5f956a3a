// trick: the host computes
// like: nothing
// says: the work belongs on the device
// wrong-computed_on_host.cu - right results, without a device.
#include "workbook.h"

void relax_all(const float *in, float *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i] = in[i];
        for (int turn = 0; turn < 16; turn++) out[i] = out[i] * 0.5f + 1;
    }
}
