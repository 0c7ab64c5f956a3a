// trick: cudaMemcpy3D turns the matrix
// like: nothing
// says: were not stored by a kernel
// wrong-copied_in_three_dimensions.cu - no kernel: one 3-D copy whose rows are single floats turns all of the matrix.
#include "workbook.h"

// To the copy, in is width slices of height rows of one float; a row of `out` is where the slices of a column end up.
void transpose(const float *in, float *out, int width, int height) {
    for (int x = 0; x < width; x++) {
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(in + x), width * sizeof(float), sizeof(float), height);
        copy.dstPtr = make_cudaPitchedPtr(out + static_cast<size_t>(x) * height, sizeof(float), sizeof(float), height);
        copy.extent = make_cudaExtent(sizeof(float), height, 1);
        copy.kind = cudaMemcpyDeviceToDevice;
        CHECK(cudaMemcpy3D(&copy));
    }
}
