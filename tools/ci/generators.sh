#!/usr/bin/env bash
# Makes clients from the OpenAPI document with public generators, compiles them, and sends five requests to each service of the built system.
# Arguments: names of generators (tools/ci/generators/generators.ts); all without them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh
need_node_modules

[ -d dist/gateway ] || npm run build --silent
exec node --require ./tools/typescript.cjs tools/ci/generators/main.ts "$@"
