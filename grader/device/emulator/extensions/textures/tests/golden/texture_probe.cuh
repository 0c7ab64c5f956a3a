// texture_probe.cuh - what the programs that ask for exact bits of texture fetches share.
//
// A section is `# NAME` and then a line for every few results, in hexadecimal. Coordinates and data are made by the
// same deterministic rules in every run. Each group of sections runs in a process of its own: a call that fails ends
// its group only.
#ifndef TEXTURE_PROBE_CUH
#define TEXTURE_PROBE_CUH

// what happens at texel edges, which texel a direction meets in a cube map, how gradients become levels.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
using std::vector;
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // copies of arrays as programs of old have them

// Each group of sections runs in a process of its own: a call that fails ends its group only.
static void check(cudaError_t error, int line) {
    if (error == cudaSuccess) return;
    printf("line %d: %s\n", line, cudaGetErrorName(error));
    fflush(stdout);
    _exit(1);
}
#define CHECK(call) check(call, __LINE__)

// ---- fetches --------------------------------------------------------------------------------------------------------
struct Point {
    float x, y, z, lod; // lod: also the gradients' x
    int layer;
    float dx[3], dy[3];
};
enum Kind {
    T1,
    T2,
    T3,
    T1_LAYERED,
    T2_LAYERED,
    CUBE,
    CUBE_LAYERED,
    FETCH,
    GATHER_R,
    GATHER_G,
    GATHER_B,
    GATHER_A,
    LOD1,
    LOD2,
    LOD3,
    LOD2_LAYERED,
    LOD_CUBE,
    GRAD1,
    GRAD2,
    GRAD3,
    GRAD_CUBE
};

template <Kind kind, class R> __device__ R fetch(cudaTextureObject_t t, const Point &p) {
    float2 dx2 = make_float2(p.dx[0], p.dx[1]), dy2 = make_float2(p.dy[0], p.dy[1]);
    float4 dx4 = make_float4(p.dx[0], p.dx[1], p.dx[2], 0), dy4 = make_float4(p.dy[0], p.dy[1], p.dy[2], 0);
    if constexpr (kind == T1) return tex1D<R>(t, p.x);
    if constexpr (kind == T2) return tex2D<R>(t, p.x, p.y);
    if constexpr (kind == T3) return tex3D<R>(t, p.x, p.y, p.z);
    if constexpr (kind == T1_LAYERED) return tex1DLayered<R>(t, p.x, p.layer);
    if constexpr (kind == T2_LAYERED) return tex2DLayered<R>(t, p.x, p.y, p.layer);
    if constexpr (kind == CUBE) return texCubemap<R>(t, p.x, p.y, p.z);
    if constexpr (kind == CUBE_LAYERED) return texCubemapLayered<R>(t, p.x, p.y, p.z, p.layer);
    if constexpr (kind == FETCH) return tex1Dfetch<R>(t, p.layer);
    if constexpr (kind == GATHER_R) return tex2Dgather<R>(t, p.x, p.y, 0);
    if constexpr (kind == GATHER_G) return tex2Dgather<R>(t, p.x, p.y, 1);
    if constexpr (kind == GATHER_B) return tex2Dgather<R>(t, p.x, p.y, 2);
    if constexpr (kind == GATHER_A) return tex2Dgather<R>(t, p.x, p.y, 3);
    if constexpr (kind == LOD1) return tex1DLod<R>(t, p.x, p.lod);
    if constexpr (kind == LOD2) return tex2DLod<R>(t, p.x, p.y, p.lod);
    if constexpr (kind == LOD3) return tex3DLod<R>(t, p.x, p.y, p.z, p.lod);
    if constexpr (kind == LOD2_LAYERED) return tex2DLayeredLod<R>(t, p.x, p.y, p.layer, p.lod);
    if constexpr (kind == LOD_CUBE) return texCubemapLod<R>(t, p.x, p.y, p.z, p.lod);
    if constexpr (kind == GRAD1) return tex1DGrad<R>(t, p.x, p.dx[0], p.dy[0]);
    if constexpr (kind == GRAD2) return tex2DGrad<R>(t, p.x, p.y, dx2, dy2);
    if constexpr (kind == GRAD3) return tex3DGrad<R>(t, p.x, p.y, p.z, dx4, dy4);
    if constexpr (kind == GRAD_CUBE) return texCubemapGrad<R>(t, p.x, p.y, p.z, dx4, dy4);
}

