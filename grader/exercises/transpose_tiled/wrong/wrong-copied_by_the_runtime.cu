// trick: cudaMemcpy2D turns the matrix
// like: nothing
// says: were not stored by a kernel
// wrong-copied_by_the_runtime.cu - a cudaMemcpy2D for each row, which turns it into a column: no kernel, nothing counted.
#include "workbook.h"

void transpose(const float *in, float *out, int width, int height) {
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(out + y, height * sizeof(float), in + static_cast<size_t>(y) * width, sizeof(float),
                           sizeof(float), width, cudaMemcpyDeviceToDevice));
}
