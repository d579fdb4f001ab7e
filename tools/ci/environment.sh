# Sourced by the scripts beside it: where they keep what is slow to make, and what they do when the machine lacks something.

# Outlives a checkout, so that a second run on the same machine is quick.
ci_cache="${XDG_CACHE_HOME:-$HOME/.cache}/almanac-ci"
mkdir -p "$ci_cache"

# One line, and the end of the script: a developer's machine may lack a tool, the machine that judges a change may not.
unavailable() {
  if [ "${CI:-}" = true ]; then
    echo "FAILED: $1" >&2
    exit 1
  fi
  echo "SKIPPED: $1"
  exit 0
}

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# On a fresh clone the packages are not there yet. npm's own scripts run on the Node among them, and so does everything here.
need_node_modules() {
  [ -f node_modules/.package-lock.json ] || npm ci
  PATH="$PWD/node_modules/.bin:$PATH"
}
