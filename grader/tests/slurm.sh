#!/usr/bin/env bash
# slurm.sh - the same batch over Slurm as here: undisturbed, and while controller, nodes, tasks and coordinator die.
#
# usage: grader/tests/slurm.sh [STUDENTS [KILLS]]        (12 and 6 if not given)
#
# Starts a cluster of its own on this machine (munged, slurmctld and two slurmd; Debian's packages munge, slurmctld,
# slurmd and slurm-client), with its own configuration, folder and ports, and ends it. Says why where it cannot.
set -euo pipefail
cd "$(dirname "$0")/../.."
students=${1:-12} kills=${2:-6}
export PATH=$PATH:/usr/sbin
skip() { echo "slurm.sh: skipped: $1"; exit 0; }
for program in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v $program >/dev/null || skip "there is no $program (packages munge slurmctld slurmd slurm-client)"
done
[ "$(id -u)" -eq 0 ] || skip "only root may start slurmd"
[ -x build/grade ] || { echo "slurm.sh: make grade first" >&2; exit 2; }

home=$(mktemp -d /tmp/slurm.XXXXXX)
chmod 755 "$home"
port=$((20000 + RANDOM % 20000))
node1=w$port-1 node2=w$port-2
export SLURM_CONF=$home/slurm.conf WORKBOOK_TIMEOUT=60

# ---- the cluster ----

cluster_configure() {
    mkdir -p "$home/state" "$home/munge" "$home/log"
    chmod 700 "$home/munge"
    (umask 077; head -c 128 /dev/urandom >"$home/munge/key")
    cat >"$SLURM_CONF" <<EOF
ClusterName=workbook
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$home/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool-%n
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd-%n.pid
SlurmctldLogFile=$home/log/slurmctld
SlurmdLogFile=$home/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=8
MessageTimeout=5
KillWait=2
SchedulerParameters=batch_sched_delay=1,sched_interval=2
SchedulerTimeSlice=5
MaxArraySize=2000
NodeName=$node1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=4096
NodeName=$node2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=4096
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
}

munge_start() {
    munged --force --key-file "$home/munge/key" --socket "$home/munge/socket" --pid-file "$home/munge/pid" \
        --log-file "$home/munge/log" --seed-file "$home/munge/seed" >/dev/null 2>&1
}
controller_start() { slurmctld -f "$SLURM_CONF" >/dev/null 2>&1; }
node_start() { slurmd -f "$SLURM_CONF" -N "$1" >/dev/null 2>&1; }

# The process of a pid file, if it is still there.
kill_of() { if [ -s "$1" ]; then kill -9 "$(cat "$1")" 2>/dev/null || true; fi; }
controller_kill() { kill_of "$home/slurmctld.pid"; }

# Everything below a process, which is its own word of where it lies in the tree.
kill_tree() {
    local child
    for child in $(pgrep -P "$1" || true); do kill_tree "$child"; done
    kill -9 "$1" 2>/dev/null || true
}
# Steps of a node are no children of its slurmd; their files lie in its spool.
node_kill() {
    local step
    kill_of "$home/slurmd-$1.pid"
    for step in $(pgrep -f "slurmstepd: \[" || true); do
        if grep -qa "SLURMD_NODENAME=$1" "/proc/$(pgrep -P "$step" | head -n1)/environ" 2>/dev/null; then kill_tree "$step"; fi
    done
}

cluster_stop() {
    controller_kill
    node_kill $node1
    node_kill $node2
    kill_of "$home/munge/pid"
    rm -rf "$home"
}
trap cluster_stop EXIT

cluster_start() {
    cluster_configure
    munge_start || skip "munged does not start: $(tail -n1 "$home/munge/log")"
    controller_start || skip "slurmctld does not start: $(tail -n1 "$home/log/slurmctld")"
    if ! node_start $node1 || ! node_start $node2; then skip "slurmd does not start: $(tail -n1 "$home/log/slurmd-$node1")"; fi
    for _ in $(seq 60); do
        [ "$(sinfo -h -o %T | sort -u)" = idle ] && return
        sleep 1
    done
    skip "nodes do not become idle: $(sinfo -h -N)"
}

