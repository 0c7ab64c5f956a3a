// hipfft.h - what is not here, by name.
#error hipFFT is not supported: write the transform as a kernel
