#!/usr/bin/env bash
# Sends requests that Schemathesis makes from the OpenAPI documents to the built system: no answer may be a 5xx or differ from them.
# Arguments: a document (content, calendar, both or all), then options of `schemathesis run`. Without them: a short run with a fixed seed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

version=4.32.5
tools=$ci_cache/schemathesis-$version
need_node_modules
if [ ! -x "$tools/bin/schemathesis" ]; then
  # Not `unavailable`: a change must pass on machines without Python, too.
  skip() {
    echo "SKIPPED: $1"
    exit 0
  }
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2> /dev/null ||
    skip 'Schemathesis needs Python 3.10 or newer with venv'
  # The programs of a virtual environment know its path, so it cannot be moved there when it is complete.
  python3 -m venv --clear "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version" || {
    rm -rf "$tools"
    skip 'Schemathesis cannot be installed'
  }
fi

[ -d dist/gateway ] || npm run build --silent
[ $# -gt 0 ] || set -- both --seed 1 --max-examples 2 --phases examples,fuzzing
exec node --require ./tools/typescript.cjs tools/ci/openapi/schemathesis.ts "$tools/bin/schemathesis" "$@"
