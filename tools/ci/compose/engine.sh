#!/usr/bin/env bash
# Runs in namespaces of its own (start.sh): starts the engine, loads the images and runs the checks: engine.sh <folder> <exit code without an engine>
set -euo pipefail
work=$1 no_engine=$2

ip link set lo up
# The engine keeps its sockets and locks here. Those of the machine stay hidden.
mount -t tmpfs tmpfs /run
mkdir -p "$work/docker"
echo "{}" > "$work/daemon.json"
PATH="$ENGINE/usr/sbin:$ENGINE/usr/bin:$PATH"
# The machine may deny a lower score of the out-of-memory killer, and nothing here needs it.
dockerd --config-file "$work/daemon.json" --data-root "$work/docker" --oom-score-adjust 0 --cgroup-parent /almanac-compose \
  > "$work/dockerd.log" 2>&1 &
engine=$!
until docker info > /dev/null 2>&1; do
  kill -0 "$engine" 2> /dev/null || {
    tail -n 5 "$work/dockerd.log" >&2
    exit "$no_engine"
  }
  sleep 0.2
done

for image in "$work"/images/*.tar; do docker load --quiet --input "$image" > /dev/null; done
# The names, users and stop signals of the images that docker/compose.yaml takes from registries.
server() { # <image> <lines of its Dockerfile>
  { echo 'FROM almanac-servers:local'; cat; } > "$work/server/Dockerfile"
  docker build --quiet --tag "$1" "$work/server" > /dev/null
}
mkdir -p "$work/server"
install -m 0755 tools/ci/compose/server-entrypoint.sh "$work/server/docker-entrypoint.sh"
server postgres:17-bookworm << 'LINES'
COPY docker-entrypoint.sh /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data
STOPSIGNAL SIGINT
CMD ["postgres"]
LINES
server valkey/valkey:8-bookworm << 'LINES'
COPY docker-entrypoint.sh /usr/local/bin/
WORKDIR /data
LINES
server versity/versitygw:v1.8.0 << 'LINES'
COPY docker-entrypoint.sh /usr/local/bin/
LINES

status=0
node --test --test-reporter=spec tools/ci/compose/start.mjs || status=$?
# Ends the containers of a failed run as well, so that the folder can be removed.
kill "$engine"
wait "$engine" || true
exit "$status"
