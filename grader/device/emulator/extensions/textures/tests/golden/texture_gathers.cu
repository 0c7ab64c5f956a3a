// texture_gathers.cu - gathers, and textures of linear and pitched memory.
#include "texture_probe.cuh"

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

int main() {
    apart(gathers);
    apart(linear_memory);
}
