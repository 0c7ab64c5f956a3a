// textures.cu - exact bits of texture fetches, surface accesses and runtime answers, to be measured once on an H200.
//
// A section is `# NAME` and then a line for every few results, in hexadecimal. The coordinates are made by the same
// deterministic rules in every run; `textures -c` prints them in front of each result. Sections ask what the CUDA
// Programming Guide leaves open: how coordinates become the 8 fractional bits of a weight, how products are rounded,
// what happens at texel edges, which texel a direction meets in a cube map, how gradients become levels.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
using std::vector;
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // copies of arrays as programs of old have them

static bool with_coordinates;

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

static void print_results(const char *name, const vector<Point> &points, const vector<uint32_t> &words, int channels) {
    printf("# %s %zu\n", name, points.size());
    vector<uint32_t> kept;
    for (size_t i = 0; i < points.size(); i++) {
        const Point &p = points[i];
        if (with_coordinates) {
            printf("%08x %08x %08x %08x %d", bits(p.x), bits(p.y), bits(p.z), bits(p.lod), p.layer);
            for (int k = 0; k < 3; k++) printf(" %08x %08x", bits(p.dx[k]), bits(p.dy[k]));
            for (int c = 0; c < channels; c++) printf("%s%08x", c ? " " : " : ", words[4 * i + c]);
            printf("\n");
        }
        for (int c = 0; c < channels; c++) kept.push_back(words[4 * i + c]);
    }
    if (!with_coordinates) print_words(kept, channels);
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
    CHECK(cudaGetLastError());
    vector<uint32_t> words(4 * count);
    CHECK(cudaMemcpy(words.data(), out, count * sizeof(R), cudaMemcpyDeviceToHost));
    print_results(name, points, words, channels);
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
    for (float &element : data)
        element = ldexpf(random_in(-1, 1), (int)(random_word() % (unsigned)(2 * exponents + 1)) - exponents);
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
static void weights() {
    const Sampler plain = {true, false, CLAMP, false}, normalized = {true, true, CLAMP, false};
    vector<float> alternating(4096);
    for (size_t i = 0; i < alternating.size(); i++) alternating[i] = (float)(i & 1);
    vector<Point> fine;
    for (int k = 0; k <= 512; k++)
        for (int step = -1; step <= 1; step++) {
            Point p = {};
            p.x = moved(0.5f + (float)k / 512, step);
            if (k < 40 || k > 500 || k % 8 == 1) fine.push_back(p);
        }
    sampled<T1>("weight 1d", alternating, format(32, 1, F), extent(4), plain, fine);
    for (Point &p : fine) p.x += 1000;
    sampled<T1>("weight 1d at 1000", alternating, format(32, 1, F), extent(2048), plain, fine);
    static const int sizes[] = {4, 7, 13, 100, 1021, 4096};
    for (int size : sizes) {
        char name[40];
        vector<Point> points;
        for (int i = 0; i < 160; i++) {
            Point p = {};
            p.x = moved(((float)(random_word() % (unsigned)size) + (float)(random_word() % 513) / 512) / (float)size,
                        i % 3 - 1);
            points.push_back(p);
        }
        snprintf(name, sizeof name, "weight 1d normalized %d", size);
        sampled<T1>(name, alternating, format(32, 1, F), extent((size_t)size), normalized, points);
    }
    vector<float> corners(16);
    for (int i = 0; i < 4; i++) corners[5 * i] = 1;
    sampled<T2>("weight 2d", corners, format(32, 4, F), extent(2, 2), plain, random_points(300, 0.5f, 1.5f), 4);
    vector<float> front(32), back(32);
    for (int i = 0; i < 4; i++) front[5 * i] = 1, back[16 + 5 * i] = 1;
    vector<Point> inside = random_points(200, 0.5f, 1.5f);
    sampled<T3>("weight 3d front", front, format(32, 4, F), extent(2, 2, 2), plain, inside, 4);
    sampled<T3>("weight 3d back", back, format(32, 4, F), extent(2, 2, 2), plain, inside, 4);
}

// Sums of products of floats: where they are rounded.
static void float_filter() {
    const Sampler plain = {true, false, CLAMP, false};
    static const int exponents[] = {0, 6, 40};
    for (int range : exponents) {
        char name[40];
        vector<float> data = random_floats(512, range);
        snprintf(name, sizeof name, "float 1d exponents %d", range);
        sampled<T1>(name, data, format(32, 1, F), extent(64), plain, random_points(300, 0, 64));
        snprintf(name, sizeof name, "float 2d exponents %d", range);
        sampled<T2>(name, data, format(32, 1, F), extent(8, 8), plain, random_points(300, 0, 8));
        snprintf(name, sizeof name, "float 3d exponents %d", range);
        sampled<T3>(name, data, format(32, 1, F), extent(8, 8, 8), plain, random_points(300, 0, 8));
    }
    vector<float> odd = {INFINITY, 1,     NAN,    2,      -INFINITY, 0,     1e-40f, -1e-40f,
                         3e38f,    3e38f, -3e38f, 1e-38f, 2e-38f,    -0.0f, -0.0f,  5};
    vector<Point> across;
    for (int i = 0; i < 128; i++) {
        Point p = {};
        p.x = (float)i / 8;
        across.push_back(p);
    }
    sampled<T1>("float 1d special values", odd, format(32, 1, F), extent(16), plain, across);
    vector<uint16_t> halves = random_data<uint16_t>(512);
    for (uint16_t &half : halves) half = (uint16_t)((half & 0x83ff) | (0x2c00 + (half >> 10 & 7) * 0x400));
    halves[3] = 0x0001, halves[4] = 0x83ff, halves[5] = 0x7bff, halves[6] = 0x0000;
    sampled<T1>("half 1d", halves, format(16, 1, F), extent(64), plain, random_points(200, 0, 64));
    sampled<T2>("half 2d", halves, format(16, 1, F), extent(8, 8), plain, random_points(300, 0, 8));
    sampled<T3>("half 3d", halves, format(16, 1, F), extent(8, 8, 8), plain, random_points(200, 0, 8));
}

// The conversion of integers, and the filter over what was converted.
template <class E> static void integers_of(const char *type, int bits, cudaChannelFormatKind kind) {
    char name[40];
    const Sampler point = {false, false, CLAMP, true}, linear = {true, false, CLAMP, true};
    vector<E> all = bits == 8 ? counting<E>(256) : random_data<E>(512);
    if (bits == 16)
        for (int i = 0; i < 8; i++) all[i] = (E)(i < 4 ? i : 0x8000 - 6 + i), all[8 + i] = (E)(0xfffc + i);
    snprintf(name, sizeof name, "%s converted", type);
    vector<Point> each;
    for (size_t i = 0; i < all.size(); i++) {
        Point p = {};
        p.x = (float)i + 0.5f;
        each.push_back(p);
    }
    sampled<T1>(name, all, format(bits, 1, kind), extent(all.size()), point, each);
    vector<E> data = random_data<E>(512);
    data[9] = (E)(bits == 8 ? 0x80 : 0x8000), data[10] = (E)(data[9] + 1), data[17] = (E)(data[9] - 1);
    snprintf(name, sizeof name, "%s linear 1d", type);
    sampled<T1>(name, data, format(bits, 1, kind), extent(64), linear, random_points(300, 0, 64));
    snprintf(name, sizeof name, "%s linear 2d", type);
    sampled<T2>(name, data, format(bits, 1, kind), extent(8, 8), linear, random_points(400, 0, 8));
    snprintf(name, sizeof name, "%s linear 3d", type);
    sampled<T3>(name, data, format(bits, 1, kind), extent(8, 8, 8), linear, random_points(300, 0, 8));
}

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

static void address_modes() {
    vector<int> ids = counting<int>(64 * 64);
    for (int &id : ids) id += 100;
    vector<float> data = random_floats(64 * 64, 0);
    for (auto &mode : MODES) {
        char name[60];
        static const int sizes[] = {7, 8, 13};
        for (int size : sizes) {
            float scale = mode.normalized ? (float)size : 1;
            vector<Point> edges = edge_points(-2 * size - 1, 3 * size + 1, scale, size == 7 ? 2 : 1);
            snprintf(name, sizeof name, "point 1d %s %d", mode.name, size);
            Sampler point = {false, mode.normalized, mode.mode, false},
                    linear = {true, mode.normalized, mode.mode, false};
            sampled<T1, int4>(name, ids, format(32, 1, S), extent((size_t)size), point, edges);
            if (size == 8) continue;
            snprintf(name, sizeof name, "linear 1d %s %d", mode.name, size);
            sampled<T1>(name, data, format(32, 1, F), extent((size_t)size), linear,
                        size == 7 ? edges
                                  : random_points(100, -2.3f * (float)size / scale, 3.3f * (float)size / scale));
        }
        Sampler point = {false, mode.normalized, mode.mode, false}, linear = {true, mode.normalized, mode.mode, false};
        float low = mode.normalized ? -1.5f : -6, high = mode.normalized ? 2.5f : 12;
        snprintf(name, sizeof name, "point 2d %s", mode.name);
        sampled<T2, int4>(name, ids, format(32, 1, S), extent(5, 6), point, random_points(100, low, high));
        snprintf(name, sizeof name, "linear 2d %s", mode.name);
        sampled<T2>(name, data, format(32, 1, F), extent(5, 6), linear, random_points(100, low, high));
        snprintf(name, sizeof name, "linear 3d %s", mode.name);
        sampled<T3>(name, data, format(32, 1, F), extent(5, 6, 3), linear, random_points(60, low, high));
        snprintf(name, sizeof name, "special 1d %s", mode.name);
        sampled<T1, int4>(name, ids, format(32, 1, S), extent(7), point, special_points());
        snprintf(name, sizeof name, "special linear %s", mode.name);
        sampled<T1>(name, data, format(32, 1, F), extent(7), linear, special_points());
        snprintf(name, sizeof name, "special y %s", mode.name);
        sampled<T2, int4>(name, ids, format(32, 1, S), extent(4, 7), point, swapped(special_points()));
    }
}

static void border_colors() {
    static const struct {
        const char *name;
        int bits, channels;
        cudaChannelFormatKind kind;
        bool as_float;
    } CASES[] = {{"float4", 32, 4, F, false},        {"float", 32, 1, F, false},          {"float2", 32, 2, F, false},
                 {"half4", 16, 4, F, false},         {"int4", 32, 4, S, false},           {"uchar4", 8, 4, U, false},
                 {"uchar4 as float", 8, 4, U, true}, {"short2 as float", 16, 2, S, true}, {"uchar", 8, 1, U, true}};
    for (auto &c : CASES) {
        char name[60];
        cudaTextureDesc desc = description({false, false, BORDER, c.as_float});
        static const float color[4] = {0.3f, -2.5f, 7, 300.7f};
        memcpy(desc.borderColor, color, sizeof color);
        cudaArray_t array = make_array(random_data<uint32_t>(64), format(c.bits, c.channels, c.kind), extent(4, 4));
        vector<Point> points = random_points(6, -6, 0);
        for (int linear = 0; linear < 2; linear++) {
            if (linear && c.kind != F && !c.as_float) continue;
            desc.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
            cudaTextureObject_t texture = make_texture(array, desc);
            snprintf(name, sizeof name, "border color %s %d", c.name, linear);
            if (c.kind == F || c.as_float) section<T2, float4>(name, texture, points, 4);
            else section<T2, int4>(name, texture, points, 4);
            if (texture) CHECK(cudaDestroyTextureObject(texture));
        }
        CHECK(cudaFreeArray(array));
    }
}

// What a fetch of four components gives of a format with fewer, and as another type than the format's.
static void channels() {
    static const int widths[] = {8, 16, 32};
    for (int bits : widths)
        for (int count = 1; count <= 4; count += count == 2 ? 2 : 1)
            for (cudaChannelFormatKind kind : {S, U, F}) {
                char name[60];
                if (kind == F && bits == 8) continue;
                vector<uint32_t> data = random_data<uint32_t>(4 * 8);
                if (kind == F && bits == 16)
                    for (uint32_t &pair : data) pair &= 0xbfffbfff;
                const Sampler point = {false, false, CLAMP, false};
                vector<Point> points = random_points(4, 0, 8);
                snprintf(name, sizeof name, "channels %d x %d kind %d", bits, count, (int)kind);
                if (kind == F) sampled<T1>(name, data, format(bits, count, kind), extent(8), point, points, 4);
                else sampled<T1, int4>(name, data, format(bits, count, kind), extent(8), point, points, 4);
                if (kind == U)
                    sampled<T1, uint4>("read unsigned", data, format(bits, count, kind), extent(8), point, points, 4);
            }
}

// Formats that are normalized by themselves.
static void normalized_formats() {
    static const struct {
        const char *name;
        cudaChannelFormatDesc desc;
    } FORMATS[] = {{"unorm8x1", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X1>()},
                   {"unorm8x4", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X4>()},
                   {"unorm16x2", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized16X2>()},
                   {"snorm8x4", cudaCreateChannelDesc<cudaChannelFormatKindSignedNormalized8X4>()},
                   {"snorm16x1", cudaCreateChannelDesc<cudaChannelFormatKindSignedNormalized16X1>()},
                   {"unorm1010102", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized1010102>()}};
    for (auto &f : FORMATS) {
        printf("# %s: %d %d %d %d %d\n", f.name, f.desc.x, f.desc.y, f.desc.z, f.desc.w, (int)f.desc.f);
        for (int linear = 0; linear < 2; linear++)
            for (int as_float = 0; as_float < 2; as_float++)
                sampled<T1>(f.name, random_data<uint32_t>(32), f.desc, extent(8),
                            {linear != 0, false, CLAMP, as_float != 0}, random_points(8, 0, 8), 4);
    }
}

static void layers() {
    vector<int> ids = counting<int>(5 * 6 * 4);
    vector<float> data = random_floats(5 * 6 * 4, 0);
    const Sampler point = {false, false, CLAMP, false}, linear = {true, true, WRAP, false};
    vector<Point> points = random_points(60, -2, 8, 8);
    for (Point &p : points) p.layer -= 2;
    points[0].layer = INT32_MAX, points[1].layer = INT32_MIN, points[2].layer = 65536, points[3].layer = 1000;
    sampled<T1_LAYERED, int4>("layered 1d", ids, format(32, 1, S), extent(5, 0, 4), point, points, 1, cudaArrayLayered);
    sampled<T2_LAYERED, int4>("layered 2d", ids, format(32, 1, S), extent(5, 6, 4), point, points, 1, cudaArrayLayered);
    sampled<T2_LAYERED>("layered 2d linear", data, format(32, 1, F), extent(5, 6, 4), linear, points, 1,
                        cudaArrayLayered);
    sampled<T1_LAYERED>("layered 1d linear", data, format(32, 1, F), extent(5, 0, 4), linear, points, 1,
                        cudaArrayLayered);
}

static vector<Point> directions(int count) {
    vector<Point> points = random_points(count, -1, 1, 3);
    for (int sign = 0; sign < 27; sign++) {
        Point p = {};
        p.x = (float)(sign % 3 - 1), p.y = (float)(sign / 3 % 3 - 1), p.z = (float)(sign / 9 - 1);
        points.push_back(p);
        p.x *= 0.75f, p.y = moved(0.75f * p.y, 1), p.z = moved(0.75f * p.z, -1);
        points.push_back(p);
    }
    for (int i = 0; i < 40; i++) {
        Point p = points[i];
        p.x *= 1e6f, p.y *= 1e6f, p.z *= 1e6f;
        points.push_back(p);
    }
    return points;
}

static void cubes() {
    vector<int> ids = counting<int>(4 * 4 * 18);
    vector<float> data = random_floats(4 * 4 * 18, 0);
    const Sampler point = {false, true, CLAMP, false}, wrapping = {false, true, WRAP, false};
    vector<Point> points = directions(300);
    sampled<CUBE, int4>("cube point", ids, format(32, 1, S), extent(4, 4, 6), point, points, 1, cudaArrayCubemap);
    sampled<CUBE, int4>("cube point wrap", ids, format(32, 1, S), extent(4, 4, 6), wrapping, points, 1,
                        cudaArrayCubemap);
    sampled<CUBE_LAYERED, int4>("cube layered", ids, format(32, 1, S), extent(4, 4, 18), point, points, 1,
                                cudaArrayCubemap | cudaArrayLayered);
    for (int seamless = 0; seamless < 2; seamless++)
        for (cudaTextureAddressMode mode : {CLAMP, WRAP}) {
            char name[60];
            cudaArray_t array = make_array(data, format(32, 1, F), extent(4, 4, 6), cudaArrayCubemap);
            cudaTextureDesc desc = description({true, true, mode, false});
            desc.seamlessCubemap = seamless;
            cudaTextureObject_t texture = make_texture(array, desc);
            snprintf(name, sizeof name, "cube linear seamless %d mode %d", seamless, (int)mode);
            section<CUBE>(name, texture, points);
            if (texture) CHECK(cudaDestroyTextureObject(texture));
            CHECK(cudaFreeArray(array));
        }
}

// ---- levels ---------------------------------------------------------------------------------------------------------
static cudaMipmappedArray_t make_levels(cudaExtent whole, unsigned levels, bool constant, unsigned flags = 0) {
    cudaMipmappedArray_t mipmapped;
    cudaChannelFormatDesc desc = format(32, 1, F);
    CHECK(cudaMallocMipmappedArray(&mipmapped, &desc, whole, levels, flags));
    for (unsigned level = 0; level < levels; level++) {
        cudaArray_t array;
        CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
        cudaExtent e;
        unsigned got;
        CHECK(cudaArrayGetInfo(&desc, &e, &got, array));
        size_t width = e.width, height = e.height ? e.height : 1, depth = e.depth ? e.depth : 1;
        vector<float> data = random_floats(width * height * depth, 0);
        if (constant)
            for (float &value : data) value = (float)level;
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(data.data(), width * 4, width, height);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, height, depth);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
    }
    return mipmapped;
}

