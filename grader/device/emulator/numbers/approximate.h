// approximate.h - what the approximate instructions of single precision give, bit for bit as on an H200.
#ifndef APPROXIMATE_H
#define APPROXIMATE_H

// Arguments and results may be subnormal, as without .ftz; with it they are flushed before and after. NaN gives some
// NaN.
float approximate_reciprocal(float x);
float approximate_inverse_root(float x);
float approximate_root(float x);
float approximate_power_of_two(float x);
float approximate_logarithm(float x); // base two
float approximate_sine(float x);      // of radians
float approximate_cosine(float x);
// The same of an angle in turns: what machine code multiplies by 1 / (2 pi), towards zero, before.
float approximate_sine_of_turns(float x), approximate_cosine_of_turns(float x);
float approximate_tangent(float x);                // hyperbolic
float approximate_quotient(float a, float b);      // div.approx
float approximate_full_quotient(float a, float b); // div.full

#endif
