#!/usr/bin/env bash
# Answers a file of JSON lines with GNU parallel, here or on several machines, in order, to stdout.
#   parallel.sh INPUT STUDY [FLAG]...
# PARALLEL="--sshloginfile machines" runs it on the machines of that file, which see the same INPUT.
# A process that fails is started again, three times in all; then the whole command fails.
set -euo pipefail
if [ $# -lt 2 ]; then
  echo "usage: parallel.sh INPUT STUDY [FLAG]..." >&2
  exit 2
fi
input=$1 study=$2
shift 2
parts=${PARTS:-100}
flags=""
[ $# -eq 0 ] || flags=$(printf ' %q' "$@")
# Each part has an argument of its own, since --retries loses what --pipe and --pipe-part hand out.
# Exit code 3: records that failed have lines that say so.
input=$(printf %q "$(realpath "$input")")
renju="${RENJU:-renju} batch $study$flags --quiet -j 1 --from jsonl -"
part="set -o pipefail; split -n l/\$1/$parts $input | $renju || [ \$? -eq 3 ]"
seq "$parts" | parallel --keep-order --retries 3 --halt now,fail=1 "bash -c $(printf %q "$part") part"
