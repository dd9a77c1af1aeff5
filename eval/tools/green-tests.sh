#!/usr/bin/env bash
# Calls the agent until the tests are green.
max=$1
tests=$2
for i in $(seq 1 "$max"); do
  claude -p "$(cat PROMPT.md)" || true
  if sh -c "$tests" > .test-output 2>&1; then
    exit 0
  fi
done
exit 1
