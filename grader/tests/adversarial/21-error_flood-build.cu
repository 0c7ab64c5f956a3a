// Thousands of errors.
#define TEN(x) x x x x x x x x x x
TEN(TEN(TEN(TEN(undeclared();))))
