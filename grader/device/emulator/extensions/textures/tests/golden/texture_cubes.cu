// texture_cubes.cu - layers and cube maps.
#include "texture_probe.cuh"

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

// Each layer by number, also where there is none.
static void layer_numbers() {
    vector<int> ids = counting<int>(4 * 4 * 6 * 4);
    vector<Point> points;
    for (int layer : {-2147483647 - 1,
                      -65537,
                      -65536,
                      -65535,
                      -32769,
                      -32768,
                      -7,
                      -3,
                      -2,
                      -1,
                      0,
                      1,
                      2,
                      3,
                      4,
                      5,
                      6,
                      7,
                      255,
                      256,
                      2047,
                      2048,
                      32767,
                      32768,
                      65535,
                      65536,
                      65537,
                      131074,
                      1 << 24,
                      0x7fffffff}) {
        Point p = {};
        p.x = p.y = p.z = 0.5f, p.layer = layer;
        points.push_back(p);
    }
    const Sampler point = {false, false, CLAMP, false}, unit = {false, true, CLAMP, false};
    sampled<T1_LAYERED, int4>("layer 1d", ids, format(32, 1, S), extent(4, 0, 4), point, points, 1, cudaArrayLayered);
    sampled<T2_LAYERED, int4>("layer 2d", ids, format(32, 1, S), extent(4, 4, 4), point, points, 1, cudaArrayLayered);
    sampled<CUBE_LAYERED, int4>("layer cube", ids, format(32, 1, S), extent(4, 4, 24), unit, points, 1,
                                cudaArrayLayered | cudaArrayCubemap);
}

// One texel of 1 among zeros, near the corners of seamless cube maps.
static void corners() {
    vector<Point> points = random_points(400, 0.7f, 1);
    for (Point &p : points) {
        float *least = &p.x;
        if (p.y < *least) least = &p.y;
        if (p.z < *least) least = &p.z;
        int sign = (int)(random_word() % 8), axis = (int)(random_word() % 3);
        (axis == 0 ? p.x : axis == 1 ? p.y : p.z) = 1;
        if (sign & 1) p.x = -p.x;
        if (sign & 2) p.y = -p.y;
        if (sign & 4) p.z = -p.z;
    }
    for (int size : {1, 2, 4}) {
        vector<float> data = random_floats((size_t)(size * size * 6), 0);
        cudaArray_t array = make_array(data, format(32, 1, F), extent((size_t)size, (size_t)size, 6), cudaArrayCubemap);
        cudaTextureDesc desc = description({true, true, CLAMP, false});
        desc.seamlessCubemap = 1;
        char name[40];
        snprintf(name, sizeof name, "cube corners of %d", size);
        section<CUBE>(name, make_texture(array, desc), points);
    }
}

// Texels that tell where they are: what is mixed of them is the place in the face, to the last bit of a weight.
static void ramps() {
    for (int size : {4, 64, 100}) {
        vector<float> data;
        for (int face = 0; face < 6; face++)
            for (int y = 0; y < size; y++)
                for (int x = 0; x < size; x++)
                    for (int value : {x, y, face, 1}) data.push_back((float)value);
        char name[40];
        snprintf(name, sizeof name, "cube ramp %d", size);
        sampled<CUBE>(name, data, format(32, 4, F), extent((size_t)size, (size_t)size, 6), {true, true, CLAMP, false},
                      directions(600), 4, cudaArrayCubemap);
    }
}

int main() {
    apart(ramps);
    apart(layers);
    apart(layer_numbers);
    apart(cubes);
    apart(corners);
}
