// closed_form.cu - Round by round: a formula where the banks are few, an arithmetic sequence where they are enough.
//
//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8
#include "workbook.h"

int banks_needed(long long latency, long long transfer) {
    return 1 + static_cast<int>(-(-latency / transfer) + (latency % transfer > 0));
}

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    bool busy = banks >= banks_needed(latency, transfer);
    for (long long i = 0; i < bursts; i++)
        start[i] = busy ? latency + i * transfer : latency + i / banks * (latency + transfer) + i % banks * transfer;
}
