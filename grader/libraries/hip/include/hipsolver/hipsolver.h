// hipsolver.h - what is not here, by name.
#error hipSOLVER is not supported: hipBLAS has hipblasSgetrfBatched and its like
