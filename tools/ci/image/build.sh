# Sourced: builds the images of docker/Dockerfile without an image registry. The base image is made from the distribution's packages and the Node
# that npm installed. Needs `work`, a temporary folder. Images stay in the cache folder for the next run.

need_image_builder() {
  [ "$(id -u)" = 0 ] || unavailable 'images can be built by root alone (mounts and a chroot)'
  command -v apt-get > /dev/null || unavailable 'no apt-get: the base image is made from Debian packages'
  need_node_modules
  if ! command -v buildah > /dev/null || ! command -v debootstrap > /dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah debootstrap > /dev/null
  fi
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  base="localhost/almanac-node:$(node -p process.versions.node)-npm$(npm --version --loglevel=error)-$suite"
}

buildah() { command buildah --root "$ci_cache/containers" --runroot "$work/run" "$@"; }

make_base() {
  local mirror container rootfs npm_folder
  npm_folder=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
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

need_base_image() {
  local started=$SECONDS
  if buildah inspect --type image "$base" > /dev/null 2>&1; then
    echo "base image: $base (cached)"
  else
    make_base
    echo "base image: $base ($((SECONDS - started)) s)"
  fi
}

# Gives the build the address of this machine's npm registry and, if any, the certificate authority as secrets, so that no project file and no
# layer contains them.
prepare_build() {
  echo "registry=$(npm config get registry --loglevel=error)" > "$work/npmrc"
  secrets=(--secret "id=npmrc,src=$work/npmrc")
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    echo 'cafile=/run/secrets/ca' >> "$work/npmrc"
    secrets+=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
  fi
  # Named by its digest, as releases do.
  digest=$(buildah images --digests --format '{{.Digest}}' "$base")
  revision=$(git rev-parse HEAD 2> /dev/null || echo unknown)
}

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

build_images() {
  need_base_image
  prepare_build
  # The first two targets are no released images; their tags keep them as a cache for the next run.
  for target in build dependencies gateway content-service calendar-service; do build_target "$target"; done
}
