// rounds.cu - in formulas: with enough banks bursts follow each other, with fewer each round takes latency + transfer.
//
//= student: Ada Lovelace
//= end_with_one_bank: 468
//= end_with_two_banks: 260
//= banks_that_keep_busy: 8
//= bus_gigabytes: 36.8
#include "workbook.h"

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    long long round = latency + transfer;
    if (round < banks * transfer) round = banks * transfer;
    for (int i = 0; i < bursts; i++) start[i] = latency + i / banks * round + i % banks * transfer;
}

int banks_needed(long long latency, long long transfer) {
    long long banks = 1;
    while ((banks - 1) * transfer < latency) banks++;
    return static_cast<int>(banks);
}
