"""random_kernels.py - a CUDA program of random kernels, whose results say whether two compilers agree.

usage: random_kernels.py SEED KERNELS >program.cu

The program launches each kernel on fixed inputs and prints a line for it: its name and its results, bit for bit. No
kernel does what C++ leaves undefined: signed expressions carry the interval of their values and never leave 32 or 64
bits, shifts and divisors are masked, indices stay in their arrays, barriers are reached by all threads.
"""
import random
import sys

THREADS, BLOCKS, INPUTS = 64, 2, 256
INT, LONG = (-(2**31), 2**31 - 1), (-(2**63), 2**63 - 1)
FLOATS = ["0.5f", "1.0f", "2.0f", "(-3.0f)", "0.1f", "1e-3f", "7.25f", "1e10f", "(-0.0f)", "4.0f"]
DOUBLES = ["0.5", "1.0", "2.0", "(-3.0)", "0.1", "1e-30", "7.25", "(-1e15)", "8.0"]


class Kernel:
    """One kernel: variables by type, statements, and the functions that it calls."""

    def __init__(self, number, rng):
        self.number, self.rng, self.lines, self.indent, self.names, self.helpers = number, rng, [], 1, 0, []
        self.variables = {"int": {}, "unsigned": {}, "long long": {}, "float": {}, "double": {}}
        self.constant = set()  # loop counters, which are only read

    def new_name(self, kind):
        self.names += 1
        return kind[0] + str(self.names)

    def say(self, line):
        self.lines.append("    " * self.indent + line)

    # ---- expressions: text of a type, signed ones with the interval of their values ----

    def integer(self, depth, limits=INT, kind="int"):
        rng = self.rng
        known = [(name, low, high) for name, (low, high) in self.variables[kind].items()]
        if depth <= 0 or rng.random() < 0.15:
            if known and rng.random() < 0.75:
                return rng.choice(known)
            value = rng.choice([0, 1, 2, 3, 5, 7, 8, 16, 31, 100, -1, -4, 1000])
            return (f"{value}LL" if kind == "long long" else str(value)) if value >= 0 else f"({value})", value, value
        choice = rng.randrange(13)
        if choice < 6:
            (a, p, q), (b, r, s) = self.integer(depth - 1, limits, kind), self.integer(depth - 1, limits, kind)
            op = rng.choice("++--*&|^")
            if op in "&|^":
                most = max(abs(x) for x in (p, q, r, s)).bit_length()
                bounds = (-(2**most), 2**most - 1) if min(p, r) < 0 else (0, 2**most - 1)
                return f"({a} {op} {b})", *bounds
            corners = [eval(f"x {op} y") for x in (p, q) for y in (r, s)]
            if limits[0] <= min(corners) and max(corners) <= limits[1]:
                return f"({a} {op} {b})", min(corners), max(corners)
            return f"({a} & 0xff)", 0, 255
        if choice == 6:
            (a, p, q), divisor = self.integer(depth - 1, limits, kind), rng.choice([2, 3, 4, 7, 8, 10, 16, 100])
            most = max(abs(p), abs(q))
            return f"({a} {rng.choice('/%')} {divisor})", -most, most
        if choice == 7:
            (a, p, q), (b, _, _) = self.integer(depth - 1, limits, kind), self.integer(depth - 1, limits, kind)
            most = max(abs(p), abs(q))
            return f"({a} {rng.choice('/%')} (({b} & 7) + 1))", -most, most
        if choice == 8:
            (a, p, q), (b, r, s) = self.integer(depth - 1, limits, kind), self.integer(depth - 1, limits, kind)
            return f"({self.condition(depth - 2)} ? {a} : {b})", min(p, r), max(q, s)
        if choice == 9:
            a, p, q = self.integer(depth - 1, limits, kind)
            by = rng.randrange(1, 20)
            return f"({a} >> {by})", p >> by, q >> by
        if choice == 10 and kind == "int":
            return f"(int)({self.unsigned(depth - 1)} & 0x{rng.choice([1, 15, 255, 4095, 65535]):x}u)", 0, 65535
        if choice == 11 and kind == "int":
            return f"(int)fminf(fmaxf({self.floating(depth - 1, 'float')}, -1000.0f), 1000.0f)", -1000, 1000
        if choice == 12 and kind == "long long":
            a, p, q = self.integer(depth - 1)
            return f"(long long){a}", p, q
        small = rng.choice(["char", "unsigned char", "short", "unsigned short"])
        bounds = {"char": (-128, 127), "unsigned char": (0, 255), "short": (-32768, 32767), "unsigned short": (0, 65535)}
        return f"({small})({self.unsigned(depth - 1)})", *bounds[small]

    def unsigned(self, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            known = list(self.variables["unsigned"])
            if known and rng.random() < 0.75:
                return rng.choice(known)
            return rng.choice(["0u", "1u", "2u", "3u", "10u", "0xffu", "0x80000000u", "0xdeadbeefu", "threadIdx.x"])
        choice = rng.randrange(10)
        a = self.unsigned(depth - 1)
        if choice < 5:
            return f"({a} {rng.choice('+-*&|^')} {self.unsigned(depth - 1)})"
        if choice == 5:
            return f"({a} {rng.choice(['<<', '>>'])} ({self.unsigned(depth - 1)} & 31u))"
        if choice == 6:
            return f"({a} {rng.choice('/%')} ({self.unsigned(depth - 1)} | 1u))"
        if choice == 7:
            return f"({a} {rng.choice('/%')} {rng.choice(['3u', '8u', '10u', '64u', '7u'])})"
        if choice == 8:
            return f"({self.condition(depth - 2)} ? {a} : {self.unsigned(depth - 1)})"
        return f"(unsigned){self.integer(depth - 1)[0]}"

    def floating(self, depth, kind):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            known = list(self.variables[kind])
            if known and rng.random() < 0.8:
                return rng.choice(known)
            return rng.choice(FLOATS if kind == "float" else DOUBLES)
        choice, suffix = rng.randrange(16), "f" if kind == "float" else ""
        a = self.floating(depth - 1, kind)
        if choice < 8:
            return f"({a} {rng.choice('++-***')} {self.floating(depth - 1, kind)})"
        if choice == 8:
            return f"({a} / {self.floating(depth - 1, kind)})"
        if choice == 9:
            return f"({self.condition(depth - 2)} ? {a} : {self.floating(depth - 1, kind)})"
        if choice == 10:
            return f"(-({a}))"
        if choice == 11:
            name = rng.choice(["fabs", "sqrt", "floor", "ceil", "trunc", "rint"])
            return f"{name}{suffix}({a})"
        if choice == 12:
            return f"{rng.choice(['fmin', 'fmax'])}{suffix}({a}, {self.floating(depth - 1, kind)})"
        if choice == 13:
            return f"({kind}){self.integer(depth - 1)[0]}"
        if choice == 14:
            return f"({kind}){self.floating(depth - 1, 'double' if kind == 'float' else 'float')}"
        return f"({kind}){self.unsigned(depth - 1)}"

    def value(self, kind, depth):
        if kind == "unsigned":
            return self.unsigned(depth)
        if kind in ("float", "double"):
            return self.floating(depth, kind)
        return self.integer(depth, LONG if kind == "long long" else INT, kind)[0]

    def condition(self, depth):
        rng = self.rng
        if depth > 0 and rng.random() < 0.3:
            return f"({self.condition(depth - 1)} {rng.choice(['&&', '||'])} {self.condition(depth - 1)})"
        kind = rng.choice(["int", "unsigned", "float", "int", "double", "long long"])
        op = rng.choice(["<", ">", "<=", ">=", "==", "!="])
        return f"({self.value(kind, min(depth, 1))} {op} {self.value(kind, min(depth, 1))})"

    # ---- statements ----

    def declare(self, kind, depth=2):
        name = self.new_name(kind)
        if kind in ("int", "long long"):
            text, low, high = self.integer(depth, INT if kind == "int" else LONG, kind)
            self.say(f"{kind} {name} = {text};")
            self.variables[kind][name] = (low, high)
        else:
            self.say(f"{kind} {name} = {self.value(kind, depth)};")
            self.variables[kind][name] = None
        return name

    def assign(self):
        rng = self.rng
        kind = rng.choice(["unsigned", "float", "float", "double", "int"])
        names = [name for name in self.variables[kind] if name not in self.constant]
        if not names:
            return
        name = rng.choice(names)
        if kind == "int":
            low, high = self.variables[kind][name]
            text, p, q = self.integer(2)
            if low <= p and q <= high:
                self.say(f"{name} = {text};")
        elif kind == "unsigned":
            self.say(rng.choice([f"{name} {rng.choice('+-*^&|')}= {self.unsigned(2)};", f"{name}++;", f"{name} = {self.unsigned(3)};"]))
        else:
            self.say(rng.choice([f"{name} {rng.choice('+-*')}= {self.floating(2, kind)};", f"{name} = {self.floating(3, kind)};"]))

    def scope(self, body, depth):
        saved = {kind: dict(names) for kind, names in self.variables.items()}
        self.indent += 1
        body(depth)
        self.indent -= 1
        self.variables = saved

    def block(self, depth):
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(depth)

    def branch(self, depth):
        self.say(f"if ({self.condition(2)}) {{")
        self.scope(self.block, depth - 1)
        if self.rng.random() < 0.5:
            self.say("} else {")
            self.scope(self.block, depth - 1)
        self.say("}")

    def loop(self, depth):
        rng = self.rng
        counter, trips = self.new_name("index"), rng.choice([1, 2, 3, 4, 5, 8, 13, 40])
        bound = str(trips) if rng.random() < 0.6 else f"(n & {rng.choice([3, 7, 15])})"
        most = trips if bound[0] != "(" else 15
        pragma = rng.random()
        if pragma < 0.15:
            self.say("#pragma unroll")
        elif pragma < 0.25:
            self.say("#pragma unroll 1")
        step = rng.choice(["++", "++", "++", " += 2"])
        self.say(f"for (int {counter} = 0; {counter} < {bound}; {counter}{step}) {{")

        def body(inner):
            self.variables["int"][counter] = (0, most)
            self.constant.add(counter)
            self.block(inner)
            if rng.random() < 0.2:
                self.say(f"if ({self.condition(1)}) {rng.choice(['break', 'continue'])};")
                self.assign()

        self.scope(body, depth - 1)
        self.say("}")

    def array(self, depth):
        rng = self.rng
        name, size, kind = self.new_name("array"), rng.choice([2, 4, 8]), rng.choice(["float", "unsigned"])
        counter = self.new_name("index")
        self.say(f"{kind} {name}[{size}];")
        self.say(f"for (int {counter} = 0; {counter} < {size}; {counter}++) {name}[{counter}] = {self.value(kind, 2)} + {counter};")
        if rng.random() < 0.4:
            self.say(f"{name}[{self.unsigned(1)} & {size - 1}u] = {self.value(kind, 2)};")
        names = [other for other in self.variables[kind] if other not in self.constant]
        if not names:
            return
        total = rng.choice(names)
        self.say(f"for (int {counter} = 0; {counter} < {size}; {counter}++) {total} += {name}[{counter}] * {self.value(kind, 1)};")
        if rng.random() < 0.3:
            self.say(f"{total} += {name}[{self.unsigned(1)} & {size - 1}u];")

    def exchange(self):
        """All threads write shared memory, wait, and read what others wrote; only where all come."""
        rng = self.rng
        kind = rng.choice(["float", "unsigned"])
        self.say(f"shared_{kind}[threadIdx.x] = {self.value(kind, 2)};")
        self.say("__syncthreads();")
        name = self.new_name(kind)
        self.say(f"{kind} {name} = shared_{kind}[(threadIdx.x + {rng.randrange(1, THREADS)}) % {THREADS}];")
        if rng.random() < 0.5:
            counter = self.new_name("index")
            self.say(f"for (int {counter} = 0; {counter} < 6; {counter}++) {name} += shared_{kind}[{counter} * 8 + threadIdx.x % 8] * {self.value(kind, 1)};")
        self.say("__syncthreads();")
        self.variables[kind][name] = None

    def shuffle(self):
        kind = self.rng.choice(["float", "unsigned", "double"])
        name = self.new_name(kind)
        function = self.rng.choice(["__shfl_xor_sync", "__shfl_down_sync", "__shfl_sync", "__shfl_up_sync"])
        self.say(f"{kind} {name} = {function}(0xffffffffu, {self.value(kind, 2)}, {self.rng.choice([1, 2, 4, 8, 16])});")
        self.variables[kind][name] = None

    def switch(self, depth):
        self.say(f"switch ({self.unsigned(1)} & 3u) {{")
        for case in range(self.rng.randrange(1, 4)):
            self.say(f"case {case}:")
            self.scope(lambda _: self.assign(), depth)
            if self.rng.random() < 0.7:
                self.say("    break;")
        if self.rng.random() < 0.5:
            self.say("default:")
            self.scope(lambda _: self.assign(), depth)
        self.say("}")

    def helper(self):
        """A template that is called with a constant, or a function with a reference."""
        rng = self.rng
        name, kind = f"helper_{self.number}_{len(self.helpers)}", rng.choice(["float", "unsigned"])
        inner = Kernel(self.number, random.Random(rng.random()))
        inner.variables[kind] = {"x": None, "y": None}
        inner.variables["int"] = {"N": (1, 9)}
        inner.constant = {"N"}
        inner.say(f"{kind} result = {inner.value(kind, 2)};")
        inner.variables[kind]["result"] = None
        inner.say(f"for (int i = 0; i < N; i++) result = {inner.value(kind, 2)};")
        inner.say(f"if ({inner.condition(1)}) return {inner.value(kind, 2)};")
        inner.say(f"y = {inner.value(kind, 1)};")
        inner.say("return result;")
        text = f"template <int N> __device__ {kind} {name}({kind} x, {kind} &y) {{\n" + "\n".join(inner.lines) + "\n}\n"
        self.helpers.append(text)
        names = [other for other in self.variables[kind] if other not in self.constant]
        if names:
            target = rng.choice(names)
            self.say(f"{target} += {name}<{rng.randrange(1, 9)}>({self.value(kind, 1)}, {rng.choice(names)});")

    def statement(self, depth):
        choice = self.rng.random()
        if choice < 0.35 or depth <= 0:
            self.assign()
        elif choice < 0.5:
            self.declare(self.rng.choice(list(self.variables)))
        elif choice < 0.65:
            self.branch(depth)
        elif choice < 0.8:
            self.loop(depth)
        elif choice < 0.88:
            self.array(depth)
        elif choice < 0.93:
            self.switch(depth)
        else:
            self.helper()

    def text(self):
        rng = self.rng
        self.variables["int"] = {"a": (-1000, 1000), "n": (0, 1000)}
        self.constant = {"a", "n"}
        self.say("int t = blockIdx.x * blockDim.x + threadIdx.x;")
        self.say("int a = ints[t]; unsigned u = words[t]; float f = floats[t], g = floats[t + 64]; double d = doubles[t];")
        self.variables["unsigned"] = {"u": None}
        self.variables["float"] = {"f": None, "g": None}
        self.variables["double"] = {"d": None}
        for kind in self.variables:
            self.declare(kind)
        for _ in range(rng.randrange(3, 8)):
            choice = rng.random()
            if choice < 0.15:
                self.exchange()
            elif choice < 0.25:
                self.shuffle()
            else:
                self.statement(3)
        self.say(f"out[t] = {{{', '.join(self.total(kind) for kind in self.variables)}}};")
        shared = [f"    __shared__ {kind} shared_{kind}[{THREADS}];" for kind in ("float", "unsigned") if any(f"shared_{kind}" in line for line in self.lines)]
        head = f"__global__ void kernel_{self.number}(const int *ints, const unsigned *words, const float *floats, const double *doubles, int n, Result *out) {{"
        return "\n".join(self.helpers + [head] + shared + self.lines + ["}"])

    def total(self, kind):
        return {"int": "(int)(", "unsigned": "(unsigned)(", "long long": "(long long)("}.get(kind, "(") + (
            " ^ ".join(self.variables[kind]) if kind not in ("float", "double") else " + ".join(self.variables[kind])) + ")"


PROGRAM_HEAD = """#include <cstdio>
#include <cstring>
struct Result { int i; unsigned u; long long l; float f; double d; };
"""

PROGRAM_TAIL = """
typedef void Kernel(const int *, const unsigned *, const float *, const double *, int, Result *);
static int ints[%(inputs)d]; static unsigned words[%(inputs)d]; static float floats[%(inputs)d]; static double doubles[%(inputs)d];
template <typename T> static T *on_device(const T *from, int count) {
    T *to; cudaMalloc(&to, count * sizeof(T)); cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice); return to;
}
static void run(const char *name, Kernel *kernel) {
    static Result results[%(threads)d];
    memset(results, 0, sizeof results);
    Result *out = on_device(results, %(threads)d);
    kernel<<<%(blocks)d, %(block)d>>>(on_device(ints, %(inputs)d), on_device(words, %(inputs)d), on_device(floats, %(inputs)d), on_device(doubles, %(inputs)d), 13, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    printf("%%s %%d", name, (int)error);
    for (const Result &r : results) {
        unsigned f; unsigned long long d;
        memcpy(&f, &r.f, 4); memcpy(&d, &r.d, 8);
        printf(" %%d,%%u,%%lld,%%08x,%%016llx", r.i, r.u, r.l, f, d);
    }
    printf("\\n");
}
int main() {
    unsigned state = 12345;
    for (int i = 0; i < %(inputs)d; i++) {
        state = state * 1664525u + 1013904223u;
        ints[i] = (int)(state >> 8) %% 1001; words[i] = state; floats[i] = (int)(state >> 16) / 7.0f - 3000.0f; doubles[i] = state / 3.0 - 5e8;
        if (i %% 17 == 3) floats[i] = 0; if (i %% 29 == 4) ints[i] = -ints[i];
    }
"""


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    sizes = {"threads": THREADS * BLOCKS, "blocks": BLOCKS, "block": THREADS, "inputs": INPUTS}
    print(PROGRAM_HEAD)
    for number in range(count):
        print(Kernel(number, random.Random(seed * 1000003 + number)).text(), "\n")
    print(PROGRAM_TAIL % sizes)
    for number in range(count):
        print(f'    run("kernel_{number}", kernel_{number});')
    print("}")


main()