template <Kind kind, class R> __global__ void fetch_all(cudaTextureObject_t t, const Point *points, R *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = fetch<kind, R>(t, points[i]);
}

static uint32_t bits(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static void print_words(const vector<uint32_t> &words, int group) {
    int per_line = group * (16 / group);
    for (size_t i = 0; i < words.size(); i++) printf("%08x%c", words[i], (i + 1) % per_line ? ' ' : '\n');
    if (words.size() % per_line) printf("\n");
}

static void print_results(const char *name, size_t points, const vector<uint32_t> &words, int channels) {
    printf("# %s %zu\n", name, points);
    vector<uint32_t> kept;
    for (size_t i = 0; i < points; i++)
        for (int c = 0; c < channels; c++) kept.push_back(words[4 * i + c]);
    print_words(kept, channels);
}

template <Kind kind, class R = float4>
static void section(const char *name, cudaTextureObject_t texture, const vector<Point> &points, int channels = 1) {
    if (!texture) {
        printf("# %s: no texture\n", name);
        return;
    }
    Point *on_device;
    R *out;
    int count = (int)points.size();
    CHECK(cudaMalloc(&on_device, count * sizeof(Point)));
    CHECK(cudaMalloc(&out, count * sizeof(R)));
    CHECK(cudaMemcpy(on_device, points.data(), count * sizeof(Point), cudaMemcpyHostToDevice));
    fetch_all<kind, R><<<(count + 127) / 128, 128>>>(texture, on_device, out, count);
    if (cudaError_t error = cudaGetLastError()) {
        printf("# %s: launch %d\n", name, (int)error);
        return;
    }
    vector<uint32_t> words(4 * count);
    CHECK(cudaMemcpy(words.data(), out, count * sizeof(R), cudaMemcpyDeviceToHost));
    print_results(name, points.size(), words, channels);
    CHECK(cudaFree(on_device));
    CHECK(cudaFree(out));
}

// ---- coordinates and data -------------------------------------------------------------------------------------------
static uint32_t seed = 1;
static uint32_t random_word() {
    seed = seed * 1664525u + 1013904223u;
    uint32_t mixed = (seed ^ seed >> 15) * 0x2c1b3c6du;
    return mixed ^ mixed >> 12;
}
static float random_in(float low, float high) { return low + (high - low) * (float)(random_word() >> 8) / 16777216.0f; }

static vector<Point> random_points(int count, float low, float high, int layers = 1) {
    vector<Point> points;
    for (int i = 0; i < count; i++) {
        Point p = {};
        p.x = random_in(low, high), p.y = random_in(low, high), p.z = random_in(low, high);
        p.layer = (int)(random_word() % (unsigned)layers);
        points.push_back(p);
    }
    return points;
}

static float moved(float value, int steps) {
    for (; steps > 0; steps--) value = nextafterf(value, INFINITY);
    for (; steps < 0; steps++) value = nextafterf(value, -INFINITY);
    return value;
}

// Texel edges and centres from `first` to `last`, each with its neighbours, divided by `size`.
static vector<Point> edge_points(int first, int last, float size, int around) {
    vector<Point> points;
    for (int half = 2 * first; half <= 2 * last; half++)
        for (int step = -around; step <= around; step++) {
            Point p = {};
            p.x = moved((float)half / 2 / size, step);
            p.y = p.z = 0.5f / size;
            points.push_back(p);
        }
    return points;
}

static vector<Point> swapped(vector<Point> points) {
    for (Point &p : points) p.y = p.x, p.x = 0.25f;
    return points;
}

static vector<Point> special_points() {
    vector<Point> points;
    static const float values[] = {
        INFINITY,     -INFINITY,     NAN,           1e10f,      -1e10f,      3e38f,       -3e38f,           16777216.0f,
        -16777216.0f, 8388607.5f,    -8388607.5f,   65535.75f,  -65535.75f,  1e-30f,      -1e-30f,          1e-40f,
        -0.0f,        2147483648.0f, 4294967296.0f, 1048576.3f, -1048576.3f, 4194303.25f, 131071.0f + 0.2f, -131071.7f};
    for (float value : values) {
        Point p = {};
        p.x = value, p.y = p.z = 0.5f;
        points.push_back(p);
    }
    return points;
}

template <class E> static vector<E> random_data(size_t count) {
    vector<E> data(count);
    for (E &element : data) element = (E)random_word();
    return data;
}
static vector<float> random_floats(size_t count, int exponents) {
    vector<float> data(count);
    for (float &element : data) {
        int exponent = (int)(random_word() % (unsigned)(2 * exponents + 1)) - exponents;
        element = ldexpf(random_in(-1, 1), exponent);
    }
    return data;
}
template <class E> static vector<E> counting(size_t count) {
    vector<E> data(count);
    for (size_t i = 0; i < count; i++) data[i] = (E)i;
    return data;
}

// ---- arrays and textures --------------------------------------------------------------------------------------------
static cudaChannelFormatDesc format(int bits, int channels, cudaChannelFormatKind kind) {
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind);
}
static const cudaChannelFormatKind F = cudaChannelFormatKindFloat, U = cudaChannelFormatKindUnsigned,
                                   S = cudaChannelFormatKindSigned;
