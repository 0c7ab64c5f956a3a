// texture_objects.cu - fetches through texture objects: what the CUDA Programming Guide says of coordinates, filters,
// formats, layers, cube maps and levels, with values worked out by hand.
#include "../../../../tests/programs/claims.cuh"
#include "texture_claims.cuh"

enum { POINTS = 256 };

template <typename T, typename Fetch> __global__ void fetch_each(cudaTextureObject_t t, T *out, Fetch fetch) {
    out[threadIdx.x] = fetch(t, (int)threadIdx.x);
}

// What one thread fetches.
#define FETCH(name, T, ...)                                                                                            \
    struct name {                                                                                                      \
        __device__ T operator()(cudaTextureObject_t t, int i) const { __VA_ARGS__ }                                    \
    };
FETCH(at_eighths, int, return tex1D<int>(t, (float)(i % 64) / 8);)
FETCH(around_the_line, int, return tex1D<int>(t, ((float)(i % 40) - 15.75f) / 8);)
FETCH(around_the_line_in_texels, int, return tex1D<int>(t, (float)(i % 40) - 15.75f);)
FETCH(in_the_plane, int, return tex2D<int>(t, i % 8 + 0.5f, i / 8 % 4 + 0.5f);)
FETCH(in_the_solid, int, return tex3D<int>(t, i % 4 + 0.5f, i / 4 % 4 + 0.5f, i / 16 % 4 + 0.5f);)
FETCH(between_two, float, return tex1D<float>(t, 0.5f + i / 256.0f);)
FETCH(beyond_centres, float, return tex1D<float>(t, i < 128 ? 0.5f - i / 64.0f : 1.5f + (i - 128) / 64.0f);)
FETCH(amid_four, float, return tex2D<float>(t, 1, 1);)
FETCH(near_one_of_four, float, return tex2D<float>(t, 0.75f, 0.75f);)
FETCH(amid_eight, float, return tex3D<float>(t, 1, 1, 1);)
FETCH(at_the_seam, float, return tex1D<float>(t, i % 2 ? 0.0f : 1.0f);)
FETCH(at_the_end, float, return tex1D<float>(t, 2.0f);)
FETCH(four_around, float, float4 four = tex2Dgather<float4>(t, 1, 1); return i % 4 == 0   ? four.x
                                                                             : i % 4 == 1 ? four.y
                                                                             : i % 4 == 2 ? four.z
                                                                                          : four.w;)
FETCH(a_number, float, return tex1D<float>(t, (float)(i % 4) + 0.5f);)
FETCH(a_byte, int, return (int)tex1D<signed char>(t, (float)(i % 4) + 0.5f);)
FETCH(four_words, int, ushort4 w = tex1D<ushort4>(t, (float)(i % 2) + 0.5f); return w.x + 10 * w.y + 100 * w.z + w.w;)
FETCH(in_lines, int, return tex1DLayered<int>(t, i % 8 + 0.5f, i / 8 % 4);)
FETCH(in_planes, int, return tex2DLayered<int>(t, i % 4 + 0.5f, i / 4 % 4 + 0.5f, i / 16 - 2);)
FETCH(in_a_direction, int, float sign = i % 2 ? -3.0f : 3.0f, at[3] = {0.5f, -1.5f, 1.0f}; at[i / 2 % 3] = sign;
      return texCubemap<int>(t, at[0], at[1], at[2]);)
FETCH(at_tenths_of_levels, float, return tex2DLod<float>(t, 0.5f, 0.5f, (i % 50) / 10.0f + 0.04f);)
FETCH(at_quarters_of_levels, float, return tex2DLod<float>(t, 0.5f, 0.5f, (i % 16) / 4.0f);)
FETCH(by_gradient, float, float step = (float)(1 << i % 4) / 8; // 1, 2, 4 or 8 texels of level 0
      return tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(step, 0), make_float2(0, step));)
FETCH(without_level, float, return tex2D<float>(t, 0.5f, 0.5f);)
FETCH(in_memory, int, bool there; float value = tex2D<float>(t, 0.5f, 1.5f, &there); return there ? (int)value : -1;)
FETCH(a_word, int, return (int)tex1D<unsigned>(t, (float)(i % 4) + 0.5f);)
FETCH(by_index, float, return tex1Dfetch<float>(t, i - 8);)
FETCH(in_rows, float, return tex2D<float>(t, i % 16 + 0.5f, i / 16 % 4 + 0.5f);)

