// video.h - a video instruction as its modifiers and operands say, and the arithmetic of both kinds.
#ifndef VIDEO_H
#define VIDEO_H

#include "../../decode/operation.h"

typedef enum {
    VIDEO_ADD,
    VIDEO_SUBTRACT,
    VIDEO_DISTANCE,
    VIDEO_MINIMUM,
    VIDEO_MAXIMUM,
    VIDEO_AVERAGE,
    VIDEO_SHIFT_LEFT,
    VIDEO_SHIFT_RIGHT,
    VIDEO_MULTIPLY,
    VIDEO_COMPARE
} VideoKind;
typedef enum { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE } VideoComparison;
typedef enum { SECOND_NONE, SECOND_ADD, SECOND_MINIMUM, SECOND_MAXIMUM } VideoSecond;

// Of a scalar instruction the part of a register that it reads (shift, bits); of a SIMD one which of the elements of
// both registers stands at each place.
typedef struct {
    bool is_signed, negated;
    uint8_t shift, bits;
    uint8_t element[4];
} VideoSource;

typedef struct {
    VideoKind kind;
    VideoComparison comparison;
    VideoSecond second;
    VideoSource a, b;
    unsigned elements;        // 1, 2 or 4
    bool is_signed, saturate; // the result
    bool merges;              // c gives the rest of d; what changes is at shift, of bits; of a SIMD one as mask says
    uint8_t shift, bits, mask;
    bool wraps;               // a shift by more than 31
    bool c_negated, plus_one; // vmad
    uint8_t scale;            // vmad: bits that its result is shifted right by
} Video;

// One element's result before saturation; the sum of a shift to the left may have 63 bits.
int64_t video_element(const Video *video, int64_t a, int64_t b);
int64_t video_saturate(int64_t value, unsigned bits, bool is_signed);
uint32_t video_scalar(const Video *video, uint32_t a, uint32_t b, uint32_t c);
uint32_t video_simd(const Video *video, uint32_t a, uint32_t b, uint32_t c);

#endif
