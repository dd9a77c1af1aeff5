#!/usr/bin/env bash
# Calls the agent until it prints the promise, as in many posts about such loops.
max=${1:-20}
for i in $(seq 1 "$max"); do
  output=$(claude -p --dangerously-skip-permissions < PROMPT.md 2>&1) || true
  if grep -q "<promise>COMPLETE</promise>" <<< "$output"; then
    echo "complete after $i turns"
    exit 0
  fi
  sleep 2
done
exit 1