// A claim on what each of POINTS threads fetches.
template <typename T, typename Fetch, typename Expected>
static void claim_fetches(const char *name, cudaTextureObject_t texture, Fetch fetch, Expected expected) {
    Array<T> got(POINTS);
    fetch_each<<<1, POINTS>>>(texture, got.device, fetch);
    claim_each(name, got, expected);
    MUST(cudaDestroyTextureObject(texture));
}

// ---- coordinates ----------------------------------------------------------------------------------------------------

static void coordinates() {
    ArrayOf<int> line(8);
    for (int i = 0; i < 8; i++) line[i] = 10 + i;
    line.write();
    claim_fetches<int>("without_a_filter_the_texel_is_the_coordinates_floor", line.texture({}), at_eighths(),
                       [](size_t i) { return 10 + (int)(i % 64) / 8; });
    // Coordinates from -2 to 3 times the texture.
    claim_fetches<int>("wrapped_coordinates_repeat_the_texture",
                       line.texture({.normalized = true, .mode = cudaAddressModeWrap}), around_the_line(),
                       [](size_t i) { return 10 + (int)(i % 40) % 8; });
    claim_fetches<int>("mirrored_coordinates_go_back_and_forth",
                       line.texture({.normalized = true, .mode = cudaAddressModeMirror}), around_the_line(),
                       [](size_t i) {
                           int at = (int)(i % 40), period = at % 16; // at 0 is texel -16
                           return 10 + (period < 8 ? period : 15 - period);
                       });
    claim_fetches<int>("clamped_coordinates_stay_at_the_edge", line.texture({.normalized = true}), around_the_line(),
                       [](size_t i) {
                           int at = (int)(i % 40) - 16;
                           return 10 + (at < 0 ? 0 : at > 7 ? 7 : at);
                       });
    claim_fetches<int>("beyond_a_border_there_are_zeros",
                       line.texture({.normalized = true, .mode = cudaAddressModeBorder}), around_the_line(),
                       [](size_t i) {
                           int at = (int)(i % 40) - 16;
                           return at < 0 || at > 7 ? 0 : 10 + at;
                       });
    claim_fetches<int>("without_normalized_coordinates_wrapping_is_clamping",
                       line.texture({.mode = cudaAddressModeWrap}), around_the_line_in_texels(), [](size_t i) {
                           int at = (int)(i % 40) - 16;
                           return 10 + (at < 0 ? 0 : at > 7 ? 7 : at);
                       });
    ArrayOf<int> plane(8, 4), solid(4, 4, 4);
    plane.count(), solid.count();
    claim_fetches<int>("x_is_the_column_and_y_the_row", plane.texture({}), in_the_plane(),
                       [](size_t i) { return i % 32; });
    claim_fetches<int>("z_is_the_slice", solid.texture({}), in_the_solid(), [](size_t i) { return i % 64; });
}

// ---- filters --------------------------------------------------------------------------------------------------------

static void filters() {
    ArrayOf<float> line(2), plane(2, 2), solid(2, 2, 2);
    line[0] = 0, line[1] = 256;
    for (int i = 0; i < 4; i++) plane[i] = (float)(1 << 2 * i); // 1 4 16 64
    for (int i = 0; i < 8; i++) solid[i] = (float)(8 << i);     // 8 to 1024: 2040 in all
    line.write(), plane.write(), solid.write();
    claim_fetches<float>("a_weight_has_eight_fractional_bits", line.texture({.linear = true}), between_two(),
                         [](size_t i) { return i; });
    claim_fetches<float>("outside_the_outermost_centres_a_clamped_line_is_flat", line.texture({.linear = true}),
                         beyond_centres(), [](size_t i) { return i < 128 ? 0 : 256; });
    claim_fetches<float>("between_four_texels_is_their_mean", plane.texture({.linear = true}), amid_four(),
                         [](size_t) { return 21.25; });
    claim_fetches<float>("a_quarter_of_the_way_has_weights_of_9_3_3_and_1_sixteenths", plane.texture({.linear = true}),
                         near_one_of_four(), [](size_t) { return (9 * 1 + 3 * 4 + 3 * 16 + 1 * 64) / 16.0; });
    claim_fetches<float>("between_eight_texels_is_their_mean", solid.texture({.linear = true}), amid_eight(),
                         [](size_t) { return 255; });
    claim_fetches<float>("a_wrapped_filter_mixes_the_last_texel_and_the_first",
                         line.texture({.linear = true, .normalized = true, .mode = cudaAddressModeWrap}), at_the_seam(),
                         [](size_t) { return 128; });
    // To a filter a line is half a plane's first row: the border is above it too.
    claim_fetches<float>("a_filter_mixes_in_the_border_beyond_and_above",
                         line.texture({.linear = true, .mode = cudaAddressModeBorder}), at_the_end(),
                         [](size_t) { return 64; });
    claim_fetches<float>("a_gather_is_the_four_texels_against_the_clock_from_lower_left", plane.texture({}),
                         four_around(), [](size_t i) {
                             return i % 4 == 0 ? 16 : i % 4 == 1 ? 64 : i % 4 == 2 ? 4 : 1;
                         });
}

