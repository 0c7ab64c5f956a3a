// as_soon_as_possible.cu - The rule of the lesson, burst by burst; R + 1 rounded up.
//
//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8
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