template <Kind kind>
static void level_section(const char *name, cudaMipmappedArray_t mipmapped, cudaTextureDesc desc,
                          const vector<Point> &points) {
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmapped;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, NULL));
    section<kind>(name, texture, points);
    if (texture) CHECK(cudaDestroyTextureObject(texture));
}

static cudaTextureDesc level_description(bool texels_linear, bool levels_linear) {
    cudaTextureDesc desc = description({texels_linear, true, WRAP, false});
    desc.mipmapFilterMode = levels_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.maxMipmapLevelClamp = 100;
    return desc;
}

static vector<Point> level_points() {
    vector<Point> points;
    for (int k = -16; k <= 5 * 64; k++) {
        Point p = {};
        p.x = p.y = p.z = 0.4f;
        p.lod = k < 0 || k >= 64 ? (float)k / 64 + (k % 3 ? 0.001f : 0) : (float)k / 512;
        points.push_back(p);
        if (k >= 0 && k < 64 && k % 2) p.lod = moved(p.lod, -1), points.push_back(p);
    }
    return points;
}

static void levels() {
    cudaMipmappedArray_t flat = make_levels(extent(16, 16), 5, true), rich = make_levels(extent(16, 12), 5, false);
    cudaTextureDesc desc = level_description(false, true);
    level_section<LOD2>("level linear", flat, desc, level_points());
    level_section<LOD2>("level point", flat, level_description(false, false), level_points());
    level_section<T2>("level none given", flat, desc, random_points(4, 0, 1));
    desc.mipmapLevelBias = 0.3f;
    level_section<LOD2>("level bias", flat, desc, level_points());
    level_section<T2>("level bias none given", flat, desc, random_points(4, 0, 1));
    desc.minMipmapLevelClamp = 0.7f, desc.maxMipmapLevelClamp = 2.6f;
    level_section<LOD2>("level clamp", flat, desc, level_points());
    desc.mipmapLevelBias = -20;
    level_section<LOD2>("level bias below", flat, desc, random_points(4, 0, 1));
    vector<Point> mixed = random_points(300, -0.5f, 1.5f);
    for (Point &p : mixed) p.lod = random_in(-1, 5);
    level_section<LOD2>("trilinear", rich, level_description(true, true), mixed);
    level_section<LOD2>("nearest level", rich, level_description(true, false), mixed);
    level_section<LOD2>("nearest texels", rich, level_description(false, true), mixed);
    cudaMipmappedArray_t line = make_levels(extent(20), 5, false), solid = make_levels(extent(9, 8, 7), 4, false);
    level_section<LOD1>("level 1d", line, level_description(true, true), mixed);
    level_section<LOD3>("level 3d", solid, level_description(true, true), mixed);
    CHECK(cudaFreeMipmappedArray(flat));
    CHECK(cudaFreeMipmappedArray(rich));
    CHECK(cudaFreeMipmappedArray(line));
    CHECK(cudaFreeMipmappedArray(solid));
}

