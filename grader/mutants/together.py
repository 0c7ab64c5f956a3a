"""together.py - many mutants of a solution in one program, so that they are compiled once.

Each mutant is a namespace with those steps of the solution in it that are to be run. The functions that the exercise
calls hand on to those of the mutant that WORKBOOK_STEP chooses. To `grade ladder` the program is a solution whose ladder
has a step for each step of each mutant.
"""

import re

from kinds import blanked, closing
from reach import with_steps

EXPORTED = re.compile(r"^(?!static\b|template\b|constexpr\b|__|struct\b)([A-Za-z_][\w:<> ]*[ *&]+)(\w+)(\([^{};]*\)) \{", re.M)


def hand_on(result, name, parameters, own, count):
    """The function that hands on: void f(int n) { switch (...) { case 0: return mutant_0::f(n); ... } }"""
    names = re.findall(r"(\w+)(?:\[\w*\])?\s*(?=,|\)$)", parameters)
    types = re.split(r",", parameters[1:-1])

    def passed(number):
        for argument, declared in zip(names, types):
            kind = next((kind for kind in own if re.search(rf"\b{kind}\b", declared)), None)
            yield f"(mutant_{number}::{kind} *){argument}" if kind else argument

    back = f"({result.strip()})" if any(kind in result for kind in own) else ""
    cases = "".join(f"    case {i}: return {back}mutant_{i}::{name}({', '.join(passed(i))});\n" for i in range(count))
    return f"{result}{name}{parameters} {{\n    switch (workbook_run().mutant) {{\n{cases}    }}\n    abort();\n}}\n"


def together(wanted):
    """One program of (text, numbers of its steps), and the lines of each in it: [(first, behind the last), ...]."""
    solution = wanted[0][0]
    code = blanked(solution)
    includes = re.findall(r"^#include .*", solution, re.M)
    own = re.findall(r"^struct (\w+) \{", code, re.M)
    exported = [(m[1], m[2], re.sub(r"\s+", " ", m[3])) for m in EXPORTED.finditer(code)]
    exported = [(result, name, parameters) for result, name, parameters in exported if closing(parameters, 0) == len(parameters) - 1]
    own = [kind for kind in own if any(re.search(rf"\b{kind}\b", r + p) for r, _, p in exported)]
    runs = [(mutant, place) for mutant, (_, numbers) in enumerate(wanted) for place in range(len(numbers))]
    names = ", ".join(f"m{mutant}s{place}" for mutant, place in runs)
    table = ", ".join(f"{{{mutant}, {place}}}" for mutant, place in runs)
    out = f"/*\nLADDER(all, {names})\n*/\n" + "\n".join(includes) + "\n#include <cstdlib>\n"
    out += "#undef LADDER_STEP\n#define LADDER_STEP(name) name##_ladder[workbook_run().place]\n"
    out += f"struct WorkbookRun {{ int mutant, place; }};\nstatic WorkbookRun workbook_run() {{\n"
    out += f"    static const WorkbookRun runs[] = {{{table}}};\n    return runs[atoi(getenv(\"WORKBOOK_STEP\"))];\n}}\n"
    out += "".join(f"struct {kind};\n" for kind in own)
    spans = []
    for i, (text, numbers) in enumerate(wanted):
        first = out.count("\n") + 1
        out += f"namespace mutant_{i} {{\n" + re.sub(r"^#include .*", "", with_steps(text, numbers), flags=re.M) + "}\n"
        spans.append((first, out.count("\n") + 1))
    return out + "".join(hand_on(*function, own, len(wanted)) for function in exported), spans
