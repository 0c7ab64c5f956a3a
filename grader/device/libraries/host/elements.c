// elements.c - arrays of the types that libraries compute with, as doubles and back.
#include "elements.h"
#include "../../emulator/numbers/half.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

size_t elements_bytes(cudaDataType type) {
    switch (type) {
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_64F: return 8;
    case CUDA_R_8I: return 1;
    default: return 0;
    }
}

double elements_value(cudaDataType type, const void *elements, size_t i) {
    switch (type) {
    case CUDA_R_16F: return f16_value(((const uint16_t *)elements)[i]);
    case CUDA_R_16BF: return bf16_value(((const uint16_t *)elements)[i]);
    case CUDA_R_32F: return ((const float *)elements)[i];
    case CUDA_R_32I: return ((const int32_t *)elements)[i];
    case CUDA_R_64F: return ((const double *)elements)[i];
    default: return ((const int8_t *)elements)[i];
    }
}

static int8_t saturated(double value) {
    return (int8_t)(value >= INT8_MAX ? INT8_MAX : value <= INT8_MIN ? INT8_MIN : isnan(value) ? 0 : rint(value));
}

void elements_put(cudaDataType type, void *elements, size_t i, double value) {
    switch (type) {
    case CUDA_R_16F: ((uint16_t *)elements)[i] = (uint16_t)f16_bits(f16_nearest(value)); break;
    case CUDA_R_16BF: ((uint16_t *)elements)[i] = (uint16_t)bf16_bits(bf16_nearest(value)); break;
    case CUDA_R_32F: ((float *)elements)[i] = (float)value; break;
    case CUDA_R_32I: ((int32_t *)elements)[i] = (int32_t)(uint32_t)(int64_t)value; break;
    case CUDA_R_64F: ((double *)elements)[i] = value; break;
    case CUDA_R_8I: ((int8_t *)elements)[i] = saturated(value); break;
    default: break;
    }
}

double *elements_widened(cudaDataType type, const void *elements, size_t count) {
    double *wide = malloc(count * sizeof *wide + 1);
    for (size_t i = 0; wide && i < count; i++) wide[i] = elements_value(type, elements, i);
    return wide;
}
