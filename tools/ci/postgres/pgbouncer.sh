#!/usr/bin/env bash
# Builds a PgBouncer that can keep statements prepared between transactions (1.21 or newer), from the source of Debian 13: pgbouncer.sh <program>
# Needs root, a compiler, and a mirror of Debian among the sources of apt.
set -euo pipefail
program=$1
version=1.24.1
sha256=da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0

DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc make pkg-config curl libevent-dev libssl-dev > /dev/null
mirror=$(apt-get indextargets --format '$(SITE)' | grep -m 1 '/debian$')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
curl --fail --silent --show-error --output "$work/source.tar.gz" "$mirror/pool/main/p/pgbouncer/pgbouncer_$version.orig.tar.gz"
echo "$sha256 $work/source.tar.gz" | sha256sum --check --quiet
tar --extract --file="$work/source.tar.gz" --directory="$work"
cd "$work/pgbouncer-$version"
./configure --without-cares --without-pam --without-systemd > "$work/log" 2>&1 && make pgbouncer >> "$work/log" 2>&1 || {
  tail -n 20 "$work/log" >&2
  exit 1
}
install --mode=755 pgbouncer "$program"
