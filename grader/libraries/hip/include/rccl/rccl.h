// rccl.h - what is not here, by name.
#error RCCL is not supported: there is one GPU, so nothing is to be exchanged
