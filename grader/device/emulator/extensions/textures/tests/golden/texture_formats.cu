// texture_formats.cu - exact bits of the conversion of texels that are no 32-bit floats, and of filters over them.
#include "texture_probe.cuh"

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
            for (int as_float = 0; as_float < 2; as_float++) {
                std::string name = std::string(f.name) + (linear ? " linear" : "");
                vector<Point> points = random_points(8, 0, 8);
                sampled<T1>(name.c_str(), random_data<uint32_t>(32), f.desc, extent(8),
                            {linear != 0, false, CLAMP, as_float != 0}, points, 4);
            }
    }
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

int main() {
    apart([] { integers_of<uint8_t>("uchar", 8, U); });
    apart([] { integers_of<int8_t>("char", 8, S); });
    apart([] { integers_of<uint16_t>("ushort", 16, U); });
    apart([] { integers_of<int16_t>("short", 16, S); });
    apart(border_colors);
    apart(channels);
    apart(normalized_formats);
    apart(srgb);
}
