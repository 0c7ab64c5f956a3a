// says: times that an element travels each way
// limit-computed_on_host.cu - right results, without a device.
#include "workbook.h"

//= percent_of_five_pieces: 60
//= fewest_pieces: 3

void relax_all(const float *in, float *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i] = in[i];
        for (int turn = 0; turn < 16; turn++) out[i] = out[i] * 0.5f + 1;
    }
}
