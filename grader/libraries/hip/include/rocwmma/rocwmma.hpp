// rocwmma.hpp - what is not here, by name.
#error rocWMMA is not supported: multiply without matrix units, or use CUDA's nvcuda::wmma (mma.h)
