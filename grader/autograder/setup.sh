#!/bin/sh
# setup.sh - what Gradescope runs, as root and with a network, while it builds the image of an autograder.
#
# Sets the workbook up and builds it, and grades the reference solutions: an autograder that cannot pass them must not
# meet students. The machine that grades later may be an older one than this, so nothing is built for this one alone.
# AUTOGRADER is Gradescope's folder, MARCH what gcc builds for: for tests of this script.
set -eu
cd "${AUTOGRADER:-/autograder}/source/workbook"
if [ "$(uname -m)" = x86_64 ]; then march=x86-64-v2; else march=armv8-a; fi
if ! command -v make >/dev/null; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends make
fi
while read -r name; do
    make grade EXERCISE="$name" SOLUTIONS=1 MARCH="${MARCH:-$march}"
done <../exercises.txt

# Programs may run as another user (run_autograder). That user needs the compiler, which nothing depends on that is to be
# kept from students; all else is root's alone.
if [ -d build/cuda ] && [ ! -L build/cuda ]; then
    mv build/cuda ../../toolkit
    ln -s ../../../toolkit build/cuda
    chmod -R a+rX ../../toolkit
fi
chmod 700 .
