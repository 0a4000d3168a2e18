#!/bin/sh
# The scripts of `plan --slurm`, with Slurm's own daemons: two nodes on the loopback address. One is killed in the middle of its task, which
# Slurm requeues; the merged results are those of one machine. Then a shard that is lost, and nodes that share no directory.
# SPDX-License-Identifier: MIT
# Usage: slurm.sh CROSSLANE
set -u
. "$(dirname "$0")/checking.sh"
crosslane=$(realpath "$1")
PATH=$PATH:/usr/sbin
cluster=$work/cluster
plan=$work/plan
rows='aarch64-nosve-gcc-O2 s390x-z14-gcc-O2 s390x-z15-gcc-O2 ppc64el-power9-gcc-O2'
kernels='--kernel dot_f32 --kernel exp_f32'

for program in munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client; do
    command -v "${program%:*}" >/dev/null || {
        skip slurm "${program%:*} is not installed (apt-get install -y slurmctld slurmd slurm-client munge)"
        exit 77
    }
done

# processes_of NODE: those that the node's daemon has started, by their environment, and the daemons of their steps.
processes_of() {
    grep -s -l -z -x -e "SLURMD_NODENAME=$1" /proc/[0-9]*/environ | xargs -r grep -s -l -z -x -F -e "SLURM_CONF=$SLURM_CONF" |
        while IFS=/ read -r _ _ pid _; do
            echo "$pid"
            parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
            ! grep -q -s slurmstepd "/proc/$parent/comm" || echo "$parent"
        done | sort -u
}

kill_node() {
    # The daemons first: what lives could tell Slurm that the task failed by itself.
    kill -9 "$(cat "$cluster/$1.pid")"
    for pid in $(processes_of "$1"); do grep -q -s slurmstepd "/proc/$pid/comm" && kill -9 "$pid"; done
    for pid in $(processes_of "$1"); do kill -9 "$pid" 2>/dev/null; done
}

stop_cluster() {
    scancel --full --state=RUNNING --user="$(id -un)" 2>/dev/null
    for node in n1 n2; do for pid in $(processes_of $node); do kill -9 "$pid" 2>/dev/null; done; done
    for daemon in n1 n2 ctld munge; do
        pid=$(cat "$cluster/$daemon.pid" 2>/dev/null) && kill "$pid" 2>/dev/null || continue
        waits 10 test ! -e "$cluster/$daemon.pid"
    done
}
trap '[ "$failed" = 0 ] || tail -n 5 "$cluster"/*.log "$plan"/*.log >&2; stop_cluster; clean_up' EXIT
trap 'exit 1' HUP INT TERM

