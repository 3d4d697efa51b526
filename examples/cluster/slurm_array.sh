#!/usr/bin/env bash
# A Slurm array: each task answers one part of the input and goes on where it was stopped.
#   sbatch slurm_array.sh positions.jsonl answers forbidden --nesting 0
#   sbatch --array=5,17 slurm_array.sh positions.jsonl answers forbidden --nesting 0   # these again
#   cat answers/part-*.jsonl > answers.jsonl
#SBATCH --job-name=renju
#SBATCH --array=0-99
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=500M
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=renju-%A_%a.log
set -euo pipefail
parts=100 # Of the whole array, whichever of its tasks are run.
input=$1 folder=$2
shift 2
# Slurm runs a copy of this script: part.sh is looked for where sbatch was called.
part=${PART:-$SLURM_SUBMIT_DIR/part.sh}
# srun makes it a step, so that the SIGTERM before a time limit or a preemption reaches it.
srun --cpus-per-task="$SLURM_CPUS_PER_TASK" bash "$part" \
  "$SLURM_ARRAY_TASK_ID" "$parts" "$input" "$folder" "$@" -j "$SLURM_CPUS_PER_TASK"
