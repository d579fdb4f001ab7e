#!/usr/bin/env bash
# Runs the tests of limits that replicas share on a real Redis server, the distribution's. Needs root on Debian or Ubuntu, or a server on the PATH.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

server() { command -v valkey-server || command -v redis-server || true; }
if [ -z "$(server)" ]; then
  [ "$(id -u)" = 0 ] || unavailable 'packages can be installed by root alone'
  command -v apt-get > /dev/null || unavailable "no apt-get: Redis is the distribution's package"
  apt-get update -qq
  # Keeps the package from starting a server: the machine may have another.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server > /dev/null
fi
need_node_modules

ALMANAC_TEST_REDIS_SERVER=$(server)
export ALMANAC_TEST_REDIS_SERVER
"$ALMANAC_TEST_REDIS_SERVER" --version
[ $# -gt 0 ] || set -- libs/rate-limit/src/counting/redis-hits tools/system/shared-limits tools/system/plain-lines \
  tools/system/key-rotation/redis-key
node tools/ci/tests.mjs "$@"
