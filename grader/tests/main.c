// main.c - runs the test suites of the workbook and of the emulated GPU.
#define SUITES "../../tests/suites.def"
#include "../device/tests/main.c"
