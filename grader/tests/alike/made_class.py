#!/usr/bin/env python3
"""made_class.py - a class that hands in one exercise: honest answers, and copies of some of them in ten disguises.

    made_class.py ROOT EXERCISE HONEST COPIES SEED FOLDER

Honest students edit the skeleton. Each makes many choices alone: how the work is shared out, how indices are written,
how edges are guarded, names, blanks, comments, whether a TODO stays. A copy is made from the text of an answer that
has something of their own, by edits that know nothing of those choices. Every second copy of a kind also has new names, comments and layout.

FOLDER then holds sNNN.cu for each student, and truth.txt with a line "copy original kind" for each copy; the original
is a student's number or the name of a published answer. Nothing is compiled: this is about text.
"""
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
        self.comments = self.one(0, 0.2, 0.4, 0.8)
        self.todo = self.one("deletes", "deletes", "keeps", "ticks")
        self.indent = self.one("    ", "    ", "    ", "  ", "\t")
        self.blank = self.one(0, 0, 0.2)
        self.tight = self.one(False, False, False, False, True)
        self.open = self.one(False, False, False, False, True)  # a brace on a line of its own

    def one(self, *choices):
        return self.random.choice(choices)

    def note(self, *words):
        return f"// {self.one(*words)}" if self.random.random() < self.comments else ""

    def spaced(self, text):
        if self.tight:
            text = re.sub(r" ([*/<=]|\+=|-=) (?=[\w(])", r"\1", text)
        if self.open:
            text = re.sub(r"^( *)([^\n]*\)) \{$", r"\1\2\n\1{", text, flags=re.M)
        return text

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

# ---- the skeleton, filled in by a student -----------------------------------------------------------------------

WORDS = {
    "what": ["the tile", "one element", "both tiles", "my part", "this block", "the row", "all threads", "a column", "the sum",
             "the edge", "everything", "shared memory", "the padding", "each warp", "the last block", "the index"],
    "does": ["load", "store", "wait for", "compute", "copy", "check", "skip", "add up", "handle", "keep", "read", "write", "guard"],
    "why": ["so nobody reads old data", "because the size may not fit", "otherwise out of bounds", "see lecture 5", "coalesced now",
            "no conflicts this way", "like in the lesson", "first try was slower", "not sure if needed", "works for all sizes",
            "took me an hour", "important!", "32 banks", "neighbours together", "before the next round", "as TODO says"],
}


def remark(s):
    """A comment as students write them: short ones are often equal, long ones hardly ever."""
    text = f"{s.one(*WORDS['does'])} {s.one(*WORDS['what'])}"
    if s.one(True, False):
        text += f"{s.one(',', ' -', ':', '')} {s.one(*WORDS['why'])}"
    return s.one(text, text, text.capitalize(), text.capitalize() + ".")


def indented(text, indent):
    out, depth = [], 0
    for line in text.split("\n"):
        line = line.strip()
        depth -= line.startswith("}")
        out.append(indent * depth + line if line else "")
        depth += line.endswith("{")
    return "\n".join(out)


def filled(text, todo, code, s):
    """Puts code where a TODO is; some students leave the TODO's text, some tick it off, most delete it."""
    block = re.search(rf"^( *)// TODO{todo}:[^\n]*\n(?: *//(?! TODO)[^\n]*\n)*", text, flags=re.M)
    indent, lines = block.group(1), [line for line in code.split("\n") if line]
    keeps = {"keeps": block.group(), "ticks": f"{indent}// TODO{todo}: done\n", "deletes": ""}[s.todo]
    code = "\n".join(indent + line for line in indented("\n".join(lines), s.indent).split("\n")) if lines else ""
    note = f"{indent}// {remark(s)}\n" if s.random.random() < s.comments else ""
    blank = "\n" if s.random.random() < s.blank else ""
    return text.replace(block.group(), keeps + note + s.spaced(code) + "\n" * bool(code) + blank, 1)


