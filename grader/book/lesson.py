"""lesson.py - one Markdown page of the book: read by pandoc, its links and pictures set right, written as HTML.

Between reading and writing the page is pandoc's own tree (pandoc -t json): blocks and inlines are objects with a type
"t" and a content "c". Every identifier gets the page's name in front, so that all pages also fit into one file.
"""

import json
import os
import re
import shutil
import subprocess

import listings
import terms
from live import slot

READ = ["pandoc", "--from=gfm+tex_math_dollars", "--to=json"]
WRITE = ["pandoc", "--from=json", "--to=html5", "--mathml", "--wrap=none"]
# What pandoc's C++ does not know.
CUDA = re.compile(r"\b(__(?:global|device|host|shared|constant|restrict)__|(?:threadIdx|blockIdx|blockDim|gridDim)\b)")
# Long names and paths among words may end a line behind a slash or an underscore.
INLINE_CODE = re.compile(r"((?<!<pre tabindex=\"0\" >)<code>)([^<]*)(</code>)")
MAY_BREAK = re.compile(r"(?<=[A-Za-z0-9])[/_](?=[A-Za-z0-9])")
# A number and its unit stay on one line, except in code and in attributes.
NUMBER_AND_UNIT = re.compile(r"(?s)(<(?:pre|code)\b.*?</(?:pre|code)>|<[^>]*>)|(?<=\d) (?=%|[KMGT]i?B\b|[mnµ]s\b|[GT]FLOP)")
LINE_ANCHOR = re.compile(r'<span id="cb[^"]*"><a href="#cb[^"]*"[^>]*></a>')


class Page:
    """A page: SOURCE is its Markdown file, seen from the repository; NAME its file in the book without .html."""

    def __init__(self, source, name):
        self.source, self.name = source, name
        self.number = name[:2] if re.match(r"\d\d_", name) else ""
        self.title, self.html = "", ""
        self.intro = []  # the paragraphs above the first section
        self.sections = []  # (identifier, heading, text): the first is the page itself
        self.refers = set()  # names of the pages that it links to
        self.dead = []

    @property
    def href(self):
        return self.name + ".html"


