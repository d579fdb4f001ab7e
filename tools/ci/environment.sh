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

# Installs a program from its Go module into the cache, once for each version: install_go_program <name> <module path> <version>
install_go_program() {
  local target="$ci_cache/bin/$1-$3" started=$SECONDS
  if [ ! -x "$target" ]; then
    mkdir -p "$ci_cache/bin"
    # Installs into a temporary folder first, so that an interrupted run leaves no partial program.
    GOBIN="$ci_cache/bin/new-$$" go install "$2@$3" > "$ci_cache/go-install.log" 2>&1 || {
      tail -n 20 "$ci_cache/go-install.log" >&2
      fail "$1 $3 cannot be installed"
    }
    mv "$ci_cache/bin/new-$$/$1" "$target"
    rmdir "$ci_cache/bin/new-$$"
    echo "$1 $3: installed ($((SECONDS - started)) s)"
  fi
}

# Prints the file with the definition of HTTPRoutes, which is in the Go module of the Gateway API.
gateway_api_version=v1.4.0
route_definition() {
  local folder
  folder=$(go mod download -json "sigs.k8s.io/gateway-api@$gateway_api_version" | node -p 'JSON.parse(fs.readFileSync(0)).Dir')
  echo "$folder/config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"
}

# Installs Helm, and names it in HELM.
need_helm() {
  local version=v3.22.0
  install_go_program helm helm.sh/helm/v3/cmd/helm "$version"
  export HELM="$ci_cache/bin/helm-$version"
}
