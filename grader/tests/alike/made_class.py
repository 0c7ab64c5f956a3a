#!/usr/bin/env python3
"""made_class.py - a class that hands in one exercise: honest answers, and copies of some of them in ten disguises.

    made_class.py ROOT EXERCISE HONEST COPIES SEED FOLDER

An honest answer is one of the exercise's files in right/ that were written apart, or is made of many choices that
students really make: how the work is shared out, how indices are written, how edges are guarded, what has a function
of its own. Each student draws alone. A copy is made from the text of an answer, whoever wrote it, by edits that know
nothing of those choices. Copies come in pairs: one has its edit alone, the other has new names and a new layout, too.

FOLDER then holds sNNN.cu for each student, and truth.txt with a line "copy original kind" for each copy. Nothing is
compiled: this is about text.
"""
import glob
import pathlib
import random
import re
import sys

# ---- honest answers ---------------------------------------------------------------------------------------------


class Student:
    """Draws choices, and keeps the names and habits of one person."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.integer = self.one("int", "int", "unsigned", "size_t")
        self.comments = self.one(0, 0.2, 0.6)

    def one(self, *choices):
        return self.random.choice(choices)

    def note(self, *words):
        return f"// {self.one(*words)}" if self.random.random() < self.comments else ""

    def lines(self, *lines):
        """Joins lines, leaves empty ones out, and adds a blank line here and there."""
        kept = [line for line in lines if line]
        blank = self.random.random() * 0.3
        return "\n".join(line + ("\n" if self.random.random() < blank else "") for line in kept)


def histogram_private(s):
    threads, bins = s.one(128, 256, 256, 512, 1024), s.one("BINS", "256", "NBINS")
    own = s.one("own", "local_hist", "h", "smem", "counts", "priv", "s_bins")
    kernel = s.one("count_kernel", "hist", "histo_block", "count_bytes", "my_histogram", "hist_shared")
    i, per = s.one("i", "idx", "k", "pos"), s.one(8, 16, 32, 64)
    warps, vector = s.one(False, False, True), s.one("bytes", "bytes", "words", "vectors")
    where = f"{own}[threadIdx.x / 32]" if warps else own
    head = f"__shared__ unsigned {s.one('int ', '')}{own}{'[%s]' % s.one(threads // 32, 'WARPS') if warps else ''}[{bins}];"
    clear = s.one(
        f"for (int b = threadIdx.x; b < {bins}; b += blockDim.x) {own}[b] = 0;" if not warps else
        f"for (int b = threadIdx.x; b < {threads // 32} * {bins}; b += blockDim.x) {own}[b / {bins}][b % {bins}] = 0;",
        f"if (threadIdx.x < {bins}) {{\n{own}[threadIdx.x] = 0;\n}}" if not warps else
        f"for (int w = 0; w < {threads // 32}; w++)\nfor (int b = threadIdx.x; b < {bins}; b += {threads}) {own}[w][b] = 0u;",
        f"if (threadIdx.x == 0) for (int b = 0; b < {bins}; b++) {where}[b] = 0;" if not warps else
        f"unsigned *mine = {own}[threadIdx.x / 32];\nfor (int b = threadIdx.x % 32; b < {bins}; b += 32) mine[b] = 0;")
    linear = s.one("blockIdx.x * blockDim.x + threadIdx.x", f"threadIdx.x + blockIdx.x * {threads}",
                   "(size_t)blockIdx.x * blockDim.x + threadIdx.x")
    stride = s.one("gridDim.x * blockDim.x", "blockDim.x * gridDim.x", "stride")
    setup = f"{s.integer} stride = {s.one('blockDim.x * gridDim.x', 'gridDim.x * blockDim.x')};" if stride == "stride" else ""
    shared_out = s.one("grid", "chunk", "coarse", "pointer")
    limit = {"bytes": "count", "words": "count / 4", "vectors": "count / 16"}[vector]
    if vector == "bytes":
        body = s.one(f"atomicAdd(&{where}[in[{i}]], 1u);", f"unsigned char c = in[{i}];\natomicAdd(&{where}[c], 1);",
                     f"atomicAdd({where} + in[{i}], 1u);")
    elif vector == "words":
        body = s.one(
            f"unsigned w4 = ((const unsigned *)in)[{i}];\nfor (int b = 0; b < 4; b++) atomicAdd(&{where}[(w4 >> (8 * b)) & 255], 1u);",
            f"unsigned w4 = reinterpret_cast<const unsigned *>(in)[{i}];\natomicAdd(&{where}[w4 & 0xff], 1u);\n"
            f"atomicAdd(&{where}[(w4 >> 8) & 0xff], 1u);\natomicAdd(&{where}[(w4 >> 16) & 0xff], 1u);\natomicAdd(&{where}[w4 >> 24], 1u);",
            f"uchar4 q = ((const uchar4 *)in)[{i}];\natomicAdd(&{where}[q.x], 1u);\natomicAdd(&{where}[q.y], 1u);\n"
            f"atomicAdd(&{where}[q.z], 1u);\natomicAdd(&{where}[q.w], 1u);")
    else:
        body = (f"uint4 v = ((const uint4 *)in)[{i}];\n" + s.one(
            f"unsigned part[4] = {{v.x, v.y, v.z, v.w}};\nfor (int p = 0; p < 4; p++)\nfor (int b = 0; b < 4; b++) "
            f"atomicAdd(&{where}[(part[p] >> (8 * b)) & 255], 1u);",
            f"add_word({where}, v.x);\nadd_word({where}, v.y);\nadd_word({where}, v.z);\nadd_word({where}, v.w);",
            f"const unsigned char *byte = (const unsigned char *)&v;\nfor (int b = 0; b < 16; b++) atomicAdd(&{where}[byte[b]], 1u);"))
    helper = ("__device__ void add_word(unsigned *to, unsigned word) {\nfor (int b = 0; b < 32; b += 8) "
              "atomicAdd(&to[word >> b & 255], 1u);\n}\n") if "add_word" in body else ""
    if shared_out == "grid":
        loop = s.one(f"for ({s.integer} {i} = {linear}; {i} < {limit}; {i} += {stride}) {{\n{body}\n}}",
                     f"{s.integer} {i} = {linear};\nwhile ({i} < {limit}) {{\n{body}\n{i} += {stride};\n}}")
    elif shared_out == "chunk":
        setup = s.one(f"{s.integer} begin = blockIdx.x * {threads * per};\n{s.integer} end = min((int)begin + {threads * per}, {limit});",
                      f"int chunk = ({limit} + gridDim.x - 1) / gridDim.x;\nint begin = blockIdx.x * chunk;\nint end = begin + chunk;\n"
                      f"if (end > {limit}) end = {limit};")
        loop = f"for ({s.integer} {i} = begin + threadIdx.x; {i} < end; {i} += blockDim.x) {{\n{body}\n}}"
    elif shared_out == "coarse":
        setup, n = "", s.one("e", "n", "step", "r")
        loop = (f"{s.integer} start = blockIdx.x * {s.one('blockDim.x', threads)} * {per} + threadIdx.x;\n"
                f"for (int {n} = 0; {n} < {per}; {n}++) {{\n{s.integer} {i} = start + {n} * {s.one('blockDim.x', threads)};\n" +
                s.one(f"if ({i} < {limit}) {{\n{body}\n}}\n}}", f"if ({i} >= {limit}) break;\n{body}\n}}"))
    else:
        setup, stride = "", "blockDim.x * gridDim.x"
        body = body.replace(f"in[{i}]", "*p") if vector == "bytes" else body
        loop = (f"const unsigned char *last = in + count;\nfor (const unsigned char *p = in + {linear}; p < last; p += {stride}) {{\n{body}\n}}"
                if vector == "bytes" else f"int {i} = {linear}, total = {limit};\nfor (; {i} < total; {i} += {stride}) {{\n{body}\n}}")
    rest = {"bytes": 1, "words": 4, "vectors": 16}[vector]
    tail = "" if rest == 1 else s.one(
        f"if (blockIdx.x == 0 && threadIdx.x < count % {rest}) atomicAdd(&{where}[in[count - 1 - threadIdx.x]], 1u);",
        f"int done = count / {rest} * {rest};\nif (blockIdx.x == gridDim.x - 1)\nfor (int t = done + threadIdx.x; t < count; t += blockDim.x) "
        f"atomicAdd(&{where}[in[t]], 1u);",
        f"if (threadIdx.x == 0 && blockIdx.x == 0) {{\nfor (int t = count & ~{rest - 1}; t < count; t++) atomicAdd(&bins[in[t]], 1u);\n}}")
    source = "sum" if warps else f"{own}[b]"
    add = (f"unsigned sum = 0;\nfor (int w = 0; w < {threads // 32}; w++) sum += {own}[w][b];\n" if warps else "") + s.one(
        f"atomicAdd(&bins[b], {source});", f"if ({source} > 0) atomicAdd(&bins[b], {source});",
        f"unsigned found = {source};\nif (found != 0) atomicAdd(bins + b, found);")
    merge = s.one(f"for (int b = threadIdx.x; b < {bins}; b += blockDim.x) {{\n{add}\n}}",
                  f"if (threadIdx.x < {bins}) {{\nint b = threadIdx.x;\n{add}\n}}",
                  f"if (threadIdx.x >= {bins}) return;\nint b = threadIdx.x;\n{add}")
    kernel_text = s.lines(
        f"__global__ void {kernel}(const unsigned char *in, unsigned *bins, int count) {{", head, clear, "__syncthreads();",
        s.note("count", "all bytes of this block", "private copy"), setup, loop, tail, "__syncthreads();",
        s.note("merge", "add to the global bins", "write back"), merge, "}")
    n_blocks = s.one(f"int blocks = ceil_div(count, {threads * per});", f"int blocks = (count + {threads * per} - 1) / {threads * per};",
                     f"int blocks = min({s.one(264, 1056, 132, 512)}, ceil_div(count, {threads}));",
                     f"int sms;\nCHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));\nint blocks = {s.one(2, 4, 8)} * sms;")
    zero = s.one(f"CHECK(cudaMemset(bins, 0, {bins} * sizeof(unsigned)));", "clear_bins<<<1, 256>>>(bins);",
                 f"cudaMemset(bins, 0, sizeof(unsigned) * {bins});", f"CHECK(cudaMemsetAsync(bins, 0, {bins} * sizeof *bins));")
    clearer = "__global__ void clear_bins(unsigned *bins) { bins[threadIdx.x] = 0; }\n" if "clear_bins" in zero else ""
    launch = s.one(f"{kernel}<<<blocks, {threads}>>>(in, bins, count);",
                   f"dim3 grid(blocks);\ndim3 block({threads});\n{kernel}<<<grid, block>>>(in, bins, count);")
    constants = "".join(f"constexpr int {name} = {value};\n" for name, value in
                        (("BINS", 256), ("NBINS", 256), ("WARPS", threads // 32)) if re.search(rf"\b{name}\b", kernel_text + zero))
    host = s.lines("void histogram(const unsigned char *in, unsigned *bins, int count) {", zero, n_blocks, launch,
                   s.one("CHECK(cudaGetLastError());", "CHECK(cudaDeviceSynchronize());", ""), "}")
    return f"#include \"workbook.h\"\n\n{constants}\n{helper}{clearer}{kernel_text}\n\n{host}\n"


def transpose_padded(s):
    tile, rows = s.one("tile", "buf", "s", "block", "shared_tile", "t"), s.one(32, 32, 8, 8, 4, 16)
    side = s.one("TILE", "TILE", "32", "T")
    layout = s.one("pad", "pad", "flat", "xor", "turned")
    shape = {"pad": f"[{side}][{side} + 1]", "flat": f"[{side} * ({side} + 1)]", "xor": f"[{side}][{side}]", "turned": f"[{side}][33]"}[layout]

    def place(row, column):
        return {"pad": f"{tile}[{row}][{column}]", "flat": f"{tile}[({row}) * ({side} + 1) + {column}]",
                "xor": f"{tile}[{row}][({column}) ^ ({row})]", "turned": f"{tile}[{column}][{row}]"}[layout]

    names = s.one(("tx", "ty"), ("lx", "ly"), ("threadIdx.x", "threadIdx.y"), ("c", "r"))
    tx, ty = names
    locals_ = "" if tx == "threadIdx.x" else s.one(f"int {tx} = threadIdx.x, {ty} = threadIdx.y;",
                                                   f"int {tx} = threadIdx.x;\nint {ty} = threadIdx.y;",
                                                   f"const unsigned {ty} = threadIdx.y;\nconst unsigned {tx} = threadIdx.x;")
    origin = s.one(True, False)
    start = s.one(f"int left = blockIdx.x * {side}, top = blockIdx.y * {side};",
                  f"int top = {side} * blockIdx.y;\nint left = {side} * blockIdx.x;") if origin else ""
    left, top = ("left", "top") if origin else (f"blockIdx.x * {side}", f"blockIdx.y * {side}")
    wide = s.one("(size_t)", "static_cast<size_t>", "")
    cast = lambda text: f"{wide}({text})" if wide or "+" in text else text
    x, y = s.one(("x", "y"), ("col", "row"), ("gx", "gy"))
    x2, y2 = s.one(("ox", "oy"), ("new_x", "new_y"), ("out_col", "out_row"), (x, y))
    declare = "" if x2 == x else "int "
    j = s.one("j", "i", "k", "r0")
    loop = "" if rows == 32 else s.one(f"for (int {j} = 0; {j} < {side}; {j} += {rows})", f"for (int {j} = 0; {j} < {32 // rows}; {j}++)")
    step = "" if rows == 32 else (f" + {j}" if "+=" in loop else f" + {j} * {rows}")
    value = f"in[{cast(y + step)} * width + {x}]"
    fill = place(f"{ty}{step}", tx)
    guard = f"{x} < width && {y}{step} < height"
    load = s.one(f"if ({guard}) {fill} = {value};", f"if ({guard}) {{\n{fill} = {value};\n}}",
                 f"{fill} = ({guard}) ? {value} : 0.0f;", f"float v = 0;\nif ({guard}) v = {value};\n{fill} = v;")
    guard2 = s.one(f"{x2} < height && {y2}{step} < width", f"{y2}{step} < width && {x2} < height")
    target = f"out[{cast(y2 + step)} * height + {x2}]"
    take = place(tx, f"{ty}{step}")
    store = s.one(f"if ({guard2}) {target} = {take};", f"if ({guard2}) {{\n{target} = {take};\n}}",
                  f"float w = {take};\nif ({guard2}) {target} = w;")
    if not loop and s.one(True, False, False):
        store = f"if ({x2} >= height || {y2} >= width) return;\n{target} = {take};"
    first = s.one(f"int {x} = {left} + {tx}, {y} = {top} + {ty};", f"int {x} = {left} + {tx};\nint {y} = {top} + {ty};")
    second = s.one(f"{declare}{x2} = {top} + {tx};\n{declare}{y2} = {left} + {ty};",
                   f"{declare}{y2} = {left} + {ty};\n{declare}{x2} = {top} + {tx};")
    walk = lambda text: f"{loop} {{\n{text}\n}}" if loop else text
    kernel = s.one("transpose_kernel", "transpose_kernel", "turn", "trans", "transposeTiled", "k_transpose")
    arguments = "const float *in, float *out, int width, int height"
    text = s.lines(f"__global__ void {kernel}({arguments}) {{", f"__shared__ float {tile}{shape};", locals_, start, first,
                   s.note("load", "read the tile", "coalesced read"), walk(load), "__syncthreads();", second,
                   s.note("store", "write it turned", "coalesced write"), walk(store), "}")
    grid = s.one(f"dim3 block({side}, {rows});\ndim3 grid(ceil_div(width, {side}), ceil_div(height, {side}));",
                 f"dim3 grid((width + {side} - 1) / {side}, (height + {side} - 1) / {side});\ndim3 block({side}, {rows});",
                 f"int across = ceil_div(width, {side}), down = ceil_div(height, {side});\ndim3 grid(across, down), block({side}, {rows});")
    host = s.lines(f"void transpose({arguments}) {{", grid, f"{kernel}<<<grid, block>>>(in, out, width, height);",
                   s.one("CHECK(cudaGetLastError());", "CHECK(cudaGetLastError());\nCHECK(cudaDeviceSynchronize());"), "}")
    constants = f"constexpr int {side} = 32;\n" if side != "32" else ""
    return f"#include \"workbook.h\"\n\n{constants}\n{text}\n\n{host}\n"


def corner_turning(s):
    side = s.one("TILE", "TILE", "TILE", "16")
    a, b = s.one(("A_tile", "B_tile"), ("A_tile", "B_tile"), ("As", "Bs"), ("ta", "tb"))
    pad = s.one("", "", " + 1")
    tx, ty = s.one(("threadIdx.x", "threadIdx.y"), ("tx", "ty"), ("threadIdx.x", "threadIdx.y"))
    locals_ = "" if tx == "threadIdx.x" else s.one("int tx = threadIdx.x, ty = threadIdx.y;", "int ty = threadIdx.y;\nint tx = threadIdx.x;")
    row, column = s.one(("row", "column"), ("row", "column"), ("r", "c"), ("y", "x"))
    phase, total = s.one("phase", "phase", "t", "ph", "step"), s.one("sum", "sum", "acc", "result")
    wide = s.one("static_cast<size_t>", "(size_t)", "", "")
    cast = lambda text: f"{wide}({text})" if wide else text
    p = s.one("p", "k_a", "pa", "kk")
    index = s.one("own", "own", "shared", "inline")
    load_p = f"{phase} * {side} + {tx}"
    begin = {"own": f"int {p} = {load_p};", "shared": f"int base = {phase} * {side};\nint {p} = base + {tx};", "inline": ""}[index]
    if index == "inline":
        p = f"({load_p})"
    other = s.one("bc", "b_column", "col_b", "n_b")
    first_b = s.one(f"int {other} = blockIdx.x * {side} + {ty};", f"int {other} = {side} * blockIdx.x + {ty};")
    stored = s.one((f"[{tx}][{ty}]", True), (f"[{ty}][{tx}]", False))
    from_a, from_b = f"A[{cast(row)} * k + {p}]", f"B[{cast(other)} * k + {p}]"
    def guarded(target, test, value):
        return s.one(f"{target} = {test} ? {value} : 0;", f"{target} = ({test}) ? {value} : 0.0f;",
                     f"if ({test}) {target} = {value};\nelse {target} = 0;", f"if ({test}) {{\n{target} = {value};\n}} else {{\n{target} = 0.0f;\n}}",
                     f"{target} = 0;\nif ({test}) {target} = {value};")
    test_a = s.one(f"{row} < m && {p} < k", f"{p} < k && {row} < m")
    test_b = s.one(f"{other} < n && {p} < k", f"{p} < k && {other} < n")
    load_a, load_b = guarded(f"{a}[{ty}][{tx}]", test_a, from_a), guarded(f"{b}{stored[0]}", test_b, from_b)
    loads = s.one(load_a + "\n" + load_b, load_b + "\n" + load_a)
    q = s.one("p", "i", "e", "j", "q")
    if q == p:
        q = "z"
    take = f"{b}[{q}][{tx}]" if stored[1] else f"{b}[{tx}][{q}]"
    unroll = s.one("", "", "#pragma unroll\n")
    inner = s.one(f"{unroll}for (int {q} = 0; {q} < {side}; {q}++) {total} += {a}[{ty}][{q}] * {take};",
                  f"{unroll}for (int {q} = 0; {q} < {side}; ++{q}) {{\n{total} += {a}[{ty}][{q}] * {take};\n}}",
                  f"float part = 0;\nfor (int {q} = 0; {q} < {side}; {q}++) part += {take} * {a}[{ty}][{q}];\n{total} += part;",
                  f"for (int {q} = 0; {q} < {side}; {q}++) {{\nfloat left = {a}[{ty}][{q}];\nfloat right = {take};\n{total} = fmaf(left, right, {total});\n}}")
    target = f"C[{cast(row)} * n + {column}]"
    store = s.one(f"if ({row} < m && {column} < n) {target} = {total};", f"if ({row} < m && {column} < n) {{\n{target} = {total};\n}}",
                  f"if ({row} >= m || {column} >= n) return;\n{target} = {total};", f"bool inside = {row} < m && {column} < n;\nif (inside) {target} = {total};")
    loop = s.one(f"for (int {phase} = 0; {phase} < ceil_div(k, {side}); {phase}++) {{",
                 f"int phases = (k + {side} - 1) / {side};\nfor (int {phase} = 0; {phase} < phases; {phase}++) {{")
    kernel = s.one("matmul_kernel", "matmul_kernel", "mm", "product")
    arguments = "const float *A, const float *B, float *C, int m, int n, int k"
    text = s.lines(f"__global__ void {kernel}({arguments}) {{", f"__shared__ float {a}[{side}][{side}{pad}];", f"__shared__ float {b}[{side}][{side}{pad}];",
                   locals_, f"int {row} = blockIdx.y * {side} + {ty};", f"int {column} = blockIdx.x * {side} + {tx};",
                   first_b if s.one(True, False) else "", f"float {total} = 0;", loop, begin,
                   s.note("load both tiles", "along p", "coalesced"), loads, "__syncthreads();", inner, "__syncthreads();", "}", store, "}")
    if first_b not in text:
        text = text.replace(loads, first_b + "\n" + loads)
    host = s.lines(f"void matmul_colmajor({arguments}) {{",
                   f"dim3 block({side}, {side});\ndim3 grid(ceil_div(n, {side}), ceil_div(m, {side}));",
                   f"{kernel}<<<grid, block>>>(A, B, C, m, n, k);", "CHECK(cudaGetLastError());", "}")
    constants = f"constexpr int {side} = 16;\n" if side != "16" else ""
    return f"#include \"workbook.h\"\n\n{constants}\n{text}\n\n{host}\n"


HONEST = {"histogram_private": histogram_private, "transpose_padded": transpose_padded, "corner_turning": corner_turning}

# ---- disguises --------------------------------------------------------------------------------------------------

KEPT = set("""__global__ __device__ __shared__ __syncthreads __syncwarp __restrict__ __launch_bounds__ __ldcs __stcs alignas atomicAdd auto class public private operator decltype
blockDim blockIdx bool break case char const constexpr continue default dim3 do double else enum extern false float float2 float4 fmaf for
gridDim if include inline int int4 long max min namespace nullptr pragma reinterpret_cast return short signed size_t sizeof static static_cast
struct switch template this threadIdx true typedef typename uchar4 uint4 uint32_t uint64_t unroll unsigned using void volatile while workbook
h x y z w ceil_div CHECK define histogram transpose matmul_colmajor static_assert wmma mma nvcuda cg cooperative_groups""".split())
WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def code_only(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def renamed(text, rng):
    names = {}

    def new_name(match):
        word = match.group()
        if word in KEPT or word.startswith(("cuda", "__")) or text[:match.start()].endswith("::"):
            return word
        return names.setdefault(word, f"{rng.choice('abcdefgklmnpqrstuv')}{rng.choice(['val', 'num', 'data', 'tmp', 'var'])}{len(names)}")

    text = code_only(text)
    head = text[:text.rindex("#include")] + text[text.rindex("#include"):].split("\n", 1)[0] + "\n"
    text = text[len(head):]
    return head + WORD.sub(new_name, text)


def laid_out(text, rng):
    lines = []
    for line in code_only(text).split("\n"):
        if line.lstrip().startswith("#") or line.endswith("\\"):
            lines.append(line.strip() if line.lstrip().startswith("#") else line)
            continue
        line = re.sub(r"(?<=[\w\])])\s*([*/=]|\+(?!\+)|[-+*]=)\s*(?=[\w(])", lambda m: rng.choice([" %s ", "%s"]) % m.group(1), line)
        lines.append(" " * rng.choice([0, 2, 3, 8]) + line.strip().replace(" {", rng.choice([" {", "\n{"])))
        if rng.random() < 0.2:
            lines.append(rng.choice(["// my own idea", "/* see the lecture */", "", "// next"]))
    return "\n".join(lines)


def body_end(text, at):
    """Behind the bracket that closes the one at `at`."""
    pairs, open_ = {"(": ")", "{": "}"}, 0
    for i in range(at, len(text)):
        open_ += (text[i] == text[at]) - (text[i] == pairs[text[at]])
        if not open_:
            return i + 1
    return len(text)


def functions_reordered(text, rng):
    text, pieces, at = code_only(text), [], 0
    for match in re.finditer(r"^(?:template[^\n]*\n?)?(?:static |__global__ |__device__ |void )[^;{=]*\{", text, flags=re.M):
        if match.start() < at:
            continue
        end = body_end(text, match.end() - 1)
        pieces.append((match.start(), end))
        at = end
    bodies = [text[first:end] for first, end in pieces]
    rest = text
    for body in bodies:
        rest = rest.replace(body, "", 1)
    rng.shuffle(bodies)
    return rest.strip() + "\n\n" + "\n\n".join(reversed(bodies)) + "\n"


def statements_reordered(text, rng):
    """Swaps neighbouring lines that are whole statements and do not need each other."""
    lines, i = text.split("\n"), 0
    simple = re.compile(r"^\s*(?!return|break|continue|#|//|else|for|while|if|__syncthreads|CHECK|template)[\w:<> *]*[\w\])]\s*[^{}]*;$")
    while i + 1 < len(lines):
        one, other = lines[i], lines[i + 1]
        words_one, words_other = set(WORD.findall(one)) - KEPT, set(WORD.findall(other)) - KEPT
        set_one = set(re.findall(r"(\w+)(?:\[[^=]*\])*\s*(?:[-+*/]?=|\()", one))
        set_other = set(re.findall(r"(\w+)(?:\[[^=]*\])*\s*(?:[-+*/]?=|\()", other))
        free = (simple.match(one) and simple.match(other) and "<<<" not in one + other
                and not set_one & words_other and not set_other & words_one)
        if free:
            lines[i], lines[i + 1] = other, one
            i += 1
        i += 1
    return "\n".join(lines)


def operators_spelt_out(text, rng):
    text = re.sub(r"(?<![\w\]])((?:\w+)(?:\[[^;=\[\]]*\])*) ([-+*/])= ([^;(){}]+|[^;{}]*\([^;{}]*\)[^;{}]*);", r"\1 = \1 \2 (\3);", text)
    text = re.sub(r"; (\w+) ([-+])= ([^;(){}]+)\)", r"; \1 = \1 \2 \3)", text)
    text = re.sub(r"(\w+)\+\+\)", r"\1 = \1 + 1)", text)
    text = re.sub(r"(?<=[(;&] )(\w+(?:\.\w)?) < (\w+(?:\.\w)?)(?=;|\)| &&)", r"\2 > \1", text)
    text = re.sub(r"(?<=\()(\w+(?:\.\w)?) < (\w+(?:\.\w)?)(?=;|\)| &&)", r"\2 > \1", text)
    return text


def literals_changed(text, rng):
    factor = rng.choice([2, 4])
    return re.sub(r"(?<![\w.])([2-9]|\d\d+)(?![\w.])", lambda m: str(int(m.group(1)) * factor), text)


def loops_rewritten(text, rng):
    at = 0
    while (match := re.search(r"(?:#pragma unroll[^\n]*\n\s*)?\bfor \(", text[at:])):
        first, open_ = at + match.start(), at + match.end() - 1
        close = body_end(text, open_)
        parts = text[open_ + 1:close - 1].split(";")
        body = re.match(r"\s*", text[close:]).end() + close
        end = body_end(text, body) if text[body] == "{" else None
        if len(parts) != 3 or (end is None and re.match(r"(for|if|while)\b", text[body:])):
            at = close
            continue
        if end is None:
            end = text.index(";", body) + 1
            inside = text[body:end]
        else:
            inside = text[body + 1:end - 1].strip()
        step = f"\n{parts[2].strip()};" if parts[2].strip() else ""
        text = f"{text[:first]}{parts[0].strip()};\nwhile ({parts[1].strip()}) {{\n{inside}{step}\n}}{text[end:]}"
        at = first
    return text


def helper_extracted(text, rng):
    """An initialiser with an operator becomes a __device__ function; where there is a helper, it stays."""
    found = [m for m in re.finditer(r"\b(?:int|unsigned|size_t|float) (\w+) = ([^;,?(){}]*[-+*/%][^;,?(){}]*);", text) if "<" not in m.group(2)]
    chosen = found[:2]
    helpers = []
    for number, match in enumerate(chosen):
        names = sorted(set(WORD.findall(match.group(2))) - KEPT - set(re.findall(r"constexpr int (\w+)", text)))
        helpers.append(f"__device__ int helper{number}({', '.join('int ' + name for name in names)}) {{\n    return {match.group(2)};\n}}\n")
        text = text.replace(match.group(), match.group().replace(match.group(2), f"helper{number}({', '.join(names)})"), 1)
    start = re.search(r"^(template|__global__|static|__device__)", text, flags=re.M)
    return text[:start.start()] + "\n".join(helpers) + "\n" + text[start.start():] if start else text


def macros_introduced(text, rng):
    text = re.sub(r"constexpr int (\w+) = ([^,;]+);", r"#define \1 (\2)", text)
    uses = [("TX", "threadIdx.x"), ("TY", "threadIdx.y"), ("BX", "blockIdx.x"), ("BY", "blockIdx.y"), ("SYNC()", "__syncthreads()"),
            ("INSIDE(a, b)", None)]
    heads = []
    for name, what in uses:
        if what and what in text:
            text = text.replace(what, name)
            heads.append(f"#define {name} {what}")
    match = re.search(r"#include[^\n]*\n", text)
    return text[:match.end()] + "\n".join(heads) + "\n" + text[match.end():]


def types_changed(text, rng):
    text = re.sub(r"(?<=[\n( ])int (?=\w+ =)", lambda m: rng.choice(["unsigned ", "size_t ", "long ", "auto "]), text)
    text = re.sub(r"static_cast<size_t>\((\w+)\)", r"(unsigned long)\1", text)
    text = re.sub(r"\(size_t\)", "(long long)", text)
    return re.sub(r"= 0;", rng.choice(["= 0u;", "= 0.0f;", "= (int)0;"]), text)


DISGUISES = [
    ("names changed", renamed), ("functions reordered", functions_reordered), ("statements reordered", statements_reordered),
    ("x += y spelt out", operators_spelt_out), ("literals changed", literals_changed), ("comments and layout", laid_out),
    ("for as while", loops_rewritten), ("helper extracted", helper_extracted), ("macros", macros_introduced), ("types changed", types_changed),
]

# ---- the class --------------------------------------------------------------------------------------------------


def main(root, exercise, honest, copies, seed, folder):
    rng, out = random.Random(seed), pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    texts = [pathlib.Path(p).read_text() for p in sorted(glob.glob(f"{root}/grader/exercises/{exercise}/right/*.cu"))][:honest // 8]
    apart = len(texts)
    texts += [HONEST[exercise](Student(f"{seed}-{n}")) for n in range(honest - apart)]
    originals = rng.sample(range(len(texts)), copies)
    truth = []
    for number, original in enumerate(originals):
        kind, disguise = DISGUISES[number % len(DISGUISES)]
        text = disguise(texts[original], rng)
        if number // len(DISGUISES) % 2:
            text = laid_out(renamed(text, rng), rng)
        truth.append((len(texts), original, kind))
        texts.append(text)
    for number, text in enumerate(texts):
        (out / f"s{number:03}.cu").write_text(text)
    (out / "truth.txt").write_text("".join(f"{copy} {original} {kind}\n" for copy, original, kind in truth))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), sys.argv[6])
