// as_soon_as_possible.cu - The rule of the lesson, burst by burst; R + 1 rounded up.
//
//= end_with_one_bank: 200
//= end_with_two_banks: 110
//= banks_for_three: 4
//= bus_gigabytes: 16
#include "workbook.h"
#include <algorithm>

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    for (int i = 0; i < bursts; i++) {
        long long bank_has_read = i < banks ? latency : start[i - banks] + transfer + latency;
        long long bus_is_free = i == 0 ? 0 : start[i - 1] + transfer;
        start[i] = std::max(bank_has_read, bus_is_free);
    }
}

int banks_needed(long long latency, long long transfer) {
    return static_cast<int>((latency + transfer - 1) / transfer) + 1;
}