static void gradients() {
    cudaMipmappedArray_t flat = make_levels(extent(64, 64), 7, true), rich = make_levels(extent(64, 32), 6, false);
    vector<Point> same = random_points(400, 0, 1), any = random_points(300, 0, 1);
    for (size_t i = 0; i < same.size(); i++)
        same[i].dx[0] = same[i].dy[1] = ldexpf(1 + (float)(i % 64) / 64, (int)(i / 64) - 6);
    level_section<GRAD2>("gradient isotropic", flat, level_description(false, true), same);
    for (Point &p : same) p.dy[1] = 0;
    level_section<GRAD2>("gradient x only", flat, level_description(false, true), same);
    for (Point &p : any)
        for (int k = 0; k < 3; k++) p.dx[k] = random_in(-0.2f, 0.2f), p.dy[k] = random_in(-0.1f, 0.1f);
    level_section<GRAD2>("gradient any", flat, level_description(false, true), any);
    level_section<GRAD2>("gradient trilinear", rich, level_description(true, true), any);
    for (unsigned most : {2u, 4u, 16u}) {
        char name[40];
        cudaTextureDesc desc = level_description(true, true);
        desc.maxAnisotropy = most;
        snprintf(name, sizeof name, "gradient anisotropy %u", most);
        level_section<GRAD2>(name, flat, desc, any);
        level_section<GRAD2>(name, rich, desc, any);
    }
    cudaMipmappedArray_t solid = make_levels(extent(16, 16, 16), 5, true), line = make_levels(extent(64), 7, true);
    level_section<GRAD3>("gradient 3d", solid, level_description(false, true), any);
    level_section<GRAD1>("gradient 1d", line, level_description(false, true), any);
    cudaMipmappedArray_t cube = make_levels(extent(16, 16, 6), 5, true, cudaArrayCubemap);
    level_section<LOD_CUBE>("cube level", cube, level_description(true, true), level_points());
    level_section<GRAD_CUBE>("cube gradient", cube, level_description(true, true), any);
    for (cudaMipmappedArray_t array : {flat, rich, solid, line, cube}) CHECK(cudaFreeMipmappedArray(array));
}

