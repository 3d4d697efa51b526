#!/usr/bin/env bash
# Answers one part of a file of JSON lines; the Slurm array and the Kubernetes job run it.
#   part.sh INDEX COUNT INPUT FOLDER STUDY [FLAG]...
# INDEX counts from 0. Parts are runs of lines, so `cat FOLDER/part-*.jsonl` is in the order of the
# input. Stopped or killed, the same call goes on where the journal of its part ends.
set -euo pipefail
if [ $# -lt 5 ]; then
  echo "usage: part.sh INDEX COUNT INPUT FOLDER STUDY [FLAG]..." >&2
  exit 2
fi
index=$1 count=$2 input=$3 folder=$4 study=$5
shift 5
mkdir -p "$folder"
out=$folder/$(printf 'part-%05d.jsonl' "$index")

exec 3< <(exec split -n "l/$((index + 1))/$count" "$input")
splitter=$!
"${RENJU:-renju}" batch "$study" "$@" --from jsonl - --out "$out" --resume --keep-run <&3 &
renju=$!
exec 3<&-
# What asks this script to stop asks renju, which finishes what it has begun and keeps it.
trap 'kill -TERM "$renju" 2>/dev/null' TERM INT
code=0
wait "$renju" || code=$?
while kill -0 "$renju" 2>/dev/null; do
  code=0
  wait "$renju" || code=$?
done
if [ "$code" -eq 0 ] || [ "$code" -eq 3 ]; then
  wait "$splitter" # It fails if there is no input.
fi
# 3: records that failed have lines that say so; the part is whole.
[ "$code" -eq 3 ] && code=0
exit "$code"
