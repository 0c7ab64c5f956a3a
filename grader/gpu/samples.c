// samples.c - the median and the quartiles of samples.
#include "timing.h"

#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Interpolates between the two nearest samples.
static double at_share(const double *samples, unsigned count, double share) {
    double place = share * (count - 1);
    unsigned below = (unsigned)place;
    double above = below + 1 < count ? samples[below + 1] : samples[below];
    return samples[below] + (place - below) * (above - samples[below]);
}

Quartiles quartiles_of(double *samples, unsigned count) {
    if (!count) return (Quartiles){0};
    qsort(samples, count, sizeof *samples, by_size);
    return (Quartiles){at_share(samples, count, 0.5), at_share(samples, count, 0.25), at_share(samples, count, 0.75)};
}
