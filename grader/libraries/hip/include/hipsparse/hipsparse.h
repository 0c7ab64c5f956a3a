// hipsparse.h - what is not here, by name.
#error hipSPARSE is not supported: write the operation as a kernel
