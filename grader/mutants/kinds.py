"""kinds.py - the mutations: what a student gets wrong, done to a solution one place at a time.

A kind is a function from a source to edits (start, end, replacement). It sees the source with comments, strings and
preprocessor lines blanked, so that offsets agree. Nothing here parses C++: what does not build afterwards is not counted.
"""

import re

KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


def blanked(source):
    """The source with everything but code as blanks, of the same length."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n]*|^LADDER\(.*?\)'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), source, flags=re.S | re.M)


def closing(code, at):
    """Where the bracket that opens at `at` closes; the end of the code if it does not."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    return len(code) - 1


def statement_start(code, at):
    """Where the statement begins that `at` is in, a loop's head being a part of what follows it."""
    depth = 0
    for i in range(at - 1, -1, -1):
        depth += (code[i] in ")") - (code[i] in "(")
        if code[i] in "{}" or (code[i] == ";" and depth == 0):
            return i + 1
    return 0


def calls(code, pattern):
    """(start, start of the arguments, end) of each call whose name matches."""
    for found in re.finditer(r"(?<![\w.])(?:" + pattern + r")\s*\(", code):
        yield found.start(), found.end(), closing(code, found.end() - 1) + 1


def arguments(code, start, end):
    """(start, end) of each argument between two offsets."""
    spans, depth, first = [], 0, start
    for i in range(start, end):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if code[i] == "," and depth == 0:
            spans.append((first, i))
            first = i + 1
    return spans + [(first, end)]


def dropped_calls(code, pattern):
    """Statements that are nothing but such a call, without it."""
    for start, _, end in calls(code, pattern):
        before = re.search(r"CHECK\($", code[:start])
        if before:
            start, end = before.start(), end + 1
        if code[end : end + 1] == ";" and re.search(r"[;{})]\s*$|\belse\s*$", code[:start]):
            yield start, end, ""


QUALIFIER = r"(?:(?:const|constexpr|static|extern|volatile|__shared__|__device__|__constant__|__align__\(\d+\))\s+)*"
DECLARATION = re.compile(r"\s*" + QUALIFIER + r"(?!return\b|else\b|case\b|delete\b)[A-Za-z_]\w*(?:<[^;()]*>)?\s+[*&]*\w+")


def declares(code, bracket):
    """Whether the bracket belongs to a declaration, not to an access."""
    text = code[statement_start(code, bracket) : bracket]
    if re.search(r"\b(?!return\b|else\b|case\b)[A-Za-z_]\w*\s+[*&]?\w+(\[[^\]]*\])*$", text):
        return True
    if not DECLARATION.match(text) or text.count("(") != text.count(")"):
        return False
    return "=" not in text.rsplit(",", 1)[-1] and "(" not in text


# ---- what keeps threads in order ----


@kind
def barrier(code):
    yield from dropped_calls(code, r"__syncthreads|__syncwarp|__pipeline_\w+|\w+\.sync|\w+\.arrive_and_wait")


@kind
def atomic(code):
    signs = {"Add": "+=", "Or": "|=", "And": "&=", "Xor": "^="}
    for start, inside, end in calls(code, r"atomic(?:Add|Or|And|Xor)(?:_block|_system)?"):
        spans = arguments(code, inside, end - 1)
        target, value = (code[a:b].strip() for a, b in spans[:2])
        sign = signs[re.match(r"atomic([A-Z][a-z]+)", code[start:])[1]]
        yield start, end, f"({target[1:] if target[0] == '&' else '*' + target} {sign} {value})"


@kind
def stream(code):
    yield from dropped_calls(code, r"cuda(?:Stream|Device|Event)Synchronize|cudaStreamWaitEvent|cudaEventRecord")


# ---- which element ----


@kind
def index(code):
    """An index one too large."""
    for found in re.finditer(r"(?<=[\w\])])\[", code):
        end = closing(code, found.start())
        if end > found.end() and not declares(code, found.start()):
            yield end, end, " + 1"


@kind
def axes(code):
    """x for y and y for x."""
    for found in re.finditer(r"\b(?:threadIdx|blockIdx|blockDim|gridDim)\.([xy])\b", code):
        yield found.start(1), found.end(1), "y" if found[1] == "x" else "x"
    for _, inside, end in calls(code, r"dim3(?:\s+\w+)?"):
        spans = arguments(code, inside, end - 1)
        if len(spans) == 2:
            first, second = (code[a:b].strip() for a, b in spans)
            if first != second:
                yield inside, end - 1, f"{second}, {first}"


OTHER = {"width": "height", "height": "width", "rows": "columns", "columns": "rows", "pitch": "width",
         "m": "n", "n": "k", "k": "m", "depth": "height"}


@kind
def stride(code):
    """The other side of the matrix as the distance between rows."""
    names = "|".join(OTHER)
    for found in re.finditer(rf"\* ({names})\b(?![.\[(])|(?<![\w.>])({names}) \*", code):
        group = 1 if found[1] else 2
        yield found.start(group), found.end(group), OTHER[found[group]]


@kind
def padding(code):
    """No padding at the end of a row of shared memory."""
    for found in re.finditer(r"\[(\w+(?: \* \w+)*)( \+ \w+)\]", code):
        if declares(code, found.start()):
            yield found.start(2), found.end(2), ""
    for found in re.finditer(r"constexpr int \w*(?:PAD|PITCH|STRIDE)\w* = (\w+)( \+ \w+)?;", code):
        if found[2]:
            yield found.start(2), found.end(2), ""
        elif "PAD" in found[0]:
            yield found.start(1), found.end(1), "0"


