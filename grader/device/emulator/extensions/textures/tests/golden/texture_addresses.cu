// texture_addresses.cu - which texels coordinates outside of a texture meet.
#include "texture_probe.cuh"

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

// A border in some dimensions only: does a line have a second one?
static void mixed_modes() {
    vector<float> data = random_floats(64, 0);
    static const cudaExtent EXTENTS[] = {extent(4), extent(4, 4), extent(4, 4, 4), extent(4, 1)};
    vector<Point> points = random_points(40, -1, 5);
    for (int i = 0; i < 9; i++) points[i].x = points[i].y = points[i].z = (float)i / 2;
    for (int dimensions = 0; dimensions < 4; dimensions++)
        for (int which = 0; which < 8; which++)
            for (int normalized = 0; normalized < 2; normalized++) {
                cudaTextureDesc desc = description({true, normalized != 0, CLAMP, false});
                vector<Point> scaled = points;
                if (normalized)
                    for (Point &p : scaled) p.x /= 4, p.y /= 4, p.z /= 4;
                for (int n = 0; n < 3; n++)
                    if (which >> n & 1) desc.addressMode[n] = BORDER;
                cudaArray_t array = make_array(data, format(32, 1, F), EXTENTS[dimensions]);
                cudaTextureObject_t texture = make_texture(array, desc);
                char name[60];
                snprintf(name, sizeof name, "borders %d of case %d normalized %d", which, dimensions, normalized);
                if (dimensions == 0) section<T1>(name, texture, scaled);
                if (dimensions == 1 || dimensions == 3) section<T2>(name, texture, scaled);
                if (dimensions == 2) section<T3>(name, texture, scaled);
            }
}

static void layered_borders() {
    vector<float> data = random_floats(64, 0);
    vector<Point> points = random_points(40, -1, 5, 6);
    for (Point &p : points) p.layer--;
    const Sampler linear = {true, false, BORDER, false};
    sampled<T1_LAYERED>("layered 1d border", data, format(32, 1, F), extent(4, 0, 4), linear, points, 1,
                        cudaArrayLayered);
    sampled<T2_LAYERED>("layered 2d border", data, format(32, 1, F), extent(4, 4, 4), linear, points, 1,
                        cudaArrayLayered);
    cudaArray_t array = make_array(data, format(32, 1, F), extent(4, 0, 4), cudaArrayLayered);
    cudaTextureDesc desc = description({true, false, CLAMP, false});
    desc.addressMode[1] = BORDER;
    section<T1_LAYERED>("layered 1d border in y", make_texture(array, desc), points);
}

// Coordinates near edges of large textures, and far away from small ones.
static void far_away() {
    vector<int> ids = counting<int>(131072);
    for (auto &mode : MODES)
        for (int size : {3, 1000, 65536, 131072}) {
            vector<Point> points;
            for (int i = 0; i < 64; i++) {
                Point p = {};
                float texel = (float)((int)(random_word() % (5u * (unsigned)size)) - 2 * size);
                p.x = moved(mode.normalized ? texel / (float)size : texel, i % 3 - 1);
                if (i >= 48) p.x = random_in(-1, 1) * ldexpf(1, (int)(random_word() % 40));
                points.push_back(p);
            }
            char name[60];
            snprintf(name, sizeof name, "far %d %s", size, mode.name);
            sampled<T1, int4>(name, ids, format(32, 1, S), extent((size_t)size),
                              {false, mode.normalized, mode.mode, false}, points);
        }
}

int main() {
    apart(address_modes);
    apart(mixed_modes);
    apart(layered_borders);
    apart(far_away);
}
