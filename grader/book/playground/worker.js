// worker.js - the thread that compiles and runs what is typed. It is a text of the page's, because a page from the disk
// may not load a worker from a file; engine.js stands before it.
//
// It gets {module} first, then {number, exercise, text, traced}, and answers {number, report}, or {number, error} where
// the emulated GPU itself failed. Whoever started it ends it when a run takes too long.
"use strict";

const MOST_MEMORY = 256 << 20; // bytes that an instance may keep: WebAssembly gives nothing back

let ready = null;
self.onmessage = async ({data}) => {
  if (data.module) {
    ready = Engine.of(data.module);
    return;
  }
  const engine = await ready;
  try {
    self.postMessage({number: data.number, report: engine.grade(data.exercise, data.text, data.traced)});
  } catch (error) {
    await engine.start();
    self.postMessage({number: data.number, error: error.message});
  }
  if (engine.core.memory.buffer.byteLength > MOST_MEMORY) await engine.start();
};
