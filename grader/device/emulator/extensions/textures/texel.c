// texel.c - formats: from a texel's bytes to four components.
//
// Normalized integers are what the CUDA Programming Guide says of cudaReadModeNormalizedFloat: the whole range becomes
// [0, 1], or [-1, 1] with both of the smallest two integers at -1. A filter takes them as integers of 16 bits, as far
// as it is known how they are widened.
#include "../../numbers/half.h"
#include "objects.h"
#include <string.h>

bool texel_is_float(const TextureDescription *d) { return d->kind != TEXEL_SIGNED && d->kind != TEXEL_UNSIGNED; }

static float normalized(int32_t value, int32_t most) {
    float quotient = (float)((double)value / most);
    return quotient < -1 ? -1 : quotient;
}

// sRGB to linear (IEC 61966-2-1) as hardware has it: with eight significant bits, up to byte 12 in steps of 20/65536.
// At the bytes of OFF its table is one step off, downwards at those with a minus.
static float linear_of_srgb(uint8_t byte) {
    static const int16_t OFF[] = {-15, 19, 20, -32, 33, -65, 66, -68, -70, -97, 184, 186, -249, -250, -251, 252, 253};
    if (byte <= 12) return (float)byte * (20 / 65536.0f);
    double exact = __builtin_pow((byte / 255.0 + 0.055) / 1.055, 2.4);
    double step = __builtin_ldexp(1, __builtin_ilogb(exact) - 7), steps = __builtin_floor(exact / step + 0.5);
    for (size_t n = 0; n < sizeof OFF / sizeof *OFF; n++)
        if (byte == (OFF[n] < 0 ? -OFF[n] : OFF[n])) steps += OFF[n] < 0 ? -1 : 1;
    return (float)(steps * step);
}

static bool is_signed(const TextureDescription *d) { return d->kind == TEXEL_SIGNED || d->kind == TEXEL_SNORM; }

// The channels as integers of 32 bits, extended as their kind asks.
static Texel channels_of(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = {.u = {0}};
    if (d->bits == 8) {
        for (unsigned n = 0; n < d->channels; n++) texel.u[n] = bytes[n];
    } else if (d->bits == 16) {
        for (unsigned n = 0; n < d->channels; n++) texel.u[n] = bytes[2 * n] | (uint32_t)bytes[2 * n + 1] << 8;
    } else {
        memcpy(texel.u, bytes, d->channels * sizeof *texel.u);
    }
    if (!is_signed(d)) return texel;
    unsigned unused = 32u - d->bits;
    for (unsigned n = 0; n < d->channels; n++) texel.u[n] = (uint32_t)((int32_t)(texel.u[n] << unused) >> unused);
    return texel;
}

static Texel read_packed(const TextureDescription *d, const uint8_t *bytes) {
    uint32_t word;
    (void)d;
    memcpy(&word, bytes, sizeof word);
    Texel texel = {.f = {normalized(word & 1023, 1023), normalized(word >> 10 & 1023, 1023),
                         normalized(word >> 20 & 1023, 1023), normalized((int32_t)(word >> 30), 3)}};
    return texel;
}

static Texel read_halves(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = channels_of(d, bytes);
    for (unsigned n = 0; n < d->channels; n++) texel.f[n] = (float)f16_value(texel.u[n]);
    return texel;
}

static Texel read_normalized(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = channels_of(d, bytes);
    int32_t most = d->bits == 8 ? (is_signed(d) ? 127 : 255) : is_signed(d) ? 32767 : 65535;
    for (unsigned n = 0; n < d->channels; n++)
        texel.f[n] = d->srgb && n < 3 ? linear_of_srgb((uint8_t)texel.u[n]) : normalized((int32_t)texel.u[n], most);
    return texel;
}

// The formats that are most used.
static Texel read_word(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = {.f = {0}};
    (void)d;
    memcpy(texel.f, bytes, sizeof(float));
    return texel;
}

static Texel read_four_words(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel;
    (void)d;
    memcpy(texel.f, bytes, sizeof texel.f);
    return texel;
}

TexelReader *texel_reader(const TextureDescription *d) {
    if (d->bits == 10) return read_packed;
    if (d->kind == TEXEL_SNORM || d->kind == TEXEL_UNORM) return read_normalized;
    if (d->bits == 32 && d->channels == 4) return read_four_words;
    if (d->kind == TEXEL_FLOAT && d->bits == 16) return read_halves;
    return d->bits == 32 && d->channels == 1 ? read_word : channels_of;
}

// ---- for filters ----------------------------------------------------------------------------------------------------

static Texel raw_packed(const TextureDescription *d, const uint8_t *bytes) {
    uint32_t word;
    (void)d;
    memcpy(&word, bytes, sizeof word);
    Texel texel = {.u = {word & 1023, word >> 10 & 1023, word >> 20 & 1023, (word >> 30) * 0x5555}};
    for (unsigned n = 0; n < 3; n++) texel.u[n] = texel.u[n] << 6 | texel.u[n] >> 4;
    return texel;
}

static Texel raw_normalized(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = channels_of(d, bytes);
    if (d->kind == TEXEL_UNORM && d->bits == 8)
        for (unsigned n = 0; n < d->channels; n++) texel.u[n] *= 257;
    return texel;
}

static Texel raw_srgb(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = raw_normalized(d, bytes);
    for (unsigned n = 0; n < d->channels && n < 3; n++) texel.f[n] = linear_of_srgb((uint8_t)texel.u[n]);
    return texel;
}

TexelReader *texel_raw_reader(const TextureDescription *d) {
    if (d->bits == 10) return raw_packed;
    if (d->srgb) return raw_srgb;
    return d->kind == TEXEL_SNORM || d->kind == TEXEL_UNORM ? raw_normalized : texel_reader(d);
}

// ---- borders --------------------------------------------------------------------------------------------------------

// The bits of value as a half, rounded towards zero; too large becomes infinity, too small for a normal half zero.
static uint32_t half_of(float value) {
    uint32_t bits = float_bits(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x47800000) return sign | 0x7c00;
    return magnitude < 0x38800000 ? sign : sign | (magnitude - 0x38000000) >> 13;
}

// A channel of the border's color as the format would hold it.
static uint32_t border_channel(const TextureDescription *d, float color) {
    if (d->kind == TEXEL_FLOAT) return d->bits == 16 ? half_of(color) : float_bits(color);
    if (!texel_is_float(d)) return float_bits(color);
    double most = d->bits == 8 ? 255 : 65535, least = 0;
    if (d->kind == TEXEL_SNORM) most = d->bits == 8 ? 127 : 32767, least = -most;
    double scaled = (double)color * most;
    return (uint32_t)(int32_t)(scaled > least ? scaled < most ? scaled : most : least);
}

static uint32_t packed_channel(float color, uint32_t most) {
    return color > 0 ? color < 1 ? (uint32_t)(color * (float)most) : most : 0;
}

// The border's color as a texel that one of the readers has read.
Texel texel_border(const TextureDescription *d, TexelReader *read) {
    uint8_t bytes[16] = {0};
    if (d->bits == 10) {
        uint32_t word = 0;
        for (unsigned n = 0; n < 4; n++) word |= packed_channel(d->border[n], n < 3 ? 1023 : 3) << 10 * n;
        memcpy(bytes, &word, sizeof word);
        return read(d, bytes);
    }
    for (unsigned n = 0; n < d->channels; n++) {
        uint32_t channel = border_channel(d, d->border[n]);
        memcpy(bytes + n * d->bits / 8u, &channel, d->bits / 8);
    }
    return read(d, bytes);
}
