"""sources.py - the workbook's own files, and how a zip takes them: for handout.py and ../autograder/pack.py."""

import os
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def sources():
    """The files in its repository; without one, all but what was built. With course.txt, which is the course's own.

    A file that git does not know may be anything, such as grades or a secret. It is left out, and named."""
    listed, unknown = (subprocess.run(["git", "-C", ROOT, "ls-files", "-z", *which], capture_output=True, check=False)
                       for which in ([], ["--others", "--exclude-standard"]))
    found = listed.stdout.decode().split("\0")
    for name in sorted({*unknown.stdout.decode().split("\0")} - {"", "course.txt"}):
        print(f"left out, since it is not in the repository: {name} (git add includes it)", file=sys.stderr)
    if listed.returncode != 0:
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in ("build", ".git")]
            found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return sorted(name for name in {*found, "course.txt"} if os.path.isfile(os.path.join(ROOT, name)))


def add(archive, path, name):
    """Adds a file with its mode and always the same date, so that the same workbook makes the same zip."""
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.external_attr = (os.stat(path).st_mode & 0xFFFF) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    with open(path, "rb") as file:
        archive.writestr(info, file.read())