def finished(text, s):
    """What students change without need: a comment at the end of a line, a blank line, the head."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if line.endswith(";") and line.startswith(" ") and s.random.random() < s.comments / 8:
            lines[i] += f" // {remark(s)}"
    text = "\n".join(lines)
    if s.random.random() < 0.15:
        text = re.sub(r"\A(?://[^\n]*\n)+", "", text)
    if s.random.random() < 0.1:
        text = re.sub(r"constexpr int (TILE|THREADS)\b", lambda m: f"static const int {m.group(1)}", text)
    return text


def transpose_padded(s, skeleton):
    """One token is the answer of most; the rest is given, and students note beside it what it does."""
    cure = s.random.random()
    lines = skeleton.split("\n")
    for i, line in enumerate(lines):
        if line.startswith("    ") and not line.startswith("    //") and s.random.random() < s.comments / 2:
            lines[i] = f"    // {remark(s)}\n{line}"
    skeleton = "\n".join(lines)
    text = filled(skeleton, "", "", s)
    if cure < 0.72:
        width = s.one("TILE + 1", "TILE + 1", "TILE + 1", "TILE+1", "33")
        text = text.replace("[TILE][TILE]", f"[TILE][{width}]")
    elif cure < 0.8:
        pad = s.one("PAD", "PADDING", "STRIDE", "WIDTH", "TILE_PITCH")
        value = s.one("33", "TILE + 1")
        text = text.replace("constexpr int TILE = 32;\n", f"constexpr int TILE = 32;\nconstexpr int {pad} = {value};\n")
        text = text.replace("[TILE][TILE]", f"[TILE][{pad}]")
    else:
        mix = s.one(("threadIdx.x ^ threadIdx.y", "threadIdx.y ^ threadIdx.x"), ("threadIdx.y ^ threadIdx.x", "threadIdx.x ^ threadIdx.y"),
                    ("(threadIdx.x + threadIdx.y) % TILE", "(threadIdx.y + threadIdx.x) % TILE"),
                    ("(threadIdx.y + threadIdx.x) & 31", "(threadIdx.x + threadIdx.y) & 31"))
        text = text.replace("tile[threadIdx.y][threadIdx.x]", f"tile[threadIdx.y][{mix[0]}]")
        text = text.replace("tile[threadIdx.x][threadIdx.y]", f"tile[threadIdx.x][{mix[1]}]")
    if s.random.random() < 0.08:
        text = text.replace("__shared__ float tile", "__shared__ float " + s.one("buffer", "s", "block_tile")).replace(" tile[", " buffer[")
    return finished(text, s)


def corner_turning(s, skeleton):
    p, q, other = s.one("p", "kk", "pa", "col", "index"), s.one("i", "j", "e", "p2", "z", "k2"), s.one("bc", "b_column", "col_b", "n_b", "other")
    wide = s.one("static_cast<size_t>", "(size_t)", "", "static_cast<size_t>")
    cast = lambda name: f"{wide}({name})" if wide else name
    own, turned = s.one(True, True, False), s.one(True, True, False)
    begin = f"int {p} = phase * TILE + threadIdx.x;" if own else ""
    where = p if own else s.one("(phase * TILE + threadIdx.x)", "(threadIdx.x + phase * TILE)")
    inside_a = s.one(f"row < m && {where} < k", f"{where} < k && row < m")
    inside_b = s.one(f"{other} < n && {where} < k", f"{where} < k && {other} < n")
    place_b = "[threadIdx.x][threadIdx.y]" if turned else "[threadIdx.y][threadIdx.x]"
    take = f"B_tile[{q}][threadIdx.x]" if turned else f"B_tile[threadIdx.x][{q}]"

    def load(target, test, value):
        return s.one(f"{target} = {test} ? {value} : 0;", f"{target} = ({test}) ? {value} : 0.0f;",
                     f"if ({test}) {target} = {value};\nelse {target} = 0;", f"if ({test}) {{\n{target} = {value};\n}} else {{\n{target} = 0.0f;\n}}")

    text = filled(skeleton, " 1", begin + "\n" + load("A_tile[threadIdx.y][threadIdx.x]", inside_a, f"A[{cast('row')} * k + {where}]"), s)
    text = filled(text, " 2", s.one(f"int {other} = blockIdx.x * TILE + threadIdx.y;", f"const int {other} = TILE * blockIdx.x + threadIdx.y;")
                  + "\n" + load(f"B_tile{place_b}", inside_b, f"B[{cast(other)} * k + {where}]"), s)
    text = filled(text, " 3", "__syncthreads();", s)
    a = f"A_tile[threadIdx.y][{q}]"
    text = filled(text, " 4", s.one(
        f"for (int {q} = 0; {q} < TILE; {q}++) sum += {a} * {take};", f"for (int {q} = 0; {q} < TILE; {q}++) {{\nsum += {a} * {take};\n}}",
        f"#pragma unroll\nfor (int {q} = 0; {q} < TILE; ++{q}) sum += {a} * {take};",
        f"for (int {q} = 0; {q} < TILE; {q}++) sum = fmaf({a}, {take}, sum);"), s)
    text = filled(text, " 5", "" if s.random.random() < 0.06 else "__syncthreads();", s)
    text = filled(text, " 6", stored(s, "row", "column", "sum", cast), s)
    return finished(text, s)


def stored(s, row, column, value, cast):
    target = f"C[{cast(row)} * n + {column}]"
    return s.one(f"if ({row} < m && {column} < n) {target} = {value};", f"if ({row} < m && {column} < n) {{\n{target} = {value};\n}}",
                 f"if ({column} < n && {row} < m) {target} = {value};", f"if ({row} >= m || {column} >= n) return;\n{target} = {value};")


def matmul_tiled(s, skeleton):
    a, b = s.one(("As", "Bs"), ("As", "Bs"), ("a_tile", "b_tile"), ("A_tile", "B_tile"), ("sA", "sB"), ("ta", "tb"), ("tileA", "tileB"))
    row, column = s.one(("row", "column"), ("row", "col"), ("row", "col"), ("r", "c"), ("y", "x"), ("i", "j"), ("gy", "gx"))
    tx, ty = s.one(("threadIdx.x", "threadIdx.y"), ("tx", "ty"), ("tx", "ty"), ("lx", "ly"))
    total, phase, e = s.one("sum", "sum", "acc", "result", "total", "value"), s.one("phase", "t", "ph", "tile", "step"), s.one("e", "p", "q", "kk", "l")
    wide = s.one("static_cast<size_t>", "(size_t)", "", "(long)")
    cast = lambda name: f"{wide}({name})" if wide else name
    locals_ = "" if tx == "threadIdx.x" else s.one(f"int {tx} = threadIdx.x, {ty} = threadIdx.y;", f"int {tx} = threadIdx.x;\nint {ty} = threadIdx.y;",
                                                   f"const int {ty} = threadIdx.y;\nconst int {tx} = threadIdx.x;")
    pa, pb = s.one(("pa", "pb"), ("a_col", "b_row"), ("ka", "kb"), ("", ""))
    ia, ib = (pa, pb) if pa else (f"({phase} * TILE + {tx})", f"({phase} * TILE + {ty})")
    own = f"int {pa} = {phase} * TILE + {tx};\nint {pb} = {phase} * TILE + {ty};" if pa else ""
    count = s.one("ceil_div(k, TILE)", "ceil_div(k, TILE)", "(k + TILE - 1) / TILE", "phases")
    setup = s.one("int phases = ceil_div(k, TILE);", "int phases = (k + TILE - 1) / TILE;") if count == "phases" else ""

    def load(target, test, value):
        return s.one(f"{target} = {test} ? {value} : 0;", f"{target} = ({test}) ? {value} : 0.0f;", f"{target} = 0;\nif ({test}) {target} = {value};",
                     f"if ({test}) {{\n{target} = {value};\n}} else {{\n{target} = 0.0f;\n}}", f"if ({test}) {target} = {value};\nelse {target} = 0;")

    first = "\n".join([f"__shared__ float {a}[TILE][TILE];\n__shared__ float {b}[TILE][TILE];" if s.one(True, False) else
                       f"__shared__ float {a}[TILE][TILE], {b}[TILE][TILE];", locals_,
                       s.one(f"int {row} = blockIdx.y * TILE + {ty};\nint {column} = blockIdx.x * TILE + {tx};",
                             f"int {column} = blockIdx.x * TILE + {tx};\nint {row} = blockIdx.y * TILE + {ty};",
                             f"int {row} = blockIdx.y * blockDim.y + {ty}, {column} = blockIdx.x * blockDim.x + {tx};"),
                       s.one(f"float {total} = 0;", f"float {total} = 0.0f;"), setup, f"for (int {phase} = 0; {phase} < {count}; {s.one(phase + '++', '++' + phase)}) {{",
                       own, load(f"{a}[{ty}][{tx}]", s.one(f"{row} < m && {ia} < k", f"{ia} < k && {row} < m"), f"A[{cast(row)} * k + {ia}]"),
                       load(f"{b}[{ty}][{tx}]", s.one(f"{ib} < k && {column} < n", f"{column} < n && {ib} < k"), f"B[{cast(ib)} * n + {column}]"),
                       "__syncthreads();"])
    second = "\n".join([s.one(f"for (int {e} = 0; {e} < TILE; {e}++) {total} += {a}[{ty}][{e}] * {b}[{e}][{tx}];",
                              f"for (int {e} = 0; {e} < TILE; ++{e}) {{\n{total} += {a}[{ty}][{e}] * {b}[{e}][{tx}];\n}}",
                              f"#pragma unroll\nfor (int {e} = 0; {e} < TILE; {e}++) {total} += {a}[{ty}][{e}] * {b}[{e}][{tx}];",
                              f"for (int {e} = 0; {e} < TILE; {e}++) {{\nfloat x1 = {a}[{ty}][{e}];\nfloat x2 = {b}[{e}][{tx}];\n{total} = fmaf(x1, x2, {total});\n}}"),
                        "" if s.random.random() < 0.06 else "__syncthreads();", "}"])
    text = filled(skeleton, " 1", first, s)
    text = filled(text, " 2", second, s)
    text = filled(text, " 3", stored(s, row, column, total, cast), s)
    grid = s.one("dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));", "dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);",
                 "dim3 blocks(ceil_div(n, TILE), ceil_div(m, TILE));", "int gx = ceil_div(n, TILE), gy = ceil_div(m, TILE);\ndim3 grid(gx, gy);")
    text = filled(text, " 4", grid, s)
    text = text.replace("<<<1, dim3(TILE, TILE)>>>", "<<<blocks, dim3(TILE, TILE)>>>" if "dim3 blocks(" in grid else "<<<grid, dim3(TILE, TILE)>>>")
    return finished(text, s)


def sum_two_level(s, skeleton):
    first, second = s.one(("partial_sums", "final_sum"), ("first", "second"), ("sum_blocks", "sum_partials"), ("kernel1", "kernel2"), ("reduce1", "reduce2"))
    value, i, partial = s.one("sum", "value", "mine", "acc", "s"), s.one("i", "idx", "k", "pos"), s.one("partial", "sums", "block_sums", "tmp", "partials", "d_sums")
    integer = s.one("int", "size_t", "int", "unsigned", "long")
    start = s.one("blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.x * THREADS + threadIdx.x", "threadIdx.x + blockIdx.x * blockDim.x")
    stride = s.one("gridDim.x * blockDim.x", "gridDim.x * THREADS", "blockDim.x * gridDim.x")
    walk = lambda a, b, n: s.one(f"for ({integer} {i} = {a}; {i} < {n}; {i} += {b}) {value} += in[{i}];",
                                 f"for ({integer} {i} = {a}; {i} < {n}; {i} += {b}) {{\n{value} += in[{i}];\n}}",
                                 f"{integer} {i} = {a};\nwhile ({i} < {n}) {{\n{value} += in[{i}];\n{i} += {b};\n}}")
    give = lambda target: s.one(f"double {value}2 = block_sum({value});\nif (threadIdx.x == 0) {target} = {value}2;",
                                f"{value} = block_sum({value});\nif (threadIdx.x == 0) {{\n{target} = {value};\n}}", f"{value} = block_sum({value});\nif (!threadIdx.x) {target} = {value};")
    zero = s.one("0", "0.0", "0.")
    kernels = f"""__global__ void {first}(const double *in, double *{partial}, int count) {{
    double {value} = {zero};
    {walk(start, stride, 'count')}
    {give(f'{partial}[blockIdx.x]')}
}}

