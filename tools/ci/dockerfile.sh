#!/usr/bin/env bash
# Builds every image of docker/Dockerfile and looks at what came out. Needs root on a Debian or Ubuntu, and no image registry:
# the base image is made on the spot from the distribution's packages and the Node that npm installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

[ "$(id -u)" = 0 ] || unavailable 'images can be built by root alone (mounts and a chroot)'
command -v apt-get > /dev/null || unavailable 'no apt-get: the base image is made from Debian packages'
need_node_modules

if ! command -v buildah > /dev/null || ! command -v debootstrap > /dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah debootstrap > /dev/null
fi

work=$(mktemp -d)
buildah() { command buildah --root "$ci_cache/containers" --runroot "$work/run" "$@"; }
# Working containers are of no use to a later run; images are, they are its cache.
tidy() {
  buildah rm --all > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap tidy EXIT

# --- the base image: a minimal system, Node and npm -------------------------------------------------------------------------------
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
npm_folder=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
base="localhost/almanac-node:$(node -p process.versions.node)-npm$(npm --version --loglevel=error)-$suite"

make_base() {
  local mirror container rootfs
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk -v suite="$suite" '$2 == suite { print $1; exit }')
  container=$(buildah from scratch)
  rootfs=$(buildah mount "$container")
  debootstrap --variant=minbase "$suite" "$rootfs" ${mirror:+"$mirror"} > "$work/debootstrap.log" 2>&1 || {
    tail -n 20 "$work/debootstrap.log" >&2
    fail 'debootstrap could not make the base system'
  }
  install -m 0755 "$(node -p 'fs.realpathSync(process.execPath)')" "$rootfs/usr/local/bin/node"
  mkdir -p "$rootfs/usr/local/lib/node_modules"
  cp -R "$npm_folder" "$rootfs/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$rootfs/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$rootfs/usr/local/bin/npx"
  rm -rf "$rootfs"/var/cache/apt/archives/*.deb "$rootfs"/var/lib/apt/lists/*
  buildah run --isolation chroot "$container" -- npm --version > /dev/null || fail 'npm of this machine does not run in the base image'
  # What the official image sets as well, so that a target which forgets its own entry point does not pass by accident.
  buildah config --entrypoint '["docker-entrypoint.sh"]' --cmd node "$container"
  buildah commit --quiet "$container" "$base" > /dev/null
}

started=$SECONDS
if buildah inspect --type image "$base" > /dev/null 2>&1; then
  echo "base image: $base (cached)"
else
  make_base
  echo "base image: $base ($((SECONDS - started)) s)"
fi

# --- the build, with the npm registry of this machine -----------------------------------------------------------------------------
# Its address and, where there is one, its certificate authority reach the build as secrets: they are in no file of the project and in no layer.
echo "registry=$(npm config get registry --loglevel=error)" > "$work/npmrc"
secrets=(--secret "id=npmrc,src=$work/npmrc")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  echo 'cafile=/run/secrets/ca' >> "$work/npmrc"
  secrets+=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
fi

build_target() {
  local started=$SECONDS
  # The docker format, because the OCI one has no health check.
  buildah build --quiet --isolation chroot --format docker --layers --pull-never --build-arg "NODE_IMAGE=$base" "${secrets[@]}" \
    --file docker/Dockerfile --target "$1" --tag "localhost/almanac/$1:check" . > /dev/null 2> "$work/build.log" || {
    tail -n 60 "$work/build.log" >&2
    fail "docker/Dockerfile: the target $1 does not build"
  }
  echo "$1: built ($((SECONDS - started)) s)"
}

# The first two are no images of ours; with a name they stay for the next run.
for target in build dependencies gateway content-service calendar-service; do build_target "$target"; done

# --- what came out ----------------------------------------------------------------------------------------------------------------
for app in gateway content-service calendar-service; do
  image="localhost/almanac/$app:check"
  container=$(buildah from --pull-never "$image")
  main="dist/$app/apps/$app/src/main.js"
  buildah inspect --type image "$image" > "$work/image.json"
  node tools/ci/check-image.mjs "$app" "$work/image.json" "$(buildah mount "$container")"
  buildah umount "$container" > /dev/null

  # As the image's own user: packages with native code load although no install script ran, and /app cannot be written to.
  buildah run --isolation chroot "$container" -- node -e '
    if (process.getuid() === 0) throw new Error("runs as root");
    for (const name of ["sharp", "@node-rs/argon2", "pg"]) require(name);
    try { fs.writeFileSync("/app/probe", ""); } catch { process.exit(0); }
    throw new Error("/app can be written to");' || fail "$app: Node does not start as it should in the image"

  # A setting that cannot be read ends every program at once and names itself; to get that far, all of its modules must be in the image.
  if buildah run --isolation chroot --env LOG_LEVEL=nonsense "$container" -- timeout 30 node "$main" > "$work/start.log" 2>&1; then
    fail "$app: started in spite of a faulty LOG_LEVEL"
  fi
  grep -q LOG_LEVEL "$work/start.log" || {
    tail -n 20 "$work/start.log" >&2
    fail "$app: does not get as far as its settings"
  }
  echo "$app: checked"
done

# What earlier runs left behind and this one has replaced.
buildah rm --all > /dev/null 2>&1 || true
buildah rmi --prune > /dev/null 2>&1 || true
echo 'dockerfile.sh: three images built and checked'
