#!/usr/bin/env bash
# Writes REPORT as a comment on the pull request NUMBER, or updates the comment that an earlier run wrote under this NAME.
#
# The result of the comparison is not decided here: what cannot be written is a warning, and the report stands in the
# summary of the run. Reads from the environment: GH_TOKEN, GITHUB_REPOSITORY, NUMBER, NAME, REPORT, STATUS.
set -uo pipefail

give_up() {
  echo "::warning title=contracts::$1; the report is in the summary of this run"
  exit 0
}

# The mark is hidden in the comment. What is no plain name could end it.
MARK="<!-- contracts compat: ${NAME//[^A-Za-z0-9._\/-]/-} -->"
export MARK
# On a GitHub of one's own, gh takes the token by another name.
export GH_HOST=${GITHUB_SERVER_URL:-https://github.com}
export GH_HOST=${GH_HOST#*://} GH_ENTERPRISE_TOKEN=$GH_TOKEN

body=$(mktemp "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/contracts-comment.XXXXXX") || give_up 'the comment could not be made'
{ printf '%s\n' "$MARK"; cat "$REPORT"; } >"$body"

# Only a comment of this token's own is updated: anybody may write the mark. A name in $ is a variable of the query.
# shellcheck disable=SC2016
comments='query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $endCursor) {
    pageInfo { hasNextPage endCursor }
    nodes { id viewerDidAuthor body }
  } } }
}'
own='.data.repository.pullRequest.comments.nodes[]
  | select(.viewerDidAuthor and (.body | startswith(env.MARK))) | .id'
found=$(gh api graphql --paginate --field "number=$NUMBER" --raw-field "owner=${GITHUB_REPOSITORY%%/*}" \
  --raw-field "name=${GITHUB_REPOSITORY#*/}" --raw-field "query=$comments" --jq "$own") ||
  give_up 'the comments of the pull request could not be read'
id=${found%%$'\n'*}

if [ -n "$id" ]; then
  # shellcheck disable=SC2016
  update='mutation($id: ID!, $body: String!) { updateIssueComment(input: {id: $id, body: $body}) { clientMutationId } }'
  gh api graphql --silent --raw-field "id=$id" --field "body=@$body" --raw-field "query=$update" ||
    give_up 'the comment on the pull request could not be updated'
elif [ "$STATUS" = 0 ] && ! grep -q '^| schema |' "$REPORT"; then
  echo 'No schema changed, so that there is nothing to say.'
else
  gh api --silent --method POST "repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" --field "body=@$body" ||
    give_up 'the comment could not be written (the token of a pull request from a fork may only read)'
fi
