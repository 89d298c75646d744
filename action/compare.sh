#!/usr/bin/env bash
# Compares the schemas in FOLDER with BASE, RELEASE or both, and ends as `contracts compat` ends.
#
# The report goes to the log, to annotations, to the summary of the run, and to a file that the output `report` names.
# Reads from the environment: CONTRACTS (the program), FOLDER, BASE, RELEASE, DIRECTION, ASSUME; all may be empty.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
contracts=${CONTRACTS:-$here/contracts.sh}

arguments=()
[ -z "${BASE:-}" ] || arguments+=("--base=$BASE")
[ -z "${RELEASE:-}" ] || arguments+=("--release=$RELEASE")
[ -z "${DIRECTION:-}" ] || arguments+=("--direction=$DIRECTION")
[ -z "${ASSUME:-}" ] || arguments+=("--assume=$ASSUME")
arguments+=(-- "${FOLDER:-schemas}")

if [ -z "${BASE:-}${RELEASE:-}" ]; then
  echo 'error: there is nothing to compare with, as no pull request started this run' >&2
  echo '  help: set the input base or release of the action to a branch, a tag or a commit' >&2
  exit 3
fi
if ! "$contracts" --version >/dev/null; then
  echo "error: $contracts does not run" >&2
  echo '  help: install cargo on the runner, or set the input contracts of the action to an installed program' >&2
  exit 3
fi

folder=${RUNNER_TEMP:-${TMPDIR:-/tmp}}
report=$(mktemp "$folder/contracts-compat.XXXXXX") || exit 3
problem=$(mktemp "$folder/contracts-problem.XXXXXX") || exit 3

"$contracts" compat --format markdown "${arguments[@]}" >"$report" 2>"$problem"
status=$?
if [ ! -s "$report" ]; then
  {
    printf '<!-- contracts compat -->\n## ⚠️ Contracts: nothing was compared\n\n'
    # Indented, which makes it code: it may name files, and must not become markup.
    sed 's/^/    /' "$problem"
  } >"$report"
fi
[ -z "${GITHUB_OUTPUT:-}" ] || printf 'report=%s\nstatus=%s\n' "$report" "$status" >>"$GITHUB_OUTPUT"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$report" >>"$GITHUB_STEP_SUMMARY"

# The log quotes schemas, and a line of a schema must not become a command to the runner.
secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$secret"
"$contracts" compat --format human "${arguments[@]}" 2>&1
echo "::$secret::"
"$contracts" compat --format github "${arguments[@]}" 2>/dev/null
exit "$status"
