#!/usr/bin/env bash
# Calls the agent until its last message says so in a status block, or sounds done twice in a row.
max=${1:-20}
done_in_a_row=0
for i in $(seq 1 "$max"); do
  claude -p "$(cat PROMPT.md)" > .last-output 2>&1 || true
  if grep -q "EXIT_SIGNAL: true" .last-output; then
    exit 0
  fi
  if grep -qiE "all tasks (are )?(complete|done)|task is (complete|done)|everything passes|nothing left to do" .last-output; then
    done_in_a_row=$((done_in_a_row + 1))
  else
    done_in_a_row=0
  fi
  [ "$done_in_a_row" -ge 2 ] && exit 0
  sleep 5
done
exit 1
