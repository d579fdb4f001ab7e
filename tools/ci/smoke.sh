#!/usr/bin/env bash
# Starts the built system with `npm start` on a free port and a fresh data folder, sends the README's first request, and stops it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PATH="$PWD/node_modules/.bin:$PATH" exec node tools/ci/smoke.mjs