static void residence() {
    ArrayOf<float> plane(2, 2);
    plane.count();
    claim_fetches<int>("a_texel_of_a_plain_array_is_resident", plane.texture({}), in_memory(),
                       [](size_t) { return 2; });
}

// ---- formats --------------------------------------------------------------------------------------------------------

// Of the smallest integer, the largest, zero, and the one above the smallest.
template <typename T> static void claim_normalized(const char *name, T least, T most) {
    ArrayOf<T> line(4);
    line[0] = least, line[1] = most, line[2] = 0, line[3] = (T)(least + 1);
    line.write();
    claim_fetches<float>(name, line.texture({.as_float = true}), a_number(), [most](size_t i) {
        const bool is_signed = (T)-1 < (T)1;
        const float expected[4] = {is_signed ? -1.0f : 0.0f, 1, 0, is_signed ? -1.0f : 1 / (float)most};
        return expected[i % 4];
    });
}

static void formats() {
    claim_normalized<unsigned char>("a_normalized_byte_is_from_0_to_1", 0, 255);
    claim_normalized<signed char>("a_normalized_signed_byte_has_two_that_are_minus_1", -128, 127);
    claim_normalized<unsigned short>("a_normalized_word_is_from_0_to_1", 0, 65535);
    claim_normalized<short>("a_normalized_signed_word_has_two_that_are_minus_1", -32768, 32767);
    ArrayOf<signed char> bytes(4);
    ArrayOf<ushort4> words(2);
    bytes[0] = -1, bytes[1] = 127, bytes[2] = -128, bytes[3] = 5;
    words[0] = make_ushort4(1, 2, 3, 65535), words[1] = make_ushort4(5, 6, 7, 8);
    bytes.write(), words.write();
    claim_fetches<int>("a_signed_byte_keeps_its_sign", bytes.texture({}), a_byte(), [](size_t i) {
        return i % 4 == 0 ? -1 : i % 4 == 1 ? 127 : i % 4 == 2 ? -128 : 5;
    });
    claim_fetches<int>("a_vector_has_its_components_in_order", words.texture({}), four_words(),
                       [](size_t i) { return i % 2 ? 773 : 65856; });
}

// ---- layers, cube maps, levels --------------------------------------------------------------------------------------

static void layers() {
    ArrayOf<int> lines(8, 0, 4, cudaArrayLayered), planes(4, 4, 4, cudaArrayLayered), cube(2, 2, 6, cudaArrayCubemap);
    lines.count(), planes.count();
    for (int i = 0; i < 24; i++) cube[i] = i / 4;
    cube.write();
    claim_fetches<int>("a_layer_is_a_line_of_its_own", lines.texture({}), in_lines(), [](size_t i) { return i % 32; });
    claim_fetches<int>("a_layer_is_a_plane_of_its_own_and_beyond_is_the_last", planes.texture({}), in_planes(),
                       [](size_t i) {
                           int layer = (int)(i / 16) - 2;
                           return (layer < 0 || layer > 3 ? 3 : layer) * 16 + (int)(i % 16);
                       });
    // The faces' order is +x, -x, +y, -y, +z, -z.
    claim_fetches<int>("a_direction_meets_the_face_of_its_largest_component", cube.texture({.normalized = true}),
                       in_a_direction(), [](size_t i) { return i % 6; });
}

