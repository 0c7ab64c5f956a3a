"""terms.py - where a term is used for the first time on a page, it links to the page that defines it.

A term is defined where a lesson first sets it in bold. TERMS has for each lesson the words that are bold there; a plural
or a capital letter makes no difference. Links lead back, never on to a later lesson. A lesson that sets the same word in
bold means something of its own. Headings, code, links and what is bold are left alone.
"""

import re

TERMS = {
    "00": ["kernel", "host", "device", "guard", "shared memory", "barrier"],
    "01": ["warp", "lane", "latency", "scheduler", "resident", "occupancy", "wave", "local memory", "spilled"],
    "02": ["request", "sector", "coalesced", "stride", "broadcast"],
    "03": ["array of structures", "structure of arrays", "pitch", "footprint"],
    "04": ["arithmetic intensity", "tile", "phase", "tree"],
    "06": ["bank", "pass", "wavefront", "bank conflict", "swizzling"],
    "07": ["DRAM bank conflict", "interleaving", "bytes in flight"],
    "08": ["coarsening", "register tiling"],
    "09": ["diverge", "active mask", "reconverge", "histogram", "atomic", "privatisation"],
    "10": ["pageable", "pinned", "stream", "event"],
    "11": ["standard error"],
    "12": ["memory-bound", "compute-bound", "latency-bound"],
    "13": ["issue slot", "double buffering"],
}
MOST_WORDS = 4


def singular(words):
    """WORDS in small letters, without the s of a plural: "Bank conflicts" is "bank conflict", "passes" is "pass"."""
    words = words.lower()
    return re.sub(r"(?<=ss)es$|(?<=[^s])s$", "", words)


NAMES = {singular(term): (number, term) for number, terms in TERMS.items() for term in terms}


def anchor(term):
    return "term--" + re.sub(r"\W", "_", NAMES[term][1])


def define(page, strong, words, bold):
    """The bold WORDS with an anchor, where they define a term of PAGE; else as they are. BOLD has those of the page."""
    term = singular(words)
    again = term in bold
    bold.add(term)
    if again or NAMES.get(term, ("",))[0] != page.number or not page.number:
        return strong
    return {"t": "Span", "c": [[anchor(term), [], []], [strong]]}


def term_at(inlines, at):
    """The longest term that begins there: its name, how many inlines it has, and what follows it in the last one."""
    words, found = "", None
    for length, part in enumerate(inlines[at:at + 2 * MOST_WORDS - 1], 1):
        if part["t"] not in ("Str", "Space", "SoftBreak"):
            break
        words += part["c"] if part["t"] == "Str" else " "
        match = re.fullmatch(r"([\w-]+(?: [\w-]+)*)([.,;:)]*)", words) if part["t"] == "Str" else None
        if match and singular(match[1]) in NAMES:
            found = singular(match[1]), length, match[2], match[1]
        if match and match[2]:
            break
    return found


def link(page, pages, inlines, used):
    """INLINES of a paragraph, with a link at each term that is not in USED yet and that an earlier page defines."""
    by_number, out, at = {other.number: other for other in pages}, [], 0
    while at < len(inlines):
        found = term_at(inlines, at)
        home = by_number.get(NAMES[found[0]][0]) if found else None
        if not home or found[0] in used or (page.number and home.number >= page.number):
            out.append(inlines[at])
            at += 1
            continue
        name, length, rest, shown = found
        used.add(name)
        out.append({"t": "Link", "c": [["", ["term"], []], [{"t": "Str", "c": shown}], [f"{home.href}#{anchor(name)}", ""]]})
        out += [{"t": "Str", "c": rest}] if rest else []
        at += length
    return out


def missing(page, bold):
    """The terms that PAGE should define and does not."""
    return [term for term in TERMS.get(page.number, []) if singular(term) not in bold]
