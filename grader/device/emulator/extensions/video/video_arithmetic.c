// video_arithmetic.c - what video instructions compute.
//
// No GPU since Maxwell has units for them: ptxas makes sequences of other instructions. What those give is computed
// here, also where the PTX ISA says otherwise (read off the machine code, and measured on an H200 for 2280 forms):
//
// - .sat clamps an unsigned result of 32 bits at zero, at its upper end only if it is a shift's or vmad's.
// - A result for a part of d is saturated by all but shifts; what is below zero becomes the part's largest value, for
//   the machine code compares without sign. Shifts saturate to 32 bits.
// - d.h1 gets the upper half of the result, d.b1 to d.b3 its lowest byte.
// - The second operation compares 64 bits with c: the whole value of vabsdiff, vmin, vmax and of a shift without .sat,
//   else the lower 32 bits, sign-extended even if the type is unsigned.
// - vmad takes all values of 32 bits as signed.
// - Shifts with .sat are computed in 34 bits.
// - SIMD instructions that add to c add all of an element's result, not only what an element holds.
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

static bool shifts(const Video *video) { return video->kind == VIDEO_SHIFT_LEFT || video->kind == VIDEO_SHIFT_RIGHT; }

static int64_t to_34_bits(int64_t value) { return (int64_t)((uint64_t)value << 30) >> 30; }

static int64_t saturate_scalar(const Video *video, int64_t value) {
    if (!video->saturate) return value;
    if (shifts(video)) value = to_34_bits(value);
    if (video->is_signed && (video->bits == 32 || shifts(video))) return video_saturate(value, 32, true);
    if (shifts(video)) return video_saturate(value, 32, false);
    if (video->bits == 32) return value < 0 ? 0 : value;
    int64_t most = ((int64_t)1 << (video->bits - video->is_signed)) - 1;
    return value < 0 || value > most ? most : value;
}

// A scalar instruction's result, as the second operation compares it.
static int64_t compared(const Video *video, int64_t value) {
    bool added = video->kind == VIDEO_ADD || video->kind == VIDEO_SUBTRACT;
    return added || (shifts(video) && video->saturate) ? (int32_t)value : value;
}

static uint32_t second(const Video *video, int64_t value, uint32_t c) {
    bool less = video->is_signed ? value < (int32_t)c : (uint64_t)value < c;
    bool greater = video->is_signed ? value > (int32_t)c : (uint64_t)value > c;
    switch (video->second) {
    case SECOND_ADD: return (uint32_t)value + c;
    case SECOND_MINIMUM: return less ? (uint32_t)value : c;
    case SECOND_MAXIMUM: return greater ? (uint32_t)value : c;
    default: return (uint32_t)value;
    }
}

static uint32_t merge(uint32_t value, uint32_t c, unsigned shift, unsigned bits) {
    uint32_t mask = (bits == 32 ? 0xffffffff : (1u << bits) - 1) << shift;
    return (c & ~mask) | (value << shift & mask);
}

// a times b and c, one of them negative, or plus one: in 64 bits; a shift to the right drops the lowest.
static uint32_t multiply(const Video *video, int64_t a, int64_t b, uint32_t c) {
    bool minus = video->a.negated != video->b.negated;
    bool is_signed = video->a.is_signed || video->b.is_signed || minus || video->c_negated;
    uint64_t product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b), third = (uint64_t)(int64_t)(int32_t)c;
    if (video->plus_one) third += 1;
    else if (minus) product = 0 - product;
    else if (video->c_negated) third = 0 - third;
    uint64_t sum = product + third;
    int64_t value = is_signed ? (int64_t)sum >> video->scale : (int64_t)(sum >> video->scale);
    return (uint32_t)(video->saturate ? video_saturate(value, 32, is_signed) : value);
}

uint32_t video_scalar(const Video *video, uint32_t a, uint32_t b, uint32_t c) {
    int64_t left = extend(a >> video->a.shift, video->a.bits, video->a.is_signed);
    int64_t right = extend(b >> video->b.shift, video->b.bits, video->b.is_signed);
    if (video->kind == VIDEO_MULTIPLY) return multiply(video, left, right, c);
    int64_t value = compared(video, saturate_scalar(video, video_element(video, left, right)));
    uint32_t result = second(video, value, c);
    if (video->bits == 16 && video->shift) return merge(result >> 16, c, 16, 16);
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
        if (video->second == SECOND_ADD) result += (uint32_t)value;
        else result = merge((uint32_t)value, result, n * bits, bits);
    }
    return result;
}
