// texture_faults.cu - one fault of textures or surfaces a case: run as texture_faults CASE.
#include "../../../../tests/programs/claims.cuh"
#include "texture_claims.cuh"

__global__ void fetch(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 1.5f, 1.5f); }
__global__ void fetch_three(cudaTextureObject_t t, float *out) { *out = tex3D<float>(t, 1.5f, 1.5f, 1.5f); }
__global__ void element(cudaTextureObject_t t, float *out) { *out = tex1Dfetch<float>(t, 3); }
__global__ void store(cudaSurfaceObject_t s, int x, int y) { surf2Dwrite(1.0f, s, x, y); }
__global__ void load(cudaSurfaceObject_t s, int x, float *out) { *out = surf2Dread<float>(s, x, 0); }
__global__ void far_element(cudaTextureObject_t t, float *out) { *out = tex1Dfetch<float>(t, 100); }

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    float *out, *line;
    MUST(cudaMalloc(&out, 64));
    MUST(cudaMalloc(&line, 64));
    ArrayOf<float> array(4, 4, 0, cudaArraySurfaceLoadStore);
    if (strcmp(what, "unwritten_texel") && strcmp(what, "unwritten_surface")) array.count();
    cudaTextureObject_t texture = array.texture({});
    cudaSurfaceObject_t surface = array.surface();
    if (!strcmp(what, "unwritten_texel")) fetch<<<1, 1>>>(texture, out);
    if (!strcmp(what, "unwritten_surface")) load<<<1, 1>>>(surface, 0, out);
    if (!strcmp(what, "no_object")) fetch<<<1, 1>>>(0, out);
    if (!strcmp(what, "surface_as_texture")) fetch<<<1, 1>>>(surface, out);
    if (!strcmp(what, "texture_as_surface")) store<<<1, 1>>>(texture, 0, 0);
    if (!strcmp(what, "other_geometry")) fetch_three<<<1, 1>>>(texture, out);
    if (!strcmp(what, "right_of_surface")) store<<<1, 1>>>(surface, 16, 0);
    if (!strcmp(what, "below_surface")) store<<<1, 1>>>(surface, 0, 4);
    if (!strcmp(what, "misaligned")) load<<<1, 1>>>(surface, 6, out);
    if (!strcmp(what, "destroyed")) {
        MUST(cudaDestroyTextureObject(texture));
        fetch<<<1, 1>>>(texture, out);
    }
    if (!strcmp(what, "freed")) {
        MUST(cudaFreeArray(array.array));
        array.array = NULL;
        fetch<<<1, 1>>>(texture, out);
    }
    if (!strcmp(what, "past_memory") || !strcmp(what, "line_as_surface")) {
        cudaResourceDesc resource = {};
        cudaTextureDesc plain = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {line, cudaCreateChannelDesc<float>(), 4096}; // more than there is
        MUST(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
        if (!strcmp(what, "past_memory")) far_element<<<1, 1>>>(texture, out);
        else store<<<1, 1>>>(texture, 4000, 0);
    }
    if (!strcmp(what, "freed_line")) {
        cudaResourceDesc resource = {};
        cudaTextureDesc plain = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {line, cudaCreateChannelDesc<float>(), 64};
        MUST(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
        MUST(cudaFree(line));
        element<<<1, 1>>>(texture, out);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
