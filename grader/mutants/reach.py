"""reach.py - which steps of a ladder a change can reach, and a solution with no more than they need.

A step that cannot reach the changed line is the solution's own, and need not be compiled and run again. Reaching is by
names: a function reaches every function whose name stands in it, so too much may count as reached, never too little.
What is no function (a constant, a structure) reaches everything and is always there.
"""

import os
import re

from kinds import blanked, closing

LADDER = re.compile(r"^LADDER\((\w+),\s*([^)]*)\)", re.M)


def steps_of(source):
    """The names of its steps; a solution without a ladder is its only step."""
    found = LADDER.search(source)
    return [name.strip() for name in found[2].split(",")] if found else [""]


def pieces(code):
    """(start, end, name) of everything at the top level; the name of what is no function is empty."""
    at, start = 0, 0
    while at < len(code):
        head = code[start:at]
        if code[at] == "{" and re.search(r"\)\s*(?:const\s*)?$", head) and "=" not in re.sub(r"\(.*?\)|<.*?>", "", head, flags=re.S):
            at = closing(code, at) + 1
            name = re.findall(r"(\w+)\s*\(", re.sub(r"(?<=\()[^()]*(?=\))", "", head))[-1]
        elif code[at] in "{(":
            at = closing(code, at) + 1
            continue
        elif code[at] == ";":
            at, name = at + 1, ""
        else:
            at += 1
            continue
        yield start + len(head) - len(head.lstrip()), at, name
        start = at


def reached(code, names):
    """The names of the functions that these reach, and they themselves."""
    functions = {}
    for start, end, name in pieces(code):
        if name:
            functions.setdefault(name, set()).update(re.findall(r"\w+", code[start:end]))
    found, open_ = set(), set(names)
    while open_:
        name = open_.pop()
        if name in functions and name not in found:
            found.add(name)
            open_ |= functions[name]
    return found


def always(source):
    """The names that every step needs: what is called from outside, and what stands in what is no function."""
    code = blanked(source)
    outside = [name for start, _, name in pieces(code) if name and not re.match(r"static|template|constexpr|__", code[start:])]
    return [*outside, *re.findall(r"\w+", " ".join(code[start:end] for start, end, name in pieces(code) if not name))]


def affected(source, changed):
    """The numbers of the steps that a change can reach."""
    steps = steps_of(source)
    everything = list(range(len(steps)))
    first = len(os.path.commonprefix([source, changed]))
    last = len(source) - len(os.path.commonprefix([source[first:][::-1], changed[first:][::-1]]))
    touched = [name for start, end, name in pieces(blanked(source)) if start <= last and first <= end]
    if not touched or "" in touched or len(steps) == 1:
        return everything
    code = blanked(source)
    own = [set(touched) & reached(code, [name, *always(source)]) for name in steps]
    return [i for i in everything if own[i]] or everything


def with_steps(source, numbers):
    """The source with these steps of its ladder and what they reach."""
    found = LADDER.search(source)
    if not found:
        return source
    names = [steps_of(source)[i] for i in numbers]
    code = blanked(source)
    kept = reached(code, [*names, *always(source)])
    for start, end, name in reversed(list(pieces(code))):
        if name and name not in kept:
            source = source[:start] + re.sub(r"[^\n]", "", source[start:end]) + source[end:]
    return LADDER.sub(f"LADDER({found[1]}, {', '.join(names)})", source)