// ---- gathers, linear memory, sRGB -----------------------------------------------------------------------------------
static void gathers() {
    vector<int> ids = counting<int>(4 * 7 * 8);
    vector<float> data = random_floats(4 * 7 * 8, 0);
    vector<uint8_t> bytes = random_data<uint8_t>(4 * 7 * 8);
    for (auto &mode : MODES) {
        char name[60];
        float scale = mode.normalized ? 7.0f : 1.0f;
        vector<Point> points = random_points(40, -4 / scale, 12 / scale), edges = edge_points(-1, 8, scale, 1);
        points.insert(points.end(), edges.begin(), edges.end());
        snprintf(name, sizeof name, "gather %s", mode.name);
        sampled<GATHER_R, int4>(name, ids, format(32, 1, S), extent(7, 8), {false, mode.normalized, mode.mode, false},
                                points, 4, cudaArrayTextureGather);
    }
    vector<Point> inside = random_points(20, 0, 7);
    const Sampler point = {false, false, CLAMP, false}, linear = {true, false, CLAMP, true};
    unsigned flags = cudaArrayTextureGather;
    sampled<GATHER_G, int4>("gather g", ids, format(32, 4, S), extent(7, 8), point, inside, 4, flags);
    sampled<GATHER_B, int4>("gather b", ids, format(32, 4, S), extent(7, 8), point, inside, 4, flags);
    sampled<GATHER_A, int4>("gather a", ids, format(32, 4, S), extent(7, 8), point, inside, 4, flags);
    sampled<GATHER_A, int4>("gather a of one", ids, format(32, 1, S), extent(7, 8), point, inside, 4, flags);
    sampled<GATHER_G>("gather g bytes as float", bytes, format(8, 4, U), extent(7, 8), linear, inside, 4, flags);
    sampled<GATHER_R>("gather floats linear", data, format(32, 1, F), extent(7, 8), {true, false, CLAMP, false}, inside,
                      4, flags);
}

