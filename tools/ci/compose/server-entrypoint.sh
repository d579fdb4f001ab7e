#!/bin/sh
# Does as much of the entry points of the official images as docker/compose.yaml relies on.
set -eu
# The official image has this setting compiled in: the server accepts connections from other containers.
if [ "$1" = valkey-server ]; then exec "$@" --protected-mode no; fi
if [ "$1" != postgres ]; then exec "$@"; fi

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown postgres "$PGDATA"
  mkdir -p /var/run/postgresql
  chown postgres /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups -- "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  echo "$POSTGRES_PASSWORD" > "$password"
  initdb --encoding UTF8 --locale C.UTF-8 --username postgres --pwfile "$password" --auth-local trust --auth-host scram-sha-256 > /dev/null
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # While the scripts run, it listens on its Unix socket only.
  pg_ctl --wait --options "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    if [ -x "$script" ]; then "$script"; else . "$script"; fi
  done
  pg_ctl --wait --mode fast stop
fi
exec "$@" -c 'listen_addresses=*'