def pandoc(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def plain(node):
    """The words in a part of the tree."""
    if isinstance(node, list):
        return "".join(plain(part) for part in node)
    if not isinstance(node, dict):
        return ""
    kind, content = node["t"], node.get("c")
    if kind == "Str":
        return content
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind in ("Code", "CodeBlock", "Math"):
        return content[1] + (" " if kind == "CodeBlock" else "")
    if kind == "RawBlock" or kind == "RawInline":
        return ""
    if kind == "Quoted":
        return "“" + plain(content[1]) + "”"
    return plain(content) + (" " if kind in ("Para", "Plain", "Header") else "")


def walk(node, change):
    """Calls CHANGE on every object; what it returns takes the object's place."""
    if isinstance(node, list):
        return [walk(part, change) for part in node]
    if not isinstance(node, dict):
        return node
    if "c" in node:
        node["c"] = walk(node["c"], change)
    return change(node) if "t" in node else node


LIVE = re.compile(r'(?s)<section class="live".*?</script>')


def begins(block, kinds):
    return block["t"] == "Para" and block["c"] and block["c"][0]["t"] in kinds


def behind_passages(blocks):
    """Live figures go where the passage that follows their picture, and points to it, ends: before a heading, a
    picture, a fold-out, or a paragraph that begins in bold. No sentence then points across a figure."""
    placed, waiting, read = [], [], False
    for block in blocks:
        if block["t"] in ("Header", "RawBlock") or (read and begins(block, ["Strong"])):
            placed += waiting
            waiting = []
        placed.append(block)
        read = read or block["t"] == "Para"
        if block["t"] == "RawBlock" and LIVE.search(block["c"][1]):
            slots = "".join(LIVE.findall(block["c"][1]))
            placed[-1] = {"t": "RawBlock", "c": ["html", LIVE.sub("", block["c"][1])]}
            waiting, read = [{"t": "RawBlock", "c": ["html", slots]}], False
    return placed + waiting


class Reader:
    """Reads one page. PAGES are all pages of the book by their source, BOOK the folder that it goes into, LIVE the live
    figures by the file of the picture that they belong to, EXERCISES the exercises' pages by the file of the student."""

    def __init__(self, page, pages, book, live, exercises):
        self.page, self.pages, self.book, self.live, self.exercises = page, pages, book, live, exercises
        self.folder = os.path.dirname(page.source)
        self.bold = set()  # words of the page

    def read(self):
        with open(self.page.source, encoding="utf-8") as file:
            tree = json.loads(pandoc(READ, file.read()))
        tree["blocks"] = walk(tree["blocks"], self.define)
        used = set(self.bold)
        tree["blocks"] = [self.use(block, used) for block in tree["blocks"]]
        tree["blocks"] = self.runnable(tree["blocks"])
        tree["blocks"] = behind_passages(walk(tree["blocks"], self.change))
        self.page.dead += [f"{self.page.source} does not define {term} in bold"
                           for term in terms.missing(self.page, self.bold)]
        self.outline(tree["blocks"])
        self.page.html = self.finish(pandoc(WRITE, json.dumps(tree)))

    # ---- listings ----

    def runnable(self, blocks):
        """Listings that are part of a program are put into what listing.js opens."""
        shown = []
        walk(blocks, lambda node: shown.append(node["c"][1]) or node if node["t"] == "CodeBlock" else node)
        by_listing, dead = listings.programs(self.folder, shown) if self.exercises else ({}, [])
        self.page.dead += dead
        numbers = iter(range(len(shown)))

        def put(node):
            program = node["t"] == "CodeBlock" and by_listing.get(number := next(numbers))
            if not program:
                return node
            pairs = [["data-name", program.name], ["data-program", program.text], ["data-own", " ".join(map(str, program.own[number]))]]
            return {"t": "Div", "c": [["", ["listing"], pairs], [node]]}
        return walk(blocks, put)

    # ---- terms ----

    def define(self, node):
        if node["t"] == "Strong":
            return terms.define(self.page, node, plain(node), self.bold)
        return node

    def use(self, block, used):
        """Terms in paragraphs and their lists link to where they are defined."""
        if block["t"] in ("Para", "Plain"):
            block["c"] = terms.link(self.page, self.pages.values(), block["c"], used)
        elif block["t"] == "BulletList":
            block["c"] = [[self.use(part, used) for part in item] for item in block["c"]]
        elif block["t"] == "OrderedList":
            block["c"][1] = [[self.use(part, used) for part in item] for item in block["c"][1]]
        return block

    def change(self, node):
        if node["t"] == "Header":
            level, (identifier, classes, pairs), _ = node["c"]
            node["c"][1] = ["" if level == 1 else f"{self.page.name}--{identifier}", classes, pairs]
        elif node["t"] == "CodeBlock":
            self.name_language(node["c"])
        elif node["t"] == "Link":
            return self.link(node)
        elif node["t"] == "Image":
            return self.image(node)
        elif node["t"] == "Para":
            return self.figure(node)
        return node

    @staticmethod
    def name_language(content):
        """An indented block has no language: it is C++ if it looks like it, and a drawing or output if not."""
        attributes, text = content
        like = not attributes[1] and re.search(r";\s*(//|$)|__\w+__|//", text, re.M)
        if like or attributes[1] in (["c"], ["cu"], ["cuda"]):
            attributes[1] = ["cpp"]

    # ---- links and pictures ----

    def link(self, node):
        target = node["c"][2]
        if re.match(r"(https?|mailto):", target[0]) or "term" in node["c"][0][1]:
            return node
        path, _, fragment = target[0].partition("#")
        source = os.path.normpath(os.path.join(self.folder, path)) if path else self.page.source
        other = self.pages.get(source) or self.pages.get(os.path.join(source, "README.md"))
        if other:
            self.page.refers.add(other.name)
            target[0] = other.href + (f"#{other.name}--{fragment}" if fragment else "")
        elif source in self.exercises:
            target[0] = self.exercises[source].href
        elif os.path.exists(source):
            target[0] = os.path.relpath(source, self.book)
            node["c"][0][1].append("source")
        else:
            self.page.dead.append(f"{self.page.source} links to {target[0]}, which is not there")
            return {"t": "Span", "c": [["", [], []], node["c"][1]]}
        return node

    def image(self, node):
        """The picture's file is copied; its own description becomes the text for it."""
        _, words, (path, _) = node["c"]
        source = os.path.normpath(os.path.join(self.folder, path))
        if not os.path.exists(source):
            self.page.dead.append(f"{self.page.source} shows {path}, which is not there")
            return {"t": "Emph", "c": words}
        target = f"figures/{self.page.name}/{os.path.basename(path)}"
        os.makedirs(os.path.dirname(os.path.join(self.book, target)), exist_ok=True)
        shutil.copyfile(source, os.path.join(self.book, target))
        slots = "".join(map(slot, self.live.get(source, [])))
        return {"t": "RawInline", "c": ["html", picture(source, target, plain(words)) + slots]}

    @staticmethod
    def figure(node):
        """A paragraph of nothing but pictures is a figure."""
        inlines = [part for part in node["c"] if part["t"] not in ("SoftBreak", "Space")]
        if not inlines or any(part["t"] != "RawInline" or "<img" not in part["c"][1] for part in inlines):
            return node
        shown = (part["c"][1].partition('<section class="live"') for part in inlines)
        return {"t": "RawBlock", "c": ["html", "\n".join(f"<figure>{image}</figure>{begin}{slots}"
                                                         for image, begin, slots in shown)]}

    # ---- what the front page, the contents and the search want to know ----

    def outline(self, blocks):
        self.page.sections = [[self.page.name, "", ""]]
        for block in blocks:
            if block["t"] == "Header" and block["c"][0] == 1:
                self.page.title = self.page.sections[0][1] = plain(block["c"][2])
            elif block["t"] == "Header":
                self.page.sections.append([block["c"][1][0], plain(block["c"][2]), ""])
            else:
                if block["t"] == "Para" and len(self.page.sections) == 1:
                    self.page.intro.append(plain(block).strip())
                self.page.sections[-1][2] += plain(block) + " "

    @staticmethod
    def finish(html):
        html = LINE_ANCHOR.sub("<span>", html)
        html = re.sub(r'<div class="sourceCode" id="cb\d+">', '<div class="sourceCode">', html)
        html = re.sub(r"<pre\s", '<pre tabindex="0" ', html.replace("<pre>", "<pre >"))
        html = re.sub(r'(?s)(<code class="sourceCode cpp">)(.*?)(</code>)',
                      lambda code: code[1] + CUDA.sub(r'<span class="cu">\1</span>', code[2]) + code[3], html)
        html = INLINE_CODE.sub(lambda code: code[1] + MAY_BREAK.sub(r"\g<0><wbr>", code[2]) + code[3], html)
        html = NUMBER_AND_UNIT.sub(lambda found: found[1] or "\u00a0", html)
        return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


def picture(source, target, words):
    with open(source, encoding="utf-8") as file:
        svg = file.read()
    size = re.search(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"', svg)
    size = f' width="{size[1]}" height="{size[2]}"' if size else ""
    described = re.search(r"(?s)<desc[^>]*>(.*?)</desc>", svg)
    words = words.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    text = words + (". " + described[1].replace('"', "&quot;") if described else "")
    return f'<a class="picture" href="{target}"><img src="{target}"{size} alt="{text}"></a>'
