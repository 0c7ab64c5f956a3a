"""pictures.py - makes the pictures of README.md from real runs: a verdict in a terminal, and a page of `make show`.

usage: pictures.py BUILD

Grades the transpose whose tile has no padding, in a copy of the workbook so that no file of yours changes, and writes
grader/book/pictures/verdict.png and show.png. Needs a built workbook and Chromium. Look at both pictures before you
commit them.
"""

import fcntl
import html
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

EXERCISE = "transpose_padded"
CHAPTER = "06_bank_conflicts"
ANSWER = f"{EXERCISE}/wrong/slow-no_padding.cu"  # below what grade known makes
FOLDER = "grader/book/pictures"
PIXELS = 900
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

COLUMNS = 86
TERMINAL = """<!DOCTYPE html><meta charset="utf-8"><style>
body{margin:0;padding:14px 16px;background:#fff;color:#1c2128;font:13px/1.5 "DejaVu Sans Mono",monospace}
pre{margin:0;font:inherit}.s1{font-weight:bold}.s2{color:#5d6673}.s31{color:#b3261e}.s32{color:#1a7f4b}.s33{color:#8a5a00}
</style><pre>"""
# Of the page: the kernel's lines, and the pictures of what its costliest line does.
CROPPED = """<style>
main{padding:8px 12px!important;max-width:none!important}header,h2,section:not(:has(.source)){display:none}
section,h3{margin-top:0!important}table.source{margin-bottom:0!important}
table.source tbody tr:not([id]):not(tr[id]~tr),table.source tbody tr:not(.see):not(:has(~tr[id])){display:none}
.requests~.requests{display:none}
</style>"""
MEASURE = "<script>document.body.dataset.height=Math.ceil(document.body.getBoundingClientRect().bottom)</script>"


def copy_workbook(root):
    """The workbook below root: links to all of it, but exercises and tools of its own."""
    os.mkdir(f"{root}/build")
    for name in ("chapters", "common", "grader", "solutions"):
        os.symlink(os.path.abspath(name), f"{root}/{name}")
    for name in os.listdir(BUILD):
        if name in ("lib", "interfaces", "cuda", "toolchain.mk"):
            os.symlink(os.path.abspath(f"{BUILD}/{name}"), f"{root}/build/{name}")
    for name in ("grade", "emulate", "box"):
        shutil.copy2(f"{BUILD}/{name}", f"{root}/build/{name}")
    shutil.copytree("exercises", f"{root}/exercises")
    subprocess.run([f"{BUILD}/grade", "known", f"{root}/known", EXERCISE], check=True)
    with open(f"{root}/known/{ANSWER}", encoding="utf-8") as file:
        lines = [line for line in file if not re.match(r"// (says|most):", line)]
    with open(f"{root}/exercises/{CHAPTER}/{EXERCISE}.cu", "w", encoding="utf-8") as file:
        file.writelines(lines)


def in_terminal(command, columns):
    """What the command prints to a terminal so wide, without the progress that it overwrites."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "GPU": "none", "LC_ALL": "C.UTF-8"}
    printed = b""
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment):
        os.close(its)
        while True:
            try:
                read = os.read(ours, 65536)
            except OSError:  # Linux reports the end of a terminal so
                read = b""
            if not read:
                break
            printed += read
    os.close(ours)
    return printed.decode().replace("\r\n", "\n").rsplit("\x1b[K", 1)[-1]


def as_html(printed):
    """Text with colours of a terminal as HTML."""
    parts = re.split(r"\x1b\[([0-9;]*)m", printed)
    text = html.escape(parts[0])
    for code, piece in zip(parts[1::2], parts[2::2]):
        style = " ".join(f"s{number}" for number in code.split(";"))
        text += f'<span class="{style}">{html.escape(piece)}</span>'
    return text


def photograph(page, target, width):
    """PAGE, WIDTH units wide and as high as it is, becomes the picture TARGET of PIXELS pixels."""
    browser = next(found for found in map(shutil.which, BROWSERS) if found)
    with tempfile.TemporaryDirectory() as profile:
        path = f"{profile}/page.html"
        with open(path, "w", encoding="utf-8") as file:
            file.write(page + MEASURE)
        command = [browser, "--headless", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={profile}/user"]
        command += ["--no-sandbox"] if os.geteuid() == 0 else []  # root has none; the page is our own
        dumped = subprocess.run(command + [f"--window-size={width},100", "--dump-dom", f"file://{path}"], check=True,
                                capture_output=True, text=True, timeout=120).stdout
        height = re.search(r'data-height="(\d+)"', dumped)[1]
        subprocess.run(command + [f"--window-size={width},{height}", f"--force-device-scale-factor={PIXELS / width}",
                                  f"--screenshot={os.path.abspath(target)}", f"file://{path}"], check=True,
                       capture_output=True, timeout=120)
    print(f"{target}: {os.path.getsize(target)} bytes")


def main():
    with tempfile.TemporaryDirectory() as root:
        copy_workbook(root)
        grade = f"{root}/build/grade"
        printed = in_terminal([grade, "run", "--exercise", EXERCISE], COLUMNS)
        in_terminal([grade, "show", EXERCISE], COLUMNS)
        with open(f"{root}/build/show/{EXERCISE}.html", encoding="utf-8") as file:
            shown = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", file.read())
    os.makedirs(FOLDER, exist_ok=True)
    prompt = f'<span class="s2">$</span> <b>make grade EXERCISE={EXERCISE}</b>\n'
    photograph(TERMINAL + prompt + as_html(printed.strip("\n")) + "</pre>", f"{FOLDER}/verdict.png", 720)
    photograph(shown.replace("</head>", CROPPED + "</head>"), f"{FOLDER}/show.png", PIXELS)


if __name__ == "__main__":
    BUILD = sys.argv[1]
    main()
