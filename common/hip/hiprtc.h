// hiprtc.h - HIP's header of that name, which compiles kernels while a program runs.
#pragma once
#error "hipRTC is not supported: write the kernel into the program, which hipcc compiles"