static void linear_memory() {
    uint8_t *memory;
    vector<uint8_t> bytes = random_data<uint8_t>(512 * 16);
    for (size_t i = 3; i < bytes.size(); i += 4) bytes[i] = (uint8_t)(0x30 | (bytes[i] & 0x8f));
    CHECK(cudaMalloc(&memory, bytes.size()));
    CHECK(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    static const struct {
        const char *name;
        int bits, channels;
        cudaChannelFormatKind kind;
        bool as_float;
    } CASES[] = {{"float", 32, 1, F, false},        {"float4", 32, 4, F, false},         {"char4", 8, 4, S, false},
                 {"uchar as float", 8, 1, U, true}, {"short2 as float", 16, 2, S, true}, {"half2", 16, 2, F, false}};
    vector<Point> points;
    for (int index : {0, 1, 2, 14, 15, 16, 17, 100, -1, INT32_MIN, INT32_MAX}) {
        Point p = {};
        p.layer = index;
        points.push_back(p);
    }
    for (auto &c : CASES) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = memory;
        resource.res.linear.desc = format(c.bits, c.channels, c.kind);
        resource.res.linear.sizeInBytes = (size_t)(16 * c.bits / 8 * c.channels);
        cudaTextureDesc desc = description({false, false, CLAMP, c.as_float});
        cudaTextureObject_t texture;
        CHECK(cudaCreateTextureObject(&texture, &resource, &desc, NULL));
        char name[40];
        snprintf(name, sizeof name, "fetch %s", c.name);
        if (c.kind == F || c.as_float) section<FETCH>(name, texture, points, 4);
        else section<FETCH, int4>(name, texture, points, 4);
        if (texture) CHECK(cudaDestroyTextureObject(texture));
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = memory;
        resource.res.pitch2D.desc = format(c.bits, c.channels, c.kind);
        resource.res.pitch2D.width = 5, resource.res.pitch2D.height = 6;
        resource.res.pitch2D.pitchInBytes = 512;
        snprintf(name, sizeof name, "pitched %s", c.name);
        for (int normalized = 0; normalized < 2; normalized++) {
            bool floats = c.kind == F || c.as_float;
            desc = description({floats, normalized != 0, normalized ? WRAP : CLAMP, c.as_float});
            CHECK(cudaCreateTextureObject(&texture, &resource, &desc, NULL));
            vector<Point> within = random_points(40, -0.5f, normalized ? 1.5f : 7);
            if (floats) section<T2>(name, texture, within, 4);
            else section<T2, int4>(name, texture, within, 4);
            if (texture) CHECK(cudaDestroyTextureObject(texture));
        }
    }
    CHECK(cudaFree(memory));
}

static void srgb() {
    vector<uint8_t> all(256 * 4);
    for (size_t i = 0; i < all.size(); i++) all[i] = (uint8_t)(i / 4 + 37 * (i % 4));
    for (int linear = 0; linear < 2; linear++) {
        cudaArray_t array = make_array(all, format(8, 4, U), extent(256));
        cudaTextureDesc desc = description({linear != 0, false, CLAMP, true});
        desc.sRGB = 1;
        cudaTextureObject_t texture = make_texture(array, desc);
        vector<Point> each;
        for (int i = 0; i < 256; i++) {
            Point p = {};
            p.x = (float)i + 0.5f;
            each.push_back(p);
        }
        section<T1>(linear ? "sRGB linear" : "sRGB", texture, linear ? random_points(100, 0, 256) : each, 4);
        if (texture) CHECK(cudaDestroyTextureObject(texture));
        CHECK(cudaFreeArray(array));
    }
}

// ---- surfaces -------------------------------------------------------------------------------------------------------
template <cudaSurfaceBoundaryMode mode> __global__ void read_surfaces(const cudaSurfaceObject_t *s, uint32_t *out) {
    int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 2;
    uint32_t *mine = out + 11 * (threadIdx.y * blockDim.x + threadIdx.x);
    mine[0] = surf1Dread<unsigned>(s[0], x * 4, mode);
    mine[1] = surf2Dread<unsigned>(s[1], x * 4, y, mode);
    mine[2] = surf3Dread<unsigned>(s[2], x * 4, y, y, mode);
    mine[3] = surf1DLayeredread<unsigned>(s[3], x * 4, y, mode);
    mine[4] = surf2DLayeredread<unsigned>(s[4], x * 4, 1, y, mode);
    mine[5] = surfCubemapread<unsigned>(s[5], x * 4, 1, y, mode);
    mine[6] = surf2Dread<unsigned char>(s[1], x * 4 + 1, y, mode);
    mine[7] = surf2Dread<unsigned short>(s[1], x * 4 + 2, y, mode);
    uint2 two = surf2Dread<uint2>(s[1], x * 8, y, mode);
    mine[8] = two.x, mine[9] = two.y;
    mine[10] = surf2Dread<uint4>(s[1], x * 16, y, mode).w;
}

template <cudaSurfaceBoundaryMode mode> __global__ void write_surfaces(const cudaSurfaceObject_t *s) {
    int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 2;
    unsigned value = 0x1000u * (threadIdx.y + 1) + threadIdx.x;
    surf1Dwrite(value, s[0], x * 4, mode);
    surf2Dwrite(value, s[1], x * 4, y, mode);
    surf3Dwrite(value, s[2], x * 4, y, y, mode);
    surf1DLayeredwrite(value, s[3], x * 4, y, mode);
    surf2DLayeredwrite(value, s[4], x * 4, 1, y, mode);
    surfCubemapwrite(value, s[5], x * 4, 1, y, mode);
}

static const struct {
    const char *name;
    cudaExtent extent;
    unsigned flags;
} SURFACES[] = {{"1d", extent(8), 0},
                {"2d", extent(8, 4), 0},
                {"3d", extent(8, 4, 3), 0},
                {"1d layered", extent(8, 0, 3), cudaArrayLayered},
                {"2d layered", extent(8, 4, 3), cudaArrayLayered},
                {"cube", extent(8, 8, 6), cudaArrayCubemap}};

