"""together.py - many mutants of a solution in one program, so that they are compiled once.

Each mutant is a namespace with all of the solution in it. The functions that the exercise calls hand on to those of the
mutant that WORKBOOK_STEP chooses. To `grade ladder` the program is a solution whose ladder has a step for each step of
each mutant.
"""

import re

from kinds import blanked, closing

EXPORTED = re.compile(r"^(?!static\b|template\b|constexpr\b|__|struct\b)([A-Za-z_][\w:<> ]*[ *&]+)(\w+)(\([^{};]*\)) \{", re.M)


def steps_of(source):
    """How many steps its ladder has; a solution without one is its only step."""
    found = re.search(r"^LADDER\((.*?)\)", source, re.M | re.S)
    return found[1].count(",") if found else 1


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
    return f"{result}{name}{parameters} {{\n    switch (workbook_step() / STEPS) {{\n{cases}    }}\n    abort();\n}}\n"


def together(texts):
    """One program of all of them, and the number of its first line in each: [(first, behind the last), ...]."""
    code = blanked(texts[0])
    steps = steps_of(texts[0])
    includes = re.findall(r"^#include .*", texts[0], re.M)
    own = re.findall(r"^struct (\w+) \{", code, re.M)
    exported = [(m[1], m[2], re.sub(r"\s+", " ", m[3])) for m in EXPORTED.finditer(code)]
    exported = [(result, name, parameters) for result, name, parameters in exported if closing(parameters, 0) == len(parameters) - 1]
    own = [kind for kind in own if any(re.search(rf"\b{kind}\b", r + p) for r, _, p in exported)]
    names = ", ".join(f"m{i}s{step}" for i in range(len(texts)) for step in range(steps))
    out = f"/*\nLADDER(all, {names})\n*/\n" + "\n".join(includes) + "\n#include <cstdlib>\n"
    out += "#undef LADDER_STEP\n#define LADDER_STEP(name) name##_ladder[workbook_step() % STEPS]\n"
    out += f"constexpr int STEPS = {steps};\nstatic int workbook_step() {{ return atoi(getenv(\"WORKBOOK_STEP\")); }}\n"
    out += "".join(f"struct {kind};\n" for kind in own)
    spans = []
    for i, text in enumerate(texts):
        first = out.count("\n") + 1
        out += f"namespace mutant_{i} {{\n" + re.sub(r"^#include .*", "", text, flags=re.M) + "}\n"
        spans.append((first, out.count("\n") + 1))
    return out + "".join(hand_on(*function, own, len(texts)) for function in exported), spans
