// closed_form.cu - Round by round: a formula where the banks are few, an arithmetic sequence where they are enough.
//
//= end_with_one_bank: 200
//= end_with_two_banks: 110
//= banks_for_three: 4
//= bus_gigabytes: 16
#include "workbook.h"

int banks_needed(long long latency, long long transfer) {
    return 1 + static_cast<int>(-(-latency / transfer) + (latency % transfer > 0));
}

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    bool busy = banks >= banks_needed(latency, transfer);
    for (long long i = 0; i < bursts; i++)
        start[i] = busy ? latency + i * transfer : latency + i / banks * (latency + transfer) + i % banks * transfer;
}
