// video_arithmetic.c - what video instructions compute, after the PTX ISA's description of each step.
#include "video.h"

static int64_t extend(uint32_t value, unsigned bits, bool is_signed) {
    unsigned unused = 32 - bits;
    return is_signed ? (int32_t)(value << unused) >> unused : (int64_t)(value << unused >> unused);
}

static bool compare(VideoComparison comparison, int64_t a, int64_t b) {
    switch (comparison) {
    case COMPARE_EQ: return a == b;
    case COMPARE_NE: return a != b;
    case COMPARE_LT: return a < b;
    case COMPARE_LE: return a <= b;
    case COMPARE_GT: return a > b;
    default: return a >= b;
    }
}

static unsigned shift_by(const Video *video, int64_t b) {
    uint32_t amount = (uint32_t)b;
    return video->wraps ? amount & 31 : amount > 32 ? 32 : amount;
}

int64_t video_element(const Video *video, int64_t a, int64_t b) {
    switch (video->kind) {
    case VIDEO_ADD: return a + b;
    case VIDEO_SUBTRACT: return a - b;
    case VIDEO_DISTANCE: return a < b ? b - a : a - b;
    case VIDEO_MINIMUM: return a < b ? a : b;
    case VIDEO_MAXIMUM: return a > b ? a : b;
    case VIDEO_AVERAGE: return (a + b + (a + b >= 0)) >> 1;
    case VIDEO_SHIFT_LEFT: return (int64_t)((uint64_t)a << shift_by(video, b));
    case VIDEO_SHIFT_RIGHT: return a >> shift_by(video, b);
    default: return compare(video->comparison, a, b);
    }
}

int64_t video_saturate(int64_t value, unsigned bits, bool is_signed) {
    int64_t most = ((int64_t)1 << (bits - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return value > most ? most : value < least ? least : value;
}

static uint32_t second(const Video *video, uint32_t value, uint32_t c) {
    bool less = video->is_signed ? (int32_t)value < (int32_t)c : value < c;
    switch (video->second) {
    case SECOND_ADD: return value + c;
    case SECOND_MINIMUM: return less ? value : c;
    case SECOND_MAXIMUM: return less ? c : value;
    default: return value;
    }
}

static uint32_t merge(uint32_t value, uint32_t c, unsigned shift, unsigned bits) {
    uint32_t mask = (bits == 32 ? 0xffffffff : (1u << bits) - 1) << shift;
    return (c & ~mask) | (value << shift & mask);
}

__extension__ typedef __int128 Wide;

// a times b and c, one of them negative, or plus one; a product of 64 bits and c do not fit into 64.
static uint32_t multiply(const Video *video, int64_t a, int64_t b, uint32_t c) {
    bool minus = video->a.negated != video->b.negated;
    bool is_signed = video->a.is_signed || video->b.is_signed || minus || video->c_negated;
    Wide product = (Wide)a * b, third = is_signed ? (Wide)(int32_t)c : (Wide)c;
    if (video->plus_one) third += 1;
    else if (minus) product = -product;
    else if (video->c_negated) third = is_signed ? -(Wide)(int32_t)c : -(Wide)c;
    Wide sum = (product + third) >> video->scale;
    Wide most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
    if (video->saturate) sum = sum > most ? most : sum < least ? least : sum;
    return (uint32_t)sum;
}

uint32_t video_scalar(const Video *video, uint32_t a, uint32_t b, uint32_t c) {
    int64_t left = extend(a >> video->a.shift, video->a.bits, video->a.is_signed);
    int64_t right = extend(b >> video->b.shift, video->b.bits, video->b.is_signed);
    if (video->kind == VIDEO_MULTIPLY) return multiply(video, left, right, c);
    int64_t value = video_element(video, left, right);
    if (video->saturate) value = video_saturate(value, video->bits, video->is_signed);
    uint32_t result = second(video, (uint32_t)value, c);
    return video->merges ? merge(result, c, video->shift, video->bits) : result;
}

uint32_t video_simd(const Video *video, uint32_t a, uint32_t b, uint32_t c) {
    unsigned bits = 32 / video->elements;
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = c;
    for (unsigned n = 0; n < video->elements; n++) {
        if (!(video->mask >> n & 1)) continue;
        int64_t left = extend((uint32_t)(both >> bits * video->a.element[n]), bits, video->a.is_signed);
        int64_t right = extend((uint32_t)(both >> bits * video->b.element[n]), bits, video->b.is_signed);
        int64_t value = video_element(video, left, right);
        if (video->saturate) value = video_saturate(value, bits, video->is_signed);
        if (video->second == SECOND_ADD) result += (uint32_t)extend((uint32_t)value, bits, video->is_signed);
        else result = merge((uint32_t)value, result, n * bits, bits);
    }
    return result;
}
