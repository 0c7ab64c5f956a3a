// texture_extents.cu - what a kernel is told of the size of textures and surfaces.
#include "texture_probe.cuh"

#define QUESTION(name, instruction)                                                                                    \
    __global__ void name(unsigned long long object, uint32_t *out) {                                                   \
        asm volatile(instruction : "=r"(*out) : "l"(object));                                                          \
    }
QUESTION(texture_width, "txq.width.b32 %0, [%1];")
QUESTION(texture_height, "txq.height.b32 %0, [%1];")
QUESTION(texture_depth, "txq.depth.b32 %0, [%1];")
QUESTION(texture_width_at_1, "txq.level.width.b32 %0, [%1], 1;")
QUESTION(texture_height_at_2, "txq.level.height.b32 %0, [%1], 2;")
QUESTION(texture_depth_at_1, "txq.level.depth.b32 %0, [%1], 1;")
QUESTION(texture_width_at_9, "txq.level.width.b32 %0, [%1], 9;")
QUESTION(surface_width, "suq.width.b32 %0, [%1];")
QUESTION(surface_height, "suq.height.b32 %0, [%1];")
QUESTION(surface_depth, "suq.depth.b32 %0, [%1];")

typedef void Question(unsigned long long, uint32_t *);
static const struct {
    const char *name;
    cudaExtent extent;
    unsigned flags;
} SHAPES[] = {{"1d", extent(8), 0},
              {"2d", extent(8, 4), 0},
              {"3d", extent(8, 4, 3), 0},
              {"1d layered", extent(8, 0, 3), cudaArrayLayered},
              {"2d layered", extent(8, 4, 3), cudaArrayLayered},
              {"cube", extent(8, 8, 6), cudaArrayCubemap},
              {"cube layered", extent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered}};

static Question *const TEXTURE_QUESTIONS[] = {texture_width,      texture_height,      texture_depth,
                                              texture_width_at_1, texture_height_at_2, texture_depth_at_1,
                                              texture_width_at_9};
static Question *const SURFACE_QUESTIONS[] = {surface_width, surface_height, surface_depth};

static void ask(Question *question, unsigned long long object) {
    uint32_t *out, word = 0xdeadbeef;
    CHECK(cudaMalloc(&out, sizeof word));
    CHECK(cudaMemcpy(out, &word, sizeof word, cudaMemcpyHostToDevice));
    question<<<1, 1>>>(object, out);
    cudaError_t launched = cudaGetLastError(), error = cudaMemcpy(&word, out, sizeof word, cudaMemcpyDeviceToHost);
    if (launched || error) printf("error %d %d ", (int)launched, (int)error);
    else printf("%u ", word);
}

static void queries(size_t which) {
    auto &s = SHAPES[which];
    unsigned flags = s.flags | cudaArraySurfaceLoadStore;
    cudaArray_t array = make_array(counting<uint32_t>(8 * 8 * 12), format(32, 1, U), s.extent, flags);
    cudaTextureObject_t texture = make_texture(array, {false, (s.flags & cudaArrayCubemap) != 0, CLAMP, false});
    cudaSurfaceObject_t surface;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    printf("# query %s\n", s.name);
    for (Question *question : TEXTURE_QUESTIONS) ask(question, texture);
    for (Question *question : SURFACE_QUESTIONS) ask(question, surface);
    printf("\n");
}

static void levels_and_memory() {
    cudaMipmappedArray_t levels;
    cudaChannelFormatDesc desc = format(32, 1, F);
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture;
    cudaTextureDesc plain = description({false, true, CLAMP, false});
    CHECK(cudaMallocMipmappedArray(&levels, &desc, extent(20, 9), 3));
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = levels;
    CHECK(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    printf("# query levels\n");
    for (Question *question : TEXTURE_QUESTIONS) ask(question, texture);
    void *memory;
    CHECK(cudaMalloc(&memory, 4096));
    plain.normalizedCoords = 0;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {memory, desc, 100};
    CHECK(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    printf("\n# query linear\n");
    for (Question *question : TEXTURE_QUESTIONS) ask(question, texture);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {memory, desc, 10, 5, 512};
    CHECK(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    printf("\n# query pitched\n");
    for (Question *question : TEXTURE_QUESTIONS) ask(question, texture);
    printf("\n");
}

int main() {
    for (size_t which = 0; which < 7; which++) apart([which] { queries(which); });
    apart(levels_and_memory);
}
