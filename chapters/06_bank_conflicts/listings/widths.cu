// widths.cu - the columns of a tile, with its sizes as template parameters. Try other widths.
#include "listing.h"

//= listing: template <int T, int WIDTH>

int main() {
    float *in = numbers(8 * 8), *out = room(8 * 8);
    //= listing: columns<8, 12><<<1, dim3(8, 8)>>>(in, out);
    show(out, 8);
}
