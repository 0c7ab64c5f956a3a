// product.h - what the exercises on matrix products share: sizes, inputs, oracle and measures. C (m x n) = A (m x k) *
// B.
#ifndef PRODUCT_H
#define PRODUCT_H

#include "definition.h"

enum { PRODUCT_M, PRODUCT_N, PRODUCT_K }; // CaseSpec.size of every product

#define PRODUCT_CASE(m, n, k, ...)                                                                                     \
    { .label = #m " x " #n " x " #k, .size = {[PRODUCT_M] = m, [PRODUCT_N] = n, [PRODUCT_K] = k}, __VA_ARGS__ }

// The integers m, n, k and the float arrays A (m * k) and B (k * n). Nothing in it depends on how B is stored.
bool product_make(const CaseSpec *spec, uint64_t seed, CaseFile *input);
// Compares the output's C with A * B where B is stored by rows (B[p * n + column]) or by columns (B[column * k + p]).
void product_check_rows(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                        const DeviceReport *report, CaseResult *result);
void product_check_columns(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                           const DeviceReport *report, CaseResult *result);

// Multiplications the device executed, fused or not, per multiplication the product needs: below 1, somebody else did
// the work.
double product_share_on_device(const DeviceReport *report, const CaseSpec *spec);
#define PRODUCT_ON_DEVICE_LIMIT                                                                                        \
    {                                                                                                                  \
        .label = "multiplications on the device / (m n k)", .measure = product_share_on_device, .least = 1, .most = 4, \
        .advice = "The kernel did not compute the product: all m n k multiplications belong on the device, once each"  \
    }

#endif
