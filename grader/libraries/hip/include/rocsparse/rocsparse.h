// rocsparse.h - what is not here, by name.
#error rocSPARSE is not supported: write the operation as a kernel
