// trick: cudaMemcpy2D turns the matrix
// like: nothing
// says: were not stored by a kernel
// wrong-copied_by_the_runtime.cu - no kernel at all: every row becomes a column by a copy of the runtime.
#include "workbook.h"

void transpose(const float *in, float *out, int width, int height) {
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(out + y, height * sizeof(float), in + static_cast<size_t>(y) * width, sizeof(float), sizeof(float),
                           width, cudaMemcpyDeviceToDevice));
}
