#!/usr/bin/env bash
# Builds and checks every image of docker/Dockerfile. Needs root on Debian or Ubuntu, and no image registry:
# it makes the base image from the distribution's packages and the Node that npm installed.
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
unmount() {
  for app in gateway content-service calendar-service; do umount "$work/$app" 2> /dev/null || true; done
}
# Removes working containers. Images stay as a cache for the next run.
tidy() {
  unmount
  buildah rm --all > /dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
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
  # As in the official image, so that a target without its own entry point fails here too.
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
# The build gets the address and, if any, the certificate authority as secrets, so that no project file and no layer contains them.
echo "registry=$(npm config get registry --loglevel=error)" > "$work/npmrc"
secrets=(--secret "id=npmrc,src=$work/npmrc")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  echo 'cafile=/run/secrets/ca' >> "$work/npmrc"
  secrets+=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
fi

# Named by its digest, as releases do.
digest=$(buildah images --digests --format '{{.Digest}}' "$base")
revision=$(git rev-parse HEAD 2> /dev/null || echo unknown)

build_target() {
  local started=$SECONDS
  # The docker format, because the OCI format has no health check.
  buildah build --quiet --isolation chroot --format docker --layers --pull-never --build-arg "NODE_IMAGE=${base%:*}@$digest" \
    --build-arg "REVISION=$revision" "${secrets[@]}" --file docker/Dockerfile --target "$1" --tag "localhost/almanac/$1:check" . \
    > /dev/null 2> "$work/build.log" || {
    tail -n 60 "$work/build.log" >&2
    fail "docker/Dockerfile: the target $1 does not build"
  }
  echo "$1: built ($((SECONDS - started)) s)"
}

# The first two targets are no released images; their tags keep them as a cache for the next run.
for target in build dependencies gateway content-service calendar-service; do build_target "$target"; done

# --- checks of the images ---------------------------------------------------------------------------------------------------------
# Sizes over a base of 262 MB, which is the official image's size too.
base_bytes=262000000
declare -A limit_mb=([gateway]=290 [calendar-service]=340 [content-service]=600)

check_size() { # <app>
  local bytes
  bytes=$(($(image_bytes "localhost/almanac/$1:check") - $(image_bytes "$base") + base_bytes))
  echo "$1: $((bytes / 1000000)) MB of at most ${limit_mb[$1]} MB"
  [ "$bytes" -le "$((limit_mb[$1] * 1000000))" ] || fail "$1: the image is too large"
}
# Buildah rounds to three digits: "262 MB".
image_bytes() {
  buildah images --json "$1" | node -p '
    const [size, unit] = JSON.parse(fs.readFileSync(0))[0].size.split(" ");
    Math.round(size * { MB: 1e6, GB: 1e9 }[unit])'
}

# Other users than root have to reach the file systems below.
chmod 711 "$work"
for app in gateway content-service calendar-service; do
  container=$(buildah from --pull-never "localhost/almanac/$app:check")
  main="dist/$app/apps/$app/src/main.js"
  buildah inspect --type image "localhost/almanac/$app:check" > "$work/$app.json"
  mkdir "$work/$app"
  mount --bind "$(buildah mount "$container")" "$work/$app"
  node tools/ci/image/check-image.mjs "$app" "$work/$app.json" "$work/$app"
  check_size "$app"

  # As the image's user: packages with native code load without install scripts.
  tools/ci/image/run-read-only.sh "$work/$app" "$work" node -e '
    const { dependencies } = JSON.parse(fs.readFileSync("/app/package.json"));
    for (const name of ["sharp", "@node-rs/argon2", "pg"]) if (name in dependencies) require(name);
    for (const folder of ["/", "/app", "/app/node_modules/.cache", "/usr", "/var/lib"]) {
      try { fs.writeFileSync(`${folder}/probe`, ""); } catch (failure) { if (/EROFS|ENOENT/.test(failure.code)) continue; throw failure; }
      throw new Error(`${folder} can be written to`);
    }' || fail "$app: Node does not start as it should in the image"

  # Every program reports an invalid setting and ends. To do so it must load all of its modules, so the image contains them.
  if LOG_LEVEL=nonsense tools/ci/image/run-read-only.sh "$work/$app" "$work" timeout 30 node "$main" > "$work/start.log" 2>&1; then
    fail "$app: started in spite of a faulty LOG_LEVEL"
  fi
  grep -q LOG_LEVEL "$work/start.log" || {
    tail -n 20 "$work/start.log" >&2
    fail "$app: does not get as far as its settings"
  }
  echo "$app: checked"
done
node --require ./tools/typescript.cjs tools/ci/image/run-images.ts "$work"

# Removes containers and images of earlier runs that this run has replaced.
unmount
buildah rm --all > /dev/null 2>&1 || true
buildah rmi --prune > /dev/null 2>&1 || true
echo 'dockerfile.sh: three images built and checked'