static void levels() {
    LevelsOf<float> levels(8, 8, 4);
    for (unsigned level = 0; level < 4; level++) levels.fill(level, 100.0f * (float)level);
    Sampler nearest = {.normalized = true}, between = {.normalized = true, .levels_linear = true};
    claim_fetches<float>("a_level_is_the_nearest_one", levels.texture(nearest), at_tenths_of_levels(), [](size_t i) {
        int level = (int)((double)(i % 50) / 10 + 0.04 + 0.5);
        return 100 * (level > 3 ? 3 : level);
    });
    claim_fetches<float>("between_levels_their_texels_are_mixed", levels.texture(between), at_quarters_of_levels(),
                         [](size_t i) { return i % 16 > 12 ? 300.0 : 25.0 * (double)(i % 16); });
    claim_fetches<float>("a_gradient_of_two_texels_is_the_next_level", levels.texture(between), by_gradient(),
                         [](size_t i) { return 100 * (i % 4); });
    claim_fetches<float>("without_a_level_it_is_the_first", levels.texture(between), without_level(),
                         [](size_t) { return 0; });
}

// ---- views ----------------------------------------------------------------------------------------------------------

static void views() {
    cudaResourceViewDesc view = {};
    ArrayOf<float> ones(4);
    for (int i = 0; i < 4; i++) ones[i] = 1;
    ones.write();
    view.format = cudaResViewFormatUnsignedInt1;
    view.width = 4;
    claim_fetches<int>("a_view_shows_the_same_bytes_as_another_format", ones.texture({}, &view), a_word(),
                       [](size_t) { return 0x3f800000; });
    ArrayOf<int> planes(4, 4, 4, cudaArrayLayered);
    planes.count();
    view.format = cudaResViewFormatSignedInt1;
    view.width = view.height = 4, view.depth = 4;
    view.firstLayer = 1, view.lastLayer = 2;
    claim_fetches<int>("a_view_may_show_some_layers", planes.texture({}, &view), in_planes(), [](size_t i) {
        int layer = (int)(i / 16) - 2;
        return (layer == 0 ? 1 : 2) * 16 + (int)(i % 16);
    });
    LevelsOf<float> levels(8, 8, 4);
    for (unsigned level = 0; level < 4; level++) levels.fill(level, 100.0f * (float)level);
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = 8, view.depth = 0;
    view.firstLayer = view.lastLayer = 0;
    view.firstMipmapLevel = 1, view.lastMipmapLevel = 2;
    claim_fetches<float>("a_view_may_show_some_levels", levels.texture({.normalized = true}, &view),
                         at_tenths_of_levels(),
                         [](size_t i) { return (double)(i % 50) / 10 + 0.04 < 0.5 ? 100 : 200; });
}

// ---- memory that is no array ----------------------------------------------------------------------------------------

static void plain_memory() {
    Array<float> line(64), rows(128 * 4);
    for (size_t i = 0; i < 64; i++) line[i] = (float)i;
    for (size_t i = 0; i < 512; i++) rows[i] = (float)i;
    line.write(), rows.write();
    cudaResourceDesc resource = {};
    cudaTextureDesc plain = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {line.device, cudaCreateChannelDesc<float>(), 64 * sizeof(float)};
    MUST(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    claim_fetches<float>("a_fetch_from_linear_memory_takes_an_index_and_gives_zero_outside", texture, by_index(),
                         [](size_t i) { return i < 8 || i >= 72 ? 0 : (int)i - 8; });
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {rows.device, cudaCreateChannelDesc<float>(), 10, 4, 128 * sizeof(float)};
    plain.addressMode[0] = plain.addressMode[1] = cudaAddressModeClamp;
    MUST(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    claim_fetches<float>("a_texture_of_pitched_memory_skips_what_is_between_rows", texture, in_rows(),
                         [](size_t i) { return 128 * (i / 16 % 4) + (i % 16 < 10 ? i % 16 : 9); });
}

int main() {
    coordinates();
    filters();
    residence();
    formats();
    layers();
    levels();
    views();
    plain_memory();
    return claims_end();
}
