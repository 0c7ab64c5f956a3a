// rocsolver.h - what is not here, by name.
#error rocSOLVER is not supported: hipBLAS has hipblasSgetrfBatched and its like