template <cudaSurfaceBoundaryMode mode> static void surfaces_in(const char *name) {
    cudaArray_t arrays[6];
    cudaSurfaceObject_t objects[6], *on_device;
    for (int i = 0; i < 6; i++) {
        cudaResourceDesc resource = {};
        arrays[i] = make_array(counting<uint32_t>(8 * 8 * 6), format(32, 1, U), SURFACES[i].extent,
                               SURFACES[i].flags | cudaArraySurfaceLoadStore);
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = arrays[i];
        CHECK(cudaCreateSurfaceObject(&objects[i], &resource));
    }
    CHECK(cudaMalloc(&on_device, sizeof objects));
    CHECK(cudaMemcpy(on_device, objects, sizeof objects, cudaMemcpyHostToDevice));
    dim3 threads(14, 8);
    uint32_t *out;
    vector<uint32_t> words(14 * 8 * 11);
    CHECK(cudaMalloc(&out, words.size() * 4));
    read_surfaces<mode><<<1, threads>>>(on_device, out);
    CHECK(cudaMemcpy(words.data(), out, words.size() * 4, cudaMemcpyDeviceToHost));
    printf("# surface reads %s\n", name);
    print_words(words, 11);
    // One thread at a time writes where others are clamped to; which is last is not known, so only zero is compared
    // whole.
    if (mode == cudaBoundaryModeZero) write_surfaces<mode><<<1, threads>>>(on_device);
    for (int i = 0; i < 6; i++) {
        cudaExtent e = SURFACES[i].extent;
        vector<uint32_t> held(e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1));
        cudaMemcpy3DParms copy = {};
        copy.srcArray = arrays[i];
        copy.dstPtr = make_cudaPitchedPtr(held.data(), 32, 8, e.height ? e.height : 1);
        copy.extent = make_cudaExtent(8, e.height ? e.height : 1, e.depth ? e.depth : 1);
        copy.kind = cudaMemcpyDeviceToHost;
        CHECK(cudaMemcpy3D(&copy));
        printf("# surface %s after %s\n", SURFACES[i].name, name);
        print_words(held, 8);
        CHECK(cudaDestroySurfaceObject(objects[i]));
        CHECK(cudaFreeArray(arrays[i]));
    }
    CHECK(cudaFree(on_device));
    CHECK(cudaFree(out));
}

// ---- queries --------------------------------------------------------------------------------------------------------
// Each question is a kernel of its own, so that one the GPU refuses leaves the others.
#define QUESTION(name, instruction)                                                                                    \
    __global__ void name(unsigned long long object, uint32_t *out) {                                                   \
        asm volatile(instruction : "=r"(*out) : "l"(object));                                                          \
    }
QUESTION(texture_width, "txq.width.b32 %0, [%1];")
QUESTION(texture_height, "txq.height.b32 %0, [%1];")
QUESTION(texture_depth, "txq.depth.b32 %0, [%1];")
QUESTION(texture_layers, "txq.array_size.b32 %0, [%1];")
QUESTION(texture_levels, "txq.num_mipmap_levels.b32 %0, [%1];")
QUESTION(texture_width_at_1, "txq.level.width.b32 %0, [%1], 1;")
QUESTION(texture_height_at_2, "txq.level.height.b32 %0, [%1], 2;")
QUESTION(texture_normalized, "txq.normalized_coords.b32 %0, [%1];")
QUESTION(texture_type, "txq.channel_data_type.b32 %0, [%1];")
QUESTION(texture_order, "txq.channel_order.b32 %0, [%1];")
QUESTION(texture_filter, "txq.filter_mode.b32 %0, [%1];")
QUESTION(texture_address_mode, "txq.addr_mode_0.b32 %0, [%1];")
QUESTION(surface_width, "suq.width.b32 %0, [%1];")
QUESTION(surface_height, "suq.height.b32 %0, [%1];")
QUESTION(surface_depth, "suq.depth.b32 %0, [%1];")
QUESTION(surface_layers, "suq.array_size.b32 %0, [%1];")
QUESTION(surface_type, "suq.channel_data_type.b32 %0, [%1];")
QUESTION(surface_order, "suq.channel_order.b32 %0, [%1];")

typedef void Question(unsigned long long, uint32_t *);
static Question *const TEXTURE_QUESTIONS[] = {
    texture_width,       texture_height,     texture_depth, texture_layers, texture_levels, texture_width_at_1,
    texture_height_at_2, texture_normalized, texture_type,  texture_order,  texture_filter, texture_address_mode};
static Question *const SURFACE_QUESTIONS[] = {surface_width,  surface_height, surface_depth,
                                              surface_layers, surface_type,   surface_order};

static void ask(Question *question, unsigned long long object) {
    uint32_t *out, word = 0;
    CHECK(cudaMalloc(&out, sizeof word));
    question<<<1, 1>>>(object, out);
    cudaError_t error = cudaMemcpy(&word, out, sizeof word, cudaMemcpyDeviceToHost);
    if (error) printf("error %d ", (int)error);
    else printf("%u ", word);
}

static void queries(size_t which) {
    auto &s = SURFACES[which / 2];
    unsigned flags = s.flags | cudaArraySurfaceLoadStore;
    cudaArray_t array = make_array(counting<uint32_t>(8 * 8 * 6), format(32, 1, U), s.extent, flags);
    cudaTextureObject_t texture = make_texture(array, {false, (s.flags & cudaArrayCubemap) != 0, CLAMP, false});
    cudaSurfaceObject_t surface;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    printf("# query %s of %s\n", which % 2 ? "surface" : "texture", s.name);
    if (which % 2)
        for (Question *question : SURFACE_QUESTIONS) ask(question, surface);
    else
        for (Question *question : TEXTURE_QUESTIONS) ask(question, texture);
    printf("\n");
}

// Reductions and stores that convert, which CUDA C++ has no names for.
__global__ void reduce(cudaSurfaceObject_t s, int v) {
    int lane = (int)threadIdx.x;
    asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %2;" ::"l"(s), "r"(4 * (lane % 4)), "r"(v));
    asm volatile("sured.b.max.1d.s32.trap [%0, {%1}], %2;" ::"l"(s), "r"(16), "r"(v - lane));
    asm volatile("sured.b.and.1d.b32.clamp [%0, {%1}], %2;" ::"l"(s), "r"(20), "r"(~(1 << lane)));
    asm volatile("sured.b.add.1d.u64.zero [%0, {%1}], %2;" ::"l"(s), "r"(24), "l"(0x1000000ffll * v));
}
__global__ void store_formatted(cudaSurfaceObject_t s) {
    int lane = (int)threadIdx.x;
    asm volatile("sust.p.1d.b32.trap [%0, {%1}], {%2};" ::"l"(s), "r"(lane), "r"(1000 * lane - 3));
}

