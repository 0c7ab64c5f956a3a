// one_recurrence.cu - each burst begins when its bank has read again and the burst before it is over.
//
//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8
#include "workbook.h"
#include <algorithm>
#include <vector>

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    std::vector<long long> ready(banks, latency);
    long long bus = 0;
    for (int i = 0; i < bursts; i++) {
        long long &bank = ready[i % banks];
        start[i] = std::max(bank, bus);
        bus = start[i] + transfer;
        bank = bus + latency;
    }
}

int banks_needed(long long latency, long long transfer) {
    int banks = 1;
    while (static_cast<long long>(banks - 1) * transfer < latency) banks++;
    return banks;
}
