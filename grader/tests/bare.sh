#!/bin/sh
# bare.sh - make's goals on a system that has git and make and nothing else.
#
# usage: grader/tests/bare.sh [WHO-TOOLKIT-GOAL+GOAL... ...]
#
# WHO is root, or user: nobody special, for whom root runs the lines that the set-up asks for. TOOLKIT is wheels, or
# installed: this machine's, shown in /usr/local/cuda. The goals are made in the order given. Without a case, every WHO
# meets every TOOLKIT with the README's two goals, every order of these comes up twice, and one system meets the goals
# that need packages of their own, each before any that comes first elsewhere.
#
# To take minutes and not an hour, everything is built without optimisation, `make test` and its relatives run one short
# suite (SUITE=setup), and the fuzzers run for a second each. All the CUDA sources are built once only, by root's toolkit
# from wheels; elsewhere it is one interface of an exercise and one program. Two cases run at a time: one compiles while
# the other waits for the network. The minimal Debian is made with debootstrap in WORKBOOK_BARE (build/bare) and kept
# there; each case gets a copy. Needs root, debootstrap, bubblewrap and the network.
# Exit status: 0 all right or skipped, which it says, 1 a command did not do what it should.
set -eu
umask 022

# Where a script runs this in the background, SIGQUIT is ignored, and make could not end with 1.
if [ -z "${BARE_SIGNALS:-}" ]; then
    BARE_SIGNALS=default exec env --default-signal=QUIT "$0" "$@"
fi

here=$(cd "$(dirname "$0")/../.." && pwd)
kept=${WORKBOOK_BARE:-$here/build/bare}
student=1000

say() { printf 'bare: %s\n' "$*"; }
skip() {
    say "skipped: $*"
    exit 0
}

# ---- the system -------------------------------------------------------------------------------------------------
check_machine() {
    [ "$(id -u)" -eq 0 ] || skip "only root can make a system"
    command -v debootstrap >/dev/null || skip "debootstrap is not installed"
    command -v bwrap >/dev/null || skip "bubblewrap is not installed"
    bwrap --bind / / --unshare-pid true 2>/dev/null || skip "this machine forbids new namespaces"
}

# The system without any package more; made in one move, so that an interrupted run leaves nothing that looks complete.
make_base() {
    if [ -d "$kept/base" ]; then return 0; fi
    say "making a minimal Debian in $kept/base"
    rm -rf "$kept/base.part"
    if ! debootstrap --variant=minbase --include=git,make bookworm "$kept/base.part" >"$kept/base.log" 2>&1; then
        tail -n 3 "$kept/base.log"
        skip "debootstrap could not fetch a system"
    fi
    echo force-unsafe-io >"$kept/base.part/etc/dpkg/dpkg.cfg.d/quick" # it need not survive a loss of power
    echo "student:x:$student:$student::/home/student:/bin/sh" >>"$kept/base.part/etc/passwd"
    mv "$kept/base.part" "$kept/base"
}

# A copy of the system with the workbook as a clone has it.
make_system() {
    rm -rf "$system"
    cp -a "$kept/base" "$system"
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    cp "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$system/etc/certificates"
    mkdir -p "$system/home/student/workbook"
    tar -C "$here" --exclude=./build --exclude=./.git -cf - . | tar -C "$system/home/student/workbook" -xf -
    chown -R "$student:$student" "$system/home/student"
}

# Runs a command in the workbook of the system, as root or as the student. How the network is reached, and whom to trust
# there, is this machine's affair.
inside() {
    as=$1
    shift
    if [ "$as" = user ]; then set -- setpriv --reuid "$student" --regid "$student" --clear-groups "$@"; fi
    if [ "$toolkit" = installed ]; then set -- --ro-bind "$installed" /usr/local/cuda "$@"; fi
    some="INTERFACES=\$\$(BUILD)/interfaces/soa.o PROGRAMS=\$\$(BUILD)/programs/kernels"
    if [ "$who-$toolkit" = root-wheels ]; then some="PROGRAMS=\$\$(EVERY_PROGRAM)"; fi
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/student LC_ALL=C.UTF-8 \
        SUITE=setup EXTRA_CFLAGS="-O0 -g0" FUZZ_SECONDS=1 "MAKEFLAGS=$some" PIP_CERT=/etc/certificates \
        ${https_proxy:+"https_proxy=$https_proxy"} ${http_proxy:+"http_proxy=$http_proxy"} \
        ${PIP_INDEX_URL:+"PIP_INDEX_URL=$PIP_INDEX_URL"} \
        bwrap --bind "$system" / --dev /dev --proc /proc --unshare-pid --die-with-parent --cap-add ALL \
        --chdir /home/student/workbook "$@"
}