__global__ void {second}(const double *in, double *out, int count) {{
    double {value} = {zero};
    {walk('threadIdx.x', s.one('THREADS', 'blockDim.x'), 'count')}
    {give(s.one('*out', 'out[0]'))}
}}
"""
    blocks = s.one("int blocks = min(ceil_div(count, THREADS), 1056);", "int blocks = ceil_div(count, THREADS * 8);", "int blocks = min(1024, ceil_div(count, THREADS));",
                   "const int blocks = ceil_div(count, 16 * THREADS);", "int blocks = ceil_div(count, THREADS * 4);\nif (blocks > 2112) blocks = 2112;")
    memory = s.one(f"double *{partial};\nCHECK(cudaMalloc(&{partial}, blocks * sizeof(double)));", f"double *{partial} = nullptr;\nCHECK(cudaMalloc(&{partial}, sizeof(double) * blocks));",
                   f"double *{partial};\nCHECK(cudaMalloc(&{partial}, blocks * sizeof *{partial}));")
    text = skeleton.replace("void sum_doubles", s.spaced(indented(kernels, s.indent)) + "\nvoid sum_doubles")
    todo = re.compile(r"^( *// TODO):", flags=re.M)
    text = todo.sub(r"\1 2:", todo.sub(r"\1 1:", text, count=1), count=1)
    text = filled(text, " 1", f"{blocks}\n{memory}\n{first}<<<blocks, THREADS>>>(in, {partial}, count);" + s.one("\nCHECK(cudaGetLastError());", ""), s)
    text = filled(text, " 2", f"{second}<<<1, THREADS>>>({partial}, out, blocks);\nCHECK(cudaGetLastError());\n" + s.one(f"CHECK(cudaFree({partial}));", f"cudaFree({partial});"), s)
    return finished(text, s)


def histogram_from_scratch(s, skeleton):
    head = "" if s.random.random() < 0.2 else re.match(r"(?://[^\n]*\n)*", skeleton).group()
    return finished(head + s.spaced(histogram_private(s)), s)


HONEST = {"transpose_padded": transpose_padded, "corner_turning": corner_turning, "matmul_tiled": matmul_tiled,
          "sum_two_level": sum_two_level, "histogram_private": histogram_from_scratch}

# ---- disguises --------------------------------------------------------------------------------------------------

KEPT = set("""__global__ __device__ __shared__ __syncthreads __syncwarp __restrict__ __launch_bounds__ __ldcs __stcs alignas atomicAdd auto class public private operator decltype
blockDim blockIdx bool break case char const constexpr continue default dim3 do double else enum extern false float float2 float4 fmaf for
gridDim if include inline int int4 long max min namespace nullptr pragma reinterpret_cast return short signed size_t sizeof static static_cast
struct switch template this threadIdx true typedef typename uchar4 uint4 uint32_t uint64_t unroll unsigned using void volatile while workbook
h x y z w ceil_div CHECK define histogram transpose matmul_colmajor static_assert wmma mma nvcuda cg cooperative_groups""".split())
WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def code_only(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


PARTS = ["val", "num", "data", "tmp", "var", "my", "cur", "loc", "new", "pos", "cnt", "res", "in", "buf", "elem", "mat", "idx", "off", "blk", "thr"]


def renamed(text, rng):
    """New names for everything but what is given by CUDA and the interface; comments stay."""
    names = {}

    def new_name(match):
        word = match.group()
        if word in KEPT or word.startswith(("cuda", "__")) or text[:match.start()].endswith("::"):
            return word
        return names.setdefault(word, rng.choice(PARTS) + rng.choice(PARTS).capitalize() + rng.choice(["", "", "2", "_"]))

    at = text.rindex("#include")
    head, text = text[:at + text[at:].index("\n") + 1], text[at + text[at:].index("\n") + 1:]
    pieces = re.split(r"(//[^\n]*)", text)
    for i in range(0, len(pieces), 2):
        text = pieces[i]
        pieces[i] = WORD.sub(new_name, text)
    return head + "".join(pieces)


def laid_out(text, rng):
    """Blanks, indents and braces anew, line by line; comments stay."""
    lines = []
    for line in text.split("\n"):
        code = line.split("//")[0]
        if code.lstrip().startswith("#") or line.endswith("\\") or not code.strip():
            lines.append(line.strip())
            continue
        code = re.sub(r"(?<=[\w\])])\s*([*/=]|\+(?!\+)|[-+*]=)\s*(?=[\w(])", lambda m: rng.choice([" %s ", "%s"]) % m.group(1), code)
        lines.append(" " * rng.choice([0, 2, 3, 8]) + code.strip().replace(" {", rng.choice([" {", "\n{"])) + line[len(line.split("//")[0]):])
        if rng.random() < 0.1:
            lines.append("")
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
        if rng.random() < 0.3 or len(parts) != 3 or (end is None and re.match(r"(for|if|while)\b", text[body:])):
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
    helpers, helper = [], rng.choice(['helper', 'get', 'calc', 'offset', 'position', 'f'])
    for number, match in enumerate(chosen):
        names = sorted(set(WORD.findall(match.group(2))) - KEPT - set(re.findall(r"constexpr int (\w+)", text)))
        helpers.append(f"__device__ int {helper}{number}({', '.join('int ' + name for name in names)}) {{\n    return {match.group(2)};\n}}\n")
        text = text.replace(match.group(), match.group().replace(match.group(2), f"{helper}{number}({', '.join(names)})"), 1)
    start = re.search(r"^(template|__global__|static|__device__)", text, flags=re.M)
    return text[:start.start()] + "\n".join(helpers) + "\n" + text[start.start():] if start else text


def macros_introduced(text, rng):
    text = re.sub(r"constexpr int (\w+) = ([^,;]+);", r"#define \1 (\2)", text)
    uses = [(rng.choice(["TX", "LX", "tidx", "THREAD_X"]), "threadIdx.x"), (rng.choice(["TY", "LY", "tidy", "THREAD_Y"]), "threadIdx.y"),
            (rng.choice(["BX", "bidx", "BLOCK_X"]), "blockIdx.x"), (rng.choice(["BY", "bidy", "BLOCK_Y"]), "blockIdx.y"),
            (rng.choice(["SYNC()", "BARRIER()", "WAIT"]), "__syncthreads()")]
    heads = []
    for name, what in rng.sample(uses, 3):
        if what in text:
            text = text.replace(what, name)
            heads.append(f"#define {name} {what}")
    match = re.search(r"#include[^\n]*\n", text)
    return text[:match.end()] + "\n".join(heads) + "\n" + text[match.end():]


def types_changed(text, rng):
    text = re.sub(r"(?<=[\n( ])int (?=\w+ =)", lambda m: rng.choice(["unsigned ", "size_t ", "long ", "auto "]), text)
    text = re.sub(r"static_cast<size_t>\((\w+)\)", r"(unsigned long)\1", text)
    text = re.sub(r"\(size_t\)", "(long long)", text)
    return re.sub(r"= 0;", rng.choice(["= 0u;", "= 0.0f;", "= (int)0;"]), text)


def comments_changed(text, rng):
    """The code stays to the byte; every comment goes, and others come."""
    student, lines = Student(rng.random()), []
    for line in code_only(text).split("\n"):
        if line.strip().endswith(";") and rng.random() < 0.25:
            line = f"{line.rstrip()} // {remark(student)}"
        lines.append(line)
    return re.sub(r"\A\s*", f"// {remark(student)}\n", "\n".join(lines))


def reordered(text, rng):
    return statements_reordered(functions_reordered(text, rng), rng)


def loops_and_operators(text, rng):
    return loops_rewritten(operators_spelt_out(text, rng), rng)


def types_and_literals(text, rng):
    return types_changed(literals_changed(text, rng), rng)


def helper_and_macros(text, rng):
    return macros_introduced(helper_extracted(text, rng), rng)


def edited_here_and_there(text, rng):
    """Every third name is new, half of the comments are gone, some lines are laid out anew."""
    names = [word for word in set(WORD.findall(code_only(text))) if word not in KEPT and not word.startswith(("cuda", "__"))]
    for word in rng.sample(sorted(names), len(names) // 3):
        if re.search(rf"\b(?:int|float|double|unsigned|size_t|long)\b[\s*]*{word}\b", text):
            text = re.sub(rf"\b{word}\b", f"{word}_{rng.choice('abcxyz')}", text)
    lines = []
    for line in text.split("\n"):
        if "//" in line and rng.random() < 0.5:
            line = re.sub(r"\s*//.*", "", line)
        if rng.random() < 0.2:
            line = line.replace(" = ", "=").replace(" < ", "<")
        lines.append(line)
    return "\n".join(lines)


def halves(text):
    """A file as what stands before its last function, and that function."""
    text = text.rstrip() + "\n"
    starts = [match.start() for match in re.finditer(r"^(?!//|#|\s|\}|constexpr|static const)[^\n;]*\(", text, flags=re.M)]
    return text[:starts[-1]], text[starts[-1]:]


def merged(text, other):
    """The kernels of one, the host's function of the other; the launch is made to fit."""
    kernels, host = halves(text)[0], halves(other)[1]
    named = re.findall(r"__global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(", kernels)
    launched = re.findall(r"(\w+)<<<", host)
    for one, name in zip(launched, named):
        host = re.sub(rf"\b{one}(?=<<<)", name, host)
    return kernels + host


