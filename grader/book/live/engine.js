// engine.js - the emulated GPU in a page: makes an instance of core.wasm and wraps what grader/device/emulator/web/core.h exports.
//
// A launch is described by plain data, so that the same description runs on this machine's build, too (make test
// SUITE=live):
//   {kernel, grid: [x, y, z], block: [x, y, z], shared: bytes, arguments: [...], checks: true, traced: accesses kept of each
//    instruction, lastBlock: of these blocks}
// An argument is {int}, {float}, or {words, fill, detail}: device memory of `words` words of 4 bytes, filled as core.h
// says ("unset" leaves it as it is allocated).
"use strict";

const FILLS = ["floats", "unit", "same", "skewed"]; // in the order of Fill in core.h

class Engine {
  // bytes: of core.wasm.
  static async create(bytes) { return Engine.of(await WebAssembly.compile(bytes)); }

  // Of a module that is compiled already.
  static async of(module) {
    const engine = new Engine();
    engine.module = module;
    await engine.start();
    return engine;
  }

  // A fresh instance: at first, and after one that did not return.
  async start() {
    let core = null;
    const refused = () => 52; // WASI's ENOSYS: the core asks for no file and no clock
    const system = {};
    for (const wanted of WebAssembly.Module.imports(this.module))
      if (wanted.module !== "page") system[wanted.name] = refused;
    system.random_get = (at, size) => {
      new Uint8Array(core.memory.buffer, at, size).fill(7); // hashes need no secret here
      return 0;
    };
    system.proc_exit = () => { throw new Error("the emulated GPU stopped"); };
    const page = {
      // Runs a function of the instance; one that is given up leaves the stack where it was. 1: it returned.
      attempt(attempt, work, context) {
        const stack = core.__stack_pointer.value;
        try {
          core.__indirect_function_table.get(work)(context);
          return 1;
        } catch (error) {
          if (!(error instanceof GivenUp) || error.attempt !== attempt) throw error;
          core.__stack_pointer.value = stack;
          return 0;
        }
      },
      give_up(attempt) { throw new GivenUp(attempt); },
    };
    const instance = await WebAssembly.instantiate(this.module, {wasi_snapshot_preview1: system, page});
    core = this.core = instance.exports;
    core._initialize();
  }

  text(at) {
    const memory = new Uint8Array(this.core.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  // Calls use with the place of a copy of the bytes.
  lend(bytes, use) {
    const at = this.core.core_memory(bytes.length || 1);
    if (!at) throw new LaunchError("there is no memory");
    new Uint8Array(this.core.memory.buffer).set(bytes, at);
    const result = use(at);
    this.core.core_release(at);
    return result;
  }

  allocate({words, fill, detail = 0}) {
    const address = this.core.core_allocate(4 * words);
    if (!address) throw new LaunchError("there is no device memory");
    if (fill !== "unset") check(this.core.core_fill(address, words, FILLS.indexOf(fill), detail), "filling memory");
    return address;
  }

  // The parameter block, and the address of each argument that is memory.
  parameters(list) {
    const bytes = new DataView(new ArrayBuffer(8 * list.length)), addresses = [];
    let end = 0;
    for (const argument of list) {
      if ("words" in argument) {
        end = (end + 7) & ~7;
        addresses.push(this.allocate(argument));
        bytes.setBigUint64(end, BigInt(addresses.at(-1)), true);
        end += 8;
      } else {
        if ("int" in argument) bytes.setInt32(end, argument.int, true);
        else bytes.setFloat32(end, argument.float, true);
        end += 4;
        addresses.push(0);
      }
    }
    return [new Uint8Array(bytes.buffer, 0, end), addresses];
  }

  // Runs one launch on a GPU of its own and gives what core_report says, and as `refused` the CUDA error of a launch that
  // cannot run, or 0. Memory arguments named in launch.read come back
  // as Uint32Array in report.memory.
  run(image, launch) {
    const {core} = this;
    check(core.core_begin(launch.checks ? 1 : 0, launch.traced || 0, launch.lastBlock || 0), "starting");
    const error = this.lend(image, (at) => core.core_load(at, image.length));
    if (error) throw new LaunchError(`the kernel cannot be loaded: ${this.text(core.core_message())}`);
    const [parameters, addresses] = this.parameters(launch.arguments);
    const [grid, block] = [launch.grid, launch.block].map(([x, y = 1, z = 1]) => [x, y, z]);
    const refused = this.lend(terminated(launch.kernel), (name) => this.lend(parameters, (at) =>
      core.core_launch(name, ...grid, ...block, launch.shared || 0, at, parameters.length)));
    const text = this.text(core.core_report()), report = JSON.parse(text);
    Object.assign(report, {text, refused});
    if (refused) return report;
    for (const access of report.accesses) access.argument = addresses.indexOf(access.allocation || -1);
    report.memory = (launch.read || []).map((which) => this.read(addresses[which], launch.arguments[which].words));
    return report;
  }

  read(address, words) {
    const at = this.core.core_memory(4 * words);
    if (!at) throw new LaunchError("there is no memory");
    check(this.core.core_read(at, address, 4 * words), "reading memory");
    const copy = new Uint32Array(this.core.memory.buffer.slice(at, at + 4 * words));
    this.core.core_release(at);
    return copy;
  }

  // An exercise: what playground_run says of a file (grader/playground/playground.h), as text, which costs a worker less to
  // send than what it describes.
  grade(exercise, text, traced) {
    return this.lend(terminated(exercise), (name) => this.lend(terminated(text), (at) =>
      this.text(this.core.playground_run(name, at, traced))));
  }

  // Kernels: {diagnostics, kernels: their names in the image by those in the text, image: null if it does not compile}.
  compile(text) {
    const report = JSON.parse(this.lend(terminated(text), (at) => this.text(this.core.playground_compile(at))));
    const at = this.core.playground_image(), size = this.core.playground_image_bytes();
    return {...report, image: size ? new Uint8Array(this.core.memory.buffer.slice(at, at + size)) : null};
  }

  occupancy(threads, registers, shared) {
    return JSON.parse(this.text(this.core.core_occupancy(threads, registers, shared)));
  }
}

const terminated = (text) => new TextEncoder().encode(text.replaceAll("\0", " ") + "\0");

class GivenUp extends Error {
  constructor(attempt) {
    super("given up");
    this.attempt = attempt;
  }
}

class LaunchError extends Error {}

function check(error, what) {
  if (error) throw new LaunchError(`${what} failed with CUDA error ${error}`);
}

// The bytes of a gzip file, as base64.
async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