static const cudaTextureAddressMode WRAP = cudaAddressModeWrap, CLAMP = cudaAddressModeClamp,
                                    MIRROR = cudaAddressModeMirror, BORDER = cudaAddressModeBorder;

template <class E>
static cudaArray_t make_array(const vector<E> &data, cudaChannelFormatDesc desc, cudaExtent extent,
                              unsigned flags = 0) {
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &desc, extent, flags));
    cudaMemcpy3DParms copy = {};
    size_t texel = (size_t)(desc.x + desc.y + desc.z + desc.w) / 8, width = extent.width;
    cudaExtent whole = make_cudaExtent(width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
    copy.srcPtr = make_cudaPitchedPtr((void *)data.data(), width * texel, width, whole.height);
    copy.dstArray = array;
    copy.extent = whole;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

struct Sampler {
    bool linear, normalized;
    cudaTextureAddressMode mode;
    bool as_float;
};
static cudaTextureDesc description(Sampler s) {
    cudaTextureDesc desc = {};
    for (auto &mode : desc.addressMode) mode = s.mode;
    desc.filterMode = s.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.normalizedCoords = s.normalized;
    desc.readMode = s.as_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    return desc;
}
static cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureDesc desc) {
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaError_t error = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    if (error) printf("no texture: %d\n", (int)error), cudaGetLastError();
    return error ? 0 : texture;
}
static cudaTextureObject_t make_texture(cudaArray_t array, Sampler s) { return make_texture(array, description(s)); }

// A texture of its own for one section.
template <Kind kind, class R = float4, class E>
static void sampled(const char *name, const vector<E> &data, cudaChannelFormatDesc desc, cudaExtent extent, Sampler s,
                    const vector<Point> &points, int channels = 1, unsigned flags = 0) {
    cudaArray_t array = make_array(data, desc, extent, flags);
    cudaTextureObject_t texture = make_texture(array, s);
    section<kind, R>(name, texture, points, channels);
    if (texture) CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
}

// ---- sections -------------------------------------------------------------------------------------------------------
static const cudaExtent NO_EXTENT = {0, 0, 0};
static cudaExtent extent(size_t x, size_t y = 0, size_t z = 0) {
    cudaExtent e = NO_EXTENT;
    e.width = x, e.height = y, e.depth = z;
    return e;
}

// Where a weight goes from one multiple of 1/256 to the next: texels 0 and 1 in turn return it.
static const struct {
    const char *name;
    bool normalized;
    cudaTextureAddressMode mode;
} MODES[] = {{"clamp", false, CLAMP},
             {"border", false, BORDER},
             {"wrap unnormalized", false, WRAP},
             {"wrap", true, WRAP},
             {"mirror", true, MIRROR},
             {"clamp normalized", true, CLAMP},
             {"border normalized", true, BORDER},
             {"mirror unnormalized", false, MIRROR}};

template <class Group> static void apart(Group group) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        group();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

#endif
