// queue_of_banks.cu - Banks wait in a queue of the times at which they have read; the number of banks by remainder.
//
//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8
#include "workbook.h"
#include <queue>

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    std::queue<long long> ready;
    for (int b = 0; b < banks; b++) ready.push(latency);
    long long free_at = 0;
    for (long long *at = start; at < start + bursts; ++at) {
        *at = ready.front() > free_at ? ready.front() : free_at;
        free_at = *at + transfer;
        ready.pop();
        ready.push(free_at + latency);
    }
}

int banks_needed(long long latency, long long transfer) {
    long long others = latency / transfer + (latency % transfer != 0);
    return static_cast<int>(1 + others);
}
