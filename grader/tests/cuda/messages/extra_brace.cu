// One brace too many ends the function early.
__global__ void closes(float *out, int count) {
    int i = threadIdx.x;
    if (i < count) out[i] = 1;
    }
    if (i == 0) out[0] = 2; // error:5: `if` stands outside of any function
}