DISGUISES = [
    ("names changed", renamed), ("reordered", reordered), ("reformatted", laid_out), ("comments changed", comments_changed),
    ("loops and operators", loops_and_operators), ("types and literals", types_and_literals), ("helpers and macros", helper_and_macros),
    ("edited here and there", edited_here_and_there), ("two sources merged", None), ("from a published answer", None),
]

# ---- the class --------------------------------------------------------------------------------------------------


def published_answers(exercise_folder):
    """Names and programs of right/ and more/ in answers.txt; edits are left out."""
    parts = re.split(r"^=== (.*)\n", pathlib.Path(f"{exercise_folder}/answers.txt").read_text(), flags=re.M)
    return [(name, program) for name, program in zip(parts[1::2], parts[2::2]) if re.fullmatch(r"(right|more)/.*\.cu", name)]


def copied(texts, number, original, published, rng):
    """A copy and what it is of: the number of another file, or the name of a published one."""
    kind, disguise = DISGUISES[number % len(DISGUISES)]
    if kind == "two sources merged":
        text = merged(texts[original], rng.choice(texts))
    elif kind == "from a published answer":
        original, program = rng.choice(published)
        text = code_only(program)
    else:
        text = disguise(texts[original], rng)
    if number // len(DISGUISES) % 2:
        text = laid_out(renamed(comments_changed(text, rng), rng), rng)
    return text, original, kind


LEAST_OWN = 5  # lines of an original that are not in the skeleton: a copy of one token is no evidence


def main(root, exercise, honest, copies, seed, folder):
    rng, out = random.Random(seed), pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    mine = f"{root}/grader/exercises/{exercise}"
    skeleton = pathlib.Path(f"{mine}/skeleton.cu").read_text()
    published = published_answers(mine)
    texts = [HONEST[exercise](Student(f"{seed}-{n}"), skeleton) for n in range(honest)]
    given, truth = set(skeleton.split("\n")), []
    own = [n for n, text in enumerate(texts) if len(set(text.split("\n")) - given) >= LEAST_OWN]
    for number, original in enumerate(rng.sample(own, copies)):
        text, of, kind = copied(texts[:honest], number, original, published, rng)
        truth.append((len(texts), of, kind))
        texts.append(text)
    for number, text in enumerate(texts):
        (out / f"s{number:03}.cu").write_text(text)
    (out / "truth.txt").write_text("".join(f"{copy} {original} {kind}\n" for copy, original, kind in truth))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), sys.argv[6])
