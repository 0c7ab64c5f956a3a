// texel.c - formats: from a texel's bytes to four components.
//
// Normalized integers are what the CUDA Programming Guide says of cudaReadModeNormalizedFloat: the whole range becomes
// [0, 1], or [-1, 1] with both of the smallest two integers at -1.
#include "half.h"
#include "texture.h"
#include <string.h>

bool texel_is_float(const TextureDescription *d) { return d->kind != TEXEL_SIGNED && d->kind != TEXEL_UNSIGNED; }

static float normalized(int32_t value, int32_t most) {
    float quotient = (float)((double)value / most);
    return quotient < -1 ? -1 : quotient;
}

// IEC 61966-2-1, of a byte.
static float linear_of_srgb(uint8_t byte) {
    double value = byte / 255.0;
    return (float)(value <= 0.04045 ? value / 12.92 : __builtin_pow((value + 0.055) / 1.055, 2.4));
}

static uint32_t bits_of(float value) { return float_bits(value); }

// An integer of 8 or 16 bits, extended as its kind asks.
static int32_t extended(const TextureDescription *d, uint32_t value) {
    bool is_signed = d->kind == TEXEL_SIGNED || d->kind == TEXEL_SNORM;
    if (d->bits == 8) return is_signed ? (int8_t)value : (int32_t)(uint8_t)value;
    if (d->bits == 16) return is_signed ? (int16_t)value : (int32_t)(uint16_t)value;
    return (int32_t)value;
}

static uint32_t component(const TextureDescription *d, const uint8_t *bytes, unsigned index) {
    uint32_t value = 0;
    memcpy(&value, bytes, d->bits / 8);
    if (d->kind == TEXEL_FLOAT) return d->bits == 32 ? value : bits_of((float)f16_value((uint16_t)value));
    int32_t integer = extended(d, value);
    if (!texel_is_float(d)) return (uint32_t)integer;
    if (d->srgb && d->bits == 8 && index < 3) return bits_of(linear_of_srgb((uint8_t)value));
    bool is_signed = d->kind == TEXEL_SNORM;
    return bits_of(normalized(integer, d->bits == 8 ? (is_signed ? 127 : 255) : is_signed ? 32767 : 65535));
}

static Texel read_packed(const TextureDescription *d, const uint8_t *bytes) {
    uint32_t word;
    (void)d;
    memcpy(&word, bytes, sizeof word);
    Texel texel = {.f = {normalized(word & 1023, 1023), normalized(word >> 10 & 1023, 1023),
                         normalized(word >> 20 & 1023, 1023), normalized((int32_t)(word >> 30), 3)}};
    return texel;
}

static Texel read_any(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = {.u = {0, 0, 0, texel_is_float(d) ? bits_of(1) : 1}};
    for (unsigned n = 0; n < d->channels; n++) texel.u[n] = component(d, bytes + n * d->bits / 8u, n);
    return texel;
}

// The formats that are most used.
static Texel read_float(const TextureDescription *d, const uint8_t *bytes) {
    Texel texel = {.f = {0, 0, 0, 1}};
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
    if (d->bits == 32 && d->channels == 4) return read_four_words;
    return d->bits == 32 && d->channels == 1 && d->kind == TEXEL_FLOAT ? read_float : read_any;
}

Texel texel_border(const TextureDescription *d) {
    Texel texel;
    memcpy(texel.f, d->border, sizeof texel.f);
    return texel;
}
