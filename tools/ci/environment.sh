# Sourced by the scripts in this folder: a cache folder, and functions for missing tools and failures.

# Outside of the checkout, so that later runs on this machine are quick.
ci_cache="${XDG_CACHE_HOME:-$HOME/.cache}/almanac-ci"
mkdir -p "$ci_cache"

# Prints one line and ends the script: a failure in CI, a skipped check on a developer's machine.
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

# Installs the packages of a fresh clone. The Node among them runs everything here, as it does in npm's own scripts.
need_node_modules() {
  [ -f node_modules/.package-lock.json ] || npm ci
  PATH="$PWD/node_modules/.bin:$PATH"
}
