// banks_needed.cu - when the bursts of a channel's banks cross its bus, and how many banks keep it busy.
//
// Two functions of the host. Nothing runs on the device here.
//
// A channel has banks and one bus. A bank reads for `latency`; then what it has read, a burst, is on the bus for
// `transfer`; then the bank can read again. All banks begin to read at time 0. Bursts cross the bus in the order of the
// banks, 0, 1, 2, ..., 0, 1, ..., one at a time, each as early as it can.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

// start[i] is when burst i gets the bus, for i = 0 .. bursts - 1.
void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start) {
    // TODO: a burst can begin when its bank has read and the bus is free.
}

// The smallest number of banks that keeps the bus busy from its first burst on. Latency is 0 or more, transfer 1 or more.
int banks_needed(long long latency, long long transfer) {
    // TODO: also where transfer does not divide latency.
    return 0;
}

// First by hand.
//     make questions EXERCISE=banks_needed  shows the questions with numbers
//     make another EXERCISE=banks_needed    shows them with others
//= numbers: 1
//   - When is your burst over if there is one bank, and when if there are two? (Number 1 is the first one.)
//= end_with_one_bank: ?
//= end_with_two_banks: ?
//   - With other times: how many banks keep the bus busy from its first burst on?
//= banks_that_keep_busy: ?
//   - A bus carries its bits several times in each clock. How many GB/s is that? (1 GB is 10^9 bytes.)
//= bus_gigabytes: ?
