#!/usr/bin/env bash
# Runs tests on the distribution's PostgreSQL, directly and through PgBouncer in transaction mode. Its settings, most of all `jit`, are those of
# real installations. NIGHTLY=1 runs every HTTP test, and adds a PgBouncer that keeps statements prepared. Needs root on Debian or Ubuntu.
# Arguments replace the default ones of jest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

[ "$(id -u)" = 0 ] || unavailable 'packages can be installed by root alone'
command -v apt-get > /dev/null || unavailable "no apt-get: PostgreSQL and PgBouncer are the distribution's packages"
need_node_modules

server_programs() { find /usr/lib/postgresql -path '*/bin/initdb' -printf '%h\n' 2> /dev/null | sort -V | tail -n 1; }
if [ -z "$(server_programs)" ] || ! command -v pgbouncer > /dev/null; then
  apt-get update -qq
  # Keeps both packages from starting a server: the machine may have others.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql pgbouncer > /dev/null
fi
programs=$(server_programs)

# In memory where it has room, as for the embedded server (libs/testing/src/database/global-setup.ts).
free=$(df --output=avail /dev/shm 2> /dev/null | tail -n 1)
work=$(mktemp -d -p "$([ "${free:-0}" -gt 2000000 ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
chown postgres "$work"
as_postgres() { runuser -u postgres -- "$@"; }
tidy() {
  [ ! -s "$work/pgbouncer.pid" ] || kill "$(cat "$work/pgbouncer.pid")" 2> /dev/null || true
  as_postgres "$programs/pg_ctl" stop --pgdata="$work/cluster" --mode=immediate > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap tidy EXIT

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

port=$(free_port)
as_postgres "$programs/initdb" --pgdata="$work/cluster" --username=almanac --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync > /dev/null
settings="-p $port -k $work -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300"
as_postgres "$programs/pg_ctl" start --pgdata="$work/cluster" --wait --log="$work/log" --options="$settings" > /dev/null || {
  cat "$work/log" >&2
  fail 'PostgreSQL does not start'
}
"$programs/postgres" --version

export TEST_DATABASE_URL="postgres://almanac@127.0.0.1:$port/postgres"
if [ $# -gt 0 ]; then
  npx jest "$@"
  exit
fi
# Subjects that can differ between servers: migrations, connections and jobs, searches, lists and their order, plans, locks.
subjects=('service/src/migrations/' 'libs/database/' 'libs/jobs/' 'features/search/.*\.api\.' 'library/search/' 'contracts/lists/'
  'events/listing/.*\.api\.' 'tallies\.api' '/tags\.api' 'access\.service' '(page|write)-costs\.api' 'contracts/writes/(concurrency|races|idempotency)'
  'versions/(changes|concurrent-changes|idempotency)' 'change-feed-lag' 'attendees/reservations' '(overrides-in-the-tree|page-moves|numbering)\.api'
  'imports/(contested-slugs|large-imports)\.api' 'events/large-events' 'series/series-r')
[ "${NIGHTLY:-}" != 1 ] || subjects+=('apps/(content|calendar)-service/.*\.api\.spec\.ts$')
node tools/ci/tests.mjs "${subjects[@]}"

# Runs tests of transactions, jobs, sessions and locks through a pooler in transaction mode: pooled <program> <whether statements stay prepared>
pooled() {
  local program=$1 prepares=$2 pooler
  pooler=$(free_port)
  cat > "$work/pgbouncer.ini" << CONFIG
[databases]
* = host=127.0.0.1 port=$port user=almanac
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 10
pidfile = $work/pgbouncer.pid
logfile = $work/pgbouncer.log
CONFIG
  [ "$prepares" = false ] || echo 'max_prepared_statements = 200' >> "$work/pgbouncer.ini"
  "$program" --version | sed -n 1p
  as_postgres "$program" --daemon --quiet "$work/pgbouncer.ini" || fail 'PgBouncer does not start'
  DATABASE_PREPARED_STATEMENTS=$prepares TEST_POOLER_URL="postgres://almanac@127.0.0.1:$pooler/postgres" node tools/ci/tests.mjs \
    'service/src/migrations/migrations\.' \
    'content-service/.*/(pages|imports|login|search|page-moves)\.api\.spec\.ts$' 'calendar-service/.*/(events|import)\.api\.spec\.ts$'
  kill "$(cat "$work/pgbouncer.pid")"
}

# The distribution may have a PgBouncer before 1.21, which cannot keep statements prepared.
pooled pgbouncer false
# With the default settings, the services notice that by themselves.
ALMANAC_TEST_PGBOUNCER=$(command -v pgbouncer)
export ALMANAC_TEST_PGBOUNCER
node tools/ci/tests.mjs 'connections/pooled-statements' 'tools/system/old-pooler'
if [ "${NIGHTLY:-}" = 1 ]; then
  bash tools/ci/postgres/pgbouncer.sh "$work/pgbouncer"
  pooled "$work/pgbouncer" true
fi
