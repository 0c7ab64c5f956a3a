// ladder.h - a solution's ladder with the names of its steps; to be included before solutions are.
#ifndef BENCH_LADDER_H
#define BENCH_LADDER_H

#include "../../../common/workbook.h"

#undef LADDER
#define LADDER(name, first, ...)                                                                                       \
    static decltype(&first) const name##_ladder[] = {first, ##__VA_ARGS__};                                            \
    static const char name##_names[] = #first ", " #__VA_ARGS__;

#endif