static void other_surface_accesses(bool formatted) {
    cudaArray_t array = make_array(counting<uint32_t>(8), format(32, 1, U), extent(8), cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    uint32_t held[8];
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    if (formatted) store_formatted<<<1, 8>>>(surface);
    else reduce<<<1, 8>>>(surface, 5);
    cudaError_t error = cudaMemcpy2DFromArray(held, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost);
    printf("# %s %d\n", formatted ? "formatted stores" : "reductions", (int)error);
    for (uint32_t word : held) printf("%08x ", word);
    printf("\n");
}

// ---- errors ---------------------------------------------------------------------------------------------------------
#define TELL(call) printf("%d " #call "\n", (int)(call)), cudaGetLastError()

static void array_errors() {
    printf("# array errors\n");
    cudaArray_t array = NULL;
    cudaMipmappedArray_t levels = NULL;
    cudaChannelFormatDesc good = format(32, 1, F), odd = cudaCreateChannelDesc(24, 0, 0, 0, U),
                          three = format(32, 3, F), none = cudaCreateChannelDesc(0, 0, 0, 0, U),
                          mixed = cudaCreateChannelDesc(8, 16, 0, 0, U), byte_float = format(8, 1, F),
                          wide = cudaCreateChannelDesc(64, 0, 0, 0, U),
                          kind_none = format(32, 1, cudaChannelFormatKindNone);
    TELL(cudaMallocArray(&array, &odd, 8, 8));
    TELL(cudaMallocArray(&array, &three, 8, 8));
    TELL(cudaMallocArray(&array, &none, 8, 8));
    TELL(cudaMallocArray(&array, &mixed, 8, 8));
    TELL(cudaMallocArray(&array, &byte_float, 8, 8));
    TELL(cudaMallocArray(&array, &wide, 8, 8));
    TELL(cudaMallocArray(&array, &kind_none, 8, 8));
    TELL(cudaMallocArray(&array, &good, 0, 8));
    TELL(cudaMallocArray(&array, &good, 0, 0));
    TELL(cudaMallocArray(NULL, &good, 8, 8));
    TELL(cudaMallocArray(&array, NULL, 8, 8));
    TELL(cudaMallocArray(&array, &good, 131073, 1));
    TELL(cudaMallocArray(&array, &good, 131072, 0));
    TELL(cudaMallocArray(&array, &good, 8, 65537));
    TELL(cudaMallocArray(&array, &good, 8, 8, 0x1000));
    TELL(cudaMallocArray(&array, &good, 8, 8, cudaArrayCubemap));
    TELL(cudaMallocArray(&array, &good, 8, 8, cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 6), cudaArrayTextureGather));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 4, 6), cudaArrayCubemap));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 5), cudaArrayCubemap));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 0), cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 2049), cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 0, 6), 0));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 16385), 0));
    TELL(cudaMallocMipmappedArray(&levels, &good, extent(8, 8), 5));
    TELL(cudaMallocMipmappedArray(&levels, &good, extent(8, 8), 0));
    TELL(cudaFreeArray(NULL));
    TELL(cudaFreeMipmappedArray(NULL));
    TELL(cudaMallocArray(&array, &good, 8, 8));
    float buffer[64] = {};
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 32, 9, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 4, 0, buffer, 32, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 2, 0, buffer, 32, 8, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 6, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 16, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 32, 8, cudaMemcpyDeviceToHost));
    TELL(cudaMemcpy2DToArray(NULL, 0, 0, buffer, 32, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 0, 0, buffer, 256, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 16, 0, buffer, 60, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 0, 0, buffer, 257, cudaMemcpyHostToDevice));
    cudaArray_t level;
    TELL(cudaGetMipmappedArrayLevel(&level, levels, 99));
    cudaMemcpy3DParms both = {};
    both.srcPtr = make_cudaPitchedPtr(buffer, 32, 8, 8);
    both.dstArray = array;
    both.extent = make_cudaExtent(8, 8, 1);
    both.kind = cudaMemcpyHostToDevice;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 2;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 0;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 1, both.srcArray = array;
    TELL(cudaMemcpy3D(&both));
    TELL(cudaMemcpy3D(NULL));
}

static void object_errors() {
    printf("# object errors\n");
    cudaChannelFormatDesc good = format(32, 1, F), ints = format(32, 1, S), bytes = format(8, 4, U),
                          single = format(8, 1, U);
    cudaArray_t floats, integers, colors, surface, cube;
    CHECK(cudaMallocArray(&floats, &good, 8, 8));
    CHECK(cudaMallocArray(&integers, &ints, 8, 8));
    CHECK(cudaMallocArray(&colors, &bytes, 8, 8));
    CHECK(cudaMallocArray(&surface, &good, 8, 8, cudaArraySurfaceLoadStore));
    CHECK(cudaMalloc3DArray(&cube, &good, extent(8, 8, 6), cudaArrayCubemap));
    float *memory;
    CHECK(cudaMalloc(&memory, 1 << 16));
    cudaTextureObject_t t = 0;
    cudaSurfaceObject_t s = 0;
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = floats;
    cudaTextureDesc d = description({false, false, CLAMP, false}), linear = description({true, false, CLAMP, false}),
                    norm = description({false, false, CLAMP, true}), wrap = description({false, false, WRAP, false});
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(NULL, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, NULL, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, NULL, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &norm, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &wrap, NULL));
    cudaTextureDesc colored = d;
    colored.sRGB = 1;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    r.res.array.array = colors;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    colored.readMode = cudaReadModeNormalizedFloat;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    r.res.array.array = integers;
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &norm, NULL));
    r.res.array.array = cube;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.array.array = NULL;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = (cudaResourceType)9;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {memory, good, 1 << 16};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    cudaTextureDesc unit = description({false, true, CLAMP, false});
    TELL(cudaCreateTextureObject(&t, &r, &unit, NULL));
    r.res.linear = {(char *)memory + 4, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {(char *)memory + 16, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {(char *)memory + 512, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 0};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 1 << 17};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 4ull << 30};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {NULL, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {memory, good, 8, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &wrap, NULL));
    r.res.pitch2D = {memory, good, 8, 8, 48};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 8, 8, 32};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 16, 8, 32};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {(char *)memory + 4, good, 8, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 0, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, single, 8, 0, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaDestroyTextureObject(0));
    TELL(cudaDestroyTextureObject(12345));
    TELL(cudaGetTextureObjectTextureDesc(&d, 12345));
    TELL(cudaGetTextureObjectResourceDesc(&r, 0));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = surface;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaGetSurfaceObjectResourceDesc(&r, s));
    TELL(cudaDestroySurfaceObject(s));
    TELL(cudaDestroySurfaceObject(s));
    TELL(cudaGetSurfaceObjectResourceDesc(&r, s));
    r.res.array.array = floats;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaCreateSurfaceObject(NULL, &r));
    TELL(cudaCreateSurfaceObject(&s, NULL));
    r.resType = cudaResourceTypeLinear;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaDestroySurfaceObject(0));
    size_t most = 0;
    TELL(cudaDeviceGetTexture1DLinearMaxWidth(&most, &good, 0));
    printf("%zu\n", most);
    TELL(cudaDeviceGetTexture1DLinearMaxWidth(&most, &bytes, 0));
    printf("%zu\n", most);
    cudaTextureDesc given = description({true, true, MIRROR, false}), got;
    given.maxAnisotropy = 5, given.maxMipmapLevelClamp = 3.5f, given.borderColor[1] = 0.5f;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = floats;
    TELL(cudaCreateTextureObject(&t, &r, &given, NULL));
    TELL(cudaGetTextureObjectTextureDesc(&got, t));
    printf("%d %d %d, %d %d %d, %g %g, %d %u, %d %g %g %g %d %d\n", got.addressMode[0], got.addressMode[1],
           got.addressMode[2], got.filterMode, got.readMode, got.sRGB, got.borderColor[0], got.borderColor[1],
           got.normalizedCoords, got.maxAnisotropy, got.mipmapFilterMode, got.mipmapLevelBias, got.minMipmapLevelClamp,
           got.maxMipmapLevelClamp, got.disableTrilinearOptimization, got.seamlessCubemap);
    cudaResourceViewDesc view;
    TELL(cudaGetTextureObjectResourceViewDesc(&view, t));
    for (cudaArray_t array : {floats, integers, colors, surface, cube}) {
        cudaExtent e;
        unsigned flags;
        TELL(cudaArrayGetInfo(&good, &e, &flags, array));
        printf("%d %d %d %d %d, %zu %zu %zu, %u\n", good.x, good.y, good.z, good.w, good.f, e.width, e.height, e.depth,
               flags);
    }
}

