// refused.cu - what the emulated GPU does not have, one a case: run as refused CASE; prints the error of the launch.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void tensor(int *out, const void *map) {
    extern __shared__ int tile[];
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {%1}], [%2];" :: "l"(map), "r"(0), "r"((int)__cvta_generic_to_shared(tile)));
}

__global__ void multimem(int *out, const void *) {
    asm volatile("multimem.red.global.add.u32 [%0], %1;" :: "l"(out), "r"(1) : "memory");
}

__global__ void sparse(int *out, const void *) {
    float d[4] = {};
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, {%4,%4}, {%0,%1,%2,%3}, %4, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0x44444444));
    out[threadIdx.x] = (int)(d[0] + d[1] + d[2] + d[3]);
}

__global__ void fine(int *out) { out[threadIdx.x] = 7; }

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    int *out, result = 0;
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    if (!strcmp(what, "tensor")) tensor<<<1, 32, 128>>>(out, out);
    if (!strcmp(what, "multimem")) multimem<<<1, 32>>>(out, out);
    if (!strcmp(what, "sparse")) sparse<<<1, 32>>>(out, out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    fine<<<1, 32>>>(out); // the refusal is no more than a failed launch
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("then %d\n", result);
    cudaFree(out);
}
