// bus.cu - prints when the bursts of a channel's banks cross its bus, for latency 3 and transfer 1.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    const int latency = 3, transfer = 1, bursts = 16;
    for (int banks : {1, 2, 4}) {
        int over[8] = {}, bus = 0; // when a bank's last burst, and the bus's, was over
        for (int i = 0; i < bursts; i++) {
            int *own = &over[i % banks], ready = *own + latency, start = ready > bus ? ready : bus;
            printf("%d banks, bank %d reads %d to %d, burst %d to %d\n", banks, i % banks, *own, ready, start,
                   start + transfer);
            *own = bus = start + transfer;
        }
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
