// rocfft.h - what is not here, by name.
#error rocFFT is not supported: write the transform as a kernel
