// banks_needed.cu - when the bursts of a channel's banks cross its bus, and how many banks keep it busy.
#include "workbook.h"

//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8

// A bank reads for `latency`, then its burst needs the bus for `transfer`. It can read again once its burst is over.
void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    for (int i = 0; i < bursts; i++) {
        long long ready = latency + (i < banks ? 0 : start[i - banks] + transfer); // the bank has read
        long long bus_free = i == 0 ? 0 : start[i - 1] + transfer;
        start[i] = ready > bus_free ? ready : bus_free;
    }
}

// While one bank reads, the others must fill latency with bursts: latency / transfer of them, rounded up.
int banks_needed(long long latency, long long transfer) { return static_cast<int>(ceil_div(latency, transfer)) + 1; }
