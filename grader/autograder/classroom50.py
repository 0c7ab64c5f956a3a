#!/usr/bin/env python3
"""autograder.py - grades a submission for Classroom 50, in a runner of GitHub Actions.

The runner starts this file in the student's checkout. Beside it lies workbook.zip, which `make classroom50` made: the
course's own workbook, so that nothing in the checkout decides how it is graded. Leaves result.json, and feedback in
release-body.md. Exit status: 0 the submission was graded; otherwise the grader could not work, which Classroom 50 shows
as an error and not as a zero.
"""
import datetime
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = Path.cwd()


def unpack(top):
    with zipfile.ZipFile(HERE / "workbook.zip") as archive:
        for info in archive.infolist():
            path = Path(archive.extract(info, top))
            path.chmod(info.external_attr >> 16 & 0o777 or 0o644)


def run(command, **options):
    root = [] if os.geteuid() == 0 else ["sudo", "--preserve-env=AUTOGRADER,MARCH,PATH"]
    return subprocess.run(root + command, check=False, **options).returncode


def graded(top):
    """The folder with the results of the submission; None: the grader could not work."""
    (top / "results").mkdir()
    os.environ["AUTOGRADER"] = str(top)
    if run([str(top / "source/setup.sh")]):
        return None
    names = (top / "source/exercises.txt").read_text(encoding="utf-8").split()
    chosen = [word for name in names for word in ("--exercise", name)]
    run(["sh", "-c", 'cd "$0" && build/grade batch "$@"', str(top / "source/workbook"), str(CHECKOUT), "--platform",
         "single", "-o", str(top / "graded"), "--users"] + chosen)
    run(["chmod", "-R", "a+rX", str(top)])
    found = top / "graded/students/submission"
    return found if (found / "result.json").is_file() else None


def identity():
    """What only the service knows of a submission."""
    env = os.environ
    return {"classroom": env["CLASSROOM"], "assignment": env["ASSIGNMENT"], "submission": env["SUBMISSION_TAG"],
            "commit": env["COMMIT_URL"], "release": env["RELEASE_URL"],
            "review": env.get("REVIEW_URL") or env["COMMIT_URL"],
            "datetime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}


def main():
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        top.chmod(0o755)
        unpack(top / "source")
        found = graded(top)
        if not found:
            print("::error::The grader could not work here; the lines above say why.", file=sys.stderr)
            return 1
        result = json.loads((found / "result.json").read_text(encoding="utf-8"))
        result.update(identity())
        Path("result.json").write_text(json.dumps(result, indent=2), encoding="utf-8")
        Path("release-body.md").write_text((found / "feedback.md").read_text(encoding="utf-8"), encoding="utf-8")
        run(["rm", "-rf", str(top / "source"), str(top / "graded"), str(top / "toolkit")])
    return 0


sys.exit(main())
