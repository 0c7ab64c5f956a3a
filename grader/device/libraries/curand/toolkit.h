// toolkit.h - the functions of the toolkit's own cuRAND, which stands behind ours.
#ifndef CURAND_TOOLKIT_H
#define CURAND_TOOLKIT_H

#include <curand.h>

// Every function that is forwarded, without its prefix.
#define TOOLKIT_FUNCTIONS(X)                                                                                           \
    X(CreateGeneratorHost)                                                                                             \
    X(DestroyGenerator)                                                                                                \
    X(SetPseudoRandomGeneratorSeed)                                                                                    \
    X(SetGeneratorOffset)                                                                                              \
    X(SetGeneratorOrdering)                                                                                            \
    X(SetQuasiRandomGeneratorDimensions)                                                                               \
    X(GenerateSeeds)                                                                                                   \
    X(Generate)                                                                                                        \
    X(GenerateLongLong)                                                                                                \
    X(GenerateUniform)                                                                                                 \
    X(GenerateUniformDouble)                                                                                           \
    X(GenerateNormal)                                                                                                  \
    X(GenerateNormalDouble)                                                                                            \
    X(GenerateLogNormal)                                                                                               \
    X(GenerateLogNormalDouble)                                                                                         \
    X(GeneratePoisson)                                                                                                 \
    X(GetVersion)                                                                                                      \
    X(GetProperty)                                                                                                     \
    X(GetDirectionVectors32)                                                                                           \
    X(GetDirectionVectors64)                                                                                           \
    X(GetScrambleConstants32)                                                                                          \
    X(GetScrambleConstants64)

typedef struct {
#define MEMBER(name) __typeof__(&curand##name) name;
    TOOLKIT_FUNCTIONS(MEMBER)
#undef MEMBER
} ToolkitCurand;

// NULL: the toolkit has no libcurand.so.10; that was said on standard error.
const ToolkitCurand *toolkit_curand(void);

#endif
