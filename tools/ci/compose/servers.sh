# Sourced: the container engine, and an image of the servers in docker/compose.yaml. Continues tools/ci/image/build.sh.

versitygw_version=v1.8.0

# Puts the engine's programs into ENGINE. They are only unpacked, because the package would start a server.
need_engine() {
  export ENGINE="$ci_cache/docker-$suite"
  [ -e "$ENGINE/complete" ] && return
  mkdir -p "$work/packages" "$ENGINE"
  apt-get update -qq
  (cd "$work/packages" && apt-get download -qq docker.io containerd runc tini 2> /dev/null)
  for package in "$work"/packages/*.deb; do dpkg-deb --extract "$package" "$ENGINE"; done
  touch "$ENGINE/complete"
}

# One file system holds all three servers. Redis stands in for Valkey, which older distributions do not have: same commands, same settings.
build_servers() {
  local started=$SECONDS gateway="$ci_cache/versitygw-$versitygw_version" container rootfs
  servers="localhost/almanac-servers:$suite-versitygw-$versitygw_version"
  if ! buildah inspect --type image "$servers" > /dev/null 2>&1; then
    [ -x "$gateway/versitygw" ] || GOBIN=$gateway go install "github.com/versity/versitygw/cmd/versitygw@$versitygw_version"
    container=$(buildah from --pull-never "$base")
    buildah run --isolation chroot "$container" -- sh -c '
      apt-get update -qq
      mkdir -p /etc/postgresql-common
      echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql redis-server wget
      ln -s /usr/bin/redis-server /usr/local/bin/valkey-server
      ln -s /usr/bin/redis-cli /usr/local/bin/valkey-cli
      ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/
      rm -rf /var/lib/apt/lists/*' > "$work/servers.log" 2>&1 || {
      tail -n 20 "$work/servers.log" >&2
      fail 'the packages of the servers cannot be installed in an image'
    }
    rootfs=$(buildah mount "$container")
    install -m 0755 "$gateway/versitygw" "$rootfs/usr/local/bin/versitygw"
    buildah config --entrypoint '["docker-entrypoint.sh"]' --cmd '' "$container"
    buildah commit --quiet --format docker "$container" "$servers" > /dev/null
  fi
  echo "servers: built ($((SECONDS - started)) s)"
}

# Writes an archive of each image.
save_images() { # <folder>
  mkdir "$1"
  for app in gateway content-service calendar-service; do
    buildah push --quiet "localhost/almanac/$app:check" "docker-archive:$1/$app.tar:docker.io/almanac/$app:local"
  done
  buildah push --quiet "$servers" "docker-archive:$1/servers.tar:almanac-servers:local"
}