# fail_cluster WHAT: no daemon, no test: that is a failure with the reason.
fail_cluster() {
    echo "FAIL: $1" >&2
    tail -n 5 "$cluster"/*.log >&2 2>/dev/null
    exit 1
}

# waits SECONDS COMMAND...: until it succeeds.
waits() {
    left=$1
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$left" -gt 0 ] || return 1
        left=$((left - 1))
        sleep 1
    done
}

are_idle() { [ "$(sinfo --noheader --Node --format=%t | grep -c -x idle)" = 2 ]; }
has_no_jobs() { [ -z "$(squeue --noheader)" ]; }

# port: of the loopback address, one that is free.
start_cluster() {
    mkdir -p "$cluster/state" "$cluster/spool"
    host=$(hostname -s)
    port=$((20000 + $$ % 20000))
    while grep -q -i -E ":($(printf '%04X|%04X|%04X' $port $((port + 1)) $((port + 2)))) " /proc/net/tcp; do port=$((port + 3)); done
    cat >"$cluster/slurm.conf" <<END
ClusterName=crosslane
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/ctld.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/ctld.log
SlurmdLogFile=$cluster/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmdTimeout=6
InactiveLimit=0
KillWait=2
SchedulerParameters=sched_interval=2,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 Features=real
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END
    # Of all plugins, this one starts without cgroups in each version from 22.05 to 24.11. Nothing uses it.
    echo CgroupPlugin=cgroup/v1 >"$cluster/cgroup.conf"
    export SLURM_CONF="$cluster/slurm.conf"
    chmod 755 "$work" "$cluster"    # munged minds who else can write there
    head -c 128 /dev/urandom >"$cluster/munge.key"
    chmod 400 "$cluster/munge.key"
    munged --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" --pid-file="$cluster/munge.pid" \
        --log-file="$cluster/munge.log" --seed-file="$cluster/munge.seed" || fail_cluster "munged does not start"
    slurmctld || fail_cluster "slurmctld does not start"
    for node in n1 n2; do slurmd -N $node || fail_cluster "slurmd does not start"; done
    waits 30 are_idle || fail_cluster "the nodes are not idle: $(sinfo --noheader --Node --format='%N %T %E' | paste -s -d ',' -)"
}

# verdicts FILE: a line for each kernel of each row, with all that its run decides, sorted.
verdicts() {
    awk -F '"' '
        $2 == "row" { row = $4; kernel = "-" }
        $2 == "kernel" { kernel = $4 }
        $2 ~ /^(outcome|checked|digest|calls|max_ulp|vector_insns)$/ { print row, kernel, $0 }' "$1" | tr -d ',' | sort
}

# is_running ARRAY TASK NODE: the task runs there, and has begun with its rows.
is_running() {
    squeue --noheader --states=RUNNING --format='%K %N' | grep -q -x "$2 $3" && grep -q '^seed ' "$plan/$1-$2.log"
}

start_cluster
# As ./crosslane, which would build the host tool anew where CI has unpacked it.
printf '#!/bin/sh\n[ "$1" != --no-install ] || shift\nexec "%s" "$@"\n' "$crosslane" >"$work/crosslane"
chmod 755 "$work/crosslane"
export CROSSLANE="$work/crosslane"
export CROSSLANE_ARGS="$kernels --count 150 --no-cache"    # a task lasts until its node is killed
patterns=
for row in $rows; do patterns="$patterns --row $row"; done
cd "$work" || exit 1

# shellcheck disable=SC2086
must "one machine" exits 0 "$crosslane" run $patterns $CROSSLANE_ARGS --json "$work/one.json"

# shellcheck disable=SC2086
must "the scripts are written" exits 0 "$crosslane" plan --tier full $patterns --slurm "$plan" --max-jobs 3 --job-seconds 1 --sbatch --partition=all
must "three tasks" grep -q '^rows: 4 rows in 3 tasks' out
must "the jobs are submitted" exits 0 "$plan/submit.sh"

# The node of the second task.
must "tasks run on two nodes" waits 60 eval '[ "$(squeue --noheader --states=RUNNING --format=%N | sort -u | grep -c .)" = 2 ]'
node=$(squeue --noheader --states=RUNNING --format='%K %N' | awk '$1 == 2 { print $2 }')
must "the second task has begun" waits 60 is_running rows 2 "${node:-none}"
kill_node "${node:-none}"
must "its rows were not done" test ! -e "$plan/rows-2.json"
must "Slurm notices" waits 60 eval "sinfo --noheader --nodes=${node:-none} --format=%T | grep -q -i down"
must "Slurm runs the task again, and the others, and merges" waits 200 has_no_jobs
must "the second task ran twice" eval '[ "$(grep -c "^task 2 on" "$plan/rows-2.log")" = 2 ]'
verdicts "$work/one.json" >one
verdicts "$plan/results.json" >merged
must "something was compared" test "$(wc -l <one)" -ge 40
must "the results are those of one machine" eval 'diff one merged >differ.out'
must "the verdict is in the log" grep -q '^4 pass, 0 fail' "$plan/merge.log"
must "reports" test -s "$plan/report.html" -a -s "$plan/report.xml"
grep -A 8 '"shards"' "$plan/results.json" >shards.out
must "the results name the nodes" grep -q '"machine": *"n[12]"' "$plan/results.json"

# A shard is lost after its task.
mv "$plan/rows-3.json" "$work/lost.json"
must "a missing shard fails the merge" exits 2 "$plan/merge.sh"
must "the message names the task and how to requeue it" grep -q -F -e "sbatch --array=3 '$plan/rows.sh'" err
sed 's/"commit":"[^"]*"/"commit":"abc"/' "$work/lost.json" >"$plan/rows-3.json"
must "a shard of another commit fails the merge" exits 2 "$plan/merge.sh"
must "the message names it" grep -q 'rows-3.json: error: shard 3/3 is of commit abc' err
rm "$plan/rows-3.json"
must "the task is requeued" exits 0 sbatch --array=3 "$plan/rows.sh"
must "it ends" waits 100 has_no_jobs
must "then the merge passes" exits 0 "$plan/merge.sh"

# The node is back. Nodes keep their results, and the merging step fetches them. Native rows go where the constraint is.
slurmd -N "${node:-n2}" || fail_cluster "slurmd does not start again"
waits 30 are_idle || fail_cluster "the node does not come back"
plan=$work/apart
export CROSSLANE_ARGS='--kernel dot_f32'
must "scripts for nodes of their own" exits 0 "$crosslane" plan --tier full --row s390x-z14-gcc-O2 --row ppc64el-power9-gcc-O2 \
    --row x86_64-native_sse2-gcc-O2 --slurm "$plan" --slurm-local "$work/of-nodes" --max-jobs 2 --job-seconds 1 --native --constraint=real
must "two arrays" grep -q '^native: 1 rows\? in 1 task' out
must "native rows have the constraint" grep -q '^#SBATCH --constraint=real' "$plan/native.sh"
must "the jobs run and are merged" exits 0 "$plan/submit.sh"
must "the log has the verdict" grep -q '^3 pass, 0 fail' out
must "the native row ran on the node with the constraint" grep -q 'task 1 on .*, n1,' "$work/of-nodes/native-1.log"
conclude
