#!/usr/bin/env bash
# Starts docker/compose.yaml with Docker and Docker Compose, sends requests, stops it and starts it again. Needs no image registry and no Docker on
# this machine: the engine and the servers are the distribution's packages, Compose and the S3 server are built from their Go modules. Needs root on
# Debian or Ubuntu, and Go. Compose takes some minutes to build, once. Without it in the cache, COMPOSE=1 builds it; otherwise nothing is checked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
. tools/ci/environment.sh
. tools/ci/image/build.sh
. tools/ci/compose/servers.sh

compose_version=v2.40.3
COMPOSE_PROGRAM="$ci_cache/bin/docker-compose-$compose_version"
export COMPOSE_PROGRAM
if [ ! -x "$COMPOSE_PROGRAM" ] && [ "${COMPOSE:-}" != 1 ]; then
  echo "SKIPPED: Docker Compose $compose_version is not built on this machine; COMPOSE=1 builds it"
  exit 0
fi
command -v go > /dev/null || unavailable 'no Go: Docker Compose cannot be built'
need_image_builder
[ -x "$COMPOSE_PROGRAM" ] || bash tools/ci/compose/build.sh "$compose_version" "$COMPOSE_PROGRAM"

work=$(mktemp -d)
tidy() {
  buildah rm --all > /dev/null 2>&1 || true
  find /sys/fs/cgroup -depth -path '*/almanac-compose*' -type d -exec rmdir {} + 2> /dev/null || true
  rm -rf --one-file-system "$work"
}
trap tidy EXIT

build_images
need_engine
build_servers
save_images "$work/images"

# Network, processes and mounts of their own: the engine's bridges and firewall rules do not reach the machine, and all containers end with this.
# A machine that cannot run an engine says so with this exit code.
no_engine=75
status=0
unshare --net --pid --mount --fork --kill-child --mount-proc -- bash tools/ci/compose/engine.sh "$work" "$no_engine" || status=$?
if [ "$status" = "$no_engine" ]; then
  [ "${COMPOSE:-}" != 1 ] || fail 'no container engine runs on this machine'
  echo 'SKIPPED: no container engine runs on this machine'
  exit 0
fi
[ "$status" = 0 ] || fail 'docker/compose.yaml does not work'
echo 'start.sh: docker/compose.yaml starts, answers, stops and keeps its data'
