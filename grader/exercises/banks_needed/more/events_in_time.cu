// events_in_time.cu - the time of each bank and of the bus is carried along; the count is found by trying.
#include "workbook.h"
#include <vector>

//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    std::vector<long long> free_at(banks, 0); // when each bank may begin to read
    long long bus = 0;
    for (int i = 0, bank = 0; i < bursts; i++, bank = bank + 1 == banks ? 0 : bank + 1) {
        long long read = free_at[bank] + latency;
        start[i] = read < bus ? bus : read;
        bus = free_at[bank] = start[i] + transfer;
    }
}

// Reading must end before the other banks have had the bus.
int banks_needed(long long latency, long long transfer) {
    long long others = latency / transfer;
    while (others * transfer < latency) others++;
    return static_cast<int>(others + 1);
}