// ---- faults: each in a process of its own ---------------------------------------------------------------------------
__global__ void write_1d(cudaSurfaceObject_t s, int x) { surf1Dwrite(1.0f, s, x); }
__global__ void read_2d(cudaSurfaceObject_t s, int x, int y, float *out) { *out = surf2Dread<float>(s, x, y); }
__global__ void read_clamped(cudaSurfaceObject_t s, int x, float *out) {
    *out = surf2Dread<float>(s, x, 1, cudaBoundaryModeClamp);
}
__global__ void sample(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 1.5f, 1.5f); }
__global__ void sample_other(cudaTextureObject_t t, float *out, int kind) {
    *out = kind == 0   ? tex1D<float>(t, 1.5f)
           : kind == 1 ? tex3D<float>(t, 1.5f, 1.5f, 0.5f)
           : kind == 2 ? tex2DLayered<float>(t, 1.5f, 1.5f, 0)
           : kind == 3 ? tex1Dfetch<float>(t, 1)
           : kind == 4 ? texCubemap<float>(t, 1, 0.2f, 0.3f)
                       : tex2Dgather<float4>(t, 1.5f, 1.5f).x;
}

static void fault(int which) {
    vector<float> data = counting<float>(64);
    cudaArray_t array = make_array(data, format(32, 1, F), extent(8, 8), cudaArraySurfaceLoadStore);
    cudaArray_t line = make_array(data, format(32, 1, F), extent(8), cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    cudaSurfaceObject_t s, s1;
    float *out, result = -1;
    CHECK(cudaMalloc(&out, 64));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = line;
    CHECK(cudaCreateSurfaceObject(&s1, &r));
    r.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&s, &r));
    cudaTextureObject_t t = make_texture(array, {false, false, CLAMP, false});
    switch (which) {
    case 0: write_1d<<<1, 1>>>(s1, 32); break;
    case 1: write_1d<<<1, 1>>>(s1, -4); break;
    case 2: read_2d<<<1, 1>>>(s, 0, 8, out); break;
    case 3: read_2d<<<1, 1>>>(s, 30, 0, out); break;
    case 4: read_2d<<<1, 1>>>(s, 2, 0, out); break;
    case 5: read_clamped<<<1, 1>>>(s, 6, out); break;
    case 6: write_1d<<<1, 1>>>(s, 4); break;
    case 7: read_2d<<<1, 1>>>(s1, 4, 0, out); break;
    case 8: sample<<<1, 1>>>(s, out); break;
    case 9: read_2d<<<1, 1>>>(t, 4, 1, out); break;
    case 10: sample<<<1, 1>>>(0, out); break;
    case 11: sample<<<1, 1>>>(0x123456789ull, out); break;
    case 12: read_2d<<<1, 1>>>(0, 4, 1, out); break;
    case 13: CHECK(cudaDestroyTextureObject(t)), sample<<<1, 1>>>(t, out); break;
    case 14: CHECK(cudaFreeArray(array)), sample<<<1, 1>>>(t, out); break;
    default: sample_other<<<1, 1>>>(t, out, which - 15);
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (!error) cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("fault %d: %d, %08x\n", which, (int)error, error || which < 2 || which == 6 ? 0 : bits(result));
}

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

// This process itself has no context, so that its children may have theirs.
int main(int count, char **arguments) {
    with_coordinates = count > 1 && !strcmp(arguments[1], "-c");
    apart(weights);
    apart(float_filter);
    apart([] { integers_of<uint8_t>("uchar", 8, U); });
    apart([] { integers_of<int8_t>("char", 8, S); });
    apart([] { integers_of<uint16_t>("ushort", 16, U); });
    apart([] { integers_of<int16_t>("short", 16, S); });
    apart(address_modes);
    apart(border_colors);
    apart(channels);
    apart(normalized_formats);
    apart(layers);
    apart(cubes);
    apart(levels);
    apart(gradients);
    apart(gathers);
    apart(linear_memory);
    apart(srgb);
    apart([] { surfaces_in<cudaBoundaryModeZero>("zero"); });
    apart([] { surfaces_in<cudaBoundaryModeClamp>("clamp"); });
    for (size_t which = 0; which < 12; which++) apart([which] { queries(which); });
    apart([] { other_surface_accesses(false); });
    apart([] { other_surface_accesses(true); });
    apart(array_errors);
    apart(object_errors);
    printf("# faults\n");
    for (int which = 0; which < 21; which++) apart([which] { fault(which); });
}
