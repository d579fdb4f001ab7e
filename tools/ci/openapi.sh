#!/usr/bin/env bash
# Checks the OpenAPI documents of both services, and the one of both, by the recommended rules of Redocly and Spectral.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

redocly=2.77.0
spectral=6.16.3
linters=$ci_cache/openapi-linters-$redocly-$spectral
need_node_modules
if [ ! -d "$linters" ]; then
  # Installs into a temporary folder first, so that an interrupted run leaves no partial programs.
  npm install --prefix "$linters.new" --ignore-scripts --no-package-lock --no-audit --no-fund \
    "@redocly/cli@$redocly" "@stoplight/spectral-cli@$spectral" > "$ci_cache/npm-install.log" 2>&1 || {
    tail -n 20 "$ci_cache/npm-install.log" >&2
    fail 'the linters of OpenAPI documents cannot be installed'
  }
  mv "$linters.new" "$linters"
fi

documents=$(mktemp -d)
trap 'rm -rf "$documents"' EXIT
node --require ./tools/typescript.cjs tools/ci/openapi/write-documents.ts "$documents"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
"$linters/node_modules/.bin/redocly" lint --max-problems 50 --config tools/ci/openapi/redocly.yaml "$documents"/*.json 2>&1 |
  tee "$documents/redocly.log"
! grep -q 'Warning was generated' "$documents/redocly.log" || fail 'Redocly has warnings'
"$linters/node_modules/.bin/spectral" lint --fail-severity warn --ruleset tools/ci/openapi/spectral.yaml "$documents"/*.json
echo 'openapi.sh: the descriptions are in order'
