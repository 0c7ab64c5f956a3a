// host_builtins.c - what functions of C and CUDA that only compute give on the host.
#include "../front/front.h"
#include "interpret.h"
#include <math.h>

static bool set_floating(HostValue *result, double value) {
    result->floating = value;
    return true;
}
static bool set_integer(HostValue *result, uint64_t value) {
    result->integer = value;
    return true;
}

static bool extreme(bool is_minimum, const HostValue *a, const HostValue *b, HostValue *result) {
    const Type *type = a->type;
    if (type_is_floating(type))
        return set_floating(result, is_minimum ? fmin(a->floating, b->floating) : fmax(a->floating, b->floating));
    bool less = type_is_signed(type) ? (int64_t)a->integer < (int64_t)b->integer : a->integer < b->integer;
    return set_integer(result, less == is_minimum ? a->integer : b->integer);
}

static bool absolute(const HostValue *a, HostValue *result) {
    if (type_is_floating(a->type)) return set_floating(result, fabs(a->floating));
    return set_integer(result, (int64_t)a->integer < 0 ? 0 - a->integer : a->integer);
}

static const struct {
    Builtin single, both; // of float and of double
    double (*of_double)(double);
    float (*of_float)(float);
} UNARY[] = {
    {BUILTIN_SQRTF, BUILTIN_SQRT, sqrt, sqrtf},     {BUILTIN_FLOORF, BUILTIN_FLOOR, floor, floorf},
    {BUILTIN_CEILF, BUILTIN_CEIL, ceil, ceilf},     {BUILTIN_TRUNCF, BUILTIN_TRUNC, trunc, truncf},
    {BUILTIN_RINTF, BUILTIN_RINT, rint, rintf},     {BUILTIN_ROUNDF, BUILTIN_ROUND, round, roundf},
    {BUILTIN_EXPF, BUILTIN_EXP, exp, expf},         {BUILTIN_EXP2F, BUILTIN_EXP2, exp2, exp2f},
    {BUILTIN_LOGF, BUILTIN_LOG, log, logf},         {BUILTIN_LOG2F, BUILTIN_LOG2, log2, log2f},
    {BUILTIN_LOG10F, BUILTIN_LOG10, log10, log10f}, {BUILTIN_LOG1PF, BUILTIN_LOG1P, log1p, log1pf},
    {BUILTIN_EXPM1F, BUILTIN_EXPM1, expm1, expm1f}, {BUILTIN_SINF, BUILTIN_SIN, sin, sinf},
    {BUILTIN_COSF, BUILTIN_COS, cos, cosf},         {BUILTIN_TANF, BUILTIN_TAN, tan, tanf},
    {BUILTIN_ASINF, BUILTIN_ASIN, asin, asinf},     {BUILTIN_ACOSF, BUILTIN_ACOS, acos, acosf},
    {BUILTIN_ATANF, BUILTIN_ATAN, atan, atanf},     {BUILTIN_TANHF, BUILTIN_TANH, tanh, tanhf},
    {BUILTIN_CBRTF, BUILTIN_CBRT, cbrt, cbrtf},     {BUILTIN_FABSF, BUILTIN_FABS, fabs, fabsf},
};

static const struct {
    Builtin single, both;
    double (*of_double)(double, double);
    float (*of_float)(float, float);
} BINARY[] = {
    {BUILTIN_POWF, BUILTIN_POW, pow, powf},
    {BUILTIN_FMODF, BUILTIN_FMOD, fmod, fmodf},
    {BUILTIN_ATAN2F, BUILTIN_ATAN2, atan2, atan2f},
    {BUILTIN_FMINF, BUILTIN_FMIN, fmin, fminf},
    {BUILTIN_FMAXF, BUILTIN_FMAX, fmax, fmaxf},
    {BUILTIN_HYPOTF, BUILTIN_HYPOT, hypot, hypotf},
    {BUILTIN_COPYSIGNF, BUILTIN_COPYSIGN, copysign, copysignf},
};

static bool mathematics(Builtin builtin, const HostValue *a, unsigned count, HostValue *result) {
    bool is_float = a[0].type->kind == TYPE_FLOAT;
    for (size_t i = 0; i < sizeof UNARY / sizeof *UNARY && count == 1; i++)
        if (builtin == UNARY[i].single || builtin == UNARY[i].both)
            return set_floating(result, is_float ? (double)UNARY[i].of_float((float)a[0].floating)
                                                 : UNARY[i].of_double(a[0].floating));
    for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY && count == 2; i++)
        if (builtin == BINARY[i].single || builtin == BINARY[i].both)
            return set_floating(result, is_float
                                            ? (double)BINARY[i].of_float((float)a[0].floating, (float)a[1].floating)
                                            : BINARY[i].of_double(a[0].floating, a[1].floating));
    return false;
}

bool host_builtin(Builtin builtin, const HostValue *a, unsigned count, HostValue *result) {
    switch (builtin) {
    case BUILTIN_MIN: return count == 2 && extreme(true, &a[0], &a[1], result);
    case BUILTIN_MAX: return count == 2 && extreme(false, &a[0], &a[1], result);
    case BUILTIN_ABS: return count == 1 && absolute(a, result);
    case BUILTIN_FMAF:
        return set_floating(result, (double)fmaf((float)a[0].floating, (float)a[1].floating, (float)a[2].floating));
    case BUILTIN_FMA: return set_floating(result, fma(a[0].floating, a[1].floating, a[2].floating));
    case BUILTIN_ISNAN: return set_integer(result, isnan(a[0].floating));
    case BUILTIN_ISINF: return set_integer(result, isinf(a[0].floating) != 0);
    case BUILTIN_ISFINITE: return set_integer(result, isfinite(a[0].floating));
    case BUILTIN_SIGNBIT: return set_integer(result, signbit(a[0].floating) != 0);
    case BUILTIN_FLOAT2HALF:
    case BUILTIN_FLOAT2HALF_RN:
    case BUILTIN_HALF2FLOAT:
    case BUILTIN_FLOAT2BFLOAT16:
    case BUILTIN_BFLOAT162FLOAT: return set_floating(result, a[0].floating);
    case BUILTIN_UNREACHABLE:
    case BUILTIN_ASSUME: return true;
    default: return count && type_is_floating(a[0].type) && mathematics(builtin, a, count, result);
    }
}
