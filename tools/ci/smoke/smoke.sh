#!/usr/bin/env bash
# Starts the system with `npm start` on a free port and with a fresh data folder, sends the README's first requests, stops and restarts it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
. tools/ci/environment.sh
need_node_modules
exec node tools/ci/smoke/smoke.mjs
