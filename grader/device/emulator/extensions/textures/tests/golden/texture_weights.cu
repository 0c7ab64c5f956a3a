// texture_weights.cu - exact bits of what linear filters make of coordinates and texels.
#include "texture_probe.cuh"

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

// Of each pair of texels every mixture.
template <Kind kind = T1, class E>
static void mixtures(const char *name, const vector<E> &pairs, cudaChannelFormatDesc desc, bool as_float) {
    vector<Point> points;
    for (size_t pair = 0; pair < pairs.size() / 2; pair++)
        for (int weight = 0; weight < 256; weight++) {
            Point p = {};
            p.x = (float)(2 * pair) + 0.5f + (float)weight / 256;
            p.y = p.z = 0.5f;
            points.push_back(p);
        }
    sampled<kind>(name, pairs, desc, extent(pairs.size()), {true, false, CLAMP, as_float}, points);
}

static void pairs_of_floats() {
    const float odd = 1.7182818f, other = -1.2345678f;
    vector<float> pairs = {0,           odd,          odd, 0,  odd, odd,   1,   moved(1, 1),
                           moved(1, 1), moved(1, -1), 1,   -1, odd, other, odd, -odd};
    for (int k = 1; k < 34; k += k < 6 ? 2 : 1)
        for (float sign : {1.0f, -1.0f}) pairs.push_back(1.9999999f), pairs.push_back(sign * ldexpf(1.3333333f, -k));
    for (int k : {8, 16, 24}) pairs.push_back(ldexpf(odd, -k)), pairs.push_back(odd);
    for (int k : {-149, -140, -128, -127, -126, -120}) pairs.push_back(ldexpf(odd, k)), pairs.push_back(0);
    for (int k : {126, 127}) pairs.push_back(ldexpf(odd, k)), pairs.push_back(ldexpf(odd, k));
    mixtures("pairs of floats", pairs, format(32, 1, F), false);
}

static void pairs_of_others() {
    mixtures<>("pairs of halves",
               vector<uint16_t>{0x0000, 0x3fff, 0x3fff, 0x3fff, 0x3c00, 0x3c01, 0x3fff, 0x13ff, 0x3fff, 0x93ff, 0x0001,
                                0x0000, 0x03ff, 0x8001, 0x7bff, 0x7bff, 0x7bff, 0x0001, 0x3555, 0xb555, 0x7c00, 0x3c00},
               format(16, 1, F), false);
    mixtures<>("pairs of bytes", vector<uint8_t>{0, 255, 0, 1, 0, 128, 255, 255, 254, 255, 1, 2, 37, 201, 101, 3},
               format(8, 1, U), true);
    mixtures<>("pairs of signed bytes",
               vector<int8_t>{0, 127, -128, 127, -127, 127, -1, 0, -1, 1, 37, -101, -128, -127}, format(8, 1, S), true);
    mixtures<>("pairs of words", vector<uint16_t>{0, 65535, 0, 1, 65535, 65535, 1, 2, 12345, 54321, 65534, 65535},
               format(16, 1, U), true);
    mixtures<>("pairs of signed words",
               vector<int16_t>{0, 32767, -32768, 32767, -32767, 32767, -1, 0, -1, 1, 12345, -23456}, format(16, 1, S),
               true);
}

// Which weight each of four texels has, of texels that are no floats.
static void weights_of_others() {
    vector<uint8_t> bytes(16);
    vector<uint16_t> words(16), halves(16);
    for (int i = 0; i < 4; i++) bytes[5 * i] = 255, words[5 * i] = 65535, halves[5 * i] = 0x3c00;
    vector<Point> points = random_points(300, 0.5f, 1.5f);
    for (Point &p : points) p.x = floorf(p.x * 256) / 256, p.y = floorf(p.y * 256) / 256;
    sampled<T2>("weight 2d bytes", bytes, format(8, 4, U), extent(2, 2), {true, false, CLAMP, true}, points, 4);
    sampled<T2>("weight 2d words", words, format(16, 4, U), extent(2, 2), {true, false, CLAMP, true}, points, 4);
    sampled<T2>("weight 2d halves", halves, format(16, 4, F), extent(2, 2), {true, false, CLAMP, false}, points, 4);
}

int main() {
    apart(weights);
    apart(float_filter);
    apart(pairs_of_floats);
    apart(pairs_of_others);
    apart(weights_of_others);
}
