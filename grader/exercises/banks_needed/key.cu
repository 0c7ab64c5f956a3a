// key.cu - lets the time of a small channel pass, nanosecond by nanosecond: the key of banks_needed's questions.
#include "drawn.h"
#include <cuda_runtime.h>

constexpr int MOST_BANKS = 64;

struct Played {
    int end, idle; // when the last burst is over; how long the bus had none between the first and the last
};

// Bursts cross the bus in the order of the banks.
static Played play(int banks, int latency, int transfer, int bursts) {
    int reading[MOST_BANKS], turn = 0, left = 0, done = 0, idle = 0, now = 0;
    for (int bank = 0; bank < banks; bank++) reading[bank] = latency;
    for (; done < bursts; now++) {
        if (left == 0 && reading[turn] == 0) left = transfer;
        for (int bank = 0; bank < banks; bank++)
            if (reading[bank] > 0) reading[bank]--;
        if (left == 0) {
            idle += done > 0;
        } else if (--left == 0) {
            done++;
            reading[turn] = latency;
            turn = (turn + 1) % banks;
        }
    }
    return {now, idle};
}

int main(int, char **argv) {
    int latency = drawn(argv, "latency"), transfer = drawn(argv, "transfer"), bursts = drawn(argv, "bursts");
    printf("end_with_one_bank %d\n", play(1, latency, transfer, bursts).end);
    printf("end_with_two_banks %d\n", play(2, latency, transfer, bursts).end);
    int banks = 1;
    while (play(banks, drawn(argv, "wait"), drawn(argv, "burst"), 100).idle > 0) banks++;
    printf("banks_that_keep_busy %d\n", banks);
    double transfers = 1e6 * drawn(argv, "mhz") * drawn(argv, "rate"); // in a second
    printf("bus_gigabytes %.12g\n", drawn(argv, "bits") / 8 * transfers / 1e9);
    return cudaDeviceSynchronize() != cudaSuccess;
}
