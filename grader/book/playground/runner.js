// runner.js - one worker, and at most one run in it.
//
// A run cannot be interrupted, so stopping it ends the worker. The next one begins with the module that is compiled
// already, which takes some milliseconds.
"use strict";

class Runner {
  constructor() { this.number = 0; }

  async module() {
    Runner.compiled ??= unpacked(CORE).then((bytes) => WebAssembly.compile(bytes));
    return Runner.compiled;
  }

  async start() {
    const module = await this.module();
    if (this.worker) return;
    const address = URL.createObjectURL(new Blob([WORKER], {type: "text/javascript"}));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({data}) => this.settle(data);
    this.worker.onerror = (event) => this.settle({number: this.number, error: event.message || "the worker failed"});
    this.worker.postMessage({module});
  }

  settle(data) {
    if (!this.waiting || data.number !== this.number) return;
    const {done, failed} = this.waiting;
    this.waiting = null;
    if (data.report) done(JSON.parse(data.report));
    else failed(new Error(data.error));
  }

  // The report of a text. A run that is still going on is given up: its promise is never kept.
  async run(exercise, text, traced) {
    if (this.waiting) this.stop();
    const number = ++this.number;
    await this.start();
    if (number !== this.number) return new Promise(() => {});
    return new Promise((done, failed) => {
      this.waiting = {done, failed};
      this.worker.postMessage({number, exercise, text, traced});
    });
  }

  stop() {
    this.number++;
    this.waiting = null;
    if (this.worker) this.worker.terminate();
    this.worker = null;
  }
}
