// bus.js - the banks of a channel and their bus, over time.
figure({
  name: "bus",
  after: "figures/bus.svg",
  title: "Add banks until the bus never rests",
  height: 206,

  kernel: cuda`
// One thread plays a channel: burst i comes from bank i % banks.
extern "C" __global__ void channel(int *start, int bursts, int banks, int latency, int transfer) {
    __shared__ int over[8]; // when the bank's last burst was over
    int bus = 0;            // when the bus is free
    for (int bank = 0; bank < 8; bank++) over[bank] = 0;
    for (int i = 0; i < bursts; i++) {
        int ready = over[i % banks] + latency;
        start[i] = ready > bus ? ready : bus;
        over[i % banks] = bus = start[i] + transfer;
    }
}
`,

  knobs: {
    banks: {label: "banks", from: 1, to: 6, start: 1},
    latency: {label: "latency of a bank", from: 10, to: 80, step: 10, start: 40, say: (time) => `${time} ns`},
    transfer: {label: "transfer of a burst", from: 10, to: 40, step: 10, start: 10, say: (time) => `${time} ns`},
  },

  launch: ({banks, latency, transfer}) => ({
    kernel: "channel", grid: [1], block: [1], read: [0],
    arguments: [{words: 40, fill: "unset"}, {int: 40}, {int: banks}, {int: latency}, {int: transfer}],
  }),

  // Share of the time that the bus is busy, once the first burst is on it.
  busy(starts, transfer) {
    return starts.length * transfer / (starts.at(-1) + transfer - starts[0]);
  },

  draw(drawing, run, {banks, latency, transfer}) {
    const starts = [...run.memory[0]], end = 320, left = drawing.x + 44, width = drawing.x + drawing.width - left;
    const at = (time) => left + Math.min(time, end) / end * width;
    drawing.heading(`${plural(banks, "bank")}`, `the bus is busy ${Math.round(100 * this.busy(starts, transfer))} % of the time`,
      this.busy(starts, transfer) > 0.999 ? "good" : "ink");
    const top = drawing.y, over = Array(6).fill(0);
    const row = (number) => top + number * 18;
    for (let bank = 0; bank < 6; bank++) {
      if (bank < banks) drawing.text(drawing.x, row(bank) + 11, `bank ${bank}`, {size: SMALL, fill: "soft"});
      else drawing.rect(left, row(bank), width, 14, {stroke: "faint"});
    }
    drawing.text(drawing.x, row(6) + 16, "bus", {size: SMALL, bold: true});
    drawing.rect(left, row(6) + 4, width, 16, {fill: "faint"});
    starts.forEach((start, burst) => {
      const bank = burst % banks, begin = over[bank];
      over[bank] = start + transfer;
      if (begin < end) drawing.rect(at(begin), row(bank), at(begin + latency) - at(begin) - 0.5, 14, {fill: "usedpale"});
      if (begin + latency < Math.min(start, end)) drawing.rect(at(begin + latency), row(bank), at(start) - at(begin + latency), 14, {idle: true});
      if (start >= end) return;
      drawing.rect(at(start), row(bank), at(start + transfer) - at(start) - 0.5, 14, {fill: "used"});
      drawing.rect(at(start), row(6) + 4, at(start + transfer) - at(start) - 0.5, 16, {fill: pale(bank)});
    });
    drawing.y = row(6) + 26;
    for (const time of [0, 80, 160, 240, 320])
      drawing.text(at(time), drawing.y + 10, `${time}${time === 320 ? " ns" : ""}`, {size: SMALL, fill: "soft", anchor: time === 320 ? "end" : "middle"});
    drawing.space(18);
    drawing.legend(["usedpale", "the bank reads"], ["used", "its burst is on the bus"], ["idle", "waits for the bus"]);
  },

  says(run, {banks, latency, transfer}) {
    const busy = this.busy([...run.memory[0]], transfer);
    if (busy > 0.999) return `Whenever a burst is over, another bank is ready: the bus is always busy. More banks than this could not deliver more.`;
    return `After its burst, a bank needs ${latency} ns before the next one, and ${banks === 1 ? "there is no other bank" :
      `the ${banks === 2 ? "other bank fills" : `other ${banks - 1} banks fill`} only ${(banks - 1) * transfer} ns of them`}. The bus rests meanwhile.`;
  },

  predict: [
    {name: "end_with_one_bank", at: {banks: 1, latency: 40, transfer: 10}, ask: "Latency 40, transfer 10, one bank: when is the fourth burst over?",
      answer: (run) => run.memory[0][3] + 10},
    {name: "end_with_two_banks", at: {banks: 2, latency: 40, transfer: 10}, ask: "And with two banks?", answer: (run) => run.memory[0][3] + 10},
  ],
});