# ---- the class, and batches over it ----

class_make() {
    local solution=solutions/02_coalescing/matmul_coalesced.cu i
    for i in $(seq "$students"); do
        mkdir -p "$home/class/student-$i"
        { [ $((i % 3)) -eq 0 ] || echo "#error \"student $i\""
          echo "// student $i"
          cat $solution; } >"$home/class/student-$i/matmul_coalesced.cu"
    done
    build/grade known "$home/known" matmul_coalesced
    cp "$home"/known/matmul_coalesced/wrong/*-still_scattered.cu "$home/class/student-1/matmul_coalesced.cu"
    cp "$home/known/matmul_coalesced/wrong/fault-one_past_the_end.cu" "$home/class/student-2/matmul_coalesced.cu"
}

grade() { build/grade batch "$home/class" -o "$home/$1" --exercise matmul_coalesced --seed 7 "${@:2}" >>"$home/$1.log" 2>&1; }

failures=0
# Everything but times and what Slurm printed.
compare() {
    if diff -r -x '*.ran' -x class.html -x lock -x slurm "$home/local" "$home/$1" >"$home/difference"; then
        echo "slurm.sh: $1: as here"
    else
        echo "slurm.sh: $1: differs"
        head -n 20 "$home/difference"
        tail -n 5 "$home/$1.log"
        failures=$((failures + 1))
    fi
}
# A batch in the background, whose tasks are to be at work when this returns.
grade_and_wait_for_tasks() {
    grade "$1" --slurm=4 &
    batch=$!
    for _ in $(seq 100); do
        [ -n "$(ls "$home/$1"/students/*/*.began 2>/dev/null)" ] && return
        sleep 0.2
    done
}

undisturbed() {
    grade undisturbed --slurm=4
    compare undisturbed
}

controller_dies() {
    grade_and_wait_for_tasks controller
    controller_kill
    for _ in $(seq 300); do
        [ "$(find "$home/controller/students" -name matmul_coalesced.json | wc -l)" -ge 4 ] && break
        sleep 0.2
    done
    controller_start
    wait $batch
    compare controller
}

job_is_requeued() {
    grade_and_wait_for_tasks requeued
    for job in $(squeue -h -t R -o %A); do scontrol requeue "$job"; done
    wait $batch
    compare requeued
}

node_disappears() {
    grade_and_wait_for_tasks node
    node_kill $node2
    sleep 12
    node_start $node2
    wait $batch
    compare node
}

# What is still there when its node is given up goes on beside the one that replaces it.
node_loses_touch() {
    grade_and_wait_for_tasks touch
    kill_of "$home/slurmd-$node1.pid"
    sleep 12
    node_start $node1
    wait $batch
    compare touch
}

random_task() { pgrep -f "grade batch $home/class.*--share" | shuf -n1; }

killed_at_random() {
    local i
    for i in $(seq "$kills"); do
        grade killed --slurm=4 &
        batch=$!
        sleep $((1 + RANDOM % 6)).$((RANDOM % 10))
        case $((i % 4)) in
        0) controller_kill ;;
        1) kill_tree "$(random_task || echo 999999)" ;;
        2) node_kill "w$port-$((1 + RANDOM % 2))" ;;
        3) ;;
        esac
        kill_tree $batch
        wait $batch 2>/dev/null || true
        [ $((i % 4)) -ne 0 ] || controller_start
        [ -e "/proc/$(cat "$home/slurmd-$node1.pid" 2>/dev/null)" ] || node_start $node1
        [ -e "/proc/$(cat "$home/slurmd-$node2.pid" 2>/dev/null)" ] || node_start $node2
    done
    grade killed --slurm=4
    compare killed
}

cluster_start
class_make
grade local --jobs 2
for scenario in ${SCENARIOS:-undisturbed controller_dies job_is_requeued node_disappears node_loses_touch killed_at_random}; do
    $scenario || { echo "slurm.sh: $scenario failed"; tail -n 5 "$home"/*.log; failures=$((failures + 1)); }
done
echo "slurm.sh: $failures failures"
[ "$failures" -eq 0 ]
