// rounds.cu - in formulas: with enough banks bursts follow each other, with fewer each round takes latency + transfer.
//
//= end_with_one_bank: 200
//= end_with_two_banks: 110
//= banks_for_three: 4
//= bus_gigabytes: 16
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