# ---- one case ---------------------------------------------------------------------------------------------------
# True if the package servers answer the system; what failed then is not their fault.
servers_answer() {
    inside root apt-get -o APT::Update::Error-Mode=any update >>"$log" 2>&1 || return 1
    [ "$toolkit" = installed ] || ! inside root python3 -m pip --version >/dev/null 2>&1 ||
        inside root python3 -m pip download --quiet --no-deps --no-cache-dir --dest /tmp nvidia-cuda-crt >>"$log" 2>&1
}

fails() {
    tail -n 15 "$log"
    servers_answer || skip "a package server does not answer"
    say "$case: $*; all of it: $log"
    exit 1
}

# What a goal must end with, and what it must say: the exercises of a clone are not done, the tests pass.
expected_status() { if [ "$1" = grade ]; then echo 1; else echo 0; fi; }
expected_line() {
    case $1 in
        grade) echo ' 0 of [0-9]* passed' ;;
        test | sanitize) echo '^100%: Checks: [1-9]' ;;
        coverage) echo '^lines: [0-9]' ;;
        fuzz) echo 'number_of_executed_units: [1-9]' ;;
        book) echo 'workbook.pdf' ;;
    esac
}

# Make's command; a user runs the line that it asks for, then make again.
run_make() {
    started=$(date +%s) status=0
    inside "$who" make "$1" >"$log" 2>&1 || status=$?
    line=$(sed -n 's/^setup: sudo /sudo /p' "$log" | sed 's/sudo //g')
    if [ "$who" = user ] && [ -n "$line" ]; then
        inside root sh -c "$line" >"$log" 2>&1 || fails "the line that the set-up asks for fails: $line"
        status=0
        inside "$who" make "$1" >"$log" 2>&1 || status=$?
    fi
    [ "$status" -eq "$(expected_status "$1")" ] || fails "make $1 ends with $status"
    grep -q "$(expected_line "$1")" "$log" || fails "make $1 does not say '$(expected_line "$1")"
    took="$took${took:+, then }make $1 $(($(date +%s) - started)) s"
}

# Made again, nothing is fetched or built. A dry run does set up, and prints the steps that it would make.
run_again() {
    for goal in $goals; do
        inside "$who" make --dry-run "$goal" >"$log" 2>&1 || fails "a second make $goal fails"
        if grep -q '^setup:\|^printf .*%3d/%d' "$log"; then fails "a second make $goal has something to do"; fi
    done
}

run_case() {
    case=$1 began=$(date +%s)
    who=${case%%-*} toolkit=${case#*-} took=''
    goals=$(echo "${toolkit#*-}" | tr + ' ') toolkit=${toolkit%%-*}
    system=$kept/$case log=$kept/$case.log
    if [ "$toolkit" = installed ] && [ -z "$installed" ]; then
        say "$case: skipped, no toolkit is installed here"
        return 0
    fi
    make_system
    for goal in $goals; do run_make "$goal"; done
    run_again
    rm -rf "$system"
    say "$case: $took; $(minutes "$began")"
}

minutes() { echo "$((($(date +%s) - $1) / 60)) min $((($(date +%s) - $1) % 60)) s in all"; }

main() {
    installed=$(readlink -f /usr/local/cuda || true)
    [ -x "$installed/bin/nvcc" ] || installed=''
    if [ "${1:-}" = --case ]; then
        run_case "$2"
        return
    fi
    check_machine
    mkdir -p "$kept"
    make_base
    [ $# -gt 0 ] || set -- root-installed-lint+coverage+fuzz+book root-wheels-grade+test \
        user-wheels-grade+test user-installed-test+grade root-installed-test+grade
    started=$(date +%s)
    printf '%s\n' "$@" | xargs -n 1 -P 2 "$0" --case || exit 1
    say "$# cases: $(minutes "$started")"
}
main "$@"