# ---- bounds ----


@kind
def operator(code):
    """A bound that belongs to the range, or does not."""
    swapped = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
    for found in re.finditer(r" (<=|>=|<|>) ", code):
        yield found.start(1), found.end(1), swapped[found[1]]


def operand_edges(code, at, step):
    """From an && or || on, the offset where its operand on one side ends."""
    depth, i = 0, at
    while 0 <= i < len(code):
        opens, closes = ("([{", ")]}") if step > 0 else (")]}", "([{")
        depth += (code[i] in opens) - (code[i] in closes)
        if depth < 0 or (depth == 0 and code[i] in "?:;,=&|" and code[i - 1 : i + 1] not in ("<=", ">=", "==", "!=")
                         and code[i : i + 2] not in ("==",)):
            return i if step > 0 else i + 1
        i += step
    return max(i, 0)


@kind
def tail(code):
    """One condition less, or a number of pieces rounded down."""
    for found in re.finditer(r" (&&|\|\|) ", code):
        left = operand_edges(code, found.start() - 1, -1)
        left += len(re.match(r"\s*(?:return\b\s*)?", code[left:])[0])
        right = operand_edges(code, found.end(), 1)
        right = len(code[:right].rstrip())
        yield left, found.end(), ""
        yield found.start(), right, ""
    for start, inside, end in calls(code, "if"):
        condition = code[inside : end - 1]
        if re.search(r" [<>]=? ", condition) and not re.search(r"&&|\|\|", condition):
            leaves = re.match(r"\s*\{?\s*(return|continue|break)\b", code[end:])
            yield inside, end - 1, "false" if leaves else "true"
    for found in re.finditer(r"(?:= |[(,] ?|return )([^=(),;?&|{}]* [<>]=? [^=(),;?&|{}]*) \? ", code):
        yield found.start(1), found.end(1), "true"
    for start, inside, end in calls(code, r"ceil_div(?:<\w+>)?"):
        (a, b), (c, d) = arguments(code, inside, end - 1)
        yield start, end, f"(({code[a:b].strip()}) / ({code[c:d].strip()}))"


# ---- what is set, and kept ----


@kind
def initialiser(code):
    for found in re.finditer(r"(?<=[;{}])\s*(?!(?:static |)const)[\w:<> ]+ \w+(?:\[[^\]]*\])*( = (?:0|0\.0f?|0\.f|\{\})|\{\});", code):
        yield found.start(1), found.end(1), ""
    for found in re.finditer(r"(?<=[;{})])\s*(\w+(?:\[[^\];]*\])+ = 0);", code):
        yield found.start(1), found.end(1), ""
    yield from dropped_calls(code, r"cudaMemset(?:Async)?|cudaMemcpyToSymbol(?:Async)?")


@kind
def store(code):
    """A result or a state that is not written."""
    for found in re.finditer(r"(?<=[;{})])\s*((?:\w+(?:[.]\w+|->\w+)?(?:\[(?:[^\[\];]|\[[^\]]*\])*\])+|\*\w+) [-+]?= (?!0;)[^;]*);", code):
        yield found.start(1), found.end(1), ""


@kind
def narrow(code):
    """An int where a size may be larger."""
    for found in re.finditer(r"\b(?:static_cast<(size_t|int64_t|long long|unsigned long long)>|"
                             r"(size_t|int64_t|long long|unsigned long long)(?= \w+ ?[=;({]))", code):
        group = 1 if found[1] else 2
        yield found.start(group), found.end(group), "int"


# ---- what is answered ----


def answers(source):
    """Another answer for each question: the number beside it, the other word, one of several less."""
    for found in re.finditer(r"^//= \w+: *([^\n]*\S)", source, re.M):
        value = found[1]
        plain = value.replace(",", "")
        if re.fullmatch(r"-?\d{1,2}", plain):
            other = str(int(plain) + 1)
        elif re.fullmatch(r"-?\d*\.?\d+", plain):
            other = f"{float(plain) * 1.1:.6g}"  # half a percent off is right
        elif len(re.split(r"[ ,]+", value)) > 1:
            other = re.split(r"[ ,]+", value, maxsplit=1)[1]
        else:
            other = {"yes": "no", "no": "yes"}.get(value, "none")
        yield found.start(1), found.end(1), other


def mutants(source, code_counts):
    """(kind, source with the mutation, line, before, after) of each place, none twice."""
    code, seen = blanked(source), {source}
    edits = [("answer", edit) for edit in answers(source)]
    if code_counts:
        edits += [(name, edit) for name, function in KINDS.items() for edit in function(code)]
    for name, (start, end, replacement) in edits:
        text = source[:start] + replacement + source[end:]
        if text in seen:
            continue
        seen.add(text)
        line = source.count("\n", 0, start)
        last = source.count("\n", 0, end)
        rows, other = source.split("\n"), text.split("\n")
        count = len(other) - len(rows) + last - line
        before = " ".join(row.strip() for row in rows[line : last + 1])
        after = " ".join(row.strip() for row in other[line : line + count + 1])
        yield name, text, line + 1, before, after
